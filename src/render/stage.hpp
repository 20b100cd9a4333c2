// The cast of a picture: every body's look and shape, however its motion is known (a running world, a recording).
#pragma once

#include <filesystem>
#include <firstcontact/result.hpp>
#include <firstcontact/shape.hpp>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "render/camera.hpp"
#include "render/display_mesh.hpp"
#include "render/image.hpp"
#include "scene/recording.hpp"
#include "scene/scene_file.hpp"

namespace firstcontact {

/// A mesh that any number of bodies look like, ready for the graphics card.
struct StageModel {
  DisplayMesh mesh;
  IndexedMesh indexed;                   // the same, each vertex once
  std::filesystem::path texture_folder;  // where its materials' textures are
  // Per run of the mesh, the picture and its halves; null: it has none, or none that can be read.
  std::vector<std::shared_ptr<const std::vector<Image>>> textures;
};

struct StageBody {
  std::size_t model = 0;   // into Stage::models
  glm::vec3 color{0.7F};   // linear; of what its model gives no material
  bool overrides = false;  // the scene gives this body a colour: then the model's materials are not asked
};

struct Stage {
  RecordingHeader header;  // names, types, inertia, shapes, start
  std::vector<StageModel> models;
  std::vector<StageBody> bodies;                 // as many as header.bodies
  std::vector<std::vector<ConvexShape>> shapes;  // per header.colliders, about the centre of mass
  std::vector<std::vector<Aabb>> shape_boxes;    // of each of them, in the same axes
  std::vector<std::string> warnings;             // looks that could not be read, naming their files
};

/// The stage of a loaded scene: bodies look like their meshes. `written` is the scene as it was read, before
/// `load_geometry` filled in colours. A material or texture that cannot be read costs its look, not the picture.
[[nodiscard]] Stage stage_of_scene(const World& world, const Scene& loaded, const Scene& written);

/// The stage of a recording alone: bodies look like their convex shapes.
[[nodiscard]] Stage stage_of_recording(const RecordingHeader& header);

/// A model joins a stage, its textures read from `texture_folder`; one that cannot be read is a warning. What takes
/// time is done here, by whoever opens the scene: a frame only hands it on.
void add_model(Stage& stage, DisplayMesh mesh, const std::filesystem::path& texture_folder);

/// The body that a stage's header has last joins it with that look; where that has no colour of its own, with another.
void add_look(Stage& stage, StageBody look);

/// What `other` shows joins a stage: its colliders and models, behind those that are there. Its bodies do not.
void add_cast(Stage& stage, Stage other);

/// Some colour that tells body `index` from its neighbours in the list, linear.
[[nodiscard]] glm::vec3 color_by_index(std::size_t index);

/// What a picture of the start should show: the bodies that can move, and what stands still near them, without floors
/// and walls much larger than all of them.
[[nodiscard]] Aabb interesting_box(const Stage& stage);

/// The box of a shape in its own axes, rounding included.
[[nodiscard]] Aabb box_of(const ConvexShape& shape);

/// The box of a collider with its centre of mass at `pose`.
[[nodiscard]] Aabb collider_box(const Stage& stage, Index collider, const Pose& pose);
/// That of body `index`.
[[nodiscard]] Aabb body_box(const Stage& stage, BodyIndex index, const Pose& pose);

}  // namespace firstcontact
