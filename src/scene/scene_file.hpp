// The scene file (version 1, docs/program.md#the-scene-file): strict JSON in, a plain `Scene` out. No mesh is opened
// here; scene_world.hpp does that.
#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <firstcontact/mesh.hpp>
#include <firstcontact/result.hpp>
#include <firstcontact/triangle_surface.hpp>
#include <firstcontact/world.hpp>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace firstcontact {

/// A mesh's way into convex shapes: the words of the file's "decompose".
enum class Decomposition : std::uint8_t {
  automatic,  // one hull per object where all are convex; else all of it is taken apart
  objects,    // one hull per object or group
  hull,       // one hull for all
  triangles,  // none at all: every triangle by itself, without a thickness; for what stands still
};

/// How a mesh becomes convex shapes. The three numbers are for automatic decomposition.
struct DecompositionRequest {
  Decomposition method = Decomposition::automatic;
  std::optional<double> tolerance;  // fraction of the longest side
  std::optional<int> max_hulls;
  std::optional<int> max_vertices;
};

struct MeshGeometry {
  std::string file;  // as written: relative to the scene file's folder
  DecompositionRequest decomposition;
};
struct BoxGeometry {
  Vec3 half_extents{1.0};  // m
};
struct SphereGeometry {
  double radius = 1.0;  // m
};
struct CapsuleGeometry {
  double radius = 1.0, half_height = 1.0;  // m; the axis is Y, half_height is half the distance of the two centres
};
struct CylinderGeometry {
  double radius = 1.0, half_height = 1.0;  // m; the axis is Y
};
struct ConeGeometry {
  double radius = 1.0, half_height = 1.0;  // m; the axis is Y, the apex on top
};
struct EllipsoidGeometry {
  Vec3 semi_axes{1.0};  // m
};
struct HullGeometry {
  std::vector<Vec3> points;  // m
};
struct PlacedShape;
/// Primitive shapes and hulls bound together.
struct CompoundGeometry {
  std::vector<PlacedShape> shapes;
};
/// Of a static body.
struct HeightFieldGeometry {
  HeightField field;
};
using Geometry = std::variant<MeshGeometry, BoxGeometry, SphereGeometry, CapsuleGeometry, CylinderGeometry,
                              ConeGeometry, EllipsoidGeometry, HullGeometry, CompoundGeometry, HeightFieldGeometry>;

/// A shape of a compound, and where it is in the body's own frame.
struct PlacedShape {
  Geometry geometry;
  Pose pose;
};

/// What a body has instead of what follows from its shape and density.
struct OwnMass {
  std::optional<Vec3> center_of_mass;  // m, in the body's own frame
  std::optional<Mat3> inertia;         // kg m^2, about the centre of mass, axes of the body's own frame
};

/// For a time a kinematic body moves so; then comes the next phase, and after the last the first.
struct MotionPhase {
  double duration = 0.0;       // s
  Vec3 linear_velocity{0.0};   // m/s, of the centre of mass
  Vec3 angular_velocity{0.0};  // rad/s, world frame
};

struct SceneBody {
  BodyDefinition definition;  // without a collider until scene_world.hpp has loaded one
  Geometry geometry;
  Vec3 scale{1.0};
  OwnMass own_mass;
  std::optional<Vec3> color;        // red, green, blue, 0..1
  std::vector<MotionPhase> phases;  // of a kinematic body; none: it moves on as it begins
};

enum class CheckKind : std::uint8_t {
  never_overlap,
  final_at,
  y_above,
  x_below,
  moved_less,
  moved_more,
  slides,
  coasts,
  conserved,
  linked,
  energy_never_grows,
  at_rest,
  state_hash,
  no_time_lost,
};

/// Two bodies whose loops go through each other so many times; the sign is that of the way round.
struct LinkedPair {
  BodyIndex a = 0, b = 0;
  int linking_number = 0;
};

/// One entry of `expect`: what must hold in the scene. A kind uses the fields its line in docs/program.md names.
struct Check {
  CheckKind kind = CheckKind::never_overlap;
  std::vector<BodyIndex> bodies;         // `body` is a list of one; "all" is every dynamic body
  Vec3 vector{0.0};                      // final_at: position, m; coasts: velocity, m/s
  std::optional<Vec3> angular_velocity;  // coasts, rad/s
  double limit = 0.0;  // final_at: tolerance, m; y_above: y, m; x_below: x, m; moved_less, moved_more: distance, m;
                       // slides: acceleration, m/s^2; at_rest: speed, m/s; no_time_lost: s
  double slope_degrees = 0.0;                      // slides
  std::uint64_t hash = 0;                          // state_hash
  std::vector<LinkedPair> linked_pairs;            // linked
  std::map<std::string, std::vector<Vec3>> loops;  // linked: closed lines through the meshes' links, mesh's own axes
};

/// Where a picture is taken from at some time; in between, positions and targets run along smooth curves.
struct CameraKey {
  double time = 0.0;                // s
  Vec3 position{0.0}, target{0.0};  // m
};
struct SceneCamera {
  double field_of_view_degrees = 45.0;  // vertical
  std::vector<CameraKey> keys;          // at least one; later ones come later
  bool keeps_walls = false;             // what stands before the bodies is shown all the same
};

/// From some time to a later one.
struct TimeSpan {
  double from = 0.0, to = 0.0;  // s
};

/// How the scene wants to be looked at, besides from where.
struct SceneView {
  double speed = 1.0;  // simulated seconds a second
  bool is_paused = false;
  std::optional<TimeSpan> loop;       // what is shown, again and again
  std::vector<std::string> overlays;  // names out of scene_overlay_names
  std::string follow;                 // name of the body that the camera goes along with; empty: it stands
  std::vector<std::string> pair;      // names of two bodies: the window opens with their axes; or none
  std::vector<std::string> spawn;     // names of two bodies: the mouse's buttons put more of them; or none
};
/// What can be drawn over the bodies to explain them.
inline constexpr std::array<std::string_view, 9> scene_overlay_names{
    "octree", "tracks", "hulls", "contacts", "impulses", "events", "spin", "trails", "sleepers"};

struct Scene {
  std::filesystem::path file;  // where it was read: meshes are relative to its folder
  std::string name;            // default: the file's name
  WorldDefinition world;
  double duration = 10.0;  // s
  std::vector<SceneBody> bodies;
  std::vector<Check> expect;
  std::optional<SceneCamera> camera;
  std::optional<SceneView> view;
  std::vector<std::string>
      warnings;  // what is legal and yet surely not meant; one line each, naming file and JSON path
};

/// The name of a kind as it stands in the file.
[[nodiscard]] std::string_view check_name(CheckKind kind);

/// The scene in `text`. Error: anything the format does not allow, with file, JSON path (or line and column when it is
/// not JSON), what was found and what is expected. `file` is for messages and for finding meshes later. Pure.
[[nodiscard]] Result<Scene> parse_scene(std::string_view text, const std::filesystem::path& file);

/// The same from a file.
[[nodiscard]] Result<Scene> read_scene(const std::filesystem::path& file);

/// Steps that a run of `duration` seconds takes: the fewest whose sum reaches it, rounding aside.
[[nodiscard]] std::uint64_t step_count(double duration, double time_step);

/// Bounds of the two numbers that the command line can override.
inline constexpr double shortest_time_step = 1e-9, longest_time_step = 1e3;  // s
inline constexpr double longest_duration = 1e9;                              // s
inline constexpr double most_steps = 1e12;

}  // namespace firstcontact
