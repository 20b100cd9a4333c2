// Contacts before they happen: of every pair whose swept boxes meet, the nearest points now are taken for the contact
// to come, and velocities are cut so that the gap between them is just closed at the end of the step. After Firth,
// 'Speculative Contacts - a continuous collision engine approach' (2011); Box2D, Box3D and Unity have variants.
//
// Its failures: the contact plane has no end, so bodies that would pass beside each other are turned aside by a ghost;
// the plane belongs to the nearest points now, so a spinning body meets with other points, and passes; the speed that
// was cut has no bounce left in it. [Rivals.Speculative...]
//
// One departure: overlap is not put into the velocities (the source's formula gives depth / step, which makes energy)
// but parted by positions.
#include <algorithm>

#include "rivals/rival_run.hpp"
#include "rivals/rivals.hpp"

namespace firstcontact {
namespace {

constexpr double corrected_share = 0.2;  // of the overlap, per step

class Speculative : public RivalRun {
 public:
  using RivalRun::RivalRun;

  void step() override {
    begin_step();
    kick(time_step);
    std::vector<RivalContact> contacts;
    for (const BodyPair& pair : near_pairs(time_step, 0.0)) {
      for (const RivalContact& contact : contacts_of(pair, reach_of(pair))) {
        contacts.push_back(contact);
      }
    }
    for (RivalContact& contact : contacts) {
      const double bounce = restitution_of(contact.pair) * std::max(0.0, -parting_speed(contact));
      contact.target_speed = contact.gap > 0.0 ? -contact.gap / time_step : bounce;
    }
    solve(contacts, now);
    move_all(now, time_step);
    for (const RivalContact& contact : contacts) {
      const double depth = std::max(0.0, -contact.gap);
      shift_apart(contact.pair, contact.normal, corrected_share * depth / contact.of_manifold);
    }
    end_step();
  }

 private:
  // The furthest any two points of the pair can approach each other in a step.
  [[nodiscard]] double reach_of(const BodyPair& pair) const {
    const RivalBody& a = bodies.at(pair.a);
    const RivalBody& b = bodies.at(pair.b);
    const double speed = glm::length(b.linear_velocity - a.linear_velocity) +
                         glm::length(a.angular_velocity) * a.definition.collider->radius +
                         glm::length(b.angular_velocity) * b.definition.collider->radius;
    return speed * time_step;
  }
};

}  // namespace

std::unique_ptr<Rival> make_speculative(const RivalScene& scene) { return std::make_unique<Speculative>(scene); }

}  // namespace firstcontact
