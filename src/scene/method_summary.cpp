#include "scene/method_summary.hpp"

#include "scene/scene_world.hpp"
#include "scene/summary_parts.hpp"
#include "scene/text.hpp"

namespace firstcontact {
namespace {

using namespace summary_parts;

Json counts_json(const RecordingHeader& header) {
  std::array<std::size_t, 3> counts{};  // in order of BodyType
  for (const RecordedBody& body : header.bodies) {
    ++counts.at(static_cast<std::size_t>(body.type));
  }
  return {{"dynamic", counts[0]}, {"static", counts[1]}, {"kinematic", counts[2]}};
}

Json passages_json(const RecordingHeader& header, const std::vector<Event>& passages) {
  Json list = Json::array();
  for (const Event& passage : passages) {
    list.push_back(Json::array({header.bodies[passage.a].name, header.bodies[passage.b].name, passage.time}));
  }
  return list;
}

Json final_json(const RecordingHeader& header, const std::vector<FlowState>& states) {
  Json list = Json::array();
  for (std::size_t i = 0; i < states.size(); ++i) {
    const Pose pose = mesh_pose(states[i].pose, header.colliders[header.bodies[i].collider]);
    list.push_back({{"name", header.bodies[i].name},
                    {"position", vector_json(pose.position)},
                    {"rotation", rotation_json(pose.orientation)},
                    {"linear_velocity", vector_json(states[i].linear_velocity)},
                    {"angular_velocity", vector_json(states[i].angular_velocity)}});
  }
  return list;
}

}  // namespace

Totals totals_of(const RecordingHeader& header, const std::vector<FlowState>& states) {
  Totals totals;
  for (std::size_t i = 0; i < states.size(); ++i) {
    const RecordedBody& body = header.bodies[i];
    if (body.type != BodyType::dynamic) {
      continue;
    }
    const FlowState& state = states[i];
    const Quat axes = state.pose.orientation * body.inertia.principal_axes;
    const Vec3 spin = rotate(axes, body.inertia.principal_moments * rotate_inverse(axes, state.angular_velocity));
    const Vec3 momentum = body.mass * state.linear_velocity;
    const Vec3 gravity = header.laws ? header.laws->bodies[i].gravity : header.gravity;
    totals.kinetic_energy +=
        0.5 * glm::dot(momentum, state.linear_velocity) + 0.5 * glm::dot(spin, state.angular_velocity);
    totals.potential_energy -= body.mass * glm::dot(gravity, state.pose.position);
    totals.momentum += momentum;
    totals.angular_momentum += spin + glm::cross(state.pose.position, momentum);
  }
  return totals;
}

std::string method_summary_json(const Scene& scene, const RecordingHeader& header, const MethodFacts& facts,
                                FinalStates final_states) {
  Json json;
  json["name"] = scene.name;
  json["method"] = header.method;
  json["bodies"] = counts_json(header);
  json["hulls"] = hull_count(scene);
  json["steps"] = facts.run.run.steps;
  json["simulated_s"] = facts.simulated_s;
  json["wall_s"] = facts.run.run.wall_s;
  json["cpu_s"] = facts.run.run.cpu_s;
  json["load_s"] = facts.run.load_s;
  json["threads"] = facts.run.threads;
  json["events"] = facts.impacts;
  json["time_lost_s"] = facts.time_lost;
  json["tunnelled"] = passages_json(header, facts.passages);
  add_totals(json, facts.run.run.start, facts.run.run.end);
  json["state_hash"] = hexadecimal_text(facts.state_hash);
  if (final_states == FinalStates::listed) {
    json["final"] = final_json(header, facts.states);
  }
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace firstcontact
