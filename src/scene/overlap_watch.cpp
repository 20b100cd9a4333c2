// never_overlap: the engine's own certificate for every instant, and an independent look at the poses after every step.

#include <memory>

#include "scene/check_watches.hpp"
#include "scene/start_overlaps.hpp"
#include "scene/text.hpp"

namespace firstcontact {
namespace {

// Bodies that are still there, by the boxes of their bounding spheres.
std::vector<BodyBox> boxes_of(const World& world) {
  std::vector<BodyBox> boxes;
  for (BodyIndex i = 0; i < world.body_count(); ++i) {
    const BodyState state = world.state(i);
    if (!state.removed) {
      const Vec3 reach(world.collider(i)->radius);
      boxes.push_back({i, {state.pose.position - reach, state.pose.position + reach}});
    }
  }
  return boxes;
}

PlacedCollider placed_in(const World& world, BodyIndex body) {
  return {world.collider(body).get(), world.state(body).pose};
}

std::string overlap_message(const World& world, const BodyPair& pair, double depth) {
  return "'" + world.name(pair.a) + "' and '" + world.name(pair.b) + "' overlap by " + shortest_text(depth) + " m at " +
         shortest_text(world.time()) + " s";
}

// m: deeper than this is an overlap. What touches as the scene has it is set apart before the first step.
double allowed_depth(const World& world, const Scene& scene, const BodyPair& pair) {
  return world.statistics().steps == 0 ? touching_depth(scene.bodies[pair.a], scene.bodies[pair.b]) : -1.0;
}

Verdict find_overlap(const World& world, const Scene& scene) {
  for (const BodyPair& pair : meeting_pairs(boxes_of(world))) {
    if (!may_collide(scene.bodies[pair.a].definition, scene.bodies[pair.b].definition)) {
      continue;
    }
    const auto depth = overlap_depth(placed_in(world, pair.a), placed_in(world, pair.b));
    if (depth && *depth > allowed_depth(world, scene, pair)) {
      return overlap_message(world, pair, *depth);
    }
  }
  return std::nullopt;
}

Verdict engine_verdict(const World& world) {
  if (!world.initial_overlaps().empty()) {
    const InitialOverlap& first = world.initial_overlaps().front();
    return "the scene starts with an overlap: " + overlap_message(world, {first.a, first.b}, first.depth);
  }
  const auto& gap = world.statistics().min_gap;
  if (gap && !(*gap > 0.0)) {
    return "the smallest certified gap is " + shortest_text(*gap) + " m, expected more than 0";
  }
  return std::nullopt;
}

}  // namespace

Watch watch_never_overlap(const Scene& scene) {
  const auto first_trouble = std::make_shared<Verdict>();
  return {[first_trouble, &scene](const World& world) {
            *first_trouble = *first_trouble ? *first_trouble : find_overlap(world, scene);
          },
          [first_trouble](const World& world) { return *first_trouble ? *first_trouble : engine_verdict(world); }};
}

}  // namespace firstcontact
