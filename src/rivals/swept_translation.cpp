// The source article's method: on every axis of the faces the two bodies are intervals with one entry and one leave;
// the first contact of a pair is where the latest entry comes before the earliest leave, and the first of all pairs is
// believed. All bodies go there, the pair gets its impulse, every other prediction is discarded and all are made anew.
// What overlaps is pushed out along its shortest way.
//
// Its failure: spin is ignored while bodies sweep. A rod whose end turns into a post is found when it is in it, or
// when it is through, not at all. [Rivals.SweptTranslation...]
#include <algorithm>

#include "rivals/rival_run.hpp"
#include "rivals/rivals.hpp"

namespace firstcontact {
namespace {

constexpr double touching_share = 1e-3;   // of the smaller bounding radius: a gap that counts as touching
constexpr int most_impacts_in_step = 32;  // then the rest of the step is not looked at

struct Prediction {
  double time = 0.0;  // s, from now
  BodyPair pair;
  Vec3 normal{0.0}, point{0.0};  // of the axis that closed last
};

class SweptTranslation : public RivalRun {
 public:
  using RivalRun::RivalRun;

  void step() override {
    begin_step();
    kick(time_step);
    double done = 0.0;
    for (int i = 0; i < most_impacts_in_step; ++i) {
      const auto next = first_impact(time_step - done);
      if (!next) {
        break;
      }
      move_all(now + done, next->time);
      done += next->time;
      answer(*next, now + done);
    }
    move_all(now + done, time_step - done);
    push_out(now + time_step);
    end_step();
  }

 private:
  [[nodiscard]] double touching_gap(const BodyPair& pair) const {
    const auto radius = [&](BodyIndex body) { return bodies.at(body).definition.collider->radius; };
    return touching_share * std::min(radius(pair.a), radius(pair.b));
  }

  [[nodiscard]] std::optional<Prediction> first_impact(double duration) const {
    std::optional<Prediction> first;
    for (const BodyPair& pair : near_pairs(duration, 0.0)) {
      const auto found = impact_of(pair, first ? first->time : duration);
      first = found && (!first || found->time < first->time) ? found : first;
    }
    return first;
  }

  [[nodiscard]] std::optional<Prediction> impact_of(const BodyPair& pair, double duration) const {
    std::optional<Prediction> first;
    TimeOfImpactOptions options;
    options.duration = duration;
    options.target = touching_gap(pair);
    options.tolerance = 0.1 * options.target;
    for (const ConvexShape& a : bodies.at(pair.a).definition.collider->shapes) {
      for (const ConvexShape& b : bodies.at(pair.b).definition.collider->shapes) {
        const MovingShape moving_a{&a, without_spin(pair.a)};
        const MovingShape moving_b{&b, without_spin(pair.b)};
        const TimeOfImpact impact = swept_time_of_impact(moving_a, moving_b, options, SweptAxes::faces);
        const bool is_hit = impact.status == ImpactStatus::touches;  // what overlaps is pushed out at the end
        if (is_hit && (!first || impact.time < first->time)) {
          first = Prediction{impact.time, pair, impact.normal, impact.point};
        }
      }
    }
    return first;
  }

  [[nodiscard]] RigidMotion without_spin(BodyIndex body) const {
    RigidMotion motion = motion_of(body);
    motion.angular_velocity = Vec3(0.0);
    return motion;
  }

  // Where crossed edges are taken for touching while they are still apart there is no contact to be found: the impulse
  // is then along the axis that closed last, as if they had met on it.
  void answer(const Prediction& found, double when) {
    std::vector<RivalContact> contacts = contacts_of(found.pair, 4.0 * touching_gap(found.pair));
    if (contacts.empty()) {
      RivalContact contact;
      contact.pair = found.pair;
      contact.normal = found.normal;
      contact.point_a = contact.point_b = found.point;
      contacts.push_back(contact);
    }
    bounce(contacts, when);
  }

  void bounce(std::vector<RivalContact>& contacts, double when) {
    for (RivalContact& contact : contacts) {
      contact.target_speed = restitution_of(contact.pair) * std::max(0.0, -parting_speed(contact));
    }
    solve(contacts, when);
  }

  void push_out(double when) {
    for (const BodyPair& pair : near_pairs(0.0, 0.0)) {
      std::vector<RivalContact> contacts = contacts_of(pair, 0.0);
      if (contacts.empty()) {
        continue;
      }
      bounce(contacts, when);
      double depth = 0.0;
      for (const RivalContact& contact : contacts) {
        depth = std::max(depth, -contact.gap);
      }
      shift_apart(pair, contacts.front().normal, depth);
    }
  }
};

}  // namespace

std::unique_ptr<Rival> make_swept_translation(const RivalScene& scene) {
  return std::make_unique<SweptTranslation>(scene);
}

}  // namespace firstcontact
