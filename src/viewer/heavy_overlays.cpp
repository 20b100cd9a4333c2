#include "viewer/heavy_overlays.hpp"

#include <chrono>
#include <utility>

namespace firstcontact {
namespace {

constexpr auto patience = std::chrono::milliseconds(8);  // of a frame

// All that the lines depend on; nothing of it changes while they are worked out.
struct Question {
  std::shared_ptr<const Stage> stage;
  MotionTable motions;
  double time = 0.0, time_step = 0.0;  // s
  OverlayChoice choice;
  std::optional<BodyIndex> selected;
  Picture picture;  // its bodies
  std::vector<PairForce> forces;
};

OverlayChoice heavy_overlays(const OverlayChoice& choice) {
  OverlayChoice heavy;
  heavy.octree = choice.octree;
  heavy.tracks = choice.tracks;
  heavy.hulls = choice.hulls;
  heavy.contacts = choice.contacts;
  return heavy;
}

Picture lines_of(Question& question) {
  const Instant instant{question.stage.get(), &question.motions, question.time, question.time_step, question.forces};
  add_overlays(question.picture, question.choice, instant, OverlayMemory(), {});
  if (question.choice.octree && question.selected && *question.selected < question.motions.size()) {
    add_visited_cells(question.picture, *question.selected, instant);
  }
  question.picture.bodies.clear();
  return std::move(question.picture);
}

}  // namespace

OverlayChoice light_overlays(OverlayChoice choice) {
  choice.octree = choice.tracks = choice.hulls = choice.contacts = false;
  return choice;
}

void HeavyOverlays::update(const ViewState& state, const Session& session, const Picture& picture, Beside& beside) {
  const OverlayChoice heavy = heavy_overlays(state.settings.overlays);
  const bool is_wanted = heavy != OverlayChoice();
  if (!coming_.valid() && is_wanted) {
    const Instant instant = session.instant();
    Question question{session.stage, *instant.motions, instant.time, instant.time_step, heavy, state.selected, {}, {}};
    question.picture.bodies = picture.bodies;
    question.picture.scale = picture.scale;
    question.forces = heavy.contacts ? session.forces() : std::vector<PairForce>();
    coming_ = beside.start([question = std::move(question)]() mutable { return lines_of(question); });
    asked_choice_ = heavy;
    asked_stage_ = session.stage;
  }
  const bool is_of_this = is_wanted && asked_choice_ == heavy && asked_stage_.lock() == session.stage;
  if (!is_of_this) {
    found_ = {};
  }
  if (coming_.valid() && coming_.wait_for(patience) == std::future_status::ready) {
    Picture found = coming_.get();
    found_ = is_of_this ? std::move(found) : Picture();
  }
}

}  // namespace firstcontact
