// Which islands the direct solver can take, and at what price.
#include <algorithm>
#include <utility>

#include "dynamics/direct_solver.hpp"
#include "dynamics/pair_stiffness.hpp"

namespace firstcontact {

namespace {

bool has_lock(const Responder& responder) {
  const Vec3& inverse = responder.inverse_mass;
  const bool moves = inverse.x > 0.0 || inverse.y > 0.0 || inverse.z > 0.0;
  const bool moves_freely = inverse.x > 0.0 && inverse.y > 0.0 && inverse.z > 0.0;
  return (moves && !moves_freely) || (moves_freely && !(glm::determinant(responder.inverse_inertia) > 0.0));
}

std::vector<NodeLink> links_of(std::span<const std::uint32_t> node_of, std::span<const ContactPoint> points) {
  std::vector<NodeLink> links;
  for (const ContactPoint& point : points) {
    const std::uint32_t a = node_of[point.a];
    const std::uint32_t b = node_of[point.b];
    if (a != no_node && b != no_node && (links.empty() || links.back().a != a || links.back().b != b)) {
      links.push_back({a, b});
    }
  }
  return links;
}

}  // namespace

std::optional<DirectPlan> plan_direct_solve(std::span<const ContactPoint> points,
                                            std::span<const Responder> responders) {
  const bool has_turning_friction = std::any_of(points.begin(), points.end(), [](const ContactPoint& point) {
    return point.rolling_friction > 0.0 || point.spinning_friction > 0.0;
  });
  if (has_turning_friction || std::any_of(responders.begin(), responders.end(), has_lock)) {
    return std::nullopt;
  }
  std::vector<std::uint32_t> node_of;
  std::vector<std::uint32_t> movers;
  node_of.reserve(responders.size());
  movers.reserve(responders.size());
  for (std::uint32_t slot = 0; slot < responders.size(); ++slot) {
    const bool moves = responders[slot].inverse_mass.x > 0.0;
    node_of.push_back(moves ? static_cast<std::uint32_t>(movers.size()) : no_node);
    if (moves) {
      movers.push_back(slot);
    }
  }
  BlockEnvelope matrix(movers.size(), links_of(node_of, points));
  return DirectPlan{std::move(node_of), std::move(movers), std::move(matrix)};
}

}  // namespace firstcontact
