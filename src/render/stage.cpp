#include "render/stage.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <limits>
#include <map>
#include <tuple>
#include <utility>

#include "render/material_text.hpp"
#include "scene/files.hpp"

namespace firstcontact {
namespace {

namespace fs = std::filesystem;

using ModelKey = std::tuple<std::string, double, double, double>;  // mesh file and scale

using Texture = std::shared_ptr<const std::vector<Image>>;

std::vector<Texture> textures_of(const DisplayMesh& mesh, const fs::path& folder, std::vector<std::string>& warnings) {
  std::map<std::string, Texture> by_file;
  by_file[""] = nullptr;
  std::vector<Texture> textures;
  for (const MaterialRun& run : mesh.runs) {
    const std::string& file = run.material.texture_file;
    if (by_file.count(file) == 0) {
      auto image = read_image(folder / file);
      if (!image) {
        warnings.push_back("texture " + image.error().message + "; the material's colour stands for it");
      }
      by_file[file] =
          image ? std::make_shared<const std::vector<Image>>(with_halves(std::move(image).value())) : nullptr;
    }
    textures.push_back(by_file[file]);
  }
  return textures;
}

// Reads each OBJ and its materials once per scale; what cannot be read looks like its convex shapes.
class ModelLibrary {
 public:
  ModelLibrary(Stage& stage, fs::path folder) : stage_(&stage), folder_(std::move(folder)) {}

  [[nodiscard]] std::size_t model_of(const SceneBody& body, Index collider) {
    const auto* const mesh = std::get_if<MeshGeometry>(&body.geometry);
    const ModelKey key = mesh != nullptr ? ModelKey{mesh->file, body.scale.x, body.scale.y, body.scale.z}
                                         : ModelKey{"", collider, 0.0, 0.0};
    const auto known = known_.find(key);
    if (known != known_.end()) {
      return known->second;
    }
    if (mesh == nullptr || !read_model(mesh->file, body.scale)) {
      add_model(*stage_, display_mesh_of_shapes(stage_->header.colliders[collider]), {});
    }
    return known_[key] = stage_->models.size() - 1;
  }

 private:
  // False: it cannot be read.
  [[nodiscard]] bool read_model(const std::string& file, const Vec3& scale) const {
    const fs::path path = folder_ / file;
    const auto text = read_file(path);
    if (!text) {
      return false;
    }
    std::string materials;
    for (const std::string& library : material_libraries(text.value())) {
      const auto material_text = read_file(path.parent_path() / library);
      materials += material_text ? material_text.value() + "\n" : "";
      if (!material_text) {
        stage_->warnings.push_back("materials " + material_text.error().message);
      }
    }
    add_model(*stage_, display_mesh_of_obj(text.value(), materials, scale), path.parent_path());
    return true;
  }

  Stage* stage_;
  fs::path folder_;
  std::map<ModelKey, std::size_t> known_;
};

ConvexShape shape_of(const RecordedShape& recorded) {
  if (!recorded.ellipsoids.empty()) {
    return make_smooth_shape(recorded.vertices, recorded.ellipsoids);
  }
  if (recorded.faces.empty()) {
    return recorded.vertices.size() < 2
               ? make_sphere(recorded.vertices.front(), recorded.rounding)
               : make_capsule(recorded.vertices.front(), recorded.vertices.back(), recorded.rounding);
  }
  if (recorded.vertices.size() == 3) {  // a triangle of a surface
    return make_triangle(recorded.vertices[0], recorded.vertices[1], recorded.vertices[2]);
  }
  const auto hull = hull_from_faces(recorded.vertices, recorded.faces, {1e-6});
  const auto rebuilt = hull ? hull : convex_hull(recorded.vertices);
  return rebuilt ? make_shape(rebuilt.value()) : make_sphere(recorded.vertices.front(), 0.0);
}

void add_shapes(Stage& stage) {
  for (const RecordedCollider& collider : stage.header.colliders) {
    auto& shapes = stage.shapes.emplace_back();
    auto& boxes = stage.shape_boxes.emplace_back();
    for (const RecordedShape& recorded : collider.shapes) {
      shapes.push_back(shape_of(recorded));
      boxes.push_back(box_of(shapes.back()));
    }
  }
}

glm::vec3 color_of_body(const RecordedBody& body, std::size_t index) {
  constexpr double still_grey = 0.74;
  return body.type == BodyType::fixed ? linear_color(Vec3(still_grey)) : color_by_index(index);
}

}  // namespace

glm::vec3 color_by_index(std::size_t index) {
  static constexpr std::array<std::array<double, 3>, 10> palette{{{0.204, 0.471, 0.737},
                                                                  {0.922, 0.459, 0.200},
                                                                  {0.267, 0.624, 0.424},
                                                                  {0.788, 0.286, 0.361},
                                                                  {0.486, 0.376, 0.686},
                                                                  {0.898, 0.698, 0.243},
                                                                  {0.220, 0.600, 0.640},
                                                                  {0.820, 0.480, 0.640},
                                                                  {0.520, 0.560, 0.270},
                                                                  {0.620, 0.620, 0.680}}};
  const auto& color = palette.at(index % palette.size());
  return linear_color({color[0], color[1], color[2]});
}

Stage stage_of_scene(const World& world, const Scene& loaded, const Scene& written) {
  Stage stage;
  stage.header = recording_header(world, loaded);
  add_shapes(stage);
  ModelLibrary library(stage, loaded.file.parent_path());
  for (std::size_t i = 0; i < loaded.bodies.size(); ++i) {
    const RecordedBody& body = stage.header.bodies[i];
    StageBody look{library.model_of(loaded.bodies[i], body.collider), color_of_body(body, i), false};
    if (written.bodies[i].color) {
      look.color = linear_color(*written.bodies[i].color);
      look.overrides = true;
    }
    stage.bodies.push_back(look);
  }
  return stage;
}

Stage stage_of_recording(const RecordingHeader& header) {
  Stage stage;
  stage.header = header;
  add_shapes(stage);
  for (const RecordedCollider& collider : header.colliders) {
    add_model(stage, display_mesh_of_shapes(collider), {});
  }
  for (std::size_t i = 0; i < header.bodies.size(); ++i) {
    const RecordedBody& body = header.bodies[i];
    StageBody look{body.collider, color_of_body(body, i), false};
    if (body.color) {
      look.color = linear_color(*body.color);
      look.overrides = true;
    }
    stage.bodies.push_back(look);
  }
  return stage;
}

void add_model(Stage& stage, DisplayMesh mesh, const fs::path& texture_folder) {
  StageModel model{{}, indexed(mesh), texture_folder, textures_of(mesh, texture_folder, stage.warnings)};
  model.mesh = std::move(mesh);
  stage.models.push_back(std::move(model));
}

void add_look(Stage& stage, StageBody look) {
  look.color = look.overrides ? look.color : color_by_index(stage.bodies.size());
  stage.bodies.push_back(look);
}

void add_cast(Stage& stage, Stage other) {
  const auto join = [](auto& all, auto& more) {
    all.insert(all.end(), std::make_move_iterator(more.begin()), std::make_move_iterator(more.end()));
  };
  join(stage.header.colliders, other.header.colliders);
  join(stage.shapes, other.shapes);
  join(stage.shape_boxes, other.shape_boxes);
  join(stage.models, other.models);
}

namespace {

// In a frame whose axes are the rows of `turn`, about the shape's origin.
Aabb smooth_box(const ConvexShape& shape, const Mat3& turn) {
  const Mat3 axes = glm::transpose(turn);
  Aabb box;
  for (int axis = 0; axis < 3; ++axis) {
    box.low[axis] = -reach_of(shape, -axes[axis]);
    box.high[axis] = reach_of(shape, axes[axis]);
  }
  return box;
}

}  // namespace

Aabb box_of(const ConvexShape& shape) {
  if (is_smooth(shape)) {
    return smooth_box(shape, Mat3(1.0));
  }
  Aabb box;
  for (const Vec3& vertex : shape.core.vertices) {
    box = merged(box, vertex);
  }
  return grown(box, shape.rounding);
}

Aabb collider_box(const Stage& stage, Index collider, const Pose& pose) {
  Aabb box;
  for (const ConvexShape& shape : stage.shapes[collider]) {
    if (is_smooth(shape)) {
      const Aabb about = smooth_box(shape, rotation_matrix(pose.orientation));
      box = merged(box, {pose.position + about.low, pose.position + about.high});
      continue;
    }
    for (const Vec3& vertex : shape.core.vertices) {
      const Vec3 point = to_world(pose, vertex);
      box = merged(merged(box, point - Vec3(shape.rounding)), point + Vec3(shape.rounding));
    }
  }
  return box;
}

Aabb body_box(const Stage& stage, BodyIndex index, const Pose& pose) {
  return collider_box(stage, stage.header.bodies[index].collider, pose);
}

namespace {

double diagonal(const Aabb& box) { return glm::length(box.high - box.low); }

Aabb moved(const Aabb& box, const Vec3& by) { return {box.low + by, box.high + by}; }

// What a moving body needs around it: a little air, the way it flies at first, and where it falls to.
Aabb room_of(const Stage& stage, BodyIndex index, const std::vector<Aabb>& boxes) {
  constexpr double first_moments = 0.4;  // s
  const FlowState& start = stage.header.bodies[index].start;
  const Aabb& box = boxes[index];
  const double size = diagonal(box);
  Vec3 flight = first_moments * start.linear_velocity;
  flight *= std::min(1.0, 6.0 * size / std::max(glm::length(flight), 1e-30));
  Aabb room = grown(merged(box, moved(box, flight)), 0.25 * size);
  double floor = -std::numeric_limits<double>::infinity();
  for (BodyIndex i = 0; i < stage.header.bodies.size() && stage.header.gravity.y < 0.0; ++i) {
    const Aabb& below = boxes[i];
    const bool is_under = below.high.y < box.low.y && below.high.y > box.low.y - 12.0 * size &&
                          overlaps({{below.low.x, 0.0, below.low.z}, {below.high.x, 0.0, below.high.z}},
                                   {{box.low.x, 0.0, box.low.z}, {box.high.x, 0.0, box.high.z}});
    floor = is_under && stage.header.bodies[i].type == BodyType::fixed ? std::max(floor, below.high.y) : floor;
  }
  room.low.y = std::isfinite(floor) ? floor : room.low.y;
  return room;
}

}  // namespace

Aabb interesting_box(const Stage& stage) {
  Aabb moving;
  Aabb all;
  const auto& bodies = stage.header.bodies;
  std::vector<Aabb> boxes;  // at the start
  for (BodyIndex i = 0; i < bodies.size(); ++i) {
    boxes.push_back(body_box(stage, i, bodies[i].start.pose));
    all = merged(all, boxes.back());
  }
  for (BodyIndex i = 0; i < bodies.size(); ++i) {
    moving = bodies[i].type == BodyType::fixed ? moving : merged(moving, room_of(stage, i, boxes));
  }
  if (moving.low.x > moving.high.x) {
    return all;
  }
  const double reach = 0.5 * diagonal(moving);
  Aabb interesting = moving;
  for (BodyIndex i = 0; i < bodies.size(); ++i) {
    const Aabb& box = boxes[i];
    const bool is_near = diagonal(box) < 1.7 * reach && overlaps(grown(moving, 0.5 * reach), box);
    interesting = is_near ? merged(interesting, box) : interesting;
  }
  return interesting;
}

}  // namespace firstcontact
