// What the soft solver's lanes take of bodies and contact points, one lane at a time, rounded to what they hold.
#pragma once

#include <cstdint>

#include "core/perpendicular.hpp"
#include "dynamics/contact_point.hpp"
#include "dynamics/row_lanes.hpp"

namespace firstcontact {

/// Sets numbers of one lane, rounded to what the lanes hold.
template <class L>
struct LaneSetter {
  std::uint32_t lane;

  void operator()(typename L::Each& each, double value) const {
    each.lane[lane] = static_cast<typename L::Number>(value);
  }
  void operator()(typename L::EachVector& each, const Vec3& value) const {
    (*this)(each.x, value.x);
    (*this)(each.y, value.y);
    (*this)(each.z, value.z);
  }
};

/// No negative zero, which an impulse of zero would or would not turn into a positive one, as the lanes beside it have
/// it.
template <class L>
typename L::Body body_of(const Velocity& velocity) {
  const glm::vec<3, typename L::Number> v = velocity.linear + 0.0;
  const glm::vec<3, typename L::Number> w = velocity.angular + 0.0;
  return {{v.x, v.y, v.z, 0}, {w.x, w.y, w.z, 0}};
}

template <class Body>
Velocity velocity_of(const Body& body) {
  return {Vec3(body.linear[0], body.linear[1], body.linear[2]),
          Vec3(body.angular[0], body.angular[1], body.angular[2])};
}

/// What single precision has changed since a body was taken. Whom no impulse reached keeps his velocity to the last
/// bit.
template <class Body>
Velocity change_of(const Body& taken, const Body& now) {
  const Velocity before = velocity_of(taken);
  const Velocity after = velocity_of(now);
  return {after.linear - before.linear, after.angular - before.angular};
}

template <class L>
void set_responses(typename L::Pairs& pairs, std::uint32_t lane, const Responder& a, const Responder& b) {
  const LaneSetter<L> set{lane};
  set(pairs.inverse_mass_a, a.inverse_mass);
  set(pairs.inverse_mass_b, b.inverse_mass);
  for (int column = 0; column < 3; ++column) {
    set(pairs.inverse_inertia_a[column], a.inverse_inertia[column]);
    set(pairs.inverse_inertia_b[column], b.inverse_inertia[column]);
  }
}

template <class L>
void set_row(typename L::Row& row, std::uint32_t lane, const ContactPoint& point, double share) {
  const LaneSetter<L> set{lane};
  const Vec3 first = perpendicular_of_unit(point.normal);
  const Vec3 second = glm::cross(point.normal, first);
  const Vec3 friction = point.friction_impulse * share;
  set(row.normal, point.normal);
  set(row.first, first);
  set(row.arm_a, point.arm_a);
  set(row.arm_b, point.arm_b);
  set(row.belt_first, glm::dot(first, point.surface_velocity));
  set(row.belt_second, glm::dot(second, point.surface_velocity));
  set(row.friction, point.friction);
  set(row.separation, point.separation);
  set(row.rest_gap, point.rest_gap);
  set(row.lift_gap, point.lift_gap);
  set(row.normal_impulse, point.normal_impulse * share);
  set(row.first_impulse, glm::dot(first, friction));
  set(row.second_impulse, glm::dot(second, friction));
}

}  // namespace firstcontact
