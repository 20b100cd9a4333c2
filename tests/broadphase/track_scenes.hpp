// Scenes of tracks that the tests and the benchmark share, so that what is timed is what is tested.
#pragma once

#include <firstcontact/octree.hpp>

#include <algorithm>
#include <cmath>
#include <vector>

#include "support/random.hpp"

namespace firstcontact::testing_support {

struct TrackScene {
  std::vector<Track> tracks;    // body = position here
  std::vector<Aabb> residents;  // body = tracks.size() + position here
};

inline Track slow_track(BodyIndex body, const Vec3& center, const Vec3& half_extents) {
  Track track;
  track.body = body;
  track.box = {center - half_extents, center + half_extents};
  track.end = 1.0;
  return track;
}

/// A ball's track that goes `velocity` metres in one second.
inline Track fast_track(BodyIndex body, const Vec3& center, const Vec3& velocity, double radius) {
  Track track = slow_track(body, center, Vec3(radius));
  track.fast = true;
  track.center = center;
  track.velocity = velocity;
  track.half_extents = Vec3(radius);
  track.box = merged(track.box, slow_track(body, center + velocity, Vec3(radius)).box);
  return track;
}

/// Unit boxes anywhere in a cube; balls in them would fill `filled` of it.
inline TrackScene gas_scene(int count, double filled) {
  Random random(501);
  const double half = 0.5 * std::cbrt(count * 0.5236 / filled);
  TrackScene scene;
  for (int i = 0; i < count; ++i) {
    scene.tracks.push_back(slow_track(static_cast<BodyIndex>(i), random.vector(half), Vec3(0.5)));
  }
  return scene;
}

/// Sizes from 1 cm to 10 m, every order of magnitude as often.
inline TrackScene mixed_scene(int count) {
  Random random(502);
  const double half = 2.6 * std::cbrt(count);
  TrackScene scene;
  for (int i = 0; i < count; ++i) {
    const double size = 0.005 * std::pow(1000.0, random.between(0.0, 1.0));
    scene.tracks.push_back(slow_track(static_cast<BodyIndex>(i), random.vector(half), Vec3(size)));
  }
  return scene;
}

/// A settled heap: a lattice of unit boxes, each track touching its neighbours', in a room of five residents.
inline TrackScene pile_scene(int edge) {
  Random random(503);
  TrackScene scene;
  for (int i = 0; i < edge * edge * edge; ++i) {
    const Vec3 cell(i % edge, i / edge % edge, i / (edge * edge));
    scene.tracks.push_back(slow_track(static_cast<BodyIndex>(i), cell + random.vector(0.002), Vec3(0.505)));
  }
  const double last = edge - 0.5;
  scene.residents = {{{-1.5, -1.5, -1.5}, {last + 1.0, -0.5, last + 1.0}},
                     {{-1.5, -1.5, -1.5}, {-0.5, last + 1.0, last + 1.0}},
                     {{-1.5, -1.5, -1.5}, {last + 1.0, last + 1.0, -0.5}},
                     {{last, -1.5, -1.5}, {last + 1.0, last + 1.0, last + 1.0}},
                     {{-1.5, -1.5, last}, {last + 1.0, last + 1.0, last + 1.0}}};
  return scene;
}

/// One-metre balls, 37 m apart, that go 10 to 1000 m each.
inline TrackScene bullet_scene(int count) {
  Random random(504);
  const double half = 18.7 * std::cbrt(count);
  TrackScene scene;
  for (int i = 0; i < count; ++i) {
    const Vec3 center = random.vector(half);
    const Vec3 direction = normalized_or(random.vector(1.0), Vec3(1.0, 0.0, 0.0));
    const double way = std::pow(10.0, random.between(1.0, 3.0));
    scene.tracks.push_back(fast_track(static_cast<BodyIndex>(i), center, way * direction, 0.5));
  }
  return scene;
}

/// A thin gas of unit boxes, one per cent of it bullets of 0.1 m that go 1 to 100 m, among as many residents again.
inline TrackScene shot_scene(int count) {
  TrackScene scene = gas_scene(2 * count, 0.05);
  Random random(505);
  while (scene.tracks.size() > static_cast<std::size_t>(count)) {
    scene.residents.push_back(scene.tracks.back().box);
    scene.tracks.pop_back();
  }
  for (std::size_t i = 0; i < scene.tracks.size(); i += 100) {
    const Vec3 direction = normalized_or(random.vector(1.0), Vec3(1.0, 0.0, 0.0));
    const double way = std::pow(10.0, random.between(0.0, 2.0));
    const Aabb& box = scene.tracks[i].box;
    scene.tracks[i] = fast_track(static_cast<BodyIndex>(i), 0.5 * (box.low + box.high), way * direction, 0.05);
  }
  return scene;
}

/// The residents of a scene as tracks that do not move, for methods that know no residents.
inline std::vector<Track> everything(const TrackScene& scene) {
  std::vector<Track> all = scene.tracks;
  for (const Aabb& box : scene.residents) {
    const auto body = static_cast<BodyIndex>(all.size());
    all.push_back(slow_track(body, 0.5 * (box.low + box.high), Vec3(0.0)));
    all.back().box = box;
  }
  return all;
}

inline void set_residents(Octree& octree, const TrackScene& scene) {
  for (std::size_t i = 0; i < scene.residents.size(); ++i) {
    octree.set_resident(static_cast<BodyIndex>(scene.tracks.size() + i), scene.residents[i]);
  }
}

/// Pairs of which both are residents do not count.
inline void drop_resident_pairs(std::vector<BodyPair>& pairs, const TrackScene& scene) {
  std::erase_if(pairs, [&](const BodyPair& pair) { return pair.a >= scene.tracks.size(); });
}

/// The stupid oracle. `meets` says whether two tracks are a candidate.
template <class Meets>
std::vector<BodyPair> all_pairs(const std::vector<Track>& tracks, const Meets& meets) {
  std::vector<BodyPair> pairs;
  for (std::size_t i = 0; i < tracks.size(); ++i) {
    for (std::size_t j = i + 1; j < tracks.size(); ++j) {
      if (meets(tracks[i], tracks[j])) {
        pairs.push_back({std::min(tracks[i].body, tracks[j].body), std::max(tracks[i].body, tracks[j].body)});
      }
    }
  }
  std::sort(pairs.begin(), pairs.end());
  return pairs;
}

inline std::vector<BodyPair> all_pairs(const std::vector<Track>& tracks) {
  return all_pairs(tracks, [](const Track& a, const Track& b) { return overlaps(a.box, b.box); });
}

}  // namespace firstcontact::testing_support
