// The events' share of the mechanics: what happens at impacts, and whether contacts begin and end by turns.
#include <algorithm>
#include <cmath>

#include "scene/text.hpp"
#include "verify/mechanics.hpp"

namespace firstcontact::verify {
namespace {

constexpr double momentum_share = 1e-13;  // of a sum over bodies
constexpr double energy_share = 1e-12;
constexpr double impulse_share = 1e-9;  // of an event's impulses, which are sums over contact points

double length_of(const Vec3& v) { return std::sqrt(v.x * v.x + v.y * v.y + v.z * v.z); }

bool holds(const std::vector<std::uint32_t>& bodies, std::uint32_t body) {
  return std::find(bodies.begin(), bodies.end(), body) != bodies.end();
}

}  // namespace

void Mechanics::check_events(const RecordedStep& step, const Changes& changes) {
  std::vector<Cluster> clusters;
  for (std::size_t i = 0; i < step.events.size(); ++i) {
    const Event& event = step.events[i];
    if (i > 0 && event.time < step.events[i - 1].time) {
      add(FindingKind::order, event.time, event.a, 0.0, "an event stands behind a later one");
    }
    if (event.kind == EventKind::begin || event.kind == EventKind::end) {
      check_touches(event);
    }
    if (event.kind == EventKind::impact) {
      join(clusters, event);
    }
  }
  for (const Cluster& cluster : clusters) {
    check_cluster(cluster, changes);
  }
}

// Bodies that meet at the same instant, directly or through others that move, are one cluster.
void Mechanics::join(std::vector<Cluster>& clusters, const Event& event) const {
  Cluster joined{event.time, {}, {}};
  const auto is_reached = [&](const Cluster& cluster) {
    const auto binds = [&](std::uint32_t body) {
      return header_.bodies[body].type == BodyType::dynamic && holds(cluster.bodies, body);
    };
    return cluster.time == event.time && (binds(event.a) || binds(event.b));
  };
  for (const Cluster& cluster : clusters) {
    if (is_reached(cluster)) {
      joined.bodies.insert(joined.bodies.end(), cluster.bodies.begin(), cluster.bodies.end());
      joined.events.insert(joined.events.end(), cluster.events.begin(), cluster.events.end());
    }
  }
  std::erase_if(clusters, is_reached);
  for (const std::uint32_t body : {event.a, event.b}) {
    joined.bodies.push_back(body);
  }
  std::sort(joined.bodies.begin(), joined.bodies.end());
  joined.bodies.erase(std::unique(joined.bodies.begin(), joined.bodies.end()), joined.bodies.end());
  joined.events.push_back(&event);
  clusters.push_back(std::move(joined));
}

void Mechanics::check_touches(const Event& event) {
  bool& touches = touching_[{event.a, event.b}];
  const bool begins = event.kind == EventKind::begin;
  if (touches == begins) {
    findings_->push_back(
        {FindingKind::event, event.time, header_.bodies[event.a].name, header_.bodies[event.b].name, 0.0,
         begins ? "their contact begins though it has not ended" : "their contact ends though it never began"});
  }
  touches = begins;
}

// Momentum, angular momentum about the origin and kinetic energy of bodies that meet, before and after.
void Mechanics::check_cluster(const Cluster& cluster, const Changes& changes) {
  ++counts_.impacts;
  Sums sums;
  for (const std::uint32_t body : cluster.bodies) {
    const RecordedBody& recorded = header_.bodies[body];
    if (recorded.type != BodyType::dynamic) {
      sums.has_support = true;
      sums.has_mover = sums.has_mover || recorded.type == BodyType::kinematic;
      continue;
    }
    const auto found = changes.find({cluster.time, body});
    sums.is_known = sums.is_known && found != changes.end() && is_judged(found->second);
    sums.any_change = sums.any_change || found != changes.end();
    if (sums.is_known) {
      add_to(sums, state_before(found->second), -1.0, recorded.mass);
      add_to(sums, state_after(found->second), 1.0, recorded.mass);
    }
  }
  const std::uint32_t first = cluster.events.front()->a;
  if (!sums.any_change) {
    add(FindingKind::event, cluster.time, first, 0.0, "an impact is told of, but no body changes its motion");
  }
  if (!sums.is_known) {
    return;
  }
  ++counts_.judged_impacts;
  judge(sums, cluster);
  for (const Event* const event : cluster.events) {
    check_direction(cluster, *event, changes);
  }
}

bool Mechanics::is_judged(const Change& change) {
  return change.before.kind == FlowKind::ballistic && change.after.kind == FlowKind::ballistic &&
         change.before.start_time < change.time;
}

void Mechanics::add_to(Sums& sums, const BodyState& state, double sign, double mass) {
  const Vec3 momentum = mass * state.velocity;
  sums.momentum += sign * momentum;
  sums.angular_momentum += sign * (glm::cross(state.position, momentum) + state.spin_momentum);
  sums.energy += sign * state.kinetic_energy;
  sums.momentum_size += length_of(momentum);
  sums.angular_size += length_of(state.position) * length_of(momentum) + length_of(state.spin_momentum);
  sums.energy_size += state.kinetic_energy;
}

void Mechanics::judge(const Sums& sums, const Cluster& cluster) {
  const Event& event = *cluster.events.front();
  const auto note = [&](FindingKind kind, double measure, const std::string& what) {
    findings_->push_back({kind, cluster.time, header_.bodies[event.a].name, header_.bodies[event.b].name, measure,
                          what + " over an impact of " + std::to_string(cluster.bodies.size()) + " bodies"});
  };
  if (!sums.has_mover) {
    const double allowed = energy_share * sums.energy_size;
    counts_.worst.energy = std::max(counts_.worst.energy, sums.energy / std::max(allowed, 1e-300));
    if (!(sums.energy <= allowed)) {
      note(FindingKind::energy, sums.energy, "kinetic energy grows by " + shortest_text(sums.energy) + " J");
    }
  }
  if (sums.has_support) {
    return;
  }
  const double linear = length_of(sums.momentum);
  const double angular = length_of(sums.angular_momentum);
  const double share = std::max(linear / std::max(momentum_share * sums.momentum_size, 1e-300),
                                angular / std::max(momentum_share * sums.angular_size, 1e-300));
  counts_.worst.momentum = std::max(counts_.worst.momentum, share);
  if (!(share <= 1.0)) {
    note(FindingKind::momentum, linear,
         "momentum changes by " + shortest_text(linear) + " N s and angular momentum by " + shortest_text(angular) +
             " N m s");
  }
}

// A body that only one event of the cluster names shows what impulse it got: along the event's normal and across it.
void Mechanics::check_direction(const Cluster& cluster, const Event& event, const Changes& changes) {
  const auto shapes = [&](std::uint32_t body) {
    return header_.colliders[header_.bodies[body].collider].shapes.size();
  };
  const auto times_named = [&](std::uint32_t body) {
    return std::count_if(cluster.events.begin(), cluster.events.end(),
                         [&](const Event* other) { return other->a == body || other->b == body; });
  };
  for (const std::uint32_t body : {event.a, event.b}) {
    const RecordedBody& recorded = header_.bodies[body];
    if (recorded.type != BodyType::dynamic || times_named(body) != 1 || shapes(event.a) * shapes(event.b) != 1) {
      continue;
    }
    const Change& change = changes.at({cluster.time, body});
    const BodyState before = state_before(change);
    const BodyState after = state_after(change);
    const double sign = body == event.b ? 1.0 : -1.0;
    const Vec3 impulse = sign * recorded.mass * (after.velocity - before.velocity);
    check_impulse(event, impulse, recorded.mass * (length_of(before.velocity) + length_of(after.velocity)));
    return;
  }
}

void Mechanics::check_impulse(const Event& event, const Vec3& impulse, double size) {
  const double along = glm::dot(event.normal, impulse);
  const double across = length_of(impulse - along * event.normal);
  const double allowed = impulse_share * (size + std::abs(event.normal_impulse));
  const auto note = [&](FindingKind kind, double measure, const std::string& what) {
    findings_->push_back({kind, event.time, header_.bodies[event.a].name, header_.bodies[event.b].name, measure, what});
  };
  if (!(along >= -allowed)) {
    note(FindingKind::friction_cone, along, "the impulse pulls by " + shortest_text(-along) + " N s");
  }
  const double limit = laws_.are_known() ? laws_.friction(event.a, event.b) * std::max(0.0, along) : across;
  if (!(across <= limit + allowed)) {
    note(FindingKind::friction_cone, across - limit,
         "friction of " + shortest_text(across) + " N s, expected at most " + shortest_text(limit));
  }
  const double off = std::max(std::abs(along - event.normal_impulse), std::abs(across - event.friction_impulse));
  if (!(off <= allowed)) {
    note(FindingKind::momentum, off,
         "the bodies' motions say " + shortest_text(along) + " N s along the normal and " + shortest_text(across) +
             " across, the event " + shortest_text(event.normal_impulse) + " and " +
             shortest_text(event.friction_impulse));
  }
}

}  // namespace firstcontact::verify
