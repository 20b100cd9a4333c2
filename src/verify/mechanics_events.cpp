// The events' share of the mechanics: what happens at impacts, and whether contacts begin and end by turns.
#include <algorithm>
#include <cmath>
#include <limits>

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
  note_pressed(step);
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

void Mechanics::note_pressed(const RecordedStep& step) {
  pressed_.clear();
  if (!step.impulses) {
    return;
  }
  for (const Transfer& transfer : step.impulses->transfers) {
    pressed_[{transfer.time, transfer.a, transfer.b}] += std::max(0.0, glm::dot(transfer.normal, transfer.impulse));
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
  counts_.impacts += cluster.events.size();
  ++counts_.clusters;
  Sums sums;
  for (const Event* const event : cluster.events) {
    sums.has_drive = sums.has_drive || laws_.has_belt(event->a, event->b);
  }
  for (const std::uint32_t body : cluster.bodies) {
    const RecordedBody& recorded = header_.bodies[body];
    if (recorded.type != BodyType::dynamic) {
      sums.has_support = true;
      sums.has_drive = sums.has_drive || recorded.type == BodyType::kinematic;
      continue;
    }
    const auto found = changes.find({cluster.time, body});
    sums.is_known = sums.is_known && found != changes.end() && is_judged(found->second);
    sums.any_change = sums.any_change || found != changes.end();
    if (sums.is_known) {
      add_change(sums, cluster, found->second);
    }
  }
  const std::uint32_t first = cluster.events.front()->a;
  if (!sums.any_change) {
    add(FindingKind::event, cluster.time, first, 0.0, "an impact is told of, but no body changes its motion");
  }
  if (!sums.is_known) {
    return;
  }
  ++counts_.judged_clusters;
  judge(sums, cluster);
  for (const Event* const event : cluster.events) {
    check_direction(cluster, *event, changes);
  }
}

// A body that was held up is given now the fall that it missed: no impulse, and no gain.
void Mechanics::add_change(Sums& sums, const Cluster& cluster, const Change& change) const {
  const std::uint32_t body = change.body;
  const double mass = header_.bodies[body].mass;
  BodyState after = state_after(change);
  if (change.missed > 0.0) {
    const Vec3 struck = after.velocity - missed_fall(cluster, change, after) * laws_.fall(body);
    after.kinetic_energy += 0.5 * mass * (glm::dot(struck, struck) - glm::dot(after.velocity, after.velocity));
    after.velocity = struck;
    leave_out(sums, laws_.fall(body));
  }
  leave_out(sums, Vec3(1.0) - laws_.without_locked(body, Vec3(1.0)));
  add_to(sums, state_before(change), -1.0, mass);
  add_to(sums, after, 1.0, mass);
}

// A force on a centre of mass that no event tells of, as a lock's: along some axes the momentum is no longer the
// bodies' own, nor is the angular momentum about the two others.
void Mechanics::leave_out(Sums& sums, const Vec3& forces) {
  for (int axis = 0; axis < 3; ++axis) {
    if (forces[axis] != 0.0) {
      sums.free_axes[axis] = 0.0;
      sums.free_turns[(axis + 1) % 3] = 0.0;
      sums.free_turns[(axis + 2) % 3] = 0.0;
    }
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
  if (!sums.has_drive) {
    const double allowed = energy_share * sums.energy_size;
    counts_.worst.energy = std::max(counts_.worst.energy, sums.energy / std::max(allowed, 1e-300));
    if (!(sums.energy <= allowed)) {
      note(FindingKind::energy, sums.energy, "kinetic energy grows by " + shortest_text(sums.energy) + " J");
    }
  }
  if (sums.has_support) {
    return;
  }
  const double linear = length_of(sums.free_axes * sums.momentum);
  const double angular = length_of(sums.free_turns * sums.angular_momentum);
  const double share = std::max(linear / std::max(momentum_share * sums.momentum_size, 1e-300),
                                angular / std::max(momentum_share * sums.angular_size, 1e-300));
  counts_.worst.momentum = std::max(counts_.worst.momentum, share);
  if (!(share <= 1.0)) {
    note(FindingKind::momentum, linear,
         "momentum changes by " + shortest_text(linear) + " N s and angular momentum by " + shortest_text(angular) +
             " N m s");
  }
}

// The event that alone names the body, if the point that it is about is one of two shapes.
const Event* Mechanics::only_event(const Cluster& cluster, std::uint32_t body) const {
  const auto names_it = [&](const Event* event) { return event->a == body || event->b == body; };
  const auto shapes = [&](std::uint32_t one) { return header_.colliders[header_.bodies[one].collider].shapes.size(); };
  const auto found = std::find_if(cluster.events.begin(), cluster.events.end(), names_it);
  const bool is_only = std::count_if(cluster.events.begin(), cluster.events.end(), names_it) == 1;
  return is_only && shapes((*found)->a) * shapes((*found)->b) == 1 ? *found : nullptr;
}

// Of the fall that it missed a body is given none or all; one that had some of it ahead, as it was in contact before,
// what the normal impulse leaves of it, or the friction.
Mechanics::Shown Mechanics::shown_by(const Change& change, const Event& event) const {
  const BodyState before = state_before(change);
  const BodyState after = state_after(change);
  const double mass = (change.body == event.b ? 1.0 : -1.0) * header_.bodies[change.body].mass;
  Shown shown;
  shown.impulse = mass * (after.velocity - before.velocity);
  shown.fall = mass * laws_.fall(change.body);
  shown.size = std::abs(mass) * (length_of(before.velocity) + length_of(after.velocity));
  const Vec3 rest = shown.impulse - event.normal_impulse * event.normal;
  const double by_normal = glm::dot(rest, event.normal) / glm::dot(shown.fall, event.normal);
  const double by_friction = glm::dot(rest, shown.fall) / glm::dot(shown.fall, shown.fall);
  double least = std::numeric_limits<double>::infinity();
  for (const double share : {0.0, change.missed, by_normal, by_friction}) {
    const bool may_be = share == 0.0 || share == change.missed || (change.may_be_part && std::isfinite(share));
    const double given = may_be ? std::clamp(share, 0.0, change.missed) : 0.0;
    const Vec3 impulse = shown.impulse - given * shown.fall;
    const double along = glm::dot(event.normal, impulse);
    const double across = length_of(impulse - along * event.normal);
    const double off = std::max(std::abs(along - event.normal_impulse), std::abs(across - event.friction_impulse));
    if (off < least) {
      least = off;
      shown.given = given;
    }
  }
  return shown;
}

// s: of the fall that the body missed while it was held up, what it is given now, as far as the event says. Else what
// costs it most energy.
double Mechanics::missed_fall(const Cluster& cluster, const Change& change, const BodyState& after) const {
  const Event* const event = only_event(cluster, change.body);
  if (event != nullptr && laws_.linear_locks(change.body) == 0) {
    return shown_by(change, *event).given;
  }
  const Vec3& fall = laws_.fall(change.body);
  return std::clamp(glm::dot(after.velocity, fall) / glm::dot(fall, fall), 0.0, change.missed);
}

// A body that only one event of the cluster names shows what impulse it got: along the event's normal and across it. Of
// the two the one that shows more is asked.
void Mechanics::check_direction(const Cluster& cluster, const Event& event, const Changes& changes) {
  const Change* asked = nullptr;
  const auto unknowns = [&](const Change& change) {
    return 2 * laws_.linear_locks(change.body) + (change.missed > 0.0 ? 1 : 0);
  };
  for (const std::uint32_t body : {event.a, event.b}) {
    if (header_.bodies[body].type != BodyType::dynamic || only_event(cluster, body) != &event) {
      continue;
    }
    const Change& change = changes.at({cluster.time, body});
    asked = asked == nullptr || unknowns(change) < unknowns(*asked) ? &change : asked;
  }
  if (asked == nullptr) {
    return;
  }
  const Shown shown = shown_by(*asked, event);
  if (laws_.linear_locks(asked->body) == 0) {
    check_impulse(event, shown);
  } else if (asked->missed == 0.0) {
    check_locked_impulse(event, shown, asked->body);
  }
}

void Mechanics::check_impulse(const Event& event, const Shown& shown) {
  const Vec3 impulse = shown.impulse - shown.given * shown.fall;
  const double along = glm::dot(event.normal, impulse);
  const double across = length_of(impulse - along * event.normal);
  const double allowed = impulse_share * (shown.size + std::abs(event.normal_impulse));
  check_cone(event, along, across, allowed);
  const double off = std::max(std::abs(along - event.normal_impulse), std::abs(across - event.friction_impulse));
  if (!(off <= allowed)) {
    findings_->push_back({FindingKind::momentum, event.time, header_.bodies[event.a].name, header_.bodies[event.b].name,
                          off,
                          "the bodies' motions say " + shortest_text(along) + " N s along the normal and " +
                              shortest_text(across) + " across, the event " + shortest_text(event.normal_impulse) +
                              " and " + shortest_text(event.friction_impulse)});
  }
}

// Of the impulse J n + F that the body got its motion shows what does not lie along locked axes: P (J n + F). So P F is
// known, and z = F - P F is not; but z is at right angles to P F, so that |z|^2 = |F|^2 - |P F|^2, and as F is at right
// angles to n, z.n = -P F.n. Along a single axis z is known but for its sign; else it is at least that long.
void Mechanics::check_locked_impulse(const Event& event, const Shown& shown, std::uint32_t body) {
  const double size = shown.size + std::abs(event.normal_impulse) + std::abs(event.friction_impulse);
  const double allowed = impulse_share * size;
  check_cone(event, event.normal_impulse, event.friction_impulse, allowed);
  const Vec3 friction = shown.impulse - event.normal_impulse * laws_.without_locked(body, event.normal);
  const Vec3 hidden = event.normal - laws_.without_locked(body, event.normal);
  const double known = length_of(friction);
  const double unknown = std::sqrt(std::max(0.0, event.friction_impulse * event.friction_impulse - known * known));
  const double blur = std::min(std::sqrt(allowed * size), allowed * size / std::max(unknown, 1e-300));  // of the root
  const double misses = std::abs(glm::dot(friction, event.normal)) - length_of(hidden) * unknown;
  const bool is_exact = laws_.linear_locks(body) == 1;
  const double off =
      std::max(known - event.friction_impulse, (is_exact ? std::abs(misses) : misses) - length_of(hidden) * blur);
  if (!(off <= allowed)) {
    findings_->push_back({FindingKind::momentum, event.time, header_.bodies[event.a].name, header_.bodies[event.b].name,
                          off / size,
                          "no impulse of " + shortest_text(event.normal_impulse) + " N s along the normal and " +
                              shortest_text(event.friction_impulse) + " across, as the event says, moves \"" +
                              header_.bodies[body].name + "\", some of whose axes are locked, as it moves"});
  }
}

// N s. An event sums contacts whose normals may lean towards each other, and tells the mean of these: each contact
// keeps a cone of its own (that is the ledger's), so that their friction is bounded by what they press one by one.
double Mechanics::most_friction(const Event& event, double along) const {
  const auto found = pressed_.find({event.time, event.a, event.b});
  return laws_.friction(event.a, event.b) * (found == pressed_.end() ? std::max(0.0, along) : found->second);
}

void Mechanics::check_cone(const Event& event, double along, double across, double allowed) {
  const auto note = [&](double measure, const std::string& what) {
    findings_->push_back({FindingKind::friction_cone, event.time, header_.bodies[event.a].name,
                          header_.bodies[event.b].name, measure, what});
  };
  if (!(along >= -allowed)) {
    note(along, "the impulse pulls by " + shortest_text(-along) + " N s");
  }
  const double limit = laws_.are_known() ? most_friction(event, along) : across;
  if (!(across <= limit + allowed)) {
    note(across - limit, "friction of " + shortest_text(across) + " N s, expected at most " + shortest_text(limit));
  }
}

}  // namespace firstcontact::verify
