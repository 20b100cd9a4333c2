#include "render/glb_looks.hpp"

#include <utility>

#include "render/show.hpp"

namespace firstcontact {
namespace {

using Color = std::array<float, 3>;

Color color_of(const glm::vec3& color) { return {color.r, color.g, color.b}; }

GlbSurface surface_of(const DisplayMesh& mesh, const MaterialRun& run) {
  GlbSurface surface;
  for (std::size_t i = run.first; i < run.first + run.count; ++i) {
    const DisplayVertex& vertex = mesh.vertices[i];
    for (int k = 0; k < 3; ++k) {
      surface.positions.push_back(vertex.position[k]);
      surface.normals.push_back(vertex.normal[k]);
    }
  }
  surface.color = color_of(run.material.diffuse);
  surface.roughness = run.material.roughness;
  return surface;
}

bool is_plain(const StageModel& model) {
  for (const MaterialRun& run : model.mesh.runs) {
    if (!run.material.is_default) {
      return false;
    }
  }
  return true;
}

}  // namespace

Result<GlbLooks> glb_looks(const RecordingHeader& header, const std::string& scene_file,
                           const DecompositionCache& cache) {
  Stage stage = stage_of_recording(header);
  if (!scene_file.empty()) {
    auto looks = looks_of_scene(scene_file, header, cache);
    if (!looks) {
      return looks.error();
    }
    SceneLooks dressed = std::move(looks).value();
    stage.models = std::move(dressed.models);
    stage.bodies = std::move(dressed.bodies);
  }
  GlbLooks result;
  for (const StageModel& model : stage.models) {
    auto& surfaces = result.models.emplace_back();
    for (const MaterialRun& run : model.mesh.runs) {
      surfaces.push_back(surface_of(model.mesh, run));
    }
  }
  for (const StageBody& body : stage.bodies) {
    const bool has_own = body.overrides || is_plain(stage.models[body.model]);
    result.model_of_body.push_back(body.model);
    result.color_of_body.push_back(has_own ? std::optional(color_of(body.color)) : std::nullopt);
  }
  return result;
}

}  // namespace firstcontact
