#include "render/shadow_map.hpp"

#include <cmath>
#include <glm/gtc/matrix_transform.hpp>

namespace firstcontact {
namespace {

constexpr double sun_softness =
    0.03;  // tangent of half its apparent size: wider than the true sun's 0.005, kinder to look at

void set_filter(const GlSampler& sampler, GLint filter) {
  glSamplerParameteri(sampler.name(), GL_TEXTURE_MIN_FILTER, filter);
  glSamplerParameteri(sampler.name(), GL_TEXTURE_MAG_FILTER, filter);
  glSamplerParameteri(sampler.name(), GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE);
  glSamplerParameteri(sampler.name(), GL_TEXTURE_WRAP_T, GL_CLAMP_TO_EDGE);
}

}  // namespace

Vec3 sun_direction() { return glm::normalize(Vec3(0.3790, 0.8686, 0.3191)); }

ShadowMap::ShadowMap()
    : depths_(generated<GlTexture>(glGenTextures)),
      comparing_(generated<GlSampler>(glGenSamplers)),
      reading_(generated<GlSampler>(glGenSamplers)),
      framebuffer_(generated<GlFramebuffer>(glGenFramebuffers)) {
  set_filter(comparing_, GL_LINEAR);
  glSamplerParameteri(comparing_.name(), GL_TEXTURE_COMPARE_MODE, GL_COMPARE_REF_TO_TEXTURE);
  glSamplerParameteri(comparing_.name(), GL_TEXTURE_COMPARE_FUNC, GL_LEQUAL);
  set_filter(reading_, GL_NEAREST);
}

glm::mat4 ShadowMap::begin(const Vec3& center, double radius, int texels, const Vec3& eye) {
  glActiveTexture(GL_TEXTURE0);
  glBindTexture(GL_TEXTURE_2D, depths_.name());
  glBindFramebuffer(GL_FRAMEBUFFER, framebuffer_.name());
  if (texels_ != texels) {
    glTexImage2D(GL_TEXTURE_2D, 0, GL_DEPTH_COMPONENT24, texels, texels, 0, GL_DEPTH_COMPONENT, GL_UNSIGNED_INT,
                 nullptr);
    glFramebufferTexture2D(GL_FRAMEBUFFER, GL_DEPTH_ATTACHMENT, GL_TEXTURE_2D, depths_.name(), 0);
    glDrawBuffer(GL_NONE);
    glReadBuffer(GL_NONE);
    texels_ = texels;
  }
  texel_ = 2.0 * radius / texels;
  depth_ = shadow_depth_per_radius * radius;
  const Vec3 toward_sun = sun_direction();
  const Vec3 right = glm::normalize(glm::cross(Vec3(0.0, 0.0, 1.0), toward_sun));
  const Vec3 top = glm::cross(toward_sun, right);
  // The map moves by whole texels of the world, or the edges of shadows would crawl when the camera moves.
  const Vec3 world_center = center + eye;
  const auto snapped = [&](const Vec3& axis) {
    const double along = glm::dot(axis, world_center);
    return (std::round(along / texel_) * texel_ - along) * axis;
  };
  const Vec3 aim = center + snapped(right) + snapped(top);
  const glm::dmat4 view = glm::lookAt(aim + 0.5 * depth_ * toward_sun, aim, top);
  const glm::dmat4 clip = glm::ortho(-radius, radius, -radius, radius, 0.0, depth_) * view;
  const glm::dmat4 half = glm::scale(glm::translate(glm::dmat4(1.0), Vec3(0.5)), Vec3(0.5));
  map_from_eye_ = glm::mat4(half * clip);
  glViewport(0, 0, texels, texels);
  glClear(GL_DEPTH_BUFFER_BIT);
  return glm::mat4(clip);
}

void ShadowMap::light(const Shader& shader) const {
  for (const GLuint unit : {0U, 1U}) {
    glActiveTexture(GL_TEXTURE0 + unit);
    glBindTexture(GL_TEXTURE_2D, depths_.name());
    glBindSampler(unit, unit == 0 ? comparing_.name() : reading_.name());
  }
  shader.set("shadow_map", 0);
  shader.set("shadow_depths", 1);
  shader.set("diffuse_texture", 2);
  shader.set("shadow_from_eye", map_from_eye_);
  shader.set("shadow_texel", glm::vec2(texel_, depth_));
  shader.set("shadow_softness", static_cast<float>(sun_softness));
}

}  // namespace firstcontact
