#include "render/gpu_model.hpp"

#include <cstddef>
#include <utility>

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

// Rows of a picture go down, those of a texture up.
std::vector<std::uint8_t> bottom_up(const Image& image) {
  const auto row = static_cast<std::ptrdiff_t>(image.width) * 3;
  std::vector<std::uint8_t> rows;
  for (auto end = image.rgb.end(); end != image.rgb.begin(); end -= row) {
    rows.insert(rows.end(), end - row, end);
  }
  return rows;
}

GlTexture texture_of(const Image& image) {
  auto texture = generated<GlTexture>(glGenTextures);
  glBindTexture(GL_TEXTURE_2D, texture.name());
  glPixelStorei(GL_UNPACK_ALIGNMENT, 1);
  glTexImage2D(GL_TEXTURE_2D, 0, GL_SRGB8, image.width, image.height, 0, GL_RGB, GL_UNSIGNED_BYTE,
               bottom_up(image).data());
  glGenerateMipmap(GL_TEXTURE_2D);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_LINEAR_MIPMAP_LINEAR);
  return texture;
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
  const IndexedMesh& mesh = model.indexed;
  is_closed_ = model.mesh.is_closed;
  index_count_ = static_cast<GLsizei>(mesh.indices.size());
  glBindVertexArray(array_.name());
  glBindBuffer(GL_ARRAY_BUFFER, vertices_.name());
  glBufferData(GL_ARRAY_BUFFER, static_cast<GLsizeiptr>(mesh.vertices.size() * sizeof(DisplayVertex)),
               mesh.vertices.data(), GL_STATIC_DRAW);
  glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, indices_.name());
  glBufferData(GL_ELEMENT_ARRAY_BUFFER, static_cast<GLsizeiptr>(mesh.indices.size() * sizeof(std::uint32_t)),
               mesh.indices.data(), GL_STATIC_DRAW);
  describe_vertices();
  attach_instances(instances_, 3, sizeof(Instance) / sizeof(glm::vec4));
  for (std::size_t i = 0; i < model.mesh.runs.size(); ++i) {
    const MaterialRun& run = model.mesh.runs[i];
    Run uploaded{run.material, run.first, static_cast<GLsizei>(run.count), {}};
    if (model.textures[i] != nullptr) {
      uploaded.texture = texture_of(*model.textures[i]);
    }
    runs_.push_back(std::move(uploaded));
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
    shader.set("has_texture", run.texture.name() != 0 ? 1 : 0);
    glActiveTexture(GL_TEXTURE2);
    glBindTexture(GL_TEXTURE_2D, run.texture.name());
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
