// What the window has open: a running scene or a recording, and the instant of it that is shown.
#pragma once

#include <filesystem>
#include <firstcontact/result.hpp>
#include <future>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "render/overlays.hpp"
#include "render/show.hpp"
#include "scene/recording_shelf.hpp"
#include "scene/standing_scene.hpp"
#include "scene/step_shelf.hpp"
#include "viewer/body_kind.hpp"
#include "viewer/live_run.hpp"

namespace firstcontact {

/// How the shown instant goes on. Real time times speed, never beyond what is known.
struct DisplayClock {
  double time = 0.0;  // s, simulated: what is shown
  double speed = 1.0;
  bool is_paused = false;
  bool is_reversed = false;      // time goes back, down to what is remembered
  std::optional<TimeSpan> loop;  // shown again and again
};

struct OpenRequest {
  std::filesystem::path file;
  RivalMethod method;  // the engine itself unless told
  std::string looks;   // scene of a recording, or empty
  int threads = 1;
  bool is_paused = false;  // it begins so
  DecompositionCache cache;
  std::vector<RivalMethod> beside = {};  // the same scene by these methods, shown beside it
};

/// Another file, opened as `present` is; of it alone are its looks.
[[nodiscard]] OpenRequest request_like(OpenRequest present, const std::filesystem::path& file);

/// All steps of a run up to now, to be written from any thread.
struct RunSoFar {
  RecordingHeader header;
  std::shared_ptr<const StepShelf> steps;
};
/// Writes them as a recording. Error: the disk's, or that the first steps have been forgotten meanwhile.
[[nodiscard]] std::optional<Error> write_run(const RunSoFar& run, const std::filesystem::path& file);

/// One thread at a time (the window's), but for the opening.
class Session {
 public:
  /// Opens a scene or a recording; takes as long as meshes take. Error: the file's own.
  [[nodiscard]] static Result<std::unique_ptr<Session>> open(const OpenRequest& request);

  /// Shows the instant that the other one shows, as far as it is known here.
  void follow(const DisplayClock& other);

  /// Lets `seconds` of real time pass: the clock runs, the world is asked for what comes next.
  void advance(double seconds);
  /// Goes to any instant that is known, and stops there.
  void seek(double time);
  void step_forward();
  void step_back();
  void to_next_event();
  void to_previous_event();
  void to_start();
  /// As far as is known.
  void to_end();
  /// The last impact or passage up to now again, from a few body lengths before it, slowed down. False: there is none.
  bool replay();

  /// Throws a body of `kinds[kind]` from `place` (m, its centre). Nothing happens in a recording.
  struct Throw {
    std::size_t kind = 0;
    Vec3 place{0.0}, velocity{0.0}, spin{0.0};  // m, m/s, rad/s
  };
  void throw_body(const Throw& thrown);
  /// One more kind; returns its number. Where the scene keeps to a plane, so does it. The stage must not be being read.
  std::size_t add_kind(const LoadedKind& kind);
  /// The longest side of what the scene throws unless it is told otherwise, m.
  [[nodiscard]] double usual_size() const;
  /// The bodies that are there at the instant that is shown, and what acts on them. Of a running scene.
  [[nodiscard]] StandingScene standing() const;
  void drag(const std::optional<DragSpring>& spring);
  /// What acts everywhere, from the next step on. The energy is measured against that of now from then on. Nothing
  /// happens in a recording, and damping is for the engine alone.
  void surround(const Surroundings& surroundings);
  [[nodiscard]] const Surroundings& surroundings() const { return surroundings_; }
  /// Running scenes keep these impulses, from the next step on.
  void watch(const WatchedImpulses& watched);
  /// The forces of the step that is shown; none where its impulses are not known.
  [[nodiscard]] std::vector<PairForce> forces() const;
  /// Error: why it cannot be recorded: it is a recording, its first steps are forgotten, or the person has thrown or
  /// dragged bodies or changed what acts on them, of which a recording's header knows nothing.
  [[nodiscard]] Result<RunSoFar> run_so_far() const;
  /// The steps that are known.
  [[nodiscard]] const StepShelf& steps() const { return *shelf_; }
  /// How a body meets others, from the next step on.
  void set_surface(const BodySurface& surface);

  [[nodiscard]] Instant instant() const;
  [[nodiscard]] std::vector<Event> coming_events() const;
  /// Impacts and passages within a span of time, by time, as many as a bar has room for.
  [[nodiscard]] std::vector<Event> meetings_within(const TimeSpan& span) const;
  /// Events up to the instant that is shown, whatever way one came there.
  [[nodiscard]] std::uint64_t events_passed() const;
  /// Bodies that are there at that instant.
  [[nodiscard]] std::size_t bodies_there() const;
  /// Kinetic and potential energy, J, that the bodies that are there began with, at time 0 or as they came in. The zero
  /// of height is the lowest place of the scene, along its gravity.
  [[nodiscard]] double start_energy() const;
  /// Gravity . x of that place, m^2/s^2.
  [[nodiscard]] double lowest_place() const { return lowest_place_; }
  /// The energy now, with the same zero.
  [[nodiscard]] double energy(const Totals& totals) const;
  /// Events of the step that is shown.
  [[nodiscard]] std::size_t events_in_step() const;
  [[nodiscard]] double known_until() const;
  [[nodiscard]] double known_from() const;
  [[nodiscard]] bool is_live() const { return live_ != nullptr; }
  [[nodiscard]] LiveRun* live() const { return live_.get(); }
  [[nodiscard]] const RecordingShelf* recording() const { return recording_; }
  [[nodiscard]] const OpenRequest& request() const { return request_; }
  /// What opens the same anew: paused if it is now.
  [[nodiscard]] OpenRequest present_request() const;

  DisplayClock clock;
  std::shared_ptr<Stage> stage;  // shared with work beside the window, which reads its shapes alone
  Scenery scenery;
  std::optional<SceneCamera> camera;
  std::optional<SceneView> view;
  std::vector<std::string> warnings;
  OverlayMemory memory;
  std::vector<std::unique_ptr<Session>> companions;  // runs of the same scene, on this one's clock
  std::vector<BodyKind> kinds;                       // the scene's bodies by their numbers, then others
  std::string scene_text;                            // of a running scene: what its file held
  Vec3 own_gravity{0.0};                             // m/s^2, of the scene
  std::optional<Aabb> bounds;                        // m: a body that leaves them is removed

 private:
  Session() = default;
  [[nodiscard]] static Result<std::unique_ptr<Session>> open_scene(const OpenRequest& request);
  [[nodiscard]] static Result<std::unique_ptr<Session>> open_recording(const OpenRequest& request);
  void take_kinds(const Scene& scene);
  void begin(std::shared_ptr<StepShelf> shelf);
  void go_towards_goal();
  [[nodiscard]] bool waits_for_begin();
  void run_clock(double seconds);
  void rewind(double time);
  void show();

  OpenRequest request_;
  std::shared_ptr<StepShelf> shelf_;
  RecordingShelf* recording_ = nullptr;  // the shelf, when it is one
  std::unique_ptr<ShelfPlayer> player_;
  std::unique_ptr<LiveRun> live_;    // goes first: its thread fills the shelf
  std::optional<double> goal_;       // s: a paused clock goes there as soon as it is known
  std::optional<double> begins_at_;  // s: shown from there on, as soon as it is known
  bool wants_event_ = false;         // a paused clock goes to the next impact as soon as there is one
  std::size_t thrown_ = 0;
  std::vector<std::size_t> kind_of_;  // by body
  bool is_meddled_with_ = false;
  double lowest_place_ = 0.0;  // m^2/s^2, of gravity . x
  double energy_shift_ = 0.0;  // J, of the start's energy: what changed when the surroundings did
  Surroundings surroundings_;
};

}  // namespace firstcontact
