// How the camera of a film moves.
#pragma once

#include <firstcontact/result.hpp>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "render/camera.hpp"
#include "render/stage.hpp"
#include "scene/motion_table.hpp"
#include "scene/scene_file.hpp"

namespace firstcontact {

/// The camera at `time` seconds, with the bodies in `motions`.
using CameraPath = std::function<Camera(double time, const MotionTable& motions)>;

/// What a path may refer to.
struct CameraSetting {
  const Stage* stage = nullptr;
  std::optional<SceneCamera> scene_camera;
  double aspect = 16.0 / 9.0;
  std::string follow = {};  // the body that the scene wants followed from its first key; empty: none
};

/// The path that `text` asks for: "" (the scene's keys, gone along with the body that it follows, else a still picture
/// of everything that matters), "still", "scene", "orbit" (around what matters, once in 12 s), "orbit SECONDS", "follow
/// NAME" (with a body, keeping the direction). Error: anything else, a body that is not there, a scene without keys.
/// The setting's stage must outlive the path.
[[nodiscard]] Result<CameraPath> camera_path(std::string_view text, const CameraSetting& setting);

/// A camera placed by hand. What is not said is as the scene has it, or as everything that matters is seen.
struct CameraPlace {
  std::optional<Vec3> eye, target;              // m
  std::optional<double> field_of_view_degrees;  // vertical
};
/// The scene's camera with `place` instead of its own. An eye or a target makes it stand still, and walls in front of
/// it are then drawn. Error: eye and target are one point.
[[nodiscard]] Result<SceneCamera> placed_camera(const CameraPlace& place, const CameraSetting& setting);

/// Where pictures are taken from when nobody says: all that matters, from the front, the right and above.
[[nodiscard]] Camera default_camera(const Stage& stage, double aspect);

}  // namespace firstcontact
