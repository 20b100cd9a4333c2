#include "dynamics/contact_reaction.hpp"

namespace firstcontact {

namespace {

Mat3 outer(const Vec3& a, const Vec3& b) { return {a * b.x, a * b.y, a * b.z}; }

}  // namespace

Mat3 stiffness_of(const ContactPoint& point, const ContactLaw& law, const Vec3& velocity) {
  const WantedImpulse wanted = wanted_impulse(point, law, velocity);
  const double friction = point.friction;
  if (wanted.sticks(friction)) {
    return Mat3(law.stiffness);
  }
  if (wanted.lets_go(friction)) {
    return Mat3(0.0);
  }
  const Vec3 slip = wanted.across / wanted.size;
  const double share = 1.0 / (1.0 + friction * friction);
  const Vec3 ray = point.normal + friction * slip;
  const Mat3 rest = Mat3(1.0) - outer(point.normal, point.normal) - outer(slip, slip);
  return law.stiffness * (share * outer(ray, ray) + (friction * wanted.pressed(friction) / wanted.size) * rest);
}

}  // namespace firstcontact
