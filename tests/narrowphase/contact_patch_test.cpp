// Four corners of a patch, against the stupid choice of trying all.
#include "narrowphase/contact_patch.hpp"

#include "random_shapes.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

namespace firstcontact::test {
namespace {

double triangle(const glm::dvec2& p, const glm::dvec2& q, const glm::dvec2& r) {
  return 0.5 * std::abs((q.x - p.x) * (r.y - p.y) - (q.y - p.y) * (r.x - p.x));
}

double greatest_by_trying_all(const std::vector<glm::dvec2>& ring, std::size_t first) {
  double greatest = 0.0;
  for (std::size_t step = 2; step + 1 < ring.size(); ++step) {
    const glm::dvec2& far = ring[(first + step) % ring.size()];
    double before = 0.0;
    double after = 0.0;
    for (std::size_t i = 1; i < ring.size(); ++i) {
      double& side = i < step ? before : after;
      side = std::max(side, triangle(ring[first], far, ring[(first + i) % ring.size()]));
    }
    greatest = std::max(greatest, before + after);
  }
  return greatest;
}

// Points on an ellipse at growing angles, some of them twice, and some ends of a flat side.
std::vector<glm::dvec2> random_ring(Random& random) {
  std::vector<double> angles;
  const int count = static_cast<int>(random.between(4.0, 40.0));
  for (int i = 0; i < count; ++i) {
    angles.push_back(random.between(0.0, 6.283));
  }
  std::sort(angles.begin(), angles.end());
  const double thin = std::pow(10.0, random.between(-3.0, 0.0));
  const double turn = random.between(0.0, 6.0);
  std::vector<glm::dvec2> ring;
  for (const double angle : angles) {
    const double x = std::cos(angle);
    const double y = thin * std::sin(angle);
    ring.emplace_back(std::cos(turn) * x - std::sin(turn) * y, std::sin(turn) * x + std::cos(turn) * y);
    if (random.between(0.0, 1.0) < 0.1) {
      ring.push_back(ring.back());
    }
  }
  return ring;
}

TEST(GreatestQuadrilateral, IsTheOneThatTryingAllFinds) {
  Random random(97);
  for (int i = 0; i < 3000; ++i) {
    SCOPED_TRACE(i);
    std::vector<glm::dvec2> ring = random_ring(random);
    if (random.between(0.0, 1.0) < 0.5) {
      std::reverse(ring.begin(), ring.end());
    }
    const auto first = static_cast<std::size_t>(random.between(0.0, static_cast<double>(ring.size())));
    const Quadrilateral found = greatest_quadrilateral(ring, first);
    const double expected = greatest_by_trying_all(ring, first);
    EXPECT_NEAR(found.area, expected, 1e-12);
    EXPECT_EQ(found.corner[0], first);
    const auto& c = found.corner;
    EXPECT_NEAR(triangle(ring[c[0]], ring[c[2]], ring[c[1]]) + triangle(ring[c[0]], ring[c[2]], ring[c[3]]), found.area,
                1e-12);
  }
}

}  // namespace
}  // namespace firstcontact::test
