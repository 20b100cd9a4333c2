// Which islands the direct solver can take, and at what price.
#include <algorithm>

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

std::vector<NodeLink> links_of(const DirectPlan& plan, std::span<const ContactPoint> points) {
  std::vector<NodeLink> links;
  for (const ContactPoint& point : points) {
    const std::uint32_t a = plan.node_of[point.a];
    const std::uint32_t b = plan.node_of[point.b];
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
  DirectPlan plan;
  for (std::uint32_t slot = 0; slot < responders.size(); ++slot) {
    const bool moves = responders[slot].inverse_mass.x > 0.0;
    plan.node_of.push_back(moves ? static_cast<std::uint32_t>(plan.movers.size()) : no_node);
    if (moves) {
      plan.movers.push_back(slot);
    }
  }
  plan.links = links_of(plan, points);
  plan.work = BlockEnvelope(plan.movers.size(), plan.links).work();
  return plan;
}

}  // namespace firstcontact
