#include "render/glb_looks.hpp"

#include <map>
#include <string_view>
#include <utility>

#include "render/camera_path.hpp"
#include "render/image.hpp"
#include "render/shadow_map.hpp"
#include "render/show.hpp"
#include "scene/files.hpp"

namespace firstcontact {
namespace {

using Color = std::array<float, 3>;

Color color_of(const glm::vec3& color) { return {color.r, color.g, color.b}; }

// PNG and JPEG files go in as they are, any other picture as PNG.
GlbPicture picture_of_file(const std::filesystem::path& file, const Image& image) {
  const auto bytes = read_file(file);
  const std::string_view begin = bytes ? std::string_view(bytes.value()).substr(0, 3) : std::string_view();
  if (begin == "\x89PN" || begin == "\xFF\xD8\xFF") {
    return {bytes.value(), begin == "\x89PN" ? "image/png" : "image/jpeg"};
  }
  return {png_bytes(image), "image/png"};
}

// Each picture once, however many materials show it.
class PictureTable {
 public:
  [[nodiscard]] std::shared_ptr<const GlbPicture> picture_of(const StageModel& model, std::size_t run) {
    if (model.textures[run] == nullptr) {
      return nullptr;
    }
    const auto file = model.texture_folder / model.mesh.runs[run].material.texture_file;
    auto& known = pictures_[file];
    known = known != nullptr ? known
                             : std::make_shared<const GlbPicture>(picture_of_file(file, model.textures[run]->front()));
    return known;
  }

 private:
  std::map<std::filesystem::path, std::shared_ptr<const GlbPicture>> pictures_;
};

GlbSurface surface_of(const DisplayMesh& mesh, const MaterialRun& run, std::shared_ptr<const GlbPicture> texture) {
  GlbSurface surface;
  surface.texture = std::move(texture);
  for (std::size_t i = run.first; i < run.first + run.count; ++i) {
    const DisplayVertex& vertex = mesh.vertices[i];
    for (int k = 0; k < 3; ++k) {
      surface.positions.push_back(vertex.position[k]);
      surface.normals.push_back(vertex.normal[k]);
    }
    if (surface.texture != nullptr) {
      surface.texture_places.insert(surface.texture_places.end(), {vertex.texture.x, vertex.texture.y});
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

// From where the scene wants to be seen, or else all that matters is.
GlbCamera camera_of(const Stage& stage, CameraSetting setting) {
  setting.stage = &stage;
  const CameraPath path = camera_path("", setting).value();  // without a wish of ours there is none to refuse
  const double scale = scenery_of(stage).scale;
  GlbCamera camera;
  camera.field_of_view = setting.scene_camera ? glm::radians(setting.scene_camera->field_of_view_degrees)
                                              : default_camera(stage, setting.aspect).field_of_view;
  camera.nearest = 1e-3 * scale;
  camera.farthest = 1e3 * scale;
  camera.pose = [path](double time, const MotionTable& motions) {
    const Camera at = path(time, motions);
    const PictureAxes axes = picture_axes(at);
    return Pose{at.eye, glm::quat_cast(Mat3(axes.right, axes.top, -view_direction(at)))};
  };
  return camera;
}

// As in our own pictures: a warm sun, and a sky above.
std::vector<GlbLight> lights() {
  return {{"sun", sun_direction(), {1.0F, 0.945F, 0.855F}, 3.0F}, {"sky", {0.0, 1.0, 0.0}, {0.68F, 0.81F, 1.0F}, 0.8F}};
}

}  // namespace

Result<GlbLooks> glb_looks(const RecordingHeader& header, const std::string& scene_file,
                           const DecompositionCache& cache) {
  Stage stage = stage_of_recording(header);
  CameraSetting seen{nullptr, std::nullopt};
  if (!scene_file.empty()) {
    auto looks = looks_of_scene(scene_file, header, cache);
    if (!looks) {
      return looks.error();
    }
    SceneLooks dressed = std::move(looks).value();
    stage.models = std::move(dressed.models);
    stage.bodies = std::move(dressed.bodies);
    stage.warnings = std::move(dressed.warnings);
    seen.scene_camera = dressed.camera;
    seen.follow = dressed.view ? dressed.view->follow : "";
  }
  GlbLooks result;
  result.warnings = stage.warnings;
  PictureTable pictures;
  for (const StageModel& model : stage.models) {
    auto& surfaces = result.models.emplace_back();
    for (std::size_t run = 0; run < model.mesh.runs.size(); ++run) {
      surfaces.push_back(surface_of(model.mesh, model.mesh.runs[run], pictures.picture_of(model, run)));
    }
  }
  result.camera = camera_of(stage, seen);
  result.lights = lights();
  for (const StageBody& body : stage.bodies) {
    const bool has_own = body.overrides || is_plain(stage.models[body.model]);
    result.model_of_body.push_back(body.model);
    result.color_of_body.push_back(has_own ? std::optional(color_of(body.color)) : std::nullopt);
  }
  return result;
}

}  // namespace firstcontact
