// Checks on where bodies are: y_above, x_below, moved_less, moved_more, final_at, at_rest, state_hash.

#include <algorithm>
#include <memory>

#include "scene/check_watches.hpp"

#include <firstcontact/triangle_surface.hpp>
#include "scene/text.hpp"

namespace firstcontact {
namespace {

// A watch that keeps the first trouble it sees.
template <class Look>
Watch watching(Look look) {
  const auto trouble = std::make_shared<Verdict>();
  return {[trouble, look](const World& world) { *trouble = *trouble ? *trouble : look(world); },
          [trouble](const World&) { return *trouble; }};
}

std::string at_time(const World& world) { return " at " + shortest_text(world.time()) + " s"; }

double highest_x(const ConvexShape& shape, const Pose& pose) {
  return pose.position.x + reach_of(shape, rotate_inverse(pose.orientation, Vec3(1.0, 0.0, 0.0)));
}

Verdict look_x_below(const Check& check, const World& world) {
  for (const BodyIndex body : check.bodies) {
    for (Index i = 0; i < shape_count(*world.collider(body)); ++i) {
      const double x = highest_x(shape_at(*world.collider(body), i), world.state(body).pose);
      if (!(x < check.limit)) {
        return "'" + world.name(body) + "' reaches x = " + shortest_text(x) + at_time(world) + ", expected below " +
               shortest_text(check.limit);
      }
    }
  }
  return std::nullopt;
}

Verdict look_y_above(const Check& check, const World& world) {
  for (const BodyIndex body : check.bodies) {
    const double y = world.state(body).mesh_pose.position.y;
    if (!(y > check.limit)) {
      return "'" + world.name(body) + "' is at y = " + shortest_text(y) + at_time(world) + ", expected above " +
             shortest_text(check.limit);
    }
  }
  return std::nullopt;
}

Verdict judge_moved(const Check& check, const World& world, const std::vector<Vec3>& start) {
  for (std::size_t i = 0; i < check.bodies.size(); ++i) {
    const double moved = glm::length(world.state(check.bodies[i]).mesh_pose.position - start[i]);
    const bool should_stay = check.kind == CheckKind::moved_less;
    if (!(should_stay ? moved < check.limit : moved > check.limit)) {
      return "'" + world.name(check.bodies[i]) + "' moved " + shortest_text(moved) + " m, expected " +
             (should_stay ? "less" : "more") + " than " + shortest_text(check.limit);
    }
  }
  return std::nullopt;
}

// A spin counts as the speed of the point of the body that is furthest from its centre of mass.
Verdict judge_at_rest(const Check& check, const World& world) {
  for (const BodyIndex body : check.bodies) {
    const BodyState state = world.state(body);
    const double speed =
        glm::length(state.linear_velocity) + glm::length(state.angular_velocity) * world.collider(body)->radius;
    if (!(speed <= check.limit)) {
      return "'" + world.name(body) + "' moves with up to " + shortest_text(speed) + " m/s, expected at most " +
             shortest_text(check.limit);
    }
  }
  return std::nullopt;
}

}  // namespace

Watch watch_y_above(const Check& check) {
  return watching([check](const World& world) { return look_y_above(check, world); });
}

Watch watch_x_below(const Check& check) {
  return watching([check](const World& world) { return look_x_below(check, world); });
}

Watch watch_moved(const Check& check) {
  const auto start = std::make_shared<std::vector<Vec3>>();
  return {[start, check](const World& world) {
            for (std::size_t i = start->size(); i < check.bodies.size(); ++i) {
              start->push_back(world.state(check.bodies[i]).mesh_pose.position);
            }
          },
          [start, check](const World& world) { return judge_moved(check, world, *start); }};
}

Watch watch_final_at(const Check& check) {
  return {{}, [check](const World& world) -> Verdict {
            const double distance = glm::length(world.state(check.bodies.front()).mesh_pose.position - check.vector);
            if (distance <= check.limit) {
              return std::nullopt;
            }
            return "'" + world.name(check.bodies.front()) + "' ends " + shortest_text(distance) +
                   " m from the place expected, tolerance " + shortest_text(check.limit);
          }};
}

Watch watch_at_rest(const Check& check) {
  return {{}, [check](const World& world) { return judge_at_rest(check, world); }};
}

Watch watch_state_hash(const Check& check) {
  return {{}, [check](const World& world) -> Verdict {
            if (world.state_hash() == check.hash) {
              return std::nullopt;
            }
            return "state hash " + hexadecimal_text(world.state_hash()) + ", expected " + hexadecimal_text(check.hash);
          }};
}

}  // namespace firstcontact
