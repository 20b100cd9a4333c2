// A recording as an animated glTF 2.0 file (.glb), for Blender, three.js and the like. Core glTF, no extension.
#pragma once

#include <array>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "scene/export_csv.hpp"

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

/// What the bodies look like. `model_of_body` and `color_of_body` are as long as the recording has bodies; a body's own
/// colour, where it has one, takes the place of its model's, texture included.
struct GlbLooks {
  std::vector<std::vector<GlbSurface>> models;
  std::vector<std::size_t> model_of_body;
  std::vector<std::optional<std::array<float, 3>>> color_of_body;
  std::vector<std::string> warnings;  // what could not be read, naming its file
};

/// Appends the whole file to `out`: a node per body with its name and, as extras, its type, mass,
/// friction and restitution (static bodies below one node), and one animation of their poses,
/// `samples_per_second` times a second, at every impact, at the last instant, and so often that no body turns more than
/// a quarter turn in between (up to 64 times between two samples); linear in between, quaternions on the near side. A
/// body that is removed shrinks to nothing at once. Error: a recording that is damaged, or a file above 4 GiB; failures
/// of `out` are kept in it.
[[nodiscard]] Result<ExportReport> export_glb(RecordingReader& recording, const GlbLooks& looks,
                                              double samples_per_second, OutputFile& out);

}  // namespace firstcontact
