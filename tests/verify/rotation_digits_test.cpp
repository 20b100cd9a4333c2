// The enclosures of free rotation held against a solution with more digits, without any allowance: what the rounded
// nodes err, and what is left out of the series, must be in the enclosure or the true attitude is not.
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <limits>
#include <vector>

#include "support/random.hpp"
#include "verify/rotation.hpp"

namespace firstcontact::verify {
namespace {

using testing_support::Random;
using Digits = long double;  // x87: 64 bits of fraction, against a double's 53
using Triple = std::array<Digits, 3>;
using Quadruple = std::array<Digits, 4>;  // w, x, y, z

Quadruple product(const Quadruple& p, const Quadruple& q) {
  return {p[0] * q[0] - p[1] * q[1] - p[2] * q[2] - p[3] * q[3], p[0] * q[1] + p[1] * q[0] + p[2] * q[3] - p[3] * q[2],
          p[0] * q[2] - p[1] * q[3] + p[2] * q[0] + p[3] * q[1], p[0] * q[3] + p[1] * q[2] - p[2] * q[1] + p[3] * q[0]};
}
Quadruple digits_of(const Quat& q) { return {q.w, q.x, q.y, q.z}; }
Quadruple conjugate(const Quadruple& q) { return {q[0], -q[1], -q[2], -q[3]}; }

std::array<Triple, 3> matrix_of(const Quadruple& q) {
  const auto [w, x, y, z] = q;
  const Digits s = 2 / (w * w + x * x + y * y + z * z);
  return {Triple{1 - s * (y * y + z * z), s * (x * y - w * z), s * (x * z + w * y)},
          Triple{s * (x * y + w * z), 1 - s * (x * x + z * z), s * (y * z - w * x)},
          Triple{s * (x * z - w * y), s * (y * z + w * x), 1 - s * (x * x + y * y)}};
}

struct Turning {
  Quadruple attitude;  // world from principal axes
  Triple spin;         // principal axes
};

// One Taylor step of Euler's equations and of the attitude, order 26.
Turning after_step(const Turning& start, const Triple& rate, Digits time) {
  std::vector<Triple> w{start.spin};
  std::vector<Quadruple> q{start.attitude};
  for (std::size_t k = 0; k < 26; ++k) {
    Triple spin{};
    Quadruple attitude{};
    for (std::size_t i = 0; i <= k; ++i) {
      const Triple& v = w[k - i];
      spin = {spin[0] + w[i][1] * v[2], spin[1] + w[i][2] * v[0], spin[2] + w[i][0] * v[1]};
      const Quadruple part = product(q[i], {0, v[0], v[1], v[2]});
      for (std::size_t c = 0; c < 4; ++c) {
        attitude[c] += part[c];
      }
    }
    const Digits n = static_cast<Digits>(k + 1);
    w.push_back({rate[0] * spin[0] / n, rate[1] * spin[1] / n, rate[2] * spin[2] / n});
    q.push_back({attitude[0] / (2 * n), attitude[1] / (2 * n), attitude[2] / (2 * n), attitude[3] / (2 * n)});
  }
  Turning end{q.back(), w.back()};
  for (std::size_t k = 26; k-- > 0;) {
    for (std::size_t c = 0; c < 4; ++c) {
      end.attitude[c] = q[k][c] + time * end.attitude[c];
      if (c < 3) {
        end.spin[c] = w[k][c] + time * end.spin[c];
      }
    }
  }
  return end;
}

TEST(Rotation, HoldsASolutionOfMoreDigits) {
  static_assert(std::numeric_limits<Digits>::digits > 60, "the test needs a type with more digits than a double");
  Random random(41);
  for (int i = 0; i < 8; ++i) {
    const Vec3 squares = 0.5 * (random.vector(1.0) + Vec3(1.05));
    const InertiaFrame inertia{{squares.y + squares.z, squares.z + squares.x, squares.x + squares.y},
                               random.rotation()};
    MotionSegment segment;
    segment.pose.orientation = random.rotation();
    segment.angular_velocity = random.vector(2000.0);
    const double duration = i % 2 == 0 ? 0.02 : 0.1;  // by series, or in closed form
    const Attitude held = Rotation(segment, inertia, duration).at(Interval(duration));

    const Digits ix = inertia.principal_moments.x, iy = inertia.principal_moments.y, iz = inertia.principal_moments.z;
    const Triple rate{(iy - iz) / ix, (iz - ix) / iy, (ix - iy) / iz};
    const Quadruple axes = digits_of(inertia.principal_axes);
    Turning now{product(digits_of(segment.pose.orientation), axes), {}};
    const auto start = matrix_of(now.attitude);
    for (std::size_t c = 0; c < 3; ++c) {
      const Vec3& w = segment.angular_velocity;
      now.spin[c] = start[0][c] * w.x + start[1][c] * w.y + start[2][c] * w.z;
    }
    const int steps = i % 2 == 0 ? 1000 : 5000;
    for (int k = 0; k < steps; ++k) {
      now = after_step(now, rate, static_cast<Digits>(duration) / steps);
    }
    const auto expected = matrix_of(product(now.attitude, conjugate(axes)));
    for (std::size_t row = 0; row < 3; ++row) {
      const IntervalVector& r = held.rotation.rows[row];
      const std::array<Interval, 3> entries{r.x, r.y, r.z};
      for (std::size_t c = 0; c < 3; ++c) {
        ASSERT_LE(entries[c].low, expected[row][c]) << "case " << i;
        ASSERT_GE(entries[c].high, expected[row][c]) << "case " << i;
        ASSERT_LT(entries[c].width(), 1e-8) << "case " << i;
      }
    }
  }
}

// The spin in principal axes, `time` after it was `spin` in the world and the axes were the world's.
Vec3 spin_after(const InertiaFrame& inertia, const Vec3& spin, double time) {
  MotionSegment segment;
  segment.angular_velocity = spin;
  const FlowState state = evaluate(segment, inertia, time);
  return rotate_inverse(state.pose.orientation, state.angular_velocity);
}

// Two solutions that start apart, within the box of an error, end apart within the box that it is carried to; and the
// box is not much longer than they are apart, whether it is carried in one piece or in a hundred.
TEST(SpinError, HoldsTheDifferenceOfTwoSolutions) {
  Random random(42);
  double closest = 0.0;
  for (int i = 0; i < 200; ++i) {
    const Vec3 squares = 0.5 * (random.vector(1.0) + Vec3(1.05));
    const InertiaFrame inertia{{squares.y + squares.z, squares.z + squares.x, squares.x + squares.y}, {1, 0, 0, 0}};
    const Vec3& m = inertia.principal_moments;
    const IntervalVector rate{(m.y - m.z) / m.x, (m.z - m.x) / m.y, (m.x - m.y) / m.z};
    const Vec3 spin = random.vector(100.0);
    const Vec3 off = random.vector(1e-5);
    SpinError error;
    error.radii = {1e-5, 1e-5, 1e-5};
    const double step = 5e-4;
    Vec3 now = spin;
    for (int k = 0; k < 100; ++k) {
      error = carried(error, rate, now, Interval(step));
      now = spin_after(inertia, spin, (k + 1) * step);
    }
    const Vec3 apart = spin_after(inertia, spin + off, 100 * step) - now;
    for (std::size_t axis = 0; axis < 3; ++axis) {
      ASSERT_LE(std::abs(glm::dot(error.axes[axis], apart)), error.radii[axis] * (1.0 + 1e-4) + 1e-11) << "case " << i;
    }
    closest = std::max(closest, std::sqrt(squared_length(apart)) / error.bound());
  }
  EXPECT_GT(closest, 0.2) << "a box so wide that a wrong one would not be seen";
}

}  // namespace
}  // namespace firstcontact::verify
