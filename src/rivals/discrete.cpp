// Overlap at frame ends, answered by impulses and a positional correction: after Gaul, 'How to Create a Custom 2D
// Physics Engine' (2013) and his ImpulseEngine, in three dimensions. With parts > 1 each step is cut into equal parts,
// each with its own collision detection (Macklin et al., 'Small Steps in Physics Simulation', 2019).
//
// Its failure: what is between two looks it does not see. A bullet that goes further than the plate's thickness plus
// its own length in a part is through before anybody looked. [Rivals.Discrete...]
//
// Two departures. The source's allowance of 0.05 (its bodies measure tens of units) is a share of the smaller body's
// inner radius here. And its impulses, which share out what is left of the approach among the points and so lose the
// bounce of every flat hit, are the sequential ones with clamped sums of Catto's Box2D Lite (2006).
#include <algorithm>

#include "rivals/rival_run.hpp"
#include "rivals/rivals.hpp"

namespace firstcontact {
namespace {

constexpr double allowed_share = 0.01;   // of the smaller inner radius: overlap that is left alone
constexpr double corrected_share = 0.4;  // of the rest, per look

class Discrete : public RivalRun {
 public:
  Discrete(const RivalScene& scene, int parts) : RivalRun(scene), parts_(parts) {}

  void step() override {
    begin_step();
    const double start = now;
    const double part = time_step / parts_;
    for (int i = 0; i < parts_; ++i) {
      part_of_step(start + i * part, part);
    }
    end_step();
  }

 private:
  void part_of_step(double start, double duration) {
    std::vector<RivalContact> contacts;
    for (const BodyPair& pair : near_pairs(0.0, 0.0)) {
      for (const RivalContact& contact : contacts_of(pair, 0.0)) {
        contacts.push_back(contact);
      }
    }
    kick(duration);
    aim(contacts, duration);
    solve(contacts, start);
    move_all(start, duration);
    for (const RivalContact& contact : contacts) {
      correct(contact);
    }
  }

  void correct(const RivalContact& contact) {
    const double allowed =
        allowed_share * std::min(bodies.at(contact.pair.a).inner_radius, bodies.at(contact.pair.b).inner_radius);
    const double depth = std::max(0.0, -contact.gap - allowed);
    shift_apart(contact.pair, contact.normal, corrected_share * depth / contact.of_manifold);
  }

  int parts_;
};

}  // namespace

std::unique_ptr<Rival> make_discrete(const RivalScene& scene, int parts) {
  return std::make_unique<Discrete>(scene, parts);
}

}  // namespace firstcontact
