#include "narrowphase/overlap_proof.hpp"

#include <cmath>

namespace firstcontact {

bool holds_origin(const Simplex& simplex, double slack) {
  constexpr int corner[4][4] = {{0, 1, 2, 3}, {1, 2, 3, 0}, {2, 3, 0, 1}, {3, 0, 1, 2}};
  if (simplex.count != 4) {
    return false;
  }
  for (const auto& c : corner) {
    const Vec3& p = simplex.vertex[c[0]].difference;
    const Vec3 to_q = simplex.vertex[c[1]].difference - p;
    const Vec3 to_r = simplex.vertex[c[2]].difference - p;
    const Vec3 normal = glm::cross(to_q, to_r);
    const double apex = glm::dot(normal, simplex.vertex[c[3]].difference - p);
    const double origin = -glm::dot(normal, p);
    const double doubt = slack * length(to_q) * length(to_r);
    if (!(std::abs(apex) > doubt && (apex < 0.0 ? -origin : origin) > doubt)) {
      return false;
    }
  }
  return true;
}

}  // namespace firstcontact
