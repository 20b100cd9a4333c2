// Shader programs out of the sources in shaders/, which the build puts into the program.
#pragma once

#include <glm/mat3x3.hpp>
#include <glm/mat4x4.hpp>
#include <glm/vec2.hpp>
#include <glm/vec3.hpp>
#include <glm/vec4.hpp>
#include <string>
#include <string_view>

#include "render/gl.hpp"

namespace firstcontact {

/// The text of shaders/`name`, as it was when the program was built; empty when there is none.
[[nodiscard]] std::string_view shader_source(std::string_view name);

/// A program of shaders/NAME.vert and shaders/NAME.frag, each behind shaders/common.glsl, the latter behind
/// shaders/lighting.glsl too. Needs a current context.
class Shader {
 public:
  /// `definitions` are lines such as "#define SHADOWS 1\n"; SHADOWS is 0 unless they say more.
  /// Throws std::runtime_error with the driver's words when it does not compile: our sources are at fault then.
  explicit Shader(const std::string& name, const std::string& definitions = {});

  void use() const { glUseProgram(program_.name()); }
  // Sets a uniform of the program in use; one that the compiler dropped is passed over.
  void set(const char* uniform, int value) const;
  void set(const char* uniform, float value) const;
  void set(const char* uniform, const glm::vec2& value) const;
  void set(const char* uniform, const glm::vec3& value) const;
  void set(const char* uniform, const glm::vec4& value) const;
  void set(const char* uniform, const glm::mat4& value) const;

 private:
  [[nodiscard]] GLint place(const char* uniform) const { return glGetUniformLocation(program_.name(), uniform); }
  GlProgram program_;
};

}  // namespace firstcontact
