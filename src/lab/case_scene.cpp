#include "lab/case_scene.hpp"

#include "lab/situations.hpp"
#include "scene/text.hpp"

namespace firstcontact {
namespace {

std::string list_text(std::initializer_list<double> numbers) {
  std::string text;
  for (const double number : numbers) {
    text += (text.empty() ? "[" : ", ") + shortest_text(number);
  }
  return text + "]";
}

std::string list_text(const Vec3& v) { return list_text({v.x, v.y, v.z}); }

std::string body_text(const BodyDefinition& body) {
  const Quat& q = body.mesh_pose.orientation;
  const bool is_fixed = body.type == BodyType::fixed;
  std::string text = "    {\"name\": \"" + body.name + "\", \"type\": \"" + (is_fixed ? "static" : "dynamic") +
                     "\", \"shape\": {\"box\": " + list_text(body.collider->half_extents) +
                     "},\n     \"position\": " + list_text(body.mesh_pose.position) +
                     ", \"rotation\": " + list_text({q.x, q.y, q.z, q.w});
  if (!is_fixed) {
    text += ",\n     \"linear_velocity\": " + list_text(body.linear_velocity) +
            ", \"angular_velocity\": " + list_text(body.angular_velocity) +
            ", \"density\": " + shortest_text(body.density);
  }
  return text + ",\n     \"restitution\": " + shortest_text(body.restitution) +
         ", \"friction\": " + shortest_text(body.friction) + "}";
}

}  // namespace

std::string case_scene_text(const Study& study, std::uint64_t index) {
  const Case one = case_of(study, index);
  const Situation situation = make_situation(study.situation, one.values, one.seed);
  std::string bodies;
  for (const BodyDefinition& body : situation.scene.bodies) {
    bodies += (bodies.empty() ? "" : ",\n") + body_text(body);
  }
  return "{\n  \"version\": 1,\n  \"name\": \"case " + std::to_string(index) + "\",\n  \"x_study\": \"" +
         hexadecimal_text(study_hash(study)) +
         "\",\n  \"gravity\": [0, 0, 0],\n  \"time_step\": " + shortest_text(situation.scene.time_step) +
         ",\n  \"duration\": " + shortest_text(situation.duration) + ",\n  \"bodies\": [\n" + bodies +
         "\n  ],\n  \"expect\": [{\"check\": \"never_overlap\"}]\n}\n";
}

}  // namespace firstcontact
