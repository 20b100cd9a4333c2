// The summary of a run (docs/program.md#the-summary).
#include "scene/operating_system.hpp"
#include "scene/scene_world.hpp"
#include "scene/simulation.hpp"
#include "scene/summary_parts.hpp"
#include "scene/text.hpp"

namespace firstcontact {
namespace {

using namespace summary_parts;

Json counts_json(const World& world) {
  std::array<std::size_t, 3> counts{};  // in order of BodyType
  for (BodyIndex i = 0; i < world.body_count(); ++i) {
    ++counts.at(static_cast<std::size_t>(world.type(i)));
  }
  return {{"dynamic", counts[0]}, {"static", counts[1]}, {"kinematic", counts[2]}};
}

Json overlaps_json(const World& world) {
  Json list = Json::array();
  for (const InitialOverlap& overlap : world.initial_overlaps()) {
    list.push_back(Json::array({world.name(overlap.a), world.name(overlap.b), overlap.depth}));
  }
  return list;
}

Json set_apart_json(const SetApart& done) {
  return {{"pairs", done.pairs}, {"bodies", done.bodies}, {"furthest_m", done.furthest}, {"energy_j", done.energy}};
}

Json removed_json(const World& world) {
  Json list = Json::array();
  for (BodyIndex i = 0; i < world.body_count(); ++i) {
    if (world.state(i).removed) {
      list.push_back(world.name(i));
    }
  }
  return list;
}

Json phases_json(const Statistics::PhaseTimes& phases) {
  return {{"predict", phases.predict},
          {"broadphase", phases.broadphase},
          {"solve", phases.solve},
          {"events", phases.events},
          {"commit", phases.commit}};
}

Json final_json(const World& world) {
  Json list = Json::array();
  for (BodyIndex i = 0; i < world.body_count(); ++i) {
    const BodyState state = world.state(i);
    list.push_back({{"name", world.name(i)},
                    {"position", vector_json(state.mesh_pose.position)},
                    {"rotation", rotation_json(state.mesh_pose.orientation)},
                    {"linear_velocity", vector_json(state.linear_velocity)},
                    {"angular_velocity", vector_json(state.angular_velocity)}});
  }
  return list;
}

std::size_t asleep_count(const World& world) {
  std::size_t count = 0;
  for (BodyIndex body = 0; body < world.body_count(); ++body) {
    count += world.state(body).asleep ? 1U : 0U;
  }
  return count;
}

Json checks_json(const std::vector<CheckResult>& checks) {
  Json list = Json::array();
  for (const CheckResult& check : checks) {
    list.push_back(
        {{"check", check_name(check.kind)}, {"status", status_name(check.status)}, {"message", check.message}});
  }
  return list;
}

Json exceptions_json(const ImpactExceptions& exceptions) {
  return {{"without_restitution", exceptions.without_restitution},
          {"rounds_used_up", exceptions.rounds_used_up},
          {"pairs_stopped", exceptions.pairs_stopped}};
}

void add_costs(Json& json, const World& world, const SummaryFacts& facts) {
  const Statistics& statistics = world.statistics();
  json["steps"] = facts.run.steps;
  json["simulated_s"] = world.time();
  json["wall_s"] = facts.run.wall_s;
  json["cpu_s"] = facts.run.cpu_s;
  json["load_s"] = facts.load_s;
  json["threads"] = facts.threads;
  json["events"] = statistics.events;
  json["toi_queries"] = statistics.toi_queries;
  json["pairs_tested"] = statistics.pairs_tested;
  json["min_gap_m"] = statistics.min_gap ? Json(*statistics.min_gap) : Json(nullptr);
  json["initial_overlaps"] = overlaps_json(world);
  json["set_apart"] = set_apart_json(statistics.set_apart);
  json["time_lost_s"] = statistics.time_lost;
  json["impact_exceptions"] = exceptions_json(statistics.impact_exceptions);
  json["tunnelled"] = Json::array();
}

}  // namespace

std::string summary_json(const Scene& scene, const World& world, const SummaryFacts& facts, FinalStates final_states) {
  Json json;
  json["name"] = scene.name;
  json["method"] = "first_contact";
  json["bodies"] = counts_json(world);
  json["hulls"] = hull_count(scene);
  add_costs(json, world, facts);
  add_totals(json, facts.run.start, facts.run.end);
  json["removed"] = removed_json(world);
  json["asleep"] = asleep_count(world);
  json["phases"] = phases_json(world.statistics().phases);
  json["peak_rss_bytes"] = peak_memory_bytes();
  json["state_hash"] = hexadecimal_text(world.state_hash());
  if (facts.checks) {
    json["checks"] = checks_json(*facts.checks);
  }
  if (final_states == FinalStates::listed) {
    json["final"] = final_json(world);
  }
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace firstcontact
