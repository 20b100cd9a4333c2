#include "verify/recorded_scene.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "scene/scene_world.hpp"
#include "scene/simulation.hpp"

namespace firstcontact::verify::testing {
namespace {

template <class T>
T value_of(Result<T> result) {
  if (!result) {
    throw std::runtime_error(result.error().message);
  }
  return std::move(result).value();
}

WholeRecording recording_of(Result<Scene> read, double duration) {
  Scene scene = value_of(load_geometry(value_of(std::move(read))));
  scene.world.keeps_impulses = true;
  World world = value_of(make_world(scene));
  WholeRecording recording;
  recording.header = recording_header(world, scene);
  const double length = duration > 0.0 ? duration : scene.duration;
  static_cast<void>(run_world(world, step_count(length, scene.world.time_step), [&](const World& now) {
    recording.steps.push_back({now.time(),
                               {now.segments().begin(), now.segments().end()},
                               {now.events().begin(), now.events().end()},
                               now.impulses()});
    return RunDecision::go_on;
  }));
  return recording;
}

}  // namespace

WholeRecording recording_of(const std::string& scene, double duration) {
  return recording_of(read_scene(std::string(FIRSTCONTACT_SOURCE_DIR) + "/scenes/" + scene + ".json"), duration);
}

WholeRecording recording_of_text(const std::string& text) {
  return recording_of(parse_scene(text, "in_the_test.json"), 0.0);
}

VerifyReport report_of(const WholeRecording& recording, int threads) {
  const firstcontact::testing::ScratchFolder folder;
  const auto file = folder.path("recording.fcr");
  RecordingWriter writer = value_of(RecordingWriter::create(file, recording.header));
  for (const RecordedStep& step : recording.steps) {
    if (step.impulses) {
      writer.add_impulses(*step.impulses);
    }
    writer.add_step(step.end_time, step.segments, step.events);
  }
  EXPECT_FALSE(writer.finish(RecordingEnding::complete, 0).has_value());
  return value_of(verify_recording(file, {threads}));
}

std::string lines_of(const VerifyReport& report) {
  std::string lines;
  for (const Finding& finding : report.findings) {
    lines += finding_line(finding) + "\n";
  }
  return lines;
}

const Finding* first_of(const VerifyReport& report, FindingKind kind) {
  const auto found = std::find_if(report.findings.begin(), report.findings.end(),
                                  [&](const Finding& finding) { return finding.kind == kind; });
  return found == report.findings.end() ? nullptr : &*found;
}

std::uint32_t body_named(const WholeRecording& recording, const std::string& name) {
  for (std::uint32_t i = 0; i < recording.header.bodies.size(); ++i) {
    if (recording.header.bodies[i].name == name) {
      return i;
    }
  }
  throw std::runtime_error("no body is called " + name);
}

}  // namespace firstcontact::verify::testing
