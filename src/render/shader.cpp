#include "render/shader.hpp"

#include <array>
#include <glm/gtc/type_ptr.hpp>
#include <stdexcept>

namespace firstcontact {
namespace {

GlShader compiled(GLenum kind, const std::string& file, const std::string& definitions) {
  GlShader shader(glCreateShader(kind));
  const std::string given = definitions.empty() ? "#define SHADOWS 0\n" : definitions;
  std::string text = "#version 330 core\n" + given + std::string(shader_source("common.glsl"));
  text += kind == GL_FRAGMENT_SHADER ? shader_source("lighting.glsl") : std::string_view();
  text += shader_source(file);
  const char* const pointer = text.c_str();
  glShaderSource(shader.name(), 1, &pointer, nullptr);
  glCompileShader(shader.name());
  GLint is_good = 0;
  glGetShaderiv(shader.name(), GL_COMPILE_STATUS, &is_good);
  if (is_good == 0) {
    std::array<char, 2000> log{};
    glGetShaderInfoLog(shader.name(), static_cast<GLsizei>(log.size()), nullptr, log.data());
    throw std::runtime_error("shaders/" + file + ": " + log.data());
  }
  return shader;
}

}  // namespace

Shader::Shader(const std::string& name, const std::string& definitions) : program_(glCreateProgram()) {
  const GlShader vertex = compiled(GL_VERTEX_SHADER, name + ".vert", definitions);
  const GlShader fragment = compiled(GL_FRAGMENT_SHADER, name + ".frag", definitions);
  glAttachShader(program_.name(), vertex.name());
  glAttachShader(program_.name(), fragment.name());
  glLinkProgram(program_.name());
  GLint is_good = 0;
  glGetProgramiv(program_.name(), GL_LINK_STATUS, &is_good);
  if (is_good == 0) {
    std::array<char, 2000> log{};
    glGetProgramInfoLog(program_.name(), static_cast<GLsizei>(log.size()), nullptr, log.data());
    throw std::runtime_error("shaders/" + name + ": " + log.data());
  }
}

void Shader::set(const char* uniform, int value) const { glUniform1i(place(uniform), value); }
void Shader::set(const char* uniform, float value) const { glUniform1f(place(uniform), value); }
void Shader::set(const char* uniform, const glm::vec2& value) const {
  glUniform2fv(place(uniform), 1, glm::value_ptr(value));
}
void Shader::set(const char* uniform, const glm::vec3& value) const {
  glUniform3fv(place(uniform), 1, glm::value_ptr(value));
}
void Shader::set(const char* uniform, const glm::vec4& value) const {
  glUniform4fv(place(uniform), 1, glm::value_ptr(value));
}
void Shader::set(const char* uniform, const glm::mat4& value) const {
  glUniformMatrix4fv(place(uniform), 1, GL_FALSE, glm::value_ptr(value));
}

}  // namespace firstcontact
