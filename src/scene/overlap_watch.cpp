// never_overlap: the engine's own certificate for every instant, and an independent look at the poses after every step.

#include <algorithm>
#include <firstcontact/separation.hpp>
#include <firstcontact/triangle_surface.hpp>
#include <memory>
#include <numeric>

#include "scene/check_watches.hpp"
#include "scene/text.hpp"

namespace firstcontact {
namespace {

// Of the smaller radius: no deeper is as good as touching.
constexpr double touching = 1e-5;

struct Placed {
  BodyIndex body = 0;
  Aabb box;  // of the bounding sphere
};

// Bodies that are still there, by the left end of their boxes: the order of a sweep.
std::vector<Placed> placed_bodies(const World& world) {
  std::vector<Placed> placed;
  for (BodyIndex i = 0; i < world.body_count(); ++i) {
    const BodyState state = world.state(i);
    if (!state.removed) {
      const Vec3 reach(world.collider(i)->radius);
      placed.push_back({i, {state.pose.position - reach, state.pose.position + reach}});
    }
  }
  std::sort(placed.begin(), placed.end(), [](const Placed& a, const Placed& b) {
    return a.box.low.x < b.box.low.x || (a.box.low.x == b.box.low.x && a.body < b.body);
  });
  return placed;
}

bool may_collide(const Scene& scene, BodyIndex a, BodyIndex b) {
  const BodyDefinition& first = scene.bodies[a].definition;
  const BodyDefinition& second = scene.bodies[b].definition;
  const bool is_one_group = first.group && first.group == second.group;
  const bool both_want_to = (first.mask & second.category) != 0 && (second.mask & first.category) != 0;
  const bool both_are_solid = !first.is_sensor && !second.is_sensor;
  return both_are_solid && both_want_to && !is_one_group &&
         (first.type == BodyType::dynamic || second.type == BodyType::dynamic);
}

// Shapes of `of` that may reach into the ball around `other`.
std::vector<ConvexShape> shapes_beside(const World& world, BodyIndex of, BodyIndex other) {
  const Pose pose = world.state(of).pose;
  const Vec3 middle = rotate_inverse(pose.orientation, world.state(other).pose.position - pose.position);
  const Vec3 reach(world.collider(other)->radius * (1.0 + 1e-9));
  std::vector<ConvexShape> shapes;
  for (const Index number : shapes_near(*world.collider(of), {middle - reach, middle + reach})) {
    shapes.push_back(shape_at(*world.collider(of), number));
  }
  return shapes;
}

// How deep two bodies overlap, m; nothing when they are apart.
std::optional<double> overlap_depth(const World& world, BodyIndex a, BodyIndex b) {
  const Pose pose_a = world.state(a).pose;
  const Pose pose_b = world.state(b).pose;
  std::optional<double> deepest;
  const std::vector<ConvexShape> shapes_b = shapes_beside(world, b, a);
  for (const ConvexShape& shape_a : shapes_beside(world, a, b)) {
    for (const ConvexShape& shape_b : shapes_b) {
      const Separation found = separation({&shape_a, pose_a}, {&shape_b, pose_b});
      if (found.distance <= 0.0) {
        deepest = std::max(deepest.value_or(0.0), found.depth);
      }
    }
  }
  return deepest;
}

std::string overlap_message(const World& world, const BodyPair& pair, double depth) {
  return "'" + world.name(pair.a) + "' and '" + world.name(pair.b) + "' overlap by " + shortest_text(depth) + " m at " +
         shortest_text(world.time()) + " s";
}

// Pairs whose bounding spheres' boxes meet, and that may collide.
std::vector<BodyPair> near_pairs(const World& world, const Scene& scene) {
  const std::vector<Placed> placed = placed_bodies(world);
  std::vector<BodyPair> pairs;
  for (std::size_t i = 0; i < placed.size(); ++i) {
    for (std::size_t j = i + 1; j < placed.size() && placed[j].box.low.x <= placed[i].box.high.x; ++j) {
      const BodyPair pair{placed[i].body, placed[j].body};
      if (overlaps(placed[i].box, placed[j].box) && may_collide(scene, pair.a, pair.b)) {
        pairs.push_back(pair);
      }
    }
  }
  return pairs;
}

// m: deeper than this is an overlap. What touches as the scene has it is set apart before the first step.
double allowed_depth(const World& world, const BodyPair& pair) {
  const double size = std::min(world.collider(pair.a)->radius, world.collider(pair.b)->radius);
  return world.statistics().steps == 0 ? touching * size : -1.0;
}

Verdict find_overlap(const World& world, const Scene& scene) {
  for (const BodyPair& pair : near_pairs(world, scene)) {
    const auto depth = overlap_depth(world, pair.a, pair.b);
    if (depth && *depth > allowed_depth(world, pair)) {
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

std::vector<BodyPair> deep_overlaps(const Scene& scene, const World& world, const std::vector<bool>& of_interest) {
  std::vector<BodyPair> found;
  for (const BodyPair& pair : near_pairs(world, scene)) {
    if (!of_interest[pair.a] && !of_interest[pair.b]) {
      continue;
    }
    const double size = std::min(world.collider(pair.a)->radius, world.collider(pair.b)->radius);
    if (overlap_depth(world, pair.a, pair.b).value_or(0.0) > touching * size) {
      found.push_back(pair);
    }
  }
  return found;
}

Watch watch_never_overlap(const Scene& scene) {
  const auto first_trouble = std::make_shared<Verdict>();
  return {[first_trouble, &scene](const World& world) {
            *first_trouble = *first_trouble ? *first_trouble : find_overlap(world, scene);
          },
          [first_trouble](const World& world) { return *first_trouble ? *first_trouble : engine_verdict(world); }};
}

}  // namespace firstcontact
