// What the sun sees: a picture of depths, and the way from points of the world into it.
#pragma once

#include <firstcontact/math.hpp>
#include <glm/mat4x4.hpp>

#include "render/gl.hpp"
#include "render/shader.hpp"

namespace firstcontact {

/// From the surface towards the sun, unit; the same as in shaders/common.glsl.
[[nodiscard]] Vec3 sun_direction();

/// The map reaches that many of its radii along the light, around its middle.
constexpr double shadow_depth_per_radius = 6.0;

/// Needs a current context.
class ShadowMap {
 public:
  ShadowMap();

  /// Aims the sun's view at a ball (m, relative to the eye), `texels` each way, and makes it the target of what is
  /// drawn next. Returns the matrix for shadow.vert. `eye` (m, world) keeps texels in place when the camera moves.
  [[nodiscard]] glm::mat4 begin(const Vec3& center, double radius, int texels, const Vec3& eye);

  /// Tells a surface's shader all it needs, and hands it the depths.
  void light(const Shader& shader) const;

 private:
  GlTexture depths_;
  GlSampler comparing_, reading_;
  GlFramebuffer framebuffer_;
  int texels_ = 0;
  double texel_ = 0.0, depth_ = 0.0;  // m
  glm::mat4 map_from_eye_{1.0F};
};

}  // namespace firstcontact
