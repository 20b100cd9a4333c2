#include "render/gpu_model.hpp"

#include <algorithm>
#include <cstddef>

namespace firstcontact {
namespace {

void describe_vertices() {
  constexpr GLsizei stride = sizeof(DisplayVertex);
  glVertexAttribPointer(0, 3, GL_FLOAT, GL_FALSE, stride, buffer_place(offsetof(DisplayVertex, position)));
  glVertexAttribPointer(1, 3, GL_FLOAT, GL_FALSE, stride, buffer_place(offsetof(DisplayVertex, normal)));
  glVertexAttribPointer(2, 2, GL_FLOAT, GL_FALSE, stride, buffer_place(offsetof(DisplayVertex, texture)));
  for (GLuint attribute = 0; attribute < 3; ++attribute) {
    glEnableVertexAttribArray(attribute);
  }
}

// Rows of a picture go down, those of a texture up: `count` of them, from the texture's row `first` on.
std::vector<std::uint8_t> rows_upwards(const Image& image, int first, int count) {
  const auto row = static_cast<std::ptrdiff_t>(image.width) * 3;
  std::vector<std::uint8_t> rows;
  rows.reserve(static_cast<std::size_t>(row * count));
  for (auto end = image.rgb.end() - first * row; count > 0; end -= row, --count) {
    rows.insert(rows.end(), end - row, end);
  }
  return rows;
}

GlTexture texture_for(const std::vector<Image>& levels) {
  auto texture = generated<GlTexture>(glGenTextures);
  glBindTexture(GL_TEXTURE_2D, texture.name());
  // First, or Mesa sets memory aside twice.
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAX_LEVEL, static_cast<GLint>(levels.size()) - 1);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_LINEAR_MIPMAP_LINEAR);
  for (std::size_t level = 0; level < levels.size(); ++level) {
    glTexImage2D(GL_TEXTURE_2D, static_cast<GLint>(level), GL_SRGB8, levels[level].width, levels[level].height, 0,
                 GL_RGB, GL_UNSIGNED_BYTE, nullptr);
  }
  return texture;
}

// What of the rest `bytes` allows, which is counted down; returns how much has been sent by now.
std::size_t send_rest(GLenum target, std::span<const std::byte> all, std::size_t sent, std::size_t& bytes) {
  const std::size_t now = std::min(bytes, all.size() - sent);
  glBufferSubData(target, static_cast<GLintptr>(sent), static_cast<GLsizeiptr>(now), all.data() + sent);
  bytes -= now;
  return sent + now;
}

}  // namespace

void attach_instances(const GlBuffer& buffer, GLuint first_attribute, int vectors) {
  glBindBuffer(GL_ARRAY_BUFFER, buffer.name());
  const auto stride = static_cast<GLsizei>(sizeof(glm::vec4)) * vectors;
  for (GLuint k = 0; k < static_cast<GLuint>(vectors); ++k) {
    const void* const offset = buffer_place(k * sizeof(glm::vec4));
    glVertexAttribPointer(first_attribute + k, 4, GL_FLOAT, GL_FALSE, stride, offset);
    glVertexAttribDivisor(first_attribute + k, 1);
    glEnableVertexAttribArray(first_attribute + k);
  }
}

GpuModel::GpuModel(const StageModel& model)
    : array_(generated<GlVertexArray>(glGenVertexArrays)),
      vertices_(generated<GlBuffer>(glGenBuffers)),
      indices_(generated<GlBuffer>(glGenBuffers)),
      instances_(generated<GlBuffer>(glGenBuffers)) {
  const auto vertices = std::as_bytes(std::span(model.indexed.vertices));
  const auto indices = std::as_bytes(std::span(model.indexed.indices));
  is_closed_ = model.mesh.is_closed;
  index_count_ = static_cast<GLsizei>(model.indexed.indices.size());
  glBindVertexArray(array_.name());
  glBindBuffer(GL_ARRAY_BUFFER, vertices_.name());
  glBufferData(GL_ARRAY_BUFFER, static_cast<GLsizeiptr>(vertices.size()), nullptr, GL_STATIC_DRAW);
  glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, indices_.name());
  glBufferData(GL_ELEMENT_ARRAY_BUFFER, static_cast<GLsizeiptr>(indices.size()), nullptr, GL_STATIC_DRAW);
  describe_vertices();
  attach_instances(instances_, 3, sizeof(Instance) / sizeof(glm::vec4));
  for (std::size_t i = 0; i < model.mesh.runs.size(); ++i) {
    const MaterialRun& run = model.mesh.runs[i];
    const auto& texture = model.textures[i];
    runs_.push_back({run.material,
                     run.first,
                     static_cast<GLsizei>(run.count),
                     {texture != nullptr ? texture_for(*texture) : GlTexture()}});
  }
}

bool GpuModel::send(const StageModel& model, std::size_t& bytes) {
  const auto vertices = std::as_bytes(std::span(model.indexed.vertices));
  const auto indices = std::as_bytes(std::span(model.indexed.indices));
  glBindVertexArray(array_.name());
  glBindBuffer(GL_ARRAY_BUFFER, vertices_.name());
  sent_vertices_ = send_rest(GL_ARRAY_BUFFER, vertices, sent_vertices_, bytes);
  sent_indices_ = send_rest(GL_ELEMENT_ARRAY_BUFFER, indices, sent_indices_, bytes);
  bool is_sent = sent_vertices_ == vertices.size() && sent_indices_ == indices.size();
  for (std::size_t i = 0; i < runs_.size(); ++i) {
    if (model.textures[i] != nullptr) {
      send_rows(*model.textures[i], runs_[i].texture, bytes);
      is_sent = is_sent && runs_[i].texture.levels == model.textures[i]->size();
    }
  }
  return is_sent;
}

void GpuModel::send_rows(const std::vector<Image>& levels, Texture& texture, std::size_t& bytes) {
  glBindTexture(GL_TEXTURE_2D, texture.handle.name());
  glPixelStorei(GL_UNPACK_ALIGNMENT, 1);
  while (bytes > 0 && texture.levels < levels.size()) {
    const Image& image = levels[texture.levels];
    const std::size_t row = static_cast<std::size_t>(image.width) * 3;
    const auto left = static_cast<std::size_t>(image.height - texture.rows);
    const std::size_t rows = std::min(left, bytes / row + 1);
    glTexSubImage2D(GL_TEXTURE_2D, static_cast<GLint>(texture.levels), 0, texture.rows, image.width,
                    static_cast<GLsizei>(rows), GL_RGB, GL_UNSIGNED_BYTE,
                    rows_upwards(image, texture.rows, static_cast<int>(rows)).data());
    bytes -= std::min(bytes, rows * row);
    texture.levels += rows == left ? 1 : 0;
    texture.rows = rows == left ? 0 : texture.rows + static_cast<int>(rows);
  }
}

void GpuModel::place(std::span<const Instance> instances) {
  instance_count_ = static_cast<GLsizei>(instances.size());
  glBindBuffer(GL_ARRAY_BUFFER, instances_.name());
  glBufferData(GL_ARRAY_BUFFER, static_cast<GLsizeiptr>(instances.size_bytes()), instances.data(), GL_STREAM_DRAW);
}

void GpuModel::begin_draw() const {
  (is_closed_ ? glEnable : glDisable)(GL_CULL_FACE);
  glBindVertexArray(array_.name());
}

void GpuModel::draw(const Shader& shader) const {
  if (instance_count_ == 0) {
    return;
  }
  begin_draw();
  for (const Run& run : runs_) {
    shader.set("material_diffuse", run.material.diffuse);
    shader.set("material_specular", run.material.specular);
    shader.set("material_roughness", run.material.roughness);
    shader.set("material_is_default", run.material.is_default ? 1 : 0);
    shader.set("has_texture", run.texture.handle.name() != 0 ? 1 : 0);
    glActiveTexture(GL_TEXTURE2);
    glBindTexture(GL_TEXTURE_2D, run.texture.handle.name());
    const void* const first = buffer_place(run.first * sizeof(GLuint));
    glDrawElementsInstanced(GL_TRIANGLES, run.count, GL_UNSIGNED_INT, first, instance_count_);
  }
}

void GpuModel::draw_plain() const {
  if (instance_count_ != 0) {
    begin_draw();
    glDrawElementsInstanced(GL_TRIANGLES, index_count_, GL_UNSIGNED_INT, nullptr, instance_count_);
  }
}

}  // namespace firstcontact
