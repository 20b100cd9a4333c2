// A pile of hulls as every engine is given it, and a world of another engine's made of it. Each engine is optional:
// where it is not installed, its maker returns nothing.
#pragma once

#include <firstcontact/flow.hpp>
#include <firstcontact/shape.hpp>

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace benchmarks {

struct PileBody {
  const firstcontact::ConvexShape* shape = nullptr;  // a polyhedron about the centre of mass; bodies may share it
  firstcontact::Pose pose;                           // of the centre of mass
  firstcontact::Vec3 linear_velocity{0.0};           // m/s
  firstcontact::Vec3 angular_velocity{0.0};          // rad/s
  bool moves = true;
  double mass = 0.0;     // kg; mass, density and inertia count only for what moves
  double density = 0.0;  // kg/m^3
  firstcontact::InertiaFrame inertia;
  double friction = 0.0;     // of a pair: the geometric mean
  double restitution = 0.0;  // of a pair: the average
};

struct Pile {
  firstcontact::Vec3 gravity{0.0};  // m/s^2
  double time_step = 0.0;           // s
  std::vector<PileBody> bodies;
};

/// A world that steps a pile: what is timed is `step` alone.
struct PileWorld {
  std::string name;
  std::function<void()> step;                              // by the pile's time step
  std::function<std::vector<firstcontact::Pose>()> poses;  // of all bodies, as in PileBody
  std::function<double()> top_speed;                       // m/s, of the fastest body's centre of mass
};

/// What Bullet rounds its hulls by (a `thick` one of 4 cm is its own default, and stands off that far all around);
/// deeper contacts than it holds take a slower way.
enum class BulletMargin : std::uint8_t { thick, thin };

/// The pile's shapes must outlive the world.
[[nodiscard]] std::optional<PileWorld> make_box3d_pile(const Pile& pile);
[[nodiscard]] std::optional<PileWorld> make_jolt_pile(const Pile& pile);
[[nodiscard]] std::optional<PileWorld> make_bullet_pile(const Pile& pile, BulletMargin margin);

}  // namespace benchmarks
