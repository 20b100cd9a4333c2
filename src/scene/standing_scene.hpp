// A run at some instant, written as a scene file that begins there.
#pragma once

#include <array>
#include <filesystem>
#include <firstcontact/math.hpp>
#include <firstcontact/result.hpp>
#include <string>
#include <string_view>
#include <vector>

namespace firstcontact {

/// A body that is there: `written` is what a scene file has of it; the rest replaces what that says.
struct StandingBody {
  std::string written;  // a JSON object
  std::string name;
  Pose mesh_pose;                                    // of the mesh's own origin
  Vec3 linear_velocity{0.0}, angular_velocity{0.0};  // m/s, of the centre of mass; rad/s, world frame
  double restitution = 0.0, friction = 0.0;
};

struct StandingScene {
  double time = 0.0;  // s, of the run: kinematic phases go on from there
  std::vector<StandingBody> bodies;
  Vec3 gravity{0.0};                                   // m/s^2
  double linear_damping = 0.0, angular_damping = 0.0;  // 1/s
  Vec3 eye{0.0, 0.0, 1.0}, target{0.0};                // m, of the camera
  double field_of_view_degrees = 45.0;                 // vertical
};

/// The bodies of a scene file, each as its JSON object. `text` must be a scene's (scene_file.hpp).
[[nodiscard]] std::vector<std::string> written_bodies(std::string_view text);

/// The body of a scene file that is the mesh in `file`, scaled; the file's path is kept as it is.
[[nodiscard]] std::string written_mesh_body(const std::filesystem::path& file, double scale);

/// The body of a scene file with these degrees of freedom locked: x, y, z, rx, ry, rz.
[[nodiscard]] std::string with_locks(std::string_view written, const std::array<bool, 6>& locked);

/// The scene whose file held `text`, as it stands: bodies that are gone are left out, new ones added, and meshes found
/// from `folder`, where the text will lie. What speaks of times or results (checks, loops, camera keys) is left out,
/// and so is what names bodies that are gone. `scene_file` is where `text` was read.
[[nodiscard]] std::string standing_scene_text(std::string_view text, const std::filesystem::path& scene_file,
                                              const StandingScene& now, const std::filesystem::path& folder);

}  // namespace firstcontact
