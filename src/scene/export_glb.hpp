// A recording as an animated glTF 2.0 file (.glb), for Blender, three.js and the like. Core glTF, but for lights
// (KHR_lights_punctual), which readers that do not know them leave out.
#pragma once

#include <array>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "scene/export_csv.hpp"
#include "scene/motion_table.hpp"

namespace firstcontact {

/// A picture as a file's bytes.
struct GlbPicture {
  std::string bytes;
  std::string media_type;  // "image/png" or "image/jpeg"
};

/// Triangles of one material: three vertices each, in the mesh's own frame, metres; counter-clockwise from outside.
struct GlbSurface {
  std::vector<float> positions, normals;                // x, y, z after x, y, z; as many of both
  std::array<float, 3> color{1, 1, 1};                  // linear
  float roughness = 0.5F;                               // 0..1
  std::shared_ptr<const GlbPicture> texture = nullptr;  // multiplies the colour; null: none
  std::vector<float> texture_places = {};               // u, v after u, v, v up; empty without a texture
};

/// Looks along its own -Z, with +Y up.
struct GlbCamera {
  double field_of_view = 0.785398;          // rad, vertical
  double nearest = 0.1, farthest = 1000.0;  // m
  std::function<Pose(double time, const MotionTable& motions)> pose;
};

/// Light from far away, the same everywhere.
struct GlbLight {
  std::string name;
  Vec3 towards{0.0, 1.0, 0.0};          // unit: where it comes from
  std::array<float, 3> color{1, 1, 1};  // linear
  float intensity = 1.0F;               // lux
};

/// What the bodies look like, from where they are seen, and in what light. `model_of_body` and `color_of_body` are as
/// long as the recording has bodies; a body's own colour, where it has one, takes the place of its model's, texture
/// included.
struct GlbLooks {
  std::vector<std::vector<GlbSurface>> models;
  std::vector<std::size_t> model_of_body;
  std::vector<std::optional<std::array<float, 3>>> color_of_body;
  std::optional<GlbCamera> camera = std::nullopt;
  std::vector<GlbLight> lights = {};
  std::vector<std::string> warnings = {};  // what could not be read, naming its file
};

/// Appends the whole file to `out`: a node per body with its name and, as extras, its type, mass,
/// friction and restitution (static bodies below one node), the camera and the lights of `looks`, and one animation of
/// the poses of what moves, the camera among them,
/// `samples_per_second` times a second, at every impact, at the last instant, and so often that no body turns more than
/// a quarter turn in between (up to 64 times between two samples); linear in between, quaternions on the near side. A
/// body that is removed shrinks to nothing at once. Error: a recording that is damaged, or a file above 4 GiB; failures
/// of `out` are kept in it.
[[nodiscard]] Result<ExportReport> export_glb(RecordingReader& recording, const GlbLooks& looks,
                                              double samples_per_second, OutputFile& out);

}  // namespace firstcontact
