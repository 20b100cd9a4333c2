// Turn first, then cast: after Jolt's MotionQuality::LinearCast (Rouwe; Jolt/Physics/PhysicsSystem.cpp,
// JobIntegrateVelocity, JobFindCCDContacts, JobResolveCCDContacts; Docs/Architecture.md, 'Continuous Collision
// Detection'). A body that goes further in a step than 0.75 of its inner radius is turned by the whole step's spin
// where it stands, and its shape is then cast along its way. At a hit it stops a little within the other body, gets its
// impulse there, and waits for the next step. What is slower is moved, and found when it is near or overlaps, as in
// `discrete`.
//
// Its failures: a body that spins on the spot casts nothing at all, and one that flies and spins has turned through
// what it would have hit. Of two such bodies only the first casts, and its box is cast by its own way against the
// other's box as it stood, so bodies that meet because both move are lost in the second half of a step. And the rest of
// the step after a hit is lost. [Rivals.LinearCast...]
#include <firstcontact/cast.hpp>

#include <algorithm>

#include "rivals/rival_run.hpp"
#include "rivals/rivals.hpp"

namespace firstcontact {
namespace {

// Jolt's own defaults (PhysicsSettings.h).
constexpr double speculative_distance = 0.02;   // m
constexpr double slop = 0.02;                   // m: penetration that is left
constexpr double corrected_share = 0.2;         // 'baumgarte'
constexpr double cast_threshold = 0.75;         // of the inner radius
constexpr double penetration_by_cast = 0.25;    // of the inner radius
constexpr double restitution_threshold = 1e-9;  // m/s; 1 there, here lifted like all clamps

struct Caster {
  BodyIndex body = 0;
  Vec3 way{0.0};  // m, of the whole step
  double fraction = 1.0, fraction_plus_slop = 1.0;
  std::optional<BodyIndex> other;
  Vec3 normal{0.0};  // towards the other
  Vec3 point{0.0};   // on it
};

class LinearCast : public RivalRun {
 public:
  using RivalRun::RivalRun;

  void step() override {
    begin_step();
    kick(time_step);
    boxes_ = boxes();
    std::vector<RivalContact> contacts;
    for (const BodyPair& pair : near_pairs(0.0, speculative_distance)) {
      for (const RivalContact& contact : contacts_of(pair, speculative_distance)) {
        contacts.push_back(contact);
      }
    }
    aim(contacts, time_step);
    solve(contacts, now);
    integrate();
    for (Caster& caster : casters_) {
      find_hit(caster);
    }
    resolve_hits();
    for (const RivalContact& contact : contacts) {
      const double depth = std::max(0.0, -contact.gap - slop);
      shift_apart(contact.pair, contact.normal, corrected_share * depth / contact.of_manifold);
    }
    end_step();
  }

 private:
  [[nodiscard]] std::vector<Aabb> boxes() const {
    std::vector<Aabb> result;
    for (BodyIndex i = 0; i < bodies.size(); ++i) {
      const Collider& collider = *bodies[i].definition.collider;
      result.push_back(swept_box(motion_of(i), collider.half_extents, collider.radius, 0.0));
    }
    return result;
  }

  // Slow bodies are moved; fast ones are turned and put on the list of those that cast.
  void integrate() {
    casters_.clear();
    for (BodyIndex i = 0; i < bodies.size(); ++i) {
      const Vec3 way = time_step * bodies[i].linear_velocity;
      if (bodies[i].inverse_mass > 0.0 && glm::length(way) > cast_threshold * bodies[i].inner_radius) {
        turn(i, time_step);
        Caster caster;
        caster.body = i;
        caster.way = way;
        casters_.push_back(caster);
      } else {
        move(i, now, time_step);
      }
    }
  }

  [[nodiscard]] Caster* caster_of(BodyIndex body) {
    const auto found =
        std::find_if(casters_.begin(), casters_.end(), [&](const Caster& caster) { return caster.body == body; });
    return found == casters_.end() ? nullptr : &*found;
  }

  // The body's own swept box against the other's box of the step's start: that is what the source's broadphase casts.
  [[nodiscard]] bool boxes_meet(const Caster& caster, BodyIndex other) const {
    const Collider& collider = *bodies.at(caster.body).definition.collider;
    RigidMotion motion = motion_of(caster.body);
    motion.angular_velocity = Vec3(0.0);
    const Aabb swept = swept_box(motion, collider.half_extents, collider.radius, time_step);
    return overlaps(swept, boxes_.at(other));
  }

  void find_hit(Caster& caster) {
    for (BodyIndex other = 0; other < bodies.size(); ++other) {
      const Caster* const second = caster_of(other);
      const bool is_cast_by_other = second != nullptr && other < caster.body;
      if (other == caster.body || is_cast_by_other || !boxes_meet(caster, other)) {
        continue;
      }
      const Vec3 way_of_other = second != nullptr ? second->way : Vec3(0.0);
      const Vec3 relative = caster.way - way_of_other;
      if (glm::length(relative) >= cast_threshold * bodies.at(caster.body).inner_radius) {
        cast_at(caster, other, relative, way_of_other);
      }
    }
  }

  void cast_at(Caster& caster, BodyIndex other, const Vec3& relative, const Vec3& way_of_other) {
    const RivalBody& body = bodies.at(caster.body);
    const RivalBody& target = bodies.at(other);
    const double allowed = std::min(slop, penetration_by_cast * body.inner_radius);
    for (const ConvexShape& shape : body.definition.collider->shapes) {
      for (const ConvexShape& fixed : target.definition.collider->shapes) {
        const double size = std::min(shape.radius, fixed.radius);
        CastOptions options;
        options.gap = 1e-6 * size;
        options.tolerance = 1e-7 * size;
        const CastHit hit = shape_cast({&fixed, target.pose}, {{&shape, body.pose}, relative, Vec3(0.0)}, options);
        if (hit.status == CastStatus::clear) {
          continue;
        }
        const Vec3 normal = -hit.normal;
        const double closing = glm::dot(normal, caster.way);
        const double fraction_plus_slop = hit.fraction + (closing > allowed ? allowed / closing : 1.0);
        if (closing > allowed && fraction_plus_slop < caster.fraction_plus_slop) {
          caster.other = other;
          caster.fraction = hit.fraction;
          caster.fraction_plus_slop = fraction_plus_slop;
          caster.normal = normal;
          caster.point = middle_of_contact(fixed, shape, caster, hit, relative) + hit.fraction * way_of_other;
        }
      }
    }
  }

  // The middle of the manifold where the cast ends, seen from the other body.
  [[nodiscard]] Vec3 middle_of_contact(const ConvexShape& fixed, const ConvexShape& shape, const Caster& caster,
                                       const CastHit& hit, const Vec3& relative) const {
    Pose there = bodies.at(caster.body).pose;
    there.position += hit.fraction * relative;
    const PosedShape a{&fixed, bodies.at(*caster.other).pose};
    const PosedShape b{&shape, there};
    const Separation apart = separation(a, b, hit.normal);
    if (apart.distance <= 0.0) {
      return hit.point;
    }
    const double margin = apart.distance + 1e-3 * std::min(shape.radius, fixed.radius);
    const Manifold manifold = contact_manifold(a, b, apart, margin);
    Vec3 sum(0.0);
    for (int i = 0; i < manifold.count; ++i) {
      sum += manifold.points.at(static_cast<std::size_t>(i)).point;
    }
    return manifold.count > 0 ? sum / static_cast<double>(manifold.count) : hit.point;
  }

  void resolve_hits() {
    std::vector<Caster*> order;
    for (Caster& caster : casters_) {
      order.push_back(&caster);
    }
    std::stable_sort(order.begin(), order.end(),
                     [](const Caster* a, const Caster* b) { return a->fraction_plus_slop < b->fraction_plus_slop; });
    for (Caster* const caster : order) {
      if (caster->other) {
        resolve(*caster);
      }
      advance(*caster);
    }
  }

  void resolve(const Caster& caster) {
    Caster* const second = caster_of(*caster.other);
    if (second != nullptr && second->fraction > caster.fraction) {
      second->other.reset();
      second->fraction_plus_slop = caster.fraction;
    }
    if (second == nullptr || second->fraction >= caster.fraction) {
      answer(caster);
    }
  }

  // Both bodies still stand where they began: the caster's lever is taken from where it will be, the other's from where
  // it is, as in the source.
  void answer(const Caster& caster) {
    const bool is_first = caster.body < *caster.other;
    const Vec3 on_caster = caster.point - caster.fraction * caster.way;
    RivalContact contact;
    contact.pair = is_first ? BodyPair{caster.body, *caster.other} : BodyPair{*caster.other, caster.body};
    contact.normal = is_first ? caster.normal : -caster.normal;
    contact.point_a = is_first ? on_caster : caster.point;
    contact.point_b = is_first ? caster.point : on_caster;
    const double parting = parting_speed(contact);
    const double bounce = parting < -restitution_threshold ? -restitution_of(contact.pair) * parting : 0.0;
    const double impulse = (bounce - parting) / give(contact, contact.normal);
    apply(contact, impulse * contact.normal);
    const Vec3 slip = slip_velocity(contact) - parting_speed(contact) * contact.normal;
    const double speed = glm::length(slip);
    if (speed > 1e-12) {
      const double stopping = speed / give(contact, slip / speed);
      apply(contact, -std::min(stopping, friction_of(contact.pair) * std::max(0.0, impulse)) * (slip / speed));
    }
    note_impact(now + caster.fraction * time_step, contact, caster.point, impulse);
  }

  // Goes its way as far as it may, already turned, and waits there.
  void advance(const Caster& caster) {
    RivalBody& body = bodies.at(caster.body);
    const double share = std::min(1.0, caster.fraction_plus_slop);
    note_motion({caster.body, FlowKind::screw, now, body.pose, caster.way / time_step, Vec3(0.0), Vec3(0.0)});
    body.pose.position += share * caster.way;
    if (share < 1.0) {
      note_motion({caster.body, FlowKind::screw, now + share * time_step, body.pose, Vec3(0.0), Vec3(0.0), Vec3(0.0)});
      lost_time += (1.0 - share) * time_step;
    }
  }

  std::vector<Aabb> boxes_;  // at the step's start
  std::vector<Caster> casters_;
};

}  // namespace

std::unique_ptr<Rival> make_linear_cast(const RivalScene& scene) { return std::make_unique<LinearCast>(scene); }

}  // namespace firstcontact
