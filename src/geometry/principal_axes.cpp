#include "geometry/principal_axes.hpp"

#include <algorithm>
#include <cmath>

namespace firstcontact {

namespace {

// Below this a difference is the rounding of the integrals: their sums have a few hundred terms at most, 2e-16 each.
constexpr double same_to = 1e-12;
// Convergence is quadratic: a handful of sweeps reach rounding, the rest is for tensors beyond reason.
constexpr int sweeps = 30;

struct Decomposition3 {
  Mat3 tensor;
  Mat3 axes{1.0};  // columns
};

double largest_off_diagonal(const Mat3& m) {
  return std::max({std::abs(m[1][0]), std::abs(m[2][0]), std::abs(m[2][1])});
}

double largest_diagonal(const Mat3& m) { return std::max({std::abs(m[0][0]), std::abs(m[1][1]), std::abs(m[2][2])}); }

// The rotation in the plane (p, q) that makes tensor[p][q] zero, by the smaller of the two angles that do.
void annihilate(Decomposition3& d, int p, int q) {
  const double off = d.tensor[q][p];
  if (off == 0.0) {
    return;
  }
  const double theta = (d.tensor[q][q] - d.tensor[p][p]) / (2.0 * off);
  const double tangent = (theta >= 0.0 ? 1.0 : -1.0) / (std::abs(theta) + std::sqrt(theta * theta + 1.0));
  const double cosine = 1.0 / std::sqrt(tangent * tangent + 1.0);
  const double sine = tangent * cosine;
  Mat3 rotation(1.0);
  rotation[p][p] = rotation[q][q] = cosine;
  rotation[q][p] = sine;
  rotation[p][q] = -sine;
  d.tensor = glm::transpose(rotation) * d.tensor * rotation;
  d.tensor[q][p] = d.tensor[p][q] = 0.0;
  d.axes = d.axes * rotation;
}

void make_equal_if_same(double& a, double& b) {
  if (std::abs(a - b) <= same_to * std::max(std::abs(a), std::abs(b))) {
    a = b = 0.5 * (a + b);
  }
}

Vec3 with_equals(Vec3 moments) {
  const double low = std::min({moments.x, moments.y, moments.z});
  const double high = std::max({moments.x, moments.y, moments.z});
  if (high - low <= same_to * high) {
    return Vec3(0.5 * (low + high));
  }
  make_equal_if_same(moments.x, moments.y);
  make_equal_if_same(moments.y, moments.z);
  make_equal_if_same(moments.x, moments.z);
  return moments;
}

}  // namespace

PrincipalAxes principal_axes(const Mat3& tensor) {
  Decomposition3 d{tensor};
  if (largest_off_diagonal(tensor) <= same_to * largest_diagonal(tensor)) {
    return {with_equals({tensor[0][0], tensor[1][1], tensor[2][2]}), Quat(1.0, 0.0, 0.0, 0.0)};
  }
  // Down to what rounding leaves beside the smallest moment too: a needle's is a millionth of its largest.
  for (int sweep = 0; sweep < sweeps && largest_off_diagonal(d.tensor) > 0.0; ++sweep) {
    annihilate(d, 0, 1);
    annihilate(d, 0, 2);
    annihilate(d, 1, 2);
  }
  // Jacobi's product of rotations has determinant +1 by itself; only its length is rounded.
  return {with_equals({d.tensor[0][0], d.tensor[1][1], d.tensor[2][2]}), glm::normalize(glm::quat_cast(d.axes))};
}

}  // namespace firstcontact
