// The only file that knows EGL.
#include "render/offscreen.hpp"

#include <EGL/egl.h>
#include <EGL/eglext.h>

#include <algorithm>
#include <array>
#include <string>
#include <utility>

namespace firstcontact {

struct OffscreenContext::Connection {
  EGLDisplay display = EGL_NO_DISPLAY;
  EGLContext context = EGL_NO_CONTEXT;

  Connection() = default;
  Connection(const Connection&) = delete;
  Connection& operator=(const Connection&) = delete;
  ~Connection() {
    if (context != EGL_NO_CONTEXT) {
      eglMakeCurrent(display, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT);
      eglDestroyContext(display, context);
    }
    if (display != EGL_NO_DISPLAY) {
      eglTerminate(display);
    }
  }
};

namespace {

// Tried in this order: Mesa's platform without any surface; then the first graphics device by itself.
constexpr std::array<EGLenum, 2> platforms{EGL_PLATFORM_SURFACELESS_MESA, EGL_PLATFORM_DEVICE_EXT};

EGLDisplay display_of(EGLenum platform) {
  const auto get_display =
      reinterpret_cast<PFNEGLGETPLATFORMDISPLAYEXTPROC>(eglGetProcAddress("eglGetPlatformDisplayEXT"));
  if (get_display == nullptr) {
    return EGL_NO_DISPLAY;
  }
  if (platform != EGL_PLATFORM_DEVICE_EXT) {
    return get_display(platform, nullptr, nullptr);
  }
  const auto query = reinterpret_cast<PFNEGLQUERYDEVICESEXTPROC>(eglGetProcAddress("eglQueryDevicesEXT"));
  EGLDeviceEXT device = nullptr;
  EGLint count = 0;
  const bool has_one = query != nullptr && query(1, &device, &count) == EGL_TRUE && count > 0;
  return has_one ? get_display(platform, device, nullptr) : EGL_NO_DISPLAY;
}

EGLContext context_of(EGLDisplay display) {
  constexpr std::array<EGLint, 3> config_wishes{EGL_RENDERABLE_TYPE, EGL_OPENGL_BIT, EGL_NONE};
  constexpr std::array<EGLint, 7> context_wishes{
      EGL_CONTEXT_MAJOR_VERSION,           3,       EGL_CONTEXT_MINOR_VERSION, 3, EGL_CONTEXT_OPENGL_PROFILE_MASK,
      EGL_CONTEXT_OPENGL_CORE_PROFILE_BIT, EGL_NONE};
  EGLConfig config = nullptr;
  EGLint count = 0;
  if (eglBindAPI(EGL_OPENGL_API) != EGL_TRUE ||
      eglChooseConfig(display, config_wishes.data(), &config, 1, &count) != EGL_TRUE || count == 0) {
    config = nullptr;  // surfaceless displays may offer none: EGL_KHR_no_config_context
  }
  return eglCreateContext(display, config, EGL_NO_CONTEXT, context_wishes.data());
}

}  // namespace

OffscreenContext::OffscreenContext(std::unique_ptr<Connection> connection) : connection_(std::move(connection)) {}
OffscreenContext::OffscreenContext(OffscreenContext&&) noexcept = default;
OffscreenContext& OffscreenContext::operator=(OffscreenContext&&) noexcept = default;
OffscreenContext::~OffscreenContext() = default;

Result<OffscreenContext> OffscreenContext::create() {
  std::string trouble = "EGL offers neither a surfaceless display nor a device";
  for (const EGLenum platform : platforms) {
    auto connection = std::make_unique<Connection>();
    const EGLDisplay display = display_of(platform);
    if (display == EGL_NO_DISPLAY || eglInitialize(display, nullptr, nullptr) != EGL_TRUE) {
      continue;
    }
    connection->display = display;
    connection->context = context_of(display);
    if (connection->context == EGL_NO_CONTEXT) {
      trouble = "the graphics driver has no OpenGL 3.3 core";
      continue;
    }
    if (eglMakeCurrent(display, EGL_NO_SURFACE, EGL_NO_SURFACE, connection->context) == EGL_TRUE) {
      return OffscreenContext(std::move(connection));
    }
    trouble = "the graphics driver cannot draw without a surface";
  }
  return Error{"cannot draw without a display: " + trouble +
               "; Debian's packages libegl-mesa0 and libgl1-mesa-dri bring a driver that needs no graphics card"};
}

Canvas::Canvas(int width, int height, int samples) : width_(width), height_(height), samples_(samples) {
  GLint most_samples = 1;
  glGetIntegerv(GL_MAX_SAMPLES, &most_samples);
  const GLsizei count = samples > 1 ? std::min(samples, static_cast<int>(most_samples)) : 0;
  drawn_color_ = generated<GlRenderbuffer>(glGenRenderbuffers);
  glBindRenderbuffer(GL_RENDERBUFFER, drawn_color_.name());
  glRenderbufferStorageMultisample(GL_RENDERBUFFER, count, GL_RGBA8, width, height);
  drawn_depth_ = generated<GlRenderbuffer>(glGenRenderbuffers);
  glBindRenderbuffer(GL_RENDERBUFFER, drawn_depth_.name());
  glRenderbufferStorageMultisample(GL_RENDERBUFFER, count, GL_DEPTH_COMPONENT24, width, height);
  resolved_color_ = generated<GlRenderbuffer>(glGenRenderbuffers);
  glBindRenderbuffer(GL_RENDERBUFFER, resolved_color_.name());
  glRenderbufferStorage(GL_RENDERBUFFER, GL_RGBA8, width, height);
  drawn_ = generated<GlFramebuffer>(glGenFramebuffers);
  glBindFramebuffer(GL_FRAMEBUFFER, drawn_.name());
  glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER, drawn_color_.name());
  glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_DEPTH_ATTACHMENT, GL_RENDERBUFFER, drawn_depth_.name());
  resolved_ = generated<GlFramebuffer>(glGenFramebuffers);
  glBindFramebuffer(GL_FRAMEBUFFER, resolved_.name());
  glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER, resolved_color_.name());
}

void Canvas::resolve() const {
  glBindFramebuffer(GL_READ_FRAMEBUFFER, drawn_.name());
  glBindFramebuffer(GL_DRAW_FRAMEBUFFER, resolved_.name());
  glBlitFramebuffer(0, 0, width_, height_, 0, 0, width_, height_, GL_COLOR_BUFFER_BIT, GL_NEAREST);
  glBindFramebuffer(GL_READ_FRAMEBUFFER, resolved_.name());
}

void Canvas::show(const Part& part) const {
  resolve();
  glBindFramebuffer(GL_DRAW_FRAMEBUFFER, 0);
  const GLenum filter = part.width == width_ && part.height == height_ ? GL_NEAREST : GL_LINEAR;
  glBlitFramebuffer(0, 0, width_, height_, part.left, part.bottom, part.left + part.width, part.bottom + part.height,
                    GL_COLOR_BUFFER_BIT, filter);
  glBindFramebuffer(GL_FRAMEBUFFER, 0);
}

// From the top down.
std::vector<std::uint8_t> Canvas::rows(GLenum format, std::size_t bytes_per_pixel) const {
  resolve();
  const std::size_t row = bytes_per_pixel * static_cast<std::size_t>(width_);
  std::vector<std::uint8_t> upside_down(row * static_cast<std::size_t>(height_));
  glPixelStorei(GL_PACK_ALIGNMENT, 1);
  glReadPixels(0, 0, width_, height_, format, GL_UNSIGNED_BYTE, upside_down.data());
  std::vector<std::uint8_t> bytes;
  bytes.reserve(upside_down.size());
  for (auto line = upside_down.rbegin(); line != upside_down.rend(); line += static_cast<std::ptrdiff_t>(row)) {
    bytes.insert(bytes.end(), line.base() - static_cast<std::ptrdiff_t>(row), line.base());
  }
  return bytes;
}

Image Canvas::read() const { return {width_, height_, rows(GL_RGB, 3)}; }

Image Canvas::read_transparent() const {
  Image image{width_, height_, {}};
  const std::vector<std::uint8_t> bytes = rows(GL_RGBA, 4);
  for (std::size_t i = 0; i < bytes.size(); i += 4) {
    const int alpha = bytes[i + 3];
    for (std::size_t channel = 0; channel < 3; ++channel) {
      const int whole = alpha == 0 ? 0 : (255 * bytes[i + channel] + alpha / 2) / alpha;
      image.rgb.push_back(static_cast<std::uint8_t>(std::min(whole, 255)));
    }
    image.alpha.push_back(bytes[i + 3]);
  }
  return image;
}

}  // namespace firstcontact
