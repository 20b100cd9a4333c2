// A model in the memory of the graphics card, drawn many times in one call.
#pragma once

#include <array>
#include <cstddef>
#include <glm/vec4.hpp>
#include <span>
#include <vector>

#include "render/gl.hpp"
#include "render/shader.hpp"
#include "render/stage.hpp"

namespace firstcontact {

/// One body of a model, as body.vert reads it.
struct Instance {
  std::array<glm::vec4, 3> rows{};  // of its rotation, each with a coordinate of its place relative to the eye
  glm::vec4 color{1.0F};            // linear; alpha is opacity
  glm::vec4 extra{0.0F};  // 1 when the colour overrides the material; 1 for what stands still; glow; 1 when asleep
};

/// Needs a current context, from its making to its end. Can be drawn when all of it has been sent.
class GpuModel {
 public:
  /// Sets the card's memory aside.
  explicit GpuModel(const StageModel& model);

  /// Sends about `bytes` more of the same model, and counts them down; true when nothing is left.
  bool send(const StageModel& model, std::size_t& bytes);
  /// Takes the instances that the next draws show.
  void place(std::span<const Instance> instances);
  /// Draws all instances with the shader in use, and its materials.
  void draw(const Shader& shader) const;
  /// The same without materials, for shadows.
  void draw_plain() const;

 private:
  void begin_draw() const;
  struct Texture {
    GlTexture handle;        // none: no texture
    std::size_t levels = 0;  // sent whole
    int rows = 0;            // sent of the next
  };
  static void send_rows(const std::vector<Image>& levels, Texture& texture, std::size_t& bytes);
  struct Run {
    Material material;
    std::size_t first = 0;  // of the indices
    GLsizei count = 0;
    Texture texture;
  };
  GlVertexArray array_;
  GlBuffer vertices_, indices_, instances_;
  std::vector<Run> runs_;
  std::size_t sent_vertices_ = 0, sent_indices_ = 0;  // bytes
  bool is_closed_ = false;
  GLsizei index_count_ = 0, instance_count_ = 0;
};

/// A buffer for data that is new every frame, as the vertex attributes from `first_attribute` on: vectors of four, one
/// set for each instance.
void attach_instances(const GlBuffer& buffer, GLuint first_attribute, int vectors);

}  // namespace firstcontact
