// The `expect` block of a scene file.

#include <algorithm>
#include <array>
#include <charconv>
#include <system_error>

#include "scene/scene_parts.hpp"

namespace firstcontact {
namespace {

// In order of CheckKind.
constexpr std::array<std::string_view, 14> check_names{
    "never_overlap",      "final_at", "y_above",    "x_below",     "moved_less",
    "moved_more",         "slides",   "coasts",     "conserved",   "linked",
    "energy_never_grows", "at_rest",  "state_hash", "no_time_lost"};

BodyIndex read_body_name(const JsonCursor& name, std::span<const SceneBody> bodies) {
  const std::string text = name.text();
  const auto found =
      std::find_if(bodies.begin(), bodies.end(), [&](const SceneBody& body) { return body.definition.name == text; });
  if (found == bodies.end()) {
    name.fail("the name of a body of this scene");
  }
  return static_cast<BodyIndex>(found - bodies.begin());
}

std::vector<BodyIndex> dynamic_bodies(std::span<const SceneBody> bodies) {
  std::vector<BodyIndex> indices;
  for (BodyIndex i = 0; i < bodies.size(); ++i) {
    if (bodies[i].definition.type == BodyType::dynamic) {
      indices.push_back(i);
    }
  }
  return indices;
}

// A list of names; "all" and no list at all are every body that can move by itself.
std::vector<BodyIndex> read_body_names(const JsonCursor& check, std::span<const SceneBody> bodies) {
  const auto list = check.find("bodies");
  if (!list || (list->is_text() && list->text() == "all")) {
    return dynamic_bodies(bodies);
  }
  std::vector<BodyIndex> indices;
  for (const JsonCursor& name : list->elements()) {
    indices.push_back(read_body_name(name, bodies));
  }
  return indices;
}

std::uint64_t read_hash(const JsonCursor& value) {
  const std::string text = value.text();
  std::uint64_t hash = 0;
  const auto [end, code] = std::from_chars(text.data(), text.data() + text.size(), hash, 16);
  if (text.size() != 16 || code != std::errc() || end != text.data() + text.size()) {
    value.fail("16 hexadecimal digits");
  }
  return hash;
}

void read_loops(const JsonCursor& loops, Check& read) {
  for (const JsonCursor& loop : loops.members()) {
    std::vector<Vec3>& points = read.loops[loop.key()];
    for (const JsonCursor& point : loop.elements()) {
      points.push_back(point.vector(ranges::coordinate));
    }
    if (points.size() < 3) {
      loop.complain("found a line of " + std::to_string(points.size()) + " points, expected at least 3");
    }
  }
}

// Whose loop is not given can be linked to nothing.
BodyIndex read_link(const JsonCursor& number, std::span<const SceneBody> bodies, const Check& read) {
  const auto index = static_cast<BodyIndex>(number.whole_number(0, static_cast<std::int64_t>(bodies.size()) - 1));
  const auto* const mesh = std::get_if<MeshGeometry>(&bodies[index].geometry);
  if (mesh == nullptr || read.loops.find(mesh->file) == read.loops.end()) {
    number.fail("the number of a body whose mesh has a line in \"loops\"");
  }
  return index;
}

void read_linked(const JsonCursor& check, std::span<const SceneBody> bodies, Check& read) {
  check.expect_keys({"check", "note", "pairs", "loops"});
  read_loops(check.at("loops"), read);
  for (const JsonCursor& pair : check.at("pairs").elements()) {
    const auto numbers = pair.elements();
    if (numbers.size() != 3) {
      pair.fail("[first body, second body, linking number]");
    }
    read.linked_pairs.push_back({read_link(numbers[0], bodies, read), read_link(numbers[1], bodies, read),
                                 static_cast<int>(numbers[2].whole_number(-1'000'000, 1'000'000))});
  }
}

// Checks of one body.
void read_one_body(const JsonCursor& check, std::span<const SceneBody> bodies, Check& read) {
  read.bodies = {read_body_name(check.at("body"), bodies)};
  switch (read.kind) {
    case CheckKind::final_at:
      check.expect_keys({"check", "note", "body", "position", "tolerance"});
      read.vector = check.at("position").vector(ranges::coordinate);
      read.limit = check.at("tolerance").number(ranges::not_negative);
      return;
    case CheckKind::slides:
      check.expect_keys({"check", "note", "body", "acceleration", "slope_degrees", "until"});
      read.limit = check.at("acceleration").number(ranges::not_negative);
      read.slope_degrees = check.at("slope_degrees").number({0.0, 90.0, "a number from 0 to 90"});
      return;
    default:
      check.expect_keys({"check", "note", "body", "velocity", "angular_velocity"});
      read.vector = check.at("velocity").vector(ranges::coordinate);
      if (const auto spin = check.find("angular_velocity")) {
        read.angular_velocity = spin->vector(ranges::any);
      }
  }
}

// Checks of several bodies against one number, which stands under `key`.
void read_many_bodies(const JsonCursor& check, std::span<const SceneBody> bodies, Check& read) {
  const std::string_view key = read.kind == CheckKind::y_above                                            ? "y"
                               : read.kind == CheckKind::x_below                                          ? "x"
                               : read.kind == CheckKind::moved_less || read.kind == CheckKind::moved_more ? "distance"
                                                                                                          : "speed";
  check.expect_keys({"check", "note", "bodies", key});
  read.bodies = read_body_names(check, bodies);
  read.limit = check.at(key).number(ranges::coordinate);
}

}  // namespace

std::string_view check_name(CheckKind kind) { return check_names.at(static_cast<std::size_t>(kind)); }

Check read_check(const JsonCursor& check, std::span<const SceneBody> bodies) {
  Check read;
  read.kind = static_cast<CheckKind>(check.at("check").choice(check_names));
  switch (read.kind) {
    case CheckKind::final_at:
    case CheckKind::slides:
    case CheckKind::coasts:
      read_one_body(check, bodies, read);
      break;
    case CheckKind::y_above:
    case CheckKind::x_below:
    case CheckKind::moved_less:
    case CheckKind::moved_more:
    case CheckKind::at_rest:
      read_many_bodies(check, bodies, read);
      break;
    case CheckKind::linked:
      read_linked(check, bodies, read);
      break;
    case CheckKind::state_hash:
      check.expect_keys({"check", "note", "value"});
      read.hash = read_hash(check.at("value"));
      break;
    case CheckKind::no_time_lost:
      check.expect_keys({"check", "note", "at_most"});
      if (const auto limit = check.find("at_most")) {
        read.limit = limit->number(ranges::not_negative);
      }
      break;
    default:
      check.expect_keys({"check", "note"});
  }
  return read;
}

}  // namespace firstcontact
