// The broadphase, in nanoseconds per body: a whole pass (tracks laid, pairs found and put in order) by the octree, by
// the source thesis's literal form and by all pairs; and one body that changes its motion in mid-step. `per_body` is in
// seconds.
#include <firstcontact/octree.hpp>

#include <benchmark/benchmark.h>

#include <cstdint>
#include <vector>

#include "broadphase/literal_octree.hpp"
#include "broadphase/track_scenes.hpp"

namespace {

using namespace firstcontact;
using namespace firstcontact::testing_support;

void report(benchmark::State& state, std::size_t bodies, std::size_t pairs) {
  state.counters["per_body"] = benchmark::Counter(
      static_cast<double>(bodies), benchmark::Counter::kIsIterationInvariantRate | benchmark::Counter::kInvert);
  state.counters["pairs_per_body"] = static_cast<double>(pairs) / static_cast<double>(bodies);
}

void octree_pass(benchmark::State& state, const TrackScene& scene) {
  Octree octree;
  set_residents(octree, scene);
  std::size_t pairs = 0;
  for (auto iteration : state) {
    static_cast<void>(iteration);
    octree.lay_tracks(scene.tracks);
    pairs = octree.pairs().size();
  }
  report(state, scene.tracks.size(), pairs);
}

void octree_lay_tracks(benchmark::State& state, const TrackScene& scene) {
  Octree octree;
  set_residents(octree, scene);
  for (auto iteration : state) {
    static_cast<void>(iteration);
    octree.lay_tracks(scene.tracks);
  }
  report(state, scene.tracks.size(), 0);
}

void literal_pass(benchmark::State& state, const TrackScene& scene) {
  const std::vector<Track> tracks = everything(scene);
  std::size_t pairs = 0;
  for (auto iteration : state) {
    static_cast<void>(iteration);
    pairs = LiteralOctree(tracks).pairs().size();
  }
  report(state, scene.tracks.size(), pairs);
}

void all_pairs_pass(benchmark::State& state, const TrackScene& scene) {
  const std::vector<Track> tracks = everything(scene);
  std::size_t pairs = 0;
  for (auto iteration : state) {
    static_cast<void>(iteration);
    pairs = all_pairs(tracks).size();
  }
  report(state, scene.tracks.size(), pairs);
}

// A body changes its motion: its track is shifted by up to a tenth of a metre, and its candidates are asked for.
void octree_move_and_query(benchmark::State& state, const TrackScene& scene) {
  Octree octree;
  set_residents(octree, scene);
  octree.lay_tracks(scene.tracks);
  Random random(99);
  std::vector<Track> moved;
  for (int i = 0; i < 4096; ++i) {
    Track track = scene.tracks[random.next() % scene.tracks.size()];
    const Vec3 shift = random.vector(0.1);
    track.center += shift;
    track.box = {track.box.low + shift, track.box.high + shift};
    moved.push_back(track);
  }
  std::size_t next = 0;
  std::size_t found = 0;
  for (auto iteration : state) {
    static_cast<void>(iteration);
    const Track& track = moved[next];
    next = (next + 1) % moved.size();
    octree.move_track(track);
    found += octree.query(track).size();
  }
  state.counters["hits"] = benchmark::Counter(static_cast<double>(found), benchmark::Counter::kAvgIterations);
}

struct Case {
  const char* name;
  TrackScene (*make)();
  bool literal, all_pairs;  // false: minutes
};

constexpr Case cases[] = {{"gas_1e3", [] { return gas_scene(1000, 0.2); }, true, true},
                          {"gas_1e4", [] { return gas_scene(10000, 0.2); }, true, true},
                          {"gas_1e5", [] { return gas_scene(100000, 0.2); }, true, false},
                          {"mixed_1e4", [] { return mixed_scene(10000); }, true, true},
                          {"mixed_1e5", [] { return mixed_scene(100000); }, true, false},
                          {"pile_4913", [] { return pile_scene(17); }, true, true},
                          {"bullets_1e4", [] { return bullet_scene(10000); }, false, false},
                          {"shot_1e5", [] { return shot_scene(100000); }, true, false}};

using Method = void (*)(benchmark::State&, const TrackScene&);

void enter(const char* method, Method run, const Case& of) {
  benchmark::RegisterBenchmark((std::string(method) + "/" + of.name).c_str(), [run, of](benchmark::State& state) {
    run(state, of.make());
  })->Unit(benchmark::kMicrosecond);
}

// The scenes side by side, each with its rival methods, in one run.
const bool entered = [] {
  for (const Case& one : cases) {
    enter("octree_pass", octree_pass, one);
    enter("octree_lay_tracks", octree_lay_tracks, one);
    if (one.literal) {
      enter("literal_octree_pass", literal_pass, one);
    }
    if (one.all_pairs) {
      enter("all_pairs_pass", all_pairs_pass, one);
    }
    enter("octree_move_and_query", octree_move_and_query, one);
  }
  return true;
}();

}  // namespace
