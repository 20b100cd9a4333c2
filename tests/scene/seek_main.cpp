// How fast a recording is scrubbed: `firstcontact_seek FILE [STEPS]` writes a recording of 1000 bodies that all move,
// 36000 steps (ten minutes, 4 GB) unless told, goes to forty instants of it, prints the slowest and the middle
// one, and removes it.

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <thread>
#include <vector>

#include "scene/recording_shelf.hpp"

namespace fc = firstcontact;

namespace {

using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point begin) { return std::chrono::duration<double>(Clock::now() - begin).count(); }

fc::RecordingHeader thousand_bodies() {
  fc::RecordingHeader header;
  header.gravity = {0.0, -9.81, 0.0};
  header.colliders.push_back({fc::Vec3(0.0), {{0.5, {fc::Vec3(0.0)}, {}}}});
  for (int i = 0; i < 1000; ++i) {
    fc::RecordedBody body;
    body.name = "body " + std::to_string(i);
    body.mass = 1.0;
    body.inertia.principal_moments = fc::Vec3(1.0);
    header.bodies.push_back(body);
  }
  return header;
}

bool write_run(const std::filesystem::path& file, const fc::RecordingHeader& header, int steps) {
  auto created = fc::RecordingWriter::create(file, header);
  if (!created) {
    return false;
  }
  fc::RecordingWriter writer = std::move(created).value();
  std::vector<fc::MotionSegment> segments(header.bodies.size());
  for (int step = 0; step < steps; ++step) {
    for (fc::BodyIndex i = 0; i < segments.size(); ++i) {
      segments[i].body = i;
      segments[i].start_time = step / 60.0;
      segments[i].pose.position = {static_cast<double>(i), static_cast<double>(step), 0.0};
      segments[i].linear_velocity = {1.0, 2.0, 3.0};
      segments[i].angular_velocity = {1.0, 0.0, 1.0};
      segments[i].linear_acceleration = header.gravity;
    }
    writer.add_step((step + 1) / 60.0, segments, {});
  }
  return !writer.finish(fc::RecordingEnding::complete, 0).has_value();
}

}  // namespace

int main(int argument_count, char** arguments) {
  if (argument_count < 2) {
    std::fprintf(stderr, "usage: firstcontact_seek FILE [STEPS]\n");
    return 2;
  }
  const std::filesystem::path file = arguments[1];
  const int steps = argument_count > 2 ? std::max(std::atoi(arguments[2]), 1) : 36'000;
  const fc::RecordingHeader header = thousand_bodies();
  if (!write_run(file, header, steps)) {
    std::fprintf(stderr, "%s cannot be written\n", file.c_str());
    return 3;
  }
  const auto begin = Clock::now();
  std::vector<double> seeks;  // s
  {
    const auto shelf = fc::RecordingShelf::open(file).value();
    while (shelf->known_share() < 1.0) {
      std::this_thread::sleep_for(std::chrono::milliseconds(5));
    }
    std::printf("%zu steps of 1000 bodies, all known after %.1f s\n", shelf->end(), seconds_since(begin));
    fc::ShelfPlayer player(header, *shelf);
    for (int i = 0; i < 40; ++i) {
      const double time = (i * 7919 % 1000) / 1000.0 * steps / 60.0;
      const auto start = Clock::now();
      player.go_to(time);
      seeks.push_back(seconds_since(start));
    }
  }
  std::filesystem::remove(file);
  std::sort(seeks.begin(), seeks.end());
  std::printf("slowest of 40 seeks: %.1f ms, median %.1f ms\n", 1e3 * seeks.back(), 1e3 * seeks[seeks.size() / 2]);
  return 0;
}
