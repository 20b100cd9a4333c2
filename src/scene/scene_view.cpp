// The keys `camera` and `view` of a scene: from where, when and how fast it wants to be seen.
#include <algorithm>

#include "scene/scene_parts.hpp"

namespace firstcontact {
namespace {

constexpr NumberRange angle_range{1.0, 150.0, "a number of degrees from 1 to 150"};
constexpr NumberRange time_range{0.0, longest_duration, "a number of seconds from 0 to 1e9"};

// Placed by hand: what stands before the bodies there is meant to be seen.
SceneCamera read_still(const JsonCursor& camera) {
  camera.expect_keys({"eye", "target", "field_of_view"});
  SceneCamera read;
  read.keeps_walls = true;
  if (const auto angle = camera.find("field_of_view")) {
    read.field_of_view_degrees = angle->number(angle_range);
  }
  CameraKey key;
  key.position = camera.at("eye").vector(ranges::coordinate);
  key.target = camera.at("target").vector(ranges::coordinate);
  if (key.position == key.target) {
    camera.complain("found eye and target in one place, expected two");
  }
  read.keys.push_back(key);
  return read;
}

TimeSpan read_loop(const JsonCursor& loop, double duration) {
  const std::vector<double> times = loop.numbers(2, time_range);
  if (!(times[0] < times[1] && times[1] <= duration)) {
    loop.complain("found times that are not in order within the scene's duration, expected [from, to]");
  }
  return {times[0], times[1]};
}

std::vector<std::string> read_overlays(const JsonCursor& list) {
  std::vector<std::string> names;
  for (const JsonCursor& element : list.elements()) {
    names.emplace_back(scene_overlay_names.at(element.choice(scene_overlay_names)));
  }
  return names;
}

std::string read_body_name(const JsonCursor& named, const std::vector<SceneBody>& bodies) {
  std::string name = named.text();
  const bool is_there =
      std::any_of(bodies.begin(), bodies.end(), [&](const SceneBody& body) { return body.definition.name == name; });
  if (!is_there) {
    named.fail("the name of a body of the scene");
  }
  return name;
}

std::vector<std::string> read_two_names(const JsonCursor& list, const std::vector<SceneBody>& bodies) {
  std::vector<std::string> names;
  for (const JsonCursor& element : list.elements()) {
    names.push_back(read_body_name(element, bodies));
  }
  if (names.size() != 2) {
    list.fail("the names of two bodies of the scene");
  }
  return names;
}

std::vector<std::string> read_pair(const JsonCursor& list, const std::vector<SceneBody>& bodies) {
  std::vector<std::string> names = read_two_names(list, bodies);
  if (names[0] == names[1]) {
    list.complain("found one body twice, expected two");
  }
  return names;
}

// What is to be put again and again must be able to fall, or fly.
std::vector<std::string> read_spawn(const JsonCursor& list, const std::vector<SceneBody>& bodies) {
  std::vector<std::string> names = read_two_names(list, bodies);
  for (const SceneBody& body : bodies) {
    const bool is_named = body.definition.name == names[0] || body.definition.name == names[1];
    if (is_named && body.definition.type != BodyType::dynamic) {
      list.complain("found \"" + body.definition.name + "\", which does not move by itself, expected dynamic bodies");
    }
  }
  return names;
}

}  // namespace

// One time after the other: a curve through them must know its way.
SceneCamera read_camera(const JsonCursor& camera) {
  camera.expect_keys({"field_of_view_degrees", "keys", "walls"});
  SceneCamera read;
  if (const auto angle = camera.find("field_of_view_degrees")) {
    read.field_of_view_degrees = angle->number(angle_range);
  }
  if (const auto walls = camera.find("walls")) {
    constexpr std::array<std::string_view, 2> choices{"hidden", "shown"};
    read.keeps_walls = walls->choice(choices) == 1;
  }
  for (const JsonCursor& element : camera.at("keys").elements()) {
    element.expect_keys({"time", "position", "target"});
    CameraKey key;
    const auto time = element.find("time");
    key.time = time ? time->number(time_range) : 0.0;
    key.position = element.at("position").vector(ranges::coordinate);
    key.target = element.at("target").vector(ranges::coordinate);
    if (key.position == key.target) {
      element.complain("found position and target in one place, expected two");
    }
    if (!read.keys.empty() && !(key.time > read.keys.back().time)) {
      element.complain("found a time that is not after the one before, expected rising times");
    }
    read.keys.push_back(key);
  }
  if (read.keys.empty()) {
    camera.at("keys").fail("at least one key");
  }
  return read;
}

void read_view(const JsonCursor& view, Scene& scene) {
  view.expect_keys({"camera", "speed", "paused", "loop", "overlays", "follow", "pair", "spawn"});
  SceneView read;
  if (const auto camera = view.find("camera")) {
    if (scene.camera) {
      camera->complain("found a second camera, expected this one or the scene's `camera`");
    }
    scene.camera = read_still(*camera);
  }
  if (const auto speed = view.find("speed")) {
    read.speed = speed->number({1e-9, 1e6, "a number from 1e-9 to 1e6"});
  }
  if (const auto paused = view.find("paused")) {
    read.is_paused = paused->truth();
  }
  if (const auto loop = view.find("loop")) {
    read.loop = read_loop(*loop, scene.duration);
  }
  if (const auto overlays = view.find("overlays")) {
    read.overlays = read_overlays(*overlays);
  }
  if (const auto follow = view.find("follow")) {
    read.follow = read_body_name(*follow, scene.bodies);
  }
  if (const auto pair = view.find("pair")) {
    read.pair = read_pair(*pair, scene.bodies);
  }
  if (const auto spawn = view.find("spawn")) {
    read.spawn = read_spawn(*spawn, scene.bodies);
  }
  scene.view = read;
}

}  // namespace firstcontact
