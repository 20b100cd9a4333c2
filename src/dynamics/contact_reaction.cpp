#include "dynamics/contact_reaction.hpp"

#include <cmath>

namespace firstcontact {

namespace {

Mat3 outer(const Vec3& a, const Vec3& b) { return {a * b.x, a * b.y, a * b.z}; }

}  // namespace

Reaction reaction_of(const ContactPoint& point, const ContactLaw& law, const Vec3& velocity) {
  const double stiffness = 1.0 / law.compliance;
  const Vec3 wanted = law.assumed + stiffness * (law.target_speed * point.normal - velocity);
  const double normal = glm::dot(point.normal, wanted);
  const Vec3 across = wanted - normal * point.normal;
  const double friction = point.friction;
  const double size = std::sqrt(squared_length(across));
  if (size <= friction * normal) {
    return {normal * point.normal + across, Mat3(stiffness)};
  }
  if (normal <= -friction * size) {
    return {};
  }
  const Vec3 slip = across / size;
  const double share = 1.0 / (1.0 + friction * friction);
  const double pressed = share * (normal + friction * size);
  const Vec3 ray = point.normal + friction * slip;
  const Mat3 rest = Mat3(1.0) - outer(point.normal, point.normal) - outer(slip, slip);
  return {pressed * ray, stiffness * (share * outer(ray, ray) + (friction * pressed / size) * rest)};
}

}  // namespace firstcontact
