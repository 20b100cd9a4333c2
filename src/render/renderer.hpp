// Draws a picture: bodies in sunlight with shadows, a ground with graph paper on it, fog, and lines on top.
// OpenGL 3.3 core, forward, one pass; every function needs the context it was made in to be current.
#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <vector>

#include "render/camera.hpp"
#include "render/shader.hpp"
#include "render/stage.hpp"

namespace firstcontact {

enum class ShadowQuality : std::uint8_t { none, quick, soft };

/// What is where no body is. With `sky` there is a ground and fog, too, where they are wanted.
enum class Background : std::uint8_t { sky, white, transparent };

struct RenderOptions {
  ShadowQuality shadows = ShadowQuality::soft;
  int shadow_size = 4096;  // texels, each way
  bool has_grid = true;
  bool has_fog = true;
  bool has_ground = true;
  Background background = Background::sky;
  bool hides_walls = true;  // what stands still between the eye and the focus is left out
  bool culls = true;        // what neither the camera nor the sun's shadows can show is not sent to be drawn
  float line_width = 1.0F;  // times that of the picture's lines
  bool wireframe = false;   // bodies as the edges of their triangles
};

struct PictureBody {
  std::size_t body = 0;  // into Stage::bodies
  Pose mesh_pose;
  float opacity = 1.0F;                           // below 1: a ghost, which casts no shadow
  float glow = 0.0F;                              // 0..1
  bool is_asleep = false;                         // slate whatever its colour
  std::optional<glm::vec3> paint = std::nullopt;  // linear; instead of its colour and its materials
};

struct PictureLine {
  Vec3 from{0.0}, to{0.0};  // m
  glm::vec4 color{1.0F};    // as on the screen, not light; the last is opacity
  float width = 1.5F;       // pixels
  float behind = 0.22F;     // its strength where a body hides it
};

/// How long arrows of force are: one of `metres` is `newtons`. Both are 1, 2 or 5 times a power of ten.
struct ForceScale {
  double metres = 1.0, newtons = 1.0;
};

struct Picture {
  Camera camera;
  std::vector<PictureBody> bodies;
  std::vector<PictureLine> lines;
  double ground_height = 0.0;  // m, of the ground's y
  Aabb focus;                  // what walls must not hide; may be empty
  double scale = 1.0;          // m: size of what matters, which sets grid, fog and the reach of shadows
  std::optional<ForceScale> force_scale = std::nullopt;  // of its arrows of force
};

struct Viewport {
  GLuint framebuffer = 0;
  int width = 1, height = 1;  // pixels
};

/// How much of a picture was drawn.
struct DrawCount {
  std::size_t bodies = 0;    // of the picture
  std::size_t drawn = 0;     // of them, before the camera
  std::size_t shadowed = 0;  // of them, that may throw a shadow where shadows are drawn
};

/// Spacing of grid lines for a scene of that size, m: a power of ten.
[[nodiscard]] double grid_spacing(double scale);

class Renderer {
 public:
  /// Throws std::runtime_error when a shader does not compile.
  Renderer();
  ~Renderer();
  Renderer(const Renderer&) = delete;
  Renderer& operator=(const Renderer&) = delete;

  /// Takes over the stage's models; those that it has already are not sent again.
  void load(const Stage& stage);
  /// Takes over as much of them as a frame of a window has time for; true when nothing is left, and the stage can be
  /// drawn.
  bool load_more(const Stage& stage);
  /// Forgets all models: the next stage is another one.
  void clear();
  /// Drivers make a program ready when it first draws, which may take as long as several frames. This shows nothing,
  /// but draws one pass more than the last time; true when they were all of them.
  bool warm_up_next(Picture picture, const Stage& stage, const Viewport& viewport, const RenderOptions& options);
  DrawCount draw(const Picture& picture, const Stage& stage, const Viewport& viewport, const RenderOptions& options);

 private:
  struct Parts;
  std::unique_ptr<Parts> parts_;
};

}  // namespace firstcontact
