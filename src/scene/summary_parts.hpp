// Values of a summary as JSON, for the engine's and the rivals'.
#pragma once

#include <firstcontact/world.hpp>
#include <nlohmann/json.hpp>

namespace firstcontact::summary_parts {

using Json = nlohmann::ordered_json;  // keys stay in the order of the contract

[[nodiscard]] inline Json vector_json(const Vec3& v) { return Json::array({v.x, v.y, v.z}); }
[[nodiscard]] inline Json rotation_json(const Quat& q) { return Json::array({q.x, q.y, q.z, q.w}); }
[[nodiscard]] inline Json change_json(double start, double end) { return {{"start", start}, {"end", end}}; }
[[nodiscard]] inline Json change_json(const Vec3& start, const Vec3& end) {
  return {{"start", vector_json(start)}, {"end", vector_json(end)}};
}

inline void add_totals(Json& json, const Totals& start, const Totals& end) {
  json["kinetic_j"] = change_json(start.kinetic_energy, end.kinetic_energy);
  json["potential_j"] = change_json(start.potential_energy, end.potential_energy);
  json["momentum"] = change_json(start.momentum, end.momentum);
  json["angular_momentum"] = change_json(start.angular_momentum, end.angular_momentum);
}

}  // namespace firstcontact::summary_parts
