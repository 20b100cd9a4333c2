// OpenGL 3.3 core, and its objects as values that clean up after themselves. The functions come from libOpenGL, which
// hands each call to whichever library made the thread's current context (GLX in a window, EGL without one), so that
// no table of function pointers is needed. A handle must go away while its context is current.
#pragma once

#include <GL/glcorearb.h>

#include <cstddef>
#include <utility>

namespace firstcontact {

/// Owns one OpenGL object; 0 is none.
template <void (*Destroy)(GLuint)>
class GlHandle {
 public:
  GlHandle() = default;
  explicit GlHandle(GLuint name) : name_(name) {}
  GlHandle(GlHandle&& other) noexcept : name_(std::exchange(other.name_, 0)) {}
  GlHandle& operator=(GlHandle&& other) noexcept {
    std::swap(name_, other.name_);
    return *this;
  }
  GlHandle(const GlHandle&) = delete;
  GlHandle& operator=(const GlHandle&) = delete;
  ~GlHandle() {
    if (name_ != 0) {
      Destroy(name_);
    }
  }
  [[nodiscard]] GLuint name() const { return name_; }

 private:
  GLuint name_ = 0;
};

namespace gl_destroy {
inline void buffer(GLuint name) { glDeleteBuffers(1, &name); }
inline void vertex_array(GLuint name) { glDeleteVertexArrays(1, &name); }
inline void texture(GLuint name) { glDeleteTextures(1, &name); }
inline void sampler(GLuint name) { glDeleteSamplers(1, &name); }
inline void framebuffer(GLuint name) { glDeleteFramebuffers(1, &name); }
inline void renderbuffer(GLuint name) { glDeleteRenderbuffers(1, &name); }
inline void shader(GLuint name) { glDeleteShader(name); }
inline void program(GLuint name) { glDeleteProgram(name); }
}  // namespace gl_destroy

using GlBuffer = GlHandle<gl_destroy::buffer>;
using GlVertexArray = GlHandle<gl_destroy::vertex_array>;
using GlTexture = GlHandle<gl_destroy::texture>;
using GlSampler = GlHandle<gl_destroy::sampler>;
using GlFramebuffer = GlHandle<gl_destroy::framebuffer>;
using GlRenderbuffer = GlHandle<gl_destroy::renderbuffer>;
using GlShader = GlHandle<gl_destroy::shader>;
using GlProgram = GlHandle<gl_destroy::program>;

/// A fresh object by one of OpenGL's glGen functions.
template <class Handle, class Generate>
[[nodiscard]] Handle generated(Generate generate) {
  GLuint name = 0;
  generate(1, &name);
  return Handle(name);
}

/// A place in a bound buffer, bytes from its beginning, in the guise of a pointer that OpenGL has kept from the days
/// before buffers.
[[nodiscard]] inline const void* buffer_place(std::size_t bytes) {
  return reinterpret_cast<const void*>(bytes);  // NOLINT(performance-no-int-to-ptr): it is no pointer
}

}  // namespace firstcontact
