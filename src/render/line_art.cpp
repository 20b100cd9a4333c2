#include "render/line_art.hpp"

#include <glm/gtc/constants.hpp>

namespace firstcontact {
namespace {

void draw_circle(std::vector<PictureLine>& lines, const Vec3& center, const Vec3& x, const Vec3& y, const Pen& pen) {
  constexpr int parts = 32;
  Vec3 last = center + x;
  for (int i = 1; i <= parts; ++i) {
    const SineCosine turn = sine_cosine(2.0 * glm::pi<double>() * i / parts);
    const Vec3 next = center + turn.cosine * x + turn.sine * y;
    lines.push_back({last, next, pen.color, pen.width});
    last = next;
  }
}

}  // namespace

void draw_box(std::vector<PictureLine>& lines, const Aabb& box, const Pen& pen) {
  const auto corner = [&](unsigned bits) {
    return Vec3((bits & 1U) != 0U ? box.high.x : box.low.x, (bits & 2U) != 0U ? box.high.y : box.low.y,
                (bits & 4U) != 0U ? box.high.z : box.low.z);
  };
  for (unsigned bits = 0; bits < 8; ++bits) {
    for (const unsigned axis : {1U, 2U, 4U}) {
      if ((bits & axis) == 0U) {
        lines.push_back({corner(bits), corner(bits | axis), pen.color, pen.width});
      }
    }
  }
}

void draw_arrow(std::vector<PictureLine>& lines, const Vec3& from, const Vec3& to, const Pen& pen) {
  lines.push_back({from, to, pen.color, pen.width, pen.behind});
  const double length = glm::length(to - from);
  if (length < 1e-12) {
    return;
  }
  const Vec3 along = (to - from) / length;
  const Vec3 across = any_perpendicular(along);
  const Vec3 other = glm::cross(along, across);
  for (const Vec3& side : {across, -across, other, -other}) {
    lines.push_back({to, to - length * (0.22 * along - 0.09 * side), pen.color, pen.width, pen.behind});
  }
}

void draw_cross(std::vector<PictureLine>& lines, const Vec3& at, double half, const Pen& pen) {
  for (int k = 0; k < 3; ++k) {
    Vec3 arm(0.0);
    arm[k] = half;
    lines.push_back({at - arm, at + arm, pen.color, pen.width});
  }
}

namespace {

// The three ellipses of an ellipsoid, the rim of a disc, and four lines along the side of a cylinder or cone.
void draw_smooth(std::vector<PictureLine>& lines, const ConvexShape& shape, const Pose& pose, const Pen& pen) {
  const auto turned = [&](const Vec3& v) { return rotate(pose.orientation, v); };
  for (const Ellipsoid& ellipsoid : shape.ellipsoids) {
    const Mat3& m = ellipsoid.semi_axes;
    for (int i = 0; i < 3; ++i) {
      const Vec3& x = m[i];
      const Vec3& y = m[(i + 1) % 3];
      if (x != Vec3(0.0) && y != Vec3(0.0)) {
        draw_circle(lines, to_world(pose, ellipsoid.center), turned(x), turned(y), pen);
      }
    }
  }
  if (shape.core.vertices.size() < 2) {
    return;
  }
  const bool is_cylinder = shape.ellipsoids.size() == 2;
  const Ellipsoid& low = shape.ellipsoids.front();
  for (const double sign : {1.0, -1.0}) {
    for (const int axis : {0, 2}) {
      const Vec3 side = sign * low.semi_axes[axis];
      const Vec3 top = is_cylinder ? shape.ellipsoids.back().center + side : shape.core.vertices.front();
      lines.push_back({to_world(pose, low.center + side), to_world(pose, top), pen.color, pen.width});
    }
  }
}

}  // namespace

void draw_shape(std::vector<PictureLine>& lines, const ConvexShape& shape, const Pose& pose, const Pen& pen) {
  if (is_smooth(shape)) {
    draw_smooth(lines, shape, pose, pen);
  }
  const Mat3 turn = rotation_matrix(pose.orientation);  // of ten thousand triangles every vertex is asked for twice
  const auto place = [&](Index vertex) { return turn * shape.core.vertices[vertex] + pose.position; };
  for (const HullEdge& edge : shape.core.edges) {
    lines.push_back({place(edge.vertex[0]), place(edge.vertex[1]), pen.color, pen.width});
  }
  if (shape.rounding <= 0.0) {
    return;
  }
  for (const Vec3& vertex : shape.core.vertices) {
    const Vec3 center = to_world(pose, vertex);
    for (int k = 0; k < 3; ++k) {
      Vec3 x(0.0);
      Vec3 y(0.0);
      x[k] = shape.rounding;
      y[(k + 1) % 3] = shape.rounding;
      draw_circle(lines, center, rotate(pose.orientation, x), rotate(pose.orientation, y), pen);
    }
  }
}

}  // namespace firstcontact
