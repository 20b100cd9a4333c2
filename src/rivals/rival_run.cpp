#include "rivals/rival_run.hpp"

#include <firstcontact/octree.hpp>
#include <firstcontact/triangle_surface.hpp>

#include <algorithm>
#include <cmath>

namespace firstcontact {
namespace {

// From the middle of the core's vertices to the nearest of its own directions: for a cylinder exact, for others about.
double smooth_inner_radius(const ConvexShape& shape, const Vec3& middle) {
  double inner = shape.radius;
  for (const Ellipsoid& ellipsoid : shape.ellipsoids) {
    const Mat3& m = ellipsoid.semi_axes;
    for (int i = 0; i < 3; ++i) {
      const Vec3 across = m[i] != Vec3(0.0) ? m[i] : glm::cross(m[(i + 1) % 3], m[(i + 2) % 3]);
      for (const Vec3& direction : {glm::normalize(across), -glm::normalize(across)}) {
        inner = std::min(inner, reach_of(shape, direction) - shape.rounding - glm::dot(direction, middle));
      }
    }
  }
  return inner;
}

double inner_radius_of(const Collider& collider) {
  double smallest = collider.radius;
  for (const ConvexShape& shape : collider.shapes) {
    double inner = shape.core.faces.empty() ? 0.0 : shape.radius;
    Vec3 middle(0.0);
    for (const Vec3& vertex : shape.core.vertices) {
      middle += vertex / static_cast<double>(shape.core.vertices.size());
    }
    for (const HullFace& face : shape.core.faces) {
      inner = std::min(inner, face.offset - glm::dot(face.normal, middle));
    }
    if (is_smooth(shape)) {
      inner = smooth_inner_radius(shape, middle);
    }
    smallest = std::min(smallest, inner + shape.rounding);
  }
  return smallest;
}

RivalBody rival_body(const BodyDefinition& definition) {
  require(definition.collider != nullptr, "a rival's body needs a collider");
  const std::shared_ptr<const Collider> all = with_all_shapes(definition.collider);
  const Collider& collider = *all;
  const double mass = definition.mass.value_or(definition.density * collider.mass.mass);
  RivalBody body;
  body.definition = definition;
  body.definition.collider = all;  // a rival asks every triangle anyway
  body.inertia = {collider.principal_moments * (mass / collider.mass.mass), collider.principal_axes};
  body.inverse_mass = definition.type == BodyType::dynamic ? 1.0 / mass : 0.0;
  body.inner_radius = inner_radius_of(collider);
  body.pose.orientation = glm::normalize(definition.mesh_pose.orientation);
  body.pose.position = to_world({definition.mesh_pose.position, body.pose.orientation}, collider.mass.center_of_mass);
  if (definition.type != BodyType::fixed) {
    body.linear_velocity = definition.linear_velocity;
    body.angular_velocity = definition.angular_velocity;
  }
  return body;
}

// Overlapping shapes are parted along their shortest way out first: contact points are found between shapes that are
// apart, and the points' gaps are then less what was added.
struct Parted {
  PosedShape a, b;
  Separation apart;
  double added = 0.0;  // m
};

Parted parted(const PosedShape& a, const PosedShape& b) {
  Parted result{a, b, separation(a, b), 0.0};
  if (result.apart.distance > 0.0) {
    return result;
  }
  const Vec3 normal = result.apart.normal;
  result.added = result.apart.depth + 1e-4 * std::min(a.shape->radius, b.shape->radius);
  result.b.pose.position += result.added * normal;
  result.apart = separation(result.a, result.b, normal);
  return result;
}

}  // namespace

RivalRun::RivalRun(const RivalScene& scene) : gravity(scene.gravity), time_step(scene.time_step) {
  for (const BodyDefinition& definition : scene.bodies) {
    bodies.push_back(rival_body(definition));
    const RivalBody& body = bodies.back();
    segments_.push_back({static_cast<BodyIndex>(bodies.size() - 1), FlowKind::screw, 0.0, body.pose,
                         body.linear_velocity, body.angular_velocity, Vec3(0.0)});
  }
}

void RivalRun::add_body(const BodyDefinition& definition) { bodies.push_back(rival_body(definition)); }

void RivalRun::set_velocity(BodyIndex body, const Vec3& linear, const Vec3& angular) {
  bodies.at(body).linear_velocity = linear;
  bodies.at(body).angular_velocity = angular;
}

void RivalRun::set_surface(BodyIndex body, double restitution, double friction) {
  bodies.at(body).definition.restitution = restitution;
  bodies.at(body).definition.friction = friction;
}

FlowState RivalRun::state(BodyIndex body) const {
  const RivalBody& it = bodies.at(body);
  return {it.pose, it.linear_velocity, it.angular_velocity};
}

double RivalRun::mass(BodyIndex body) const {
  const BodyDefinition& definition = bodies.at(body).definition;
  return definition.mass.value_or(definition.density * definition.collider->mass.mass);
}

void RivalRun::begin_step() {
  segments_.clear();
  impacts_.clear();
}

void RivalRun::end_step() {
  ++steps_;
  now = static_cast<double>(steps_) * time_step;
  std::stable_sort(segments_.begin(), segments_.end(),
                   [](const MotionSegment& a, const MotionSegment& b) { return a.start_time < b.start_time; });
}

void RivalRun::kick(double duration) {
  for (RivalBody& body : bodies) {
    if (body.inverse_mass > 0.0) {
      body.linear_velocity += duration * body.definition.gravity.value_or(gravity);
    }
  }
}

RigidMotion RivalRun::motion_of(BodyIndex body) const {
  const RivalBody& it = bodies.at(body);
  RigidMotion motion;
  motion.start = it.pose;
  motion.linear_velocity = it.linear_velocity;
  motion.angular_velocity = it.angular_velocity;
  return motion;
}

void RivalRun::move(BodyIndex body, double start_time, double duration) {
  RivalBody& it = bodies.at(body);
  segments_.push_back({body, FlowKind::screw, start_time, it.pose, it.linear_velocity, it.angular_velocity, Vec3(0.0)});
  it.pose = pose_at(motion_of(body), duration);
}

void RivalRun::move_all(double start_time, double duration) {
  for (BodyIndex body = 0; body < bodies.size(); ++body) {
    move(body, start_time, duration);
  }
}

void RivalRun::turn(BodyIndex body, double duration) {
  bodies.at(body).pose.orientation = pose_at(motion_of(body), duration).orientation;
}

std::vector<BodyPair> RivalRun::near_pairs(double duration, double margin) const {
  Octree octree;
  std::vector<Track> tracks;
  for (BodyIndex i = 0; i < bodies.size(); ++i) {
    const Collider& collider = *bodies[i].definition.collider;
    const Aabb box = grown(swept_box(motion_of(i), collider.half_extents, collider.radius, duration),
                           0.5 * margin + 1e-9 * collider.radius);
    if (bodies[i].definition.type == BodyType::fixed) {
      octree.set_resident(i, box);
    } else {
      Track track;
      track.body = i;
      track.box = box;
      tracks.push_back(track);
    }
  }
  octree.lay_tracks(tracks);
  return octree.pairs();
}

std::vector<RivalContact> RivalRun::contacts_of(const BodyPair& pair, double margin) const {
  std::vector<RivalContact> contacts;
  const RivalBody& body_a = bodies.at(pair.a);
  const RivalBody& body_b = bodies.at(pair.b);
  if (body_a.inverse_mass + body_b.inverse_mass == 0.0) {
    return contacts;
  }
  for (const ConvexShape& shape_a : body_a.definition.collider->shapes) {
    for (const ConvexShape& shape_b : body_b.definition.collider->shapes) {
      const Parted shapes = parted({&shape_a, body_a.pose}, {&shape_b, body_b.pose});
      const double nearest = shapes.apart.distance - shapes.added;
      if (shapes.apart.distance <= 0.0 || nearest > margin) {
        continue;
      }
      const double reach = std::max(margin, 0.0) + shapes.added + 1e-3 * std::min(shape_a.radius, shape_b.radius);
      const Manifold manifold = contact_manifold(shapes.a, shapes.b, shapes.apart, reach);
      for (int i = 0; i < manifold.count; ++i) {
        const ManifoldPoint& found = manifold.points.at(static_cast<std::size_t>(i));
        RivalContact contact;
        contact.pair = pair;
        contact.normal = manifold.normal;
        contact.gap = found.separation - shapes.added;
        contact.point_a = found.point - 0.5 * shapes.added * manifold.normal;
        contact.point_b = contact.point_a;
        contact.of_manifold = manifold.count;
        contacts.push_back(contact);
      }
    }
  }
  return contacts;
}

Vec3 RivalRun::inverse_inertia_times(const RivalBody& body, const Vec3& v) const {
  if (body.inverse_mass == 0.0) {
    return Vec3(0.0);
  }
  const Quat axes = body.pose.orientation * body.inertia.principal_axes;
  return rotate(axes, rotate_inverse(axes, v) / body.inertia.principal_moments);
}

Vec3 RivalRun::slip_velocity(const RivalContact& contact) const {
  const RivalBody& a = bodies.at(contact.pair.a);
  const RivalBody& b = bodies.at(contact.pair.b);
  return b.linear_velocity + glm::cross(b.angular_velocity, contact.point_b - b.pose.position) - a.linear_velocity -
         glm::cross(a.angular_velocity, contact.point_a - a.pose.position);
}

double RivalRun::parting_speed(const RivalContact& contact) const {
  return glm::dot(slip_velocity(contact), contact.normal);
}

double RivalRun::give(const RivalContact& contact, const Vec3& direction) const {
  const RivalBody& a = bodies.at(contact.pair.a);
  const RivalBody& b = bodies.at(contact.pair.b);
  const Vec3 moment_a = glm::cross(contact.point_a - a.pose.position, direction);
  const Vec3 moment_b = glm::cross(contact.point_b - b.pose.position, direction);
  return a.inverse_mass + b.inverse_mass + glm::dot(moment_a, inverse_inertia_times(a, moment_a)) +
         glm::dot(moment_b, inverse_inertia_times(b, moment_b));
}

void RivalRun::apply(const RivalContact& contact, const Vec3& impulse) {
  RivalBody& a = bodies.at(contact.pair.a);
  RivalBody& b = bodies.at(contact.pair.b);
  a.linear_velocity -= a.inverse_mass * impulse;
  b.linear_velocity += b.inverse_mass * impulse;
  a.angular_velocity -= inverse_inertia_times(a, glm::cross(contact.point_a - a.pose.position, impulse));
  b.angular_velocity += inverse_inertia_times(b, glm::cross(contact.point_b - b.pose.position, impulse));
}

double RivalRun::restitution_of(const BodyPair& pair) const {
  return 0.5 * (bodies.at(pair.a).definition.restitution + bodies.at(pair.b).definition.restitution);
}

double RivalRun::friction_of(const BodyPair& pair) const {
  return std::sqrt(bodies.at(pair.a).definition.friction * bodies.at(pair.b).definition.friction);
}

void RivalRun::aim(std::vector<RivalContact>& contacts, double duration) const {
  for (RivalContact& contact : contacts) {
    const double approach = std::max(0.0, -parting_speed(contact));
    const double allowed = std::max(0.0, contact.gap) / duration;
    contact.target_speed = approach > allowed ? restitution_of(contact.pair) * approach : -allowed;
    contact.target_speed = contact.target_speed > 0.0 ? contact.target_speed : -allowed;
  }
}

void RivalRun::solve_one(RivalContact& contact) {
  const double more = (contact.target_speed - parting_speed(contact)) / give(contact, contact.normal);
  const double sum = std::max(0.0, contact.normal_impulse + more);
  apply(contact, (sum - contact.normal_impulse) * contact.normal);
  contact.normal_impulse = sum;
  const double friction = friction_of(contact.pair);
  const Vec3 slip = slip_velocity(contact) - parting_speed(contact) * contact.normal;
  const double speed = glm::length(slip);
  if (friction == 0.0 || speed < 1e-12) {
    return;
  }
  Vec3 total = contact.friction_impulse - slip / give(contact, slip / speed);
  const double most = friction * contact.normal_impulse;
  const double size = glm::length(total);
  total *= size > most ? most / size : 1.0;
  apply(contact, total - contact.friction_impulse);
  contact.friction_impulse = total;
}

void RivalRun::solve(std::vector<RivalContact>& contacts, double when) {
  for (int round = 0; round < solver_rounds; ++round) {
    for (RivalContact& contact : contacts) {
      solve_one(contact);
    }
  }
  note_impacts(when, contacts);
}

void RivalRun::note_impacts(double when, std::span<const RivalContact> contacts) {
  for (std::size_t i = 0; i < contacts.size();) {
    double impulse = 0.0;
    Vec3 moment(0.0);
    std::size_t end = i;
    for (; end < contacts.size() && contacts[end].pair == contacts[i].pair; ++end) {
      impulse += contacts[end].normal_impulse;
      moment += contacts[end].normal_impulse * contacts[end].point_b;
    }
    if (impulse > 0.0) {
      note_impact(when, contacts[i], moment / impulse, impulse);
    }
    i = end;
  }
}

void RivalRun::note_impact(double when, const RivalContact& contact, const Vec3& point, double impulse) {
  impacts_.push_back({when, contact.pair.a, contact.pair.b, contact.normal, point, impulse, state(contact.pair.a),
                      state(contact.pair.b)});
}

void RivalRun::shift_apart(const BodyPair& pair, const Vec3& normal, double depth) {
  RivalBody& a = bodies.at(pair.a);
  RivalBody& b = bodies.at(pair.b);
  const double mobility = a.inverse_mass + b.inverse_mass;
  a.pose.position -= (depth * a.inverse_mass / mobility) * normal;
  b.pose.position += (depth * b.inverse_mass / mobility) * normal;
}

}  // namespace firstcontact
