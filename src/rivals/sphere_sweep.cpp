// A ball inside the body stands for it on its way: after Bullet's CcdSweptSphereRadius (Coumans;
// BulletDynamics/Dynamics/btDiscreteDynamicsWorld.cpp, createPredictiveContactsInternal and
// integrateTransformsInternal). A body that goes further in a step than the ball's radius has the ball swept along its
// way, unturned, against all others as they stand. What it hits becomes a predictive contact without restitution; and
// when the bodies are moved, the ball is swept again and the motion clamped at its hit.
//
// Its failures: what the ball does not reach (the end of a rod, the corner of a plate) it does not see; nor does it see
// a body that comes at it, whose own way counts as zero; nor spin. [Rivals.SphereSweep...]
#include <firstcontact/cast.hpp>

#include <algorithm>

#include "rivals/rival_run.hpp"
#include "rivals/rivals.hpp"

namespace firstcontact {
namespace {

// Bullet's own defaults.
constexpr double breaking_distance = 0.02;    // m: points nearer than this are contacts
constexpr double allowed_penetration = 0.04;  // m: a way that goes less than this into the other is not clamped
constexpr double corrected_share = 0.2;       // 'erp2'

struct BallHit {
  double fraction = 1.0;
  BodyIndex other = 0;
  Vec3 normal{0.0};  // towards the ball
};

class SphereSweep : public RivalRun {
 public:
  SphereSweep(const RivalScene& scene, double sphere_share) : RivalRun(scene), sphere_share_(sphere_share) {
    for (const RivalBody& body : bodies) {
      balls_.push_back(ball_in(body));
    }
  }

  void add_body(const BodyDefinition& definition) override {
    RivalRun::add_body(definition);
    balls_.push_back(ball_in(bodies.back()));
  }

  void step() override {
    begin_step();
    kick(time_step);
    std::vector<RivalContact> contacts;
    for (const BodyPair& pair : near_pairs(0.0, breaking_distance)) {
      for (const RivalContact& contact : contacts_of(pair, breaking_distance)) {
        contacts.push_back(contact);
      }
    }
    for (RivalContact& contact : contacts) {
      const double approach = std::max(0.0, -parting_speed(contact));
      contact.target_speed = restitution_of(contact.pair) * approach - std::max(0.0, contact.gap) / time_step;
    }
    std::vector<RivalContact> all = predictive_contacts();
    all.insert(all.end(), contacts.begin(), contacts.end());
    solve(all, now);
    for (BodyIndex i = 0; i < bodies.size(); ++i) {
      integrate(i);
    }
    for (const RivalContact& contact : contacts) {
      const double depth = std::max(0.0, -contact.gap);
      shift_apart(contact.pair, contact.normal, corrected_share * depth / contact.of_manifold);
    }
    end_step();
  }

 private:
  [[nodiscard]] ConvexShape ball_in(const RivalBody& body) const {
    const double radius = sphere_share_ > 0.0 ? sphere_share_ * body.definition.collider->radius : body.inner_radius;
    return make_sphere(Vec3(0.0), radius);
  }

  [[nodiscard]] std::optional<BallHit> first_hit(BodyIndex index) const {
    const RivalBody& body = bodies[index];
    const ConvexShape& ball = balls_[index];
    const Vec3 way = time_step * body.linear_velocity;
    if (body.inverse_mass == 0.0 || glm::length(way) <= ball.radius) {
      return std::nullopt;
    }
    std::optional<BallHit> first;
    for (BodyIndex other = 0; other < bodies.size(); ++other) {
      if (other == index) {
        continue;
      }
      for (const ConvexShape& shape : bodies[other].definition.collider->shapes) {
        CastOptions options;
        options.gap = 1e-6 * ball.radius;
        options.tolerance = 1e-7 * ball.radius;
        const CastHit hit = shape_cast({&shape, bodies[other].pose}, {{&ball, body.pose}, way, Vec3(0.0)}, options);
        const bool is_hit = hit.status != CastStatus::clear && glm::dot(hit.normal, way) < -allowed_penetration;
        if (is_hit && hit.fraction < 1.0 && (!first || hit.fraction < first->fraction)) {
          first = BallHit{hit.fraction, other, hit.normal};
        }
      }
    }
    return first;
  }

  // The ball's body is pushed at its own centre, the other at the place where the ball's centre would be: the source's
  // choice, so this impulse never turns the first.
  [[nodiscard]] std::vector<RivalContact> predictive_contacts() const {
    std::vector<RivalContact> contacts;
    for (BodyIndex i = 0; i < bodies.size(); ++i) {
      const auto hit = first_hit(i);
      if (!hit) {
        continue;
      }
      const Vec3 way = (hit->fraction * time_step) * bodies[i].linear_velocity;
      const Vec3 here = bodies[i].pose.position;
      const bool is_first = i < hit->other;
      RivalContact contact;
      contact.pair = is_first ? BodyPair{i, hit->other} : BodyPair{hit->other, i};
      contact.normal = is_first ? -hit->normal : hit->normal;
      contact.point_a = is_first ? here : here + way;
      contact.point_b = is_first ? here + way : here;
      contact.gap = -glm::dot(way, hit->normal);
      contact.target_speed = -contact.gap / time_step;
      contacts.push_back(contact);
    }
    return contacts;
  }

  void integrate(BodyIndex index) {
    const auto hit = first_hit(index);
    const double share = hit ? hit->fraction : 1.0;
    move(index, now, share * time_step);
    if (share < 1.0) {
      note_motion(
          {index, FlowKind::screw, now + share * time_step, bodies[index].pose, Vec3(0.0), Vec3(0.0), Vec3(0.0)});
      lost_time += (1.0 - share) * time_step;
    }
  }

  double sphere_share_;  // of the bounding radius; 0: the inner ball
  std::vector<ConvexShape> balls_;
};

}  // namespace

std::unique_ptr<Rival> make_sphere_sweep(const RivalScene& scene, double sphere_share) {
  return std::make_unique<SphereSweep>(scene, sphere_share);
}

}  // namespace firstcontact
