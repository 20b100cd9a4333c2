// OpenGL without a window or a display: EGL's surfaceless platform, or its first device, and a framebuffer to draw
// into.
#pragma once

#include <firstcontact/result.hpp>
#include <memory>

#include "render/gl.hpp"
#include "render/image.hpp"

namespace firstcontact {

/// A current OpenGL 3.3 core context of this thread, with no surface. One at a time.
class OffscreenContext {
 public:
  /// Error: EGL finds no way to draw without a display, or the driver has no OpenGL 3.3; it says what is missing.
  [[nodiscard]] static Result<OffscreenContext> create();
  OffscreenContext(OffscreenContext&&) noexcept;
  OffscreenContext& operator=(OffscreenContext&&) noexcept;
  ~OffscreenContext();

 private:
  struct Connection;
  explicit OffscreenContext(std::unique_ptr<Connection> connection);
  std::unique_ptr<Connection> connection_;
};

/// A picture to draw into, `samples` to a pixel (1: none of the anti-aliasing). Needs a current context.
class Canvas {
 public:
  Canvas(int width, int height, int samples);

  [[nodiscard]] GLuint framebuffer() const { return drawn_.name(); }
  [[nodiscard]] int width() const { return width_; }
  [[nodiscard]] int height() const { return height_; }
  [[nodiscard]] int samples() const { return samples_; }
  /// Shows what has been drawn in the window, which is that many pixels large.
  void show(int width, int height) const { show({0, 0, width, height}); }
  /// In a part of the window: from its left and bottom, pixels.
  struct Part {
    int left = 0, bottom = 0, width = 1, height = 1;
  };
  void show(const Part& part) const;
  /// What has been drawn, without its alpha.
  [[nodiscard]] Image read() const;
  /// With its alpha. What was drawn must be premultiplied, as blending upon nothing leaves it.
  [[nodiscard]] Image read_transparent() const;

 private:
  void resolve() const;
  [[nodiscard]] std::vector<std::uint8_t> rows(GLenum format, std::size_t bytes_per_pixel) const;
  int width_, height_, samples_;
  GlRenderbuffer drawn_color_, drawn_depth_, resolved_color_;
  GlFramebuffer drawn_, resolved_;
};

}  // namespace firstcontact
