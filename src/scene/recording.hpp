// Recordings (.fcr): everything a finished run can be shown, measured and checked from, without the scene's files. Not
// poses at a frame rate but the motions themselves: `evaluate` (flow.hpp) rebuilds every pose in between bit for bit.
// Byte by byte: docs/recording.md.
#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <firstcontact/result.hpp>
#include <firstcontact/world.hpp>
#include <fstream>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "scene/files.hpp"
#include "scene/scene_file.hpp"

namespace firstcontact {

/// A convex shape: all points within `rounding` of a core, the convex hull of vertices and ellipsoids (shape.hpp).
/// Relative to the centre of mass, axes as in the mesh.
struct RecordedShape {
  double rounding = 0.0;                  // m
  std::vector<Vec3> vertices;             // m
  std::vector<std::vector<Index>> faces;  // corners, counter-clockwise seen from outside; none for a point or segment
  std::vector<Ellipsoid> ellipsoids{};    // of a cylinder, cone or ellipsoid
};

struct RecordedCollider {
  Vec3 center_of_mass{0.0};  // m, in the mesh's own frame: where the shapes' origin lies
  std::vector<RecordedShape> shapes;
};

struct RecordedBody {
  std::string name;
  BodyType type = BodyType::dynamic;
  Index collider = 0;  // into RecordingHeader::colliders
  std::optional<std::uint32_t> group;
  std::optional<Vec3> color;  // red, green, blue, 0..1
  double mass = 0.0;          // kg
  InertiaFrame inertia;
  FlowState start;  // at time 0: the pose is that of the centre of mass
};

/// What pulls at bodies and how they bear on each other: not needed to show a run, but to check it.
struct RecordedLaws {
  struct OfBody {
    double restitution = 0.0;
    double friction = 0.0;
    double rolling_friction = 0.0, spinning_friction = 0.0;  // m
    std::array<bool, 6> locked{};                            // x, y, z, rx, ry, rz stay at rest
    bool is_sensor = false;
    std::uint32_t category = 1, mask = ~0U;  // bits: what it is, what it collides with
    Vec3 gravity{0.0};                       // m/s^2, its own or the world's
    Vec3 force{0.0};                         // N, constant, at the centre of mass
    Vec3 torque{0.0};                        // N m, constant
    Vec3 surface_velocity_local{0.0};        // m/s
  };
  double linear_damping = 0.0, angular_damping = 0.0;  // 1/s
  MixRule restitution_rule = MixRule::average;
  MixRule friction_rule = MixRule::geometric;
  std::vector<OfBody> bodies;
};

struct RecordingHeader {
  std::string scene_name;
  double time_step = 1.0 / 60.0;  // s
  Vec3 gravity{0.0};              // m/s^2
  std::vector<RecordedCollider> colliders;
  std::vector<RecordedBody> bodies;
  std::optional<RecordedLaws> laws = std::nullopt;  // recordings made before 2026-11-21 have none
  std::string method = {};                          // whose motions these are: a rival's name, or empty: the engine's
};

/// What happened in one step: the motions begun in it, sorted by start time and body, and the events in time order.
/// The first step of a recording is the state at time 0: it takes no time.
struct RecordedStep {
  double end_time = 0.0;  // s
  std::vector<MotionSegment> segments;
  std::vector<Event> events;
  std::optional<ImpulseRecord> impulses = std::nullopt;  // where the run was told to keep them
  bool has_chords = true;  // of `impulses`: chords and loads, too; not in recordings of older programs
};

/// How a recording ends.
enum class RecordingEnding : std::uint8_t {
  complete,     // the run came to its end
  interrupted,  // the run was stopped on the way; every step that was run is here
  cut,          // the file stops short: the steps before the cut are here
};

/// The header that fits `world`, which was made from `scene` and stands at time 0.
[[nodiscard]] RecordingHeader recording_header(const World& world, const Scene& scene);

/// The mesh's own origin and rotation of a body whose centre of mass is at `pose`.
[[nodiscard]] Pose mesh_pose(const Pose& pose, const RecordedCollider& collider);

/// Writes a recording, step by step. The file is there, whole, once `finish` has returned nothing; before that, or when
/// the writer goes away unfinished, there is none.
class RecordingWriter {
 public:
  /// Error: the file cannot be written.
  [[nodiscard]] static Result<RecordingWriter> create(const std::filesystem::path& file, const RecordingHeader& header);

  /// A recording on the way.
  struct Begun {
    WrittenPart part;
    std::uint64_t steps = 0;  // in it
    double end_time = 0.0;    // s, of the last
  };
  /// Goes on with one. Error: the file cannot be written, or what was written before is gone.
  [[nodiscard]] static Result<RecordingWriter> resume(const std::filesystem::path& file, const Begun& begun,
                                                      const RecordingHeader& header);

  /// What has been written so far, to go on from; nothing where that cannot be.
  [[nodiscard]] std::optional<Begun> begun();

  void add_step(double end_time, std::span<const MotionSegment> segments, std::span<const Event> events);
  /// Adds impulses, of the step that is added next.
  void add_impulses(const ImpulseRecord& impulses);
  /// True once writing has failed (disk full): there is no point in going on.
  [[nodiscard]] bool failed() const { return file_.failed(); }

  /// `ending` is complete or interrupted. Returns what went wrong, if anything.
  [[nodiscard]] std::optional<Error> finish(RecordingEnding ending, std::uint64_t state_hash);

 private:
  explicit RecordingWriter(OutputFile file) : file_(std::move(file)) {}

  OutputFile file_;
  Vec3 gravity_{0.0};  // an acceleration that is just this is not spelled out
  double end_time_ = 0.0;
  std::uint64_t steps_ = 0;
};

/// Reads a recording from front to back, one step at a time, so that it need not fit into memory.
class RecordingReader {
 public:
  /// Error, naming the file and the byte: it cannot be read, is no recording, is of a later version, or is cut or
  /// damaged within the header.
  [[nodiscard]] static Result<RecordingReader> open(const std::filesystem::path& file);

  [[nodiscard]] const RecordingHeader& header() const { return header_; }

  /// The next step, or nothing at the end; then `ending` says which end it was. Error: the bytes are damaged.
  [[nodiscard]] Result<std::optional<RecordedStep>> next();

  /// Where the last step given begins in the file (its chunk), and where its segments do within the chunk's content.
  [[nodiscard]] std::uint64_t step_byte() const { return step_byte_; }
  [[nodiscard]] const std::vector<std::uint32_t>& segment_bytes() const { return segment_bytes_; }

  [[nodiscard]] RecordingEnding ending() const { return ending_; }
  /// How many steps the recording says it has, once its end was read; none when it is cut.
  [[nodiscard]] std::optional<std::uint64_t> declared_steps() const { return declared_steps_; }
  /// Where the file ends when it is cut: what comes after the last whole step begins here.
  [[nodiscard]] std::uint64_t good_bytes() const { return position_; }
  [[nodiscard]] std::uint64_t file_bytes() const { return size_; }

 private:
  struct Chunk {
    std::string type;  // four letters
    std::string content;
  };
  RecordingReader(std::filesystem::path file, std::ifstream stream, std::uint64_t size);
  [[nodiscard]] Result<std::optional<Chunk>> next_chunk();
  [[nodiscard]] std::optional<Error> read_header();
  [[nodiscard]] std::optional<Error> read_ellipsoids();
  [[nodiscard]] std::optional<Error> find_no_header();
  [[nodiscard]] std::optional<Error> read_laws();
  [[nodiscard]] std::optional<Error> read_method();
  [[nodiscard]] std::optional<Error> read_impulses(const Chunk& chunk, std::uint64_t begin);
  [[nodiscard]] Result<std::optional<RecordedStep>> sound_step(std::string_view content, std::uint64_t begin);
  [[nodiscard]] Error damage(std::uint64_t byte, const std::string& what) const;

  std::filesystem::path file_;
  std::ifstream stream_;
  std::uint64_t size_ = 0;      // bytes
  std::uint64_t position_ = 0;  // where the next chunk begins
  RecordingHeader header_;
  std::optional<ImpulseRecord> impulses_;  // read already, of the step that comes next
  bool has_chords_ = true;                 // of these
  std::uint64_t step_byte_ = 0;
  std::vector<std::uint32_t> segment_bytes_;
  double end_time_ = 0.0;  // of the last step given
  RecordingEnding ending_ = RecordingEnding::cut;
  std::optional<std::uint64_t> declared_steps_;
  bool is_finished_ = false;
};

}  // namespace firstcontact
