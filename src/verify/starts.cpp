#include "verify/starts.hpp"

#include <algorithm>
#include <numeric>

#include "verify/shape.hpp"

namespace firstcontact::verify {
namespace {

// Of a radius: a scene's own touching poses are set apart by less (the skin is 8e-4 of the size).
constexpr double set_apart_share = 1e-2;
// Of two radii: balls that meet but for rounding, or a gap that is next to none.
constexpr double as_good_as_meeting = 1.0 + 1e-3;

struct Ball {
  std::uint32_t body = 0;
  Vec3 center{0.0};     // m
  double radius = 0.0;  // m
};

// Of the dynamic bodies, by their left ends: the order of a sweep.
std::vector<Ball> balls_of(const RecordingHeader& header) {
  std::vector<double> radii;  // by collider
  radii.reserve(header.colliders.size());
  for (const RecordedCollider& collider : header.colliders) {
    const Shape whole = body_shape(collider).whole;
    radii.push_back(whole.radius + whole.rounding);
  }
  std::vector<Ball> balls;
  for (std::uint32_t body = 0; body < header.bodies.size(); ++body) {
    if (header.bodies[body].type == BodyType::dynamic) {
      balls.push_back({body, header.bodies[body].start.pose.position, radii[header.bodies[body].collider]});
    }
  }
  std::sort(balls.begin(), balls.end(), [](const Ball& p, const Ball& q) {
    return std::pair(p.center.x - p.radius, p.body) < std::pair(q.center.x - q.radius, q.body);
  });
  return balls;
}

bool meet(const Ball& p, const Ball& q) {
  const Vec3 apart = q.center - p.center;
  const double reach = as_good_as_meeting * (p.radius + q.radius);
  return apart.x * apart.x + apart.y * apart.y + apart.z * apart.z <= reach * reach;
}

std::uint32_t root_of(std::vector<std::uint32_t>& parents, std::uint32_t member) {
  while (parents[member] != member) {
    parents[member] = parents[parents[member]];
    member = parents[member];
  }
  return member;
}

}  // namespace

std::vector<double> most_set_apart(const RecordingHeader& header) {
  const std::vector<Ball> balls = balls_of(header);
  std::vector<std::uint32_t> parents(header.bodies.size());
  std::iota(parents.begin(), parents.end(), 0U);
  for (std::size_t i = 0; i < balls.size(); ++i) {
    const double right = balls[i].center.x + as_good_as_meeting * balls[i].radius;
    for (std::size_t j = i + 1; j < balls.size(); ++j) {
      if (balls[j].center.x - as_good_as_meeting * balls[j].radius > right) {
        break;
      }
      if (meet(balls[i], balls[j])) {
        parents[root_of(parents, balls[j].body)] = root_of(parents, balls[i].body);
      }
    }
  }
  std::vector<double> together(header.bodies.size(), 0.0);
  for (const Ball& ball : balls) {
    together[root_of(parents, ball.body)] += set_apart_share * ball.radius;
  }
  std::vector<double> most(header.bodies.size(), 0.0);
  for (const Ball& ball : balls) {
    most[ball.body] = together[root_of(parents, ball.body)];
  }
  return most;
}

}  // namespace firstcontact::verify
