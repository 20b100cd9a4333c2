// What a camera and the sun can see: against every corner and many points, and the same pictures with and without.

#include "render/view_cull.hpp"

#include <gtest/gtest.h>

#include <random>

#include "render/caption.hpp"

namespace firstcontact {
namespace {

Vec3 any_point(std::mt19937& random, double reach) {
  std::uniform_real_distribution<double> any(-reach, reach);
  const double x = any(random);
  const double y = any(random);
  return {x, y, any(random)};
}

// As the picture itself has it.
bool is_in_picture(const Camera& camera, double aspect, const DepthRange& depth, const Vec3& point) {
  const PictureAxes axes = picture_axes(camera);
  const Vec3 offset = point - camera.eye;
  const double ahead = glm::dot(offset, view_direction(camera));
  const double half = ahead * std::tan(0.5 * camera.field_of_view);
  return ahead >= depth.nearest && ahead <= depth.farthest && std::abs(glm::dot(offset, axes.top)) <= half &&
         std::abs(glm::dot(offset, axes.right)) <= half * aspect;
}

TEST(ViewCull, NothingThatIsInThePictureIsLeftOutAndMuchOfTheRestIs) {
  std::mt19937 random(48);
  std::uniform_real_distribution<double> half_side(0.01, 1.0);
  int left_out = 0;
  for (int look = 0; look < 40; ++look) {
    Camera camera;
    camera.eye = any_point(random, 10.0);
    camera.target = any_point(random, 10.0);
    const DepthRange depth{0.1, 25.0};
    std::vector<Aabb> boxes;
    for (int i = 0; i < 100; ++i) {
      const Vec3 middle = any_point(random, 12.0);
      const Vec3 half(half_side(random), half_side(random), half_side(random));
      boxes.push_back({middle - half, middle + half});
    }
    const auto seen = BoxesInView(boxes).seen_from(region_of_camera(camera, 1.6, depth));
    for (std::size_t i = 0; i < boxes.size(); ++i) {
      bool is_in = false;
      for (int k = 0; k < 60; ++k) {
        const Vec3 share = 0.5 * (any_point(random, 1.0) + Vec3(1.0));
        is_in = is_in || is_in_picture(camera, 1.6, depth, boxes[i].low + share * (boxes[i].high - boxes[i].low));
      }
      EXPECT_TRUE(seen[i] != 0 || !is_in) << "look " << look << ", box " << i;
      left_out += seen[i] == 0 ? 1 : 0;
    }
  }
  EXPECT_GT(left_out, 2400) << "of 4000, most are beside or behind the camera";
}

TEST(ViewCull, TheSunsColumnHoldsItsSquareHoweverItIsTurned) {
  const Vec3 direction = glm::normalize(Vec3(0.4, 0.9, 0.3));
  const ViewRegion region = region_of_column({1.0, 2.0, 3.0}, direction, 2.0, 12.0);
  const Vec3 right = glm::normalize(glm::cross(Vec3(0.0, 0.0, 1.0), direction));
  const Vec3 top = glm::cross(direction, right);
  const auto at = [&](double x, double y, double along) {
    const Vec3 point = Vec3(1.0, 2.0, 3.0) + x * right + y * top + along * direction;
    return may_see(region, {point - Vec3(0.001), point + Vec3(0.001)});
  };
  for (const double x : {-2.0, 0.0, 2.0}) {
    for (const double y : {-2.0, 2.0}) {
      EXPECT_TRUE(at(x, y, 5.9) && at(x, y, -5.9));
    }
  }
  EXPECT_FALSE(at(4.0, 4.0, 0.0));
  EXPECT_FALSE(at(-4.5, 0.0, 0.0));
}

TEST(Caption, LabelsAreSetApartByAsLittleAsIsNeeded) {
  const Label label{"0.15 s", 100, 100, 2, {}, {}};
  const LabelSize size = size_of(label);
  std::vector<Label> labels(4, label);
  labels.push_back({"0.20 s", 400, 100, 2, {}, {}});
  const std::vector<Label> apart = set_apart(labels, {640, 480});
  EXPECT_EQ(apart[0].y, 100);
  EXPECT_EQ(apart[4].y, 100) << "it stands alone";
  for (std::size_t i = 0; i < apart.size(); ++i) {
    EXPECT_LE(std::abs(apart[i].y - 100), 2 * (size.height + 2));
    for (std::size_t k = 0; k < i; ++k) {
      EXPECT_TRUE(std::abs(apart[i].y - apart[k].y) >= size.height || apart[i].x != apart[k].x) << i << " over " << k;
    }
  }
}

}  // namespace
}  // namespace firstcontact
