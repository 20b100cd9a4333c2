#include "scene/standing_scene.hpp"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <set>

namespace firstcontact {
namespace {

namespace fs = std::filesystem;

using OrderedJson = nlohmann::ordered_json;

OrderedJson json_of(const Vec3& v) { return OrderedJson::array({v.x, v.y, v.z}); }

// The phases from `time` on: the rest of the one at hand first, and what of it is over last.
OrderedJson phases_from(const OrderedJson& phases, double time) {
  double whole = 0.0;
  for (const OrderedJson& phase : phases) {
    whole += phase.at("seconds").get<double>();
  }
  double over = std::fmod(time, whole);
  std::size_t first = 0;
  while (first + 1 < phases.size() && over >= phases[first].at("seconds").get<double>()) {
    over -= phases[first].at("seconds").get<double>();
    ++first;
  }
  OrderedJson turned = OrderedJson::array();
  for (std::size_t i = 0; i < phases.size(); ++i) {
    turned.push_back(phases[(first + i) % phases.size()]);
  }
  if (over > 0.0) {
    OrderedJson last = turned.front();
    turned.front()["seconds"] = last.at("seconds").get<double>() - over;
    last["seconds"] = over;
    turned.push_back(std::move(last));
  }
  return turned;
}

struct Folders {
  fs::path from, to;  // meshes are relative to
};

std::string moved_path(const fs::path& mesh, const Folders& folders) {
  std::error_code ignored;
  const fs::path whole = fs::weakly_canonical(folders.from / mesh, ignored);
  return whole.lexically_proximate(fs::weakly_canonical(folders.to, ignored)).string();
}

OrderedJson json_of(const StandingBody& body, double time, const Folders& folders) {
  OrderedJson json = OrderedJson::parse(body.written);
  json["name"] = body.name;
  if (json.contains("mesh")) {
    json["mesh"] = moved_path(json["mesh"].get<std::string>(), folders);
  }
  const Quat& turn = body.mesh_pose.orientation;
  json["position"] = json_of(body.mesh_pose.position);
  json["rotation"] = OrderedJson::array({turn.x, turn.y, turn.z, turn.w});
  const bool stands = json.value("type", "dynamic") == "static";
  if (json.contains("phases")) {
    json["phases"] = phases_from(json["phases"], time);
  } else if (!stands) {
    json["linear_velocity"] = json_of(body.linear_velocity);
    json["angular_velocity"] = json_of(body.angular_velocity);
  }
  json["restitution"] = body.restitution;
  json["friction"] = body.friction;
  return json;
}

// How the scene wants to be looked at, but from where the camera is now, and without what is over or gone.
OrderedJson view_of(const OrderedJson& scene, const StandingScene& now) {
  OrderedJson view = scene.value("view", OrderedJson::object());
  view["camera"] = {
      {"eye", json_of(now.eye)}, {"target", json_of(now.target)}, {"field_of_view", now.field_of_view_degrees}};
  view.erase("loop");
  std::set<std::string> names;
  for (const StandingBody& body : now.bodies) {
    names.insert(body.name);
  }
  for (const char* const key : {"pair", "spawn"}) {
    const OrderedJson named = view.value(key, OrderedJson::array());
    const bool are_there = std::all_of(
        named.begin(), named.end(), [&](const OrderedJson& name) { return names.contains(name.get<std::string>()); });
    if (!are_there) {
      view.erase(key);
    }
  }
  if (view.contains("follow") && !names.contains(view["follow"].get<std::string>())) {
    view.erase("follow");
  }
  return view;
}

}  // namespace

std::vector<std::string> written_bodies(std::string_view text) {
  const OrderedJson scene = OrderedJson::parse(text);
  std::vector<std::string> bodies;
  for (const OrderedJson& body : scene.at("bodies")) {
    bodies.push_back(body.dump());
  }
  return bodies;
}

std::string written_mesh_body(const fs::path& file, double scale) {
  return OrderedJson{{"mesh", file.string()}, {"scale", OrderedJson::array({scale, scale, scale})}}.dump();
}

std::string with_locks(std::string_view written, const std::array<bool, 6>& locked) {
  constexpr std::array names{"x", "y", "z", "rx", "ry", "rz"};
  OrderedJson json = OrderedJson::parse(written);
  json["lock"] = OrderedJson::array();
  for (std::size_t i = 0; i < locked.size(); ++i) {
    if (locked.at(i)) {
      json["lock"].push_back(names.at(i));
    }
  }
  return json.dump();
}

std::string standing_scene_text(std::string_view text, const fs::path& scene_file, const StandingScene& now,
                                const fs::path& folder) {
  OrderedJson scene = OrderedJson::parse(text);
  for (const char* const key : {"expect", "camera", "x_picture"}) {
    scene.erase(key);
  }
  scene["gravity"] = json_of(now.gravity);
  scene["damping"] = {{"linear", now.linear_damping}, {"angular", now.angular_damping}};
  scene["view"] = view_of(scene, now);
  std::error_code ignored;
  const Folders folders{fs::absolute(scene_file, ignored).parent_path(), fs::absolute(folder, ignored)};
  OrderedJson bodies = OrderedJson::array();
  for (const StandingBody& body : now.bodies) {
    bodies.push_back(json_of(body, now.time, folders));
  }
  scene.erase("bodies");  // last, behind what concerns all
  scene["bodies"] = std::move(bodies);
  return scene.dump(1) + "\n";
}

}  // namespace firstcontact
