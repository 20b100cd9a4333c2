#include "scene/scene_file.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <utility>

#include "scene/files.hpp"
#include "scene/scene_parts.hpp"

namespace firstcontact {
namespace {

constexpr std::array<std::string_view, 3> impact_law_names{"stronge", "poisson", "newton"};  // ImpactLaw
constexpr std::array<std::string_view, 5> mix_rule_names{"average", "min", "max", "multiply", "geometric"};  // MixRule

MixRule read_mix_rule(const JsonCursor& top, std::string_view key, MixRule otherwise) {
  const auto rule = top.find(key);
  return rule ? static_cast<MixRule>(rule->choice(mix_rule_names)) : otherwise;
}

Aabb read_bounds(const JsonCursor& bounds) {
  bounds.expect_keys({"min", "max"});
  const Aabb box{bounds.at("min").vector(ranges::coordinate), bounds.at("max").vector(ranges::coordinate)};
  if (!glm::all(glm::lessThan(box.low, box.high))) {
    bounds.complain("found a box without inside, expected min below max on every axis");
  }
  return box;
}

void read_damping(const JsonCursor& damping, WorldDefinition& world) {
  damping.expect_keys({"linear", "angular"});
  if (const auto linear = damping.find("linear")) {
    world.linear_damping = linear->number(ranges::not_negative);
  }
  if (const auto angular = damping.find("angular")) {
    world.angular_damping = angular->number(ranges::not_negative);
  }
}

WorldDefinition read_world(const JsonCursor& top) {
  WorldDefinition world;
  if (const auto gravity = top.find("gravity")) {
    world.gravity = gravity->vector(ranges::coordinate);
  }
  if (const auto time_step = top.find("time_step")) {
    world.time_step = time_step->number({shortest_time_step, longest_time_step, "a number from 1e-9 to 1e3"});
  }
  if (const auto skin = top.find("skin")) {
    world.skin = skin->number(ranges::size);
  }
  if (const auto damping = top.find("damping")) {
    read_damping(*damping, world);
  }
  if (const auto bounds = top.find("bounds")) {
    world.bounds = read_bounds(*bounds);
  }
  if (const auto law = top.find("impact_law")) {
    world.impact_law = static_cast<ImpactLaw>(law->choice(impact_law_names));
  }
  if (const auto sleeping = top.find("sleeping")) {
    world.sleeping = sleeping->truth();
  }
  world.restitution_rule = read_mix_rule(top, "restitution_rule", world.restitution_rule);
  world.friction_rule = read_mix_rule(top, "friction_rule", world.friction_rule);
  return world;
}

double read_duration(const JsonCursor& top, double time_step) {
  const auto duration = top.find("duration");
  const double seconds = duration ? duration->number({0.0, longest_duration, "a number from 0 to 1e9"}) : 10.0;
  if (duration && seconds / time_step > most_steps) {
    duration->fail("at most 1e12 steps");
  }
  return seconds;
}

// Checks and messages speak of bodies by name, so that two bodies of one name would be a trap.
void read_bodies(const JsonCursor& list, Scene& scene) {
  std::map<std::string, std::size_t> index_of;
  for (const JsonCursor& element : list.elements()) {
    SceneBody body = read_body(element, scene.bodies.size());
    const auto [first, is_new] = index_of.emplace(body.definition.name, scene.bodies.size());
    if (!is_new) {
      element.complain("found the name \"" + body.definition.name + "\", which bodies[" +
                       std::to_string(first->second) + "] has already, expected a name of its own");
    }
    const auto warnings = body_warnings(element, body);
    scene.warnings.insert(scene.warnings.end(), warnings.begin(), warnings.end());
    scene.bodies.push_back(std::move(body));
  }
}

void read_expect(const JsonCursor& list, Scene& scene) {
  for (const JsonCursor& element : list.elements()) {
    scene.expect.push_back(read_check(element, scene.bodies));
  }
}

// Newton's law, where something rubs.
void warn_of_energy(const JsonCursor& top, Scene& scene) {
  const bool any_rubs = std::any_of(scene.bodies.begin(), scene.bodies.end(),
                                    [](const SceneBody& body) { return body.definition.friction > 0.0; });
  if (scene.world.impact_law == ImpactLaw::newton && any_rubs) {
    scene.warnings.push_back(top.at("impact_law").place() +
                             ": newton may make energy where friction turns a slip round: for comparison only");
  }
}

Scene read_top(const JsonCursor& top, const std::filesystem::path& file) {
  top.expect_keys({"version", "name", "gravity", "time_step", "duration", "skin", "damping", "bounds", "sleeping",
                   "impact_law", "restitution_rule", "friction_rule", "bodies", "expect", "camera", "view"});
  if (top.at("version").number() != 1.0) {
    top.at("version").fail("1");
  }
  Scene scene;
  scene.file = file;
  const auto name = top.find("name");
  scene.name = name ? name->text() : file.stem().string();
  scene.world = read_world(top);
  scene.duration = read_duration(top, scene.world.time_step);
  if (const auto camera = top.find("camera")) {
    scene.camera = read_camera(*camera);
  }
  read_bodies(top.at("bodies"), scene);
  warn_of_energy(top, scene);
  if (const auto view = top.find("view")) {
    read_view(*view, scene);
  }
  if (const auto expect = top.find("expect")) {
    read_expect(*expect, scene);
  }
  return scene;
}

}  // namespace

Result<Scene> parse_scene(std::string_view text, const std::filesystem::path& file) {
  const std::string file_name = file.string();
  const auto document = parse_json(text, file_name);
  if (!document) {
    return document.error();
  }
  return reading([&] { return read_top(JsonCursor(document.value(), file_name), file); });
}

Result<Scene> read_scene(const std::filesystem::path& file) {
  const auto text = read_file(file);
  if (!text) {
    return text.error();
  }
  return parse_scene(text.value(), file);
}

std::uint64_t step_count(double duration, double time_step) {
  // 10 s at 1/60 s must be 600 steps although the quotient may come out as 600.0000000000001.
  const double steps = duration / time_step;
  return static_cast<std::uint64_t>(std::max(0.0, std::ceil(steps * (1.0 - 1e-12) - 1e-9)));
}

}  // namespace firstcontact
