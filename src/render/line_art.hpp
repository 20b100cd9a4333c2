// Boxes, arrows and outlines as lines.
#pragma once

#include <firstcontact/shape.hpp>
#include <vector>

#include "render/renderer.hpp"

namespace firstcontact {

struct Pen {
  glm::vec4 color{1.0F};  // as on the screen; the last is opacity
  float width = 1.5F;     // pixels
  float behind = 0.22F;   // strength where a body hides it
};

void draw_box(std::vector<PictureLine>& lines, const Aabb& box, const Pen& pen);
/// A line with a head at `to`.
void draw_arrow(std::vector<PictureLine>& lines, const Vec3& from, const Vec3& to, const Pen& pen);
/// Three strokes through a point, `half` metres each way.
void draw_cross(std::vector<PictureLine>& lines, const Vec3& at, double half, const Pen& pen);
/// The edges of a hull; circles of what is round.
void draw_shape(std::vector<PictureLine>& lines, const ConvexShape& shape, const Pose& pose, const Pen& pen);

}  // namespace firstcontact
