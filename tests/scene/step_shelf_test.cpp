// Going to any instant of a run: what a shelf gives is what playing from the beginning gives, bit for bit.

#include "scene/step_shelf.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <random>
#include <thread>

#include "scene/recording_shelf.hpp"
#include "scene/scene_world.hpp"
#include "scene/simulation.hpp"
#include "scratch_folder.hpp"
#include "support/processor_time.hpp"

namespace firstcontact {
namespace {

using testing::ScratchFolder;

constexpr std::string_view bouncing = R"({
  "version": 1, "gravity": [0, -9.81, 0], "bounds": {"min": [-9, -9, -9], "max": [9, 9, 9]},
  "bodies": [
    {"name": "floor", "type": "static", "shape": {"box": [3, 0.5, 3]}, "position": [0, -0.5, 0]},
    {"name": "ball", "shape": {"sphere": 0.3}, "position": [0, 2, 0], "restitution": 1, "linear_velocity": [0.5, 0, 0]},
    {"name": "brick", "shape": {"box": [0.2, 0.3, 0.4]}, "position": [1, 1, 1], "angular_velocity": [3, 5, 1]},
    {"name": "lost", "shape": {"box": [0.2, 0.2, 0.2]}, "position": [4, 3, 4]}]
})";

struct PlainRun {
  RecordingHeader header;
  std::vector<RecordedStep> steps;
};

PlainRun run_of(std::size_t steps) {
  const Scene scene = load_geometry(parse_scene(bouncing, "scene.json").value()).value();
  World world = make_world(scene).value();
  PlainRun run{recording_header(world, scene), {}};
  static_cast<void>(run_world(world, steps, [&](const World& now) {
    run.steps.push_back(
        {now.time(), {now.segments().begin(), now.segments().end()}, {now.events().begin(), now.events().end()}});
    return RunDecision::go_on;
  }));
  return run;
}

std::vector<MotionSegment> start_of(const RecordingHeader& header) {
  std::vector<MotionSegment> segments;
  for (BodyIndex i = 0; i < header.bodies.size(); ++i) {
    const FlowState& s = header.bodies[i].start;
    segments.push_back({i, FlowKind::screw, 0.0, s.pose, s.linear_velocity, s.angular_velocity, Vec3(0.0)});
  }
  return segments;
}

StepSource source_of(const PlainRun& run) {
  return [&run, next = std::size_t{0}]() mutable -> Result<std::optional<RecordedStep>> {
    return next < run.steps.size() ? std::optional(run.steps[next++]) : std::nullopt;
  };
}

void expect_same(const MotionTable& a, const MotionTable& b, double time) {
  ASSERT_EQ(a.size(), b.size());
  for (BodyIndex i = 0; i < a.size(); ++i) {
    EXPECT_EQ(a.is_there(i, time), b.is_there(i, time)) << i << " at " << time;
    EXPECT_EQ(a.state(i, time).pose.position, b.state(i, time).pose.position) << i << " at " << time;
    EXPECT_EQ(a.state(i, time).pose.orientation, b.state(i, time).pose.orientation) << i << " at " << time;
  }
}

void expect_shelf_plays(const StepShelf& shelf, const PlainRun& run) {
  ShelfPlayer player(run.header, shelf);
  std::mt19937 random(7);  // the same numbers every time
  std::uniform_real_distribution<double> any(0.0, run.steps.back().end_time);
  for (int i = 0; i < 60; ++i) {
    const double time = any(random);
    player.go_to(time);
    StepPlayer slow(run.header, source_of(run));
    ASSERT_FALSE(slow.advance(time));
    EXPECT_EQ(player.time(), slow.time());
    expect_same(player.motions(), slow.motions(), time);
  }
}

TEST(MemoryShelf, AnyInstantIsWhatPlayingFromTheBeginningGives) {
  const PlainRun run = run_of(200);
  MemoryShelf shelf(start_of(run.header), 1'000'000);
  for (const RecordedStep& step : run.steps) {
    shelf.add(step);
  }
  expect_shelf_plays(shelf, run);
}

TEST(MemoryShelf, ForgetsTheOldestAndKeepsTheRest) {
  const PlainRun run = run_of(400);
  MemoryShelf shelf(start_of(run.header), 600);
  for (const RecordedStep& step : run.steps) {
    shelf.add(step);
  }
  EXPECT_GT(shelf.first(), 0U);
  EXPECT_EQ(shelf.end(), run.steps.size());
  ShelfPlayer player(run.header, shelf);
  const double time = run.steps.back().end_time - 0.01;
  player.go_to(time);
  StepPlayer slow(run.header, source_of(run));
  ASSERT_FALSE(slow.advance(time));
  expect_same(player.motions(), slow.motions(), time);
  player.go_to(0.0);  // forgotten: the oldest there is
  EXPECT_GE(shelf.end_time(shelf.first()), player.time());
}

TEST(RecordingShelf, AnyInstantIsWhatPlayingFromTheBeginningGives) {
  const PlainRun run = run_of(200);
  const ScratchFolder folder;
  RecordingWriter writer = RecordingWriter::create(folder.path("run.fcr"), run.header).value();
  for (const RecordedStep& step : run.steps) {
    writer.add_step(step.end_time, step.segments, step.events);
  }
  ASSERT_FALSE(writer.finish(RecordingEnding::complete, 0));
  const auto shelf = RecordingShelf::open(folder.path("run.fcr")).value();
  while (shelf->known_share() < 1.0) {
    std::this_thread::yield();
  }
  EXPECT_FALSE(shelf->trouble());
  EXPECT_EQ(shelf->end(), run.steps.size());
  expect_shelf_plays(*shelf, run);
}

TEST(RecordingShelf, ClosesWhileItStillReads) {
  const PlainRun run = run_of(50);
  const ScratchFolder folder;
  RecordingWriter writer = RecordingWriter::create(folder.path("run.fcr"), run.header).value();
  for (int i = 0; i < 2000; ++i) {
    writer.add_step(0.1 * i, run.steps[1].segments, {});
  }
  ASSERT_FALSE(writer.finish(RecordingEnding::complete, 0));
  EXPECT_TRUE(RecordingShelf::open(folder.path("run.fcr")).ok());  // and gone at once
}

// A window asks for this with every pull at the time bar: under 100 ms, in a run of ten minutes.
TEST(RecordingShelf, SeeksFastInALongRun) {
  const PlainRun run = run_of(1);
  const ScratchFolder folder;
  RecordingWriter writer = RecordingWriter::create(folder.path("run.fcr"), run.header).value();
  constexpr int steps = 36'000;
  for (int i = 0; i < steps; ++i) {
    MotionSegment segment = run.steps[0].segments[1 + static_cast<std::size_t>(i % 2)];
    segment.start_time = i / 60.0;
    writer.add_step((i + 1) / 60.0, std::vector{segment}, {});
  }
  ASSERT_FALSE(writer.finish(RecordingEnding::complete, 0));
  const auto shelf = RecordingShelf::open(folder.path("run.fcr")).value();
  while (shelf->known_share() < 1.0) {
    std::this_thread::yield();
  }
  ShelfPlayer player(run.header, *shelf);
  double slowest = 0.0;  // s
  for (const double time : {599.0, 3.0, 300.0, 299.0, 0.0, 450.0}) {
    const double begin = testing_support::processor_seconds();
    player.go_to(time);
    slowest = std::max(slowest, testing_support::processor_seconds() - begin);
    EXPECT_NEAR(player.time(), time, 1e-9);
  }
  EXPECT_LT(slowest, 0.1);
}

// A shelf that counts how often it is read, and takes its time over it.
class CountingShelf : public StepShelf {
 public:
  explicit CountingShelf(const MemoryShelf& shelf, std::chrono::milliseconds delay = {})
      : shelf_(&shelf), delay_(delay) {}
  [[nodiscard]] std::size_t first() const override { return shelf_->first(); }
  [[nodiscard]] std::size_t end() const override { return shelf_->end(); }
  [[nodiscard]] double end_time(std::size_t step) const override { return shelf_->end_time(step); }
  [[nodiscard]] std::shared_ptr<const RecordedStep> step(std::size_t step) const override {
    ++reads;
    std::this_thread::sleep_for(delay_);
    return shelf_->step(step);
  }
  [[nodiscard]] bool has_events(std::size_t step) const override { return shelf_->has_events(step); }
  [[nodiscard]] std::uint64_t events_before(std::size_t step) const override { return shelf_->events_before(step); }
  [[nodiscard]] Start start_near(std::size_t step) const override { return shelf_->start_near(step); }

  mutable int reads = 0;

 private:
  const MemoryShelf* shelf_;
  std::chrono::milliseconds delay_;
};

TEST(StepShelf, CountsEventsAndFindsMeetingsWhateverWayOneCame) {
  MemoryShelf shelf({}, 1'000'000);
  const auto event = [](double time, EventKind kind) {
    Event made;
    made.time = time;
    made.kind = kind;
    return made;
  };
  shelf.add({0.0, {}, {}});
  shelf.add({1.0, {}, {event(0.25, EventKind::impact), event(0.5, EventKind::begin), event(1.0, EventKind::sleep)}});
  shelf.add({2.0, {}, {}});
  shelf.add({3.0, {}, {event(2.5, EventKind::tunnelled)}});
  EXPECT_EQ(events_until(shelf, 0.0), 0U);
  EXPECT_EQ(events_until(shelf, 0.25), 1U);
  EXPECT_EQ(events_until(shelf, 0.7), 2U);
  EXPECT_EQ(events_until(shelf, 1.5), 3U);
  EXPECT_EQ(events_until(shelf, 3.0), 4U);
  EXPECT_FALSE(meeting_before(shelf, 0.2, 100));
  EXPECT_EQ(meeting_before(shelf, 2.4, 100)->time, 0.25) << "neither lasting contact nor sleep is a meeting";
  EXPECT_EQ(meeting_before(shelf, 3.0, 100)->time, 2.5);
}

TEST(StepShelf, CountsForgottenEventsToo) {
  MemoryShelf shelf({}, 100);
  for (int i = 0; i < 1000; ++i) {
    RecordedStep step{static_cast<double>(i), {MotionSegment{}}, {Event{}}};
    step.segments.back().start_time = step.events.back().time = step.end_time;
    shelf.add(std::move(step));
  }
  ASSERT_GT(shelf.first(), 800U);
  EXPECT_EQ(events_until(shelf, 999.0), 1000U);
  EXPECT_EQ(events_until(shelf, 950.5), 951U);
}

TEST(StepShelf, TheWayToAnEventReadsNoStepWithoutOne) {
  MemoryShelf shelf({}, 1'000'000);
  for (int i = 0; i < 50'000; ++i) {
    RecordedStep step{(i + 1) / 60.0, {}, {}};
    if (i == 10 || i == 49'000) {
      step.events.emplace_back();
      step.events.back().time = step.end_time;
    }
    shelf.add(std::move(step));
  }
  const CountingShelf counting(shelf);
  const auto next = events_after(counting, 1.0, {1, 100'000});
  ASSERT_EQ(next.size(), 1U);
  EXPECT_EQ(next.front().time, 49'001 / 60.0);
  EXPECT_EQ(event_before(counting, 800.0, 100'000), 11 / 60.0);
  EXPECT_LE(counting.reads, 3);
}

// A frame stops on a long way, shows a true instant of it, and gets there with the next ones.
TEST(ShelfPlayer, PatienceEndsOnTheWayAndThePathIsTheSame) {
  const PlainRun run = run_of(100);
  MemoryShelf shelf(start_of(run.header), 1'000'000);
  for (const RecordedStep& step : run.steps) {
    shelf.add(step);
  }
  const CountingShelf slow(shelf, std::chrono::milliseconds(3));
  ShelfPlayer hasty(run.header, slow);
  ShelfPlayer patient(run.header, shelf);
  const double time = run.steps[run.steps.size() - 6].end_time - 0.003;
  EXPECT_FALSE(hasty.go_to(time, 0.010));
  EXPECT_LE(slow.reads, 4) << "3 ms each";
  EXPECT_LT(hasty.time(), time);
  EXPECT_TRUE(patient.go_to(hasty.time()));
  expect_same(hasty.motions(), patient.motions(), hasty.time());
  int frames = 1;
  while (!hasty.go_to(time, 0.010)) {
    ++frames;
  }
  EXPECT_GT(frames, 2);
  EXPECT_TRUE(patient.go_to(time));
  EXPECT_EQ(hasty.time(), patient.time());
  expect_same(hasty.motions(), patient.motions(), time);
}

TEST(StepShelf, EventsAreFoundForwardAndBack) {
  const PlainRun run = run_of(200);
  MemoryShelf shelf(start_of(run.header), 1'000'000);
  std::vector<double> times;
  for (const RecordedStep& step : run.steps) {
    shelf.add(step);
    for (const Event& event : step.events) {
      times.push_back(event.time);
    }
  }
  ASSERT_GT(times.size(), 3U);
  const auto after = events_after(shelf, times[1], {2, 1000});
  ASSERT_FALSE(after.empty());
  EXPECT_GT(after.front().time, times[1]);
  EXPECT_EQ(event_before(shelf, times[2], 1000), times[1]);
  EXPECT_EQ(event_before(shelf, times[0], 1000), times[0]);
}

}  // namespace
}  // namespace firstcontact
