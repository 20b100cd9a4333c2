// Hostile numbers into every public function: `firstcontact_fuzz SECONDS [FIRST_SEED [LONGEST]]` tries seeds from
// FIRST_SEED on for that long, `firstcontact_fuzz 0 SEED` that seed alone, and tells what happens in it. Every call
// must work, or name its mistake; what works gives finite numbers, in less than LONGEST seconds of processor time (30
// if not given). Meant for a build with sanitizers (CONTRIBUTING.md).
#include <firstcontact/cast.hpp>
#include <firstcontact/impact_methods.hpp>
#include <firstcontact/octree.hpp>
#include <firstcontact/separation.hpp>
#include <firstcontact/world.hpp>

#include <sys/time.h>
#include <unistd.h>

#include <array>
#include <chrono>
#include <cmath>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "calendar/fuzz_source.hpp"

namespace firstcontact {
namespace {

volatile std::sig_atomic_t longest = 30;  // s of processor time, for one seed

void tell_of_hang(int /*signal*/) {
  std::array<char, 80> text{};
  const int length = std::snprintf(text.data(), text.size(), "seed %ld takes more than %ld s\n",
                                   static_cast<long>(seed_now), static_cast<long>(longest));
  static_cast<void>(!write(STDERR_FILENO, text.data(), static_cast<std::size_t>(length)));
  _exit(2);
}

// True when the call worked. A mistake that has a name is what it should end with, if not.
bool works(const std::function<void()>& act) {
  try {
    act();
    return true;
  } catch (const ContractViolation& violation) {
    expect(std::string(violation.what()).size() > 8, "a refusal without a word");
  } catch (const MissingValue& missing) {
    expect(std::string(missing.what()).size() > 8, "an error without a word");
  } catch (const std::exception& other) {
    fail("an exception without a name: " + std::string(other.what()));
  }
  return false;
}

ConvexShape any_shape(Source& source) {
  std::optional<ConvexShape> made;
  works([&] {
    const std::size_t kind = source.below(4);
    if (kind == 0) {
      made =
          make_shape(make_box(Vec3{source.positive(1e-3, 3.0), source.positive(0.1, 3.0), source.positive(0.1, 3.0)}));
    } else if (kind == 1) {
      made = make_sphere(source.vector(0.5), std::abs(source.positive(1e-3, 2.0)));
    } else if (kind == 2) {
      made = make_capsule(source.vector(1.0), source.vector(1.0), std::abs(source.positive(1e-3, 2.0)));
    } else {
      std::vector<Vec3> points;
      for (std::size_t i = 4 + source.below(12); i > 0; --i) {
        points.push_back(source.vector(1.0));
      }
      made = make_shape(convex_hull(points).value());
    }
  });
  return made && made->radius > 0.0 ? *made : make_sphere(Vec3(0.0), 0.5);
}

std::shared_ptr<const Collider> any_collider(Source& source) {
  std::shared_ptr<const Collider> made;
  works([&] {
    switch (source.below(5)) {
      case 0:
        made = make_sphere_collider(source.positive(0.05, 1.0)).value();
        break;
      case 1:
        made = make_capsule_collider(source.positive(0.05, 1.0), source.positive(0.05, 1.0)).value();
        break;
      case 2:
        made = make_cylinder_collider(source.positive(0.05, 1.0), source.positive(0.05, 1.0)).value();
        break;
      case 3:
        made = make_collider(std::vector<ConvexShape>{any_shape(source), any_shape(source)}).value();
        break;
      default:
        made =
            make_box_collider(Vec3{source.positive(0.05, 1.0), source.positive(0.05, 1.0), source.positive(0.05, 1.0)})
                .value();
    }
  });
  if (made != nullptr && source.chance(0.05)) {
    auto changed = std::make_shared<Collider>(*made);
    changed->principal_moments[static_cast<int>(source.below(3))] = source.number(1.0);
    made = std::move(changed);
  }
  return made;
}

// --- queries

NearestVertices any_hint(Source& source, const ConvexShape& a, const ConvexShape& b) {
  NearestVertices hint{&a, &b, {}, {}, static_cast<std::uint8_t>(source.below(6))};
  for (std::size_t i = 0; i < 3; ++i) {
    hint.a[i] = static_cast<Index>(source.below(source.chance(0.5) ? 8 : 4'000'000'000U));
    hint.b[i] = static_cast<Index>(source.below(source.chance(0.5) ? 8 : 4'000'000'000U));
  }
  return hint;
}

void expect_sound(const Separation& found) {
  expect(found.distance >= 0.0 && found.depth >= 0.0 && std::isfinite(found.distance + found.depth), "a distance");
  expect(is_finite(found.normal) && is_finite(found.point_a) && is_finite(found.point_b), "a separation's vectors");
}

void ask_of_poses(Source& source, const ConvexShape& shape_a, const ConvexShape& shape_b) {
  const PosedShape a{source.chance(0.02) ? nullptr : &shape_a, source.pose(2.0)};
  const PosedShape b{&shape_b, source.pose(2.0)};
  std::optional<Separation> found;
  works([&] { expect_sound(found.emplace(separation(a, b, source.vector(1.0)))); });
  works([&] { expect_sound(separation(a, b, any_hint(source, shape_a, shape_b))); });
  works([&] { expect(!std::isnan(separation_by_all_axes(a, b)), "a separation by all axes"); });
  works([&] { static_cast<void>(overlap(a, b)); });
  works([&] {
    const Manifold manifold = contact_manifold(a, b, found.value_or(Separation{}), source.positive(1e-4, 1.0));
    expect(manifold.count >= 0 && manifold.count <= 4, "a manifold's points");
  });
  works([&] {
    const CastHit hit = ray_cast(a, {source.vector(3.0), source.vector(5.0)});
    expect(hit.fraction >= 0.0 && hit.fraction <= 1.0, "a ray's fraction");
  });
  works([&] {
    const CastHit hit = shape_cast(a, {b, source.vector(3.0), source.vector(3.0)},
                                   {std::abs(source.number(1e-3)), source.positive(1e-7, 1e-2)});
    expect(hit.fraction >= 0.0 && hit.fraction <= 1.0, "a cast's fraction");
  });
}

MovingShape any_motion(Source& source, const ConvexShape& shape) {
  MovingShape moving{&shape, {source.pose(3.0), source.vector(5.0), source.vector(9.0), source.vector(9.0)}};
  moving.motion.deviation = source.chance(0.1) ? source.number(0.01) : 0.0;
  return moving;
}

void ask_of_motions(Source& source, const ConvexShape& shape_a, const ConvexShape& shape_b) {
  const MovingShape a = any_motion(source, shape_a);
  const MovingShape b = any_motion(source, shape_b);
  TimeOfImpactOptions options{source.positive(1e-3, 2.0), source.positive(1e-6, 1e-2), source.positive(1e-7, 1e-3)};
  options.max_iterations = 1000;
  AxisCache cache;
  cache.axis_local_a = source.vector(1.0);
  cache.nearest = any_hint(source, shape_a, shape_b);
  const auto expect_impact = [&](const TimeOfImpact& found) {
    expect(found.time >= 0.0 && found.time <= options.duration, "a time of impact");
    expect(!std::isnan(found.gap) && !std::isnan(found.depth), "a gap at impact");
  };
  for (int i = 0; i < 2; ++i) {
    works([&] { expect_impact(time_of_impact(a, b, options, &cache)); });
  }
  for (const ImpactMethod method : {ImpactMethod::discrete, ImpactMethod::sampled, ImpactMethod::swept_faces,
                                    ImpactMethod::swept_full, ImpactMethod::advancement}) {
    works([&] { expect_impact(time_of_impact_by(a, b, {method, options, 5})); });
  }
  works([&] { expect(is_finite(pose_at(a.motion, source.number(2.0)).position), "a pose"); });
  works([&] { static_cast<void>(swept_box(a.motion, source.vector(1.0), source.number(1.0), source.number(1.0))); });
}

// --- the octree

Track any_track(Source& source) {
  Track track;
  track.body = static_cast<BodyIndex>(source.below(source.chance(0.01) ? 4'000'000'000U : 30));
  const Vec3 center = source.vector(10.0);
  const Vec3 half = Vec3{source.positive(0.01, 3.0), source.positive(0.01, 3.0), source.positive(0.01, 3.0)};
  track.box = {center - half, center + half};
  track.fast = source.chance(0.3);
  track.end = source.positive(1e-3, 1.0);
  track.center = center;
  track.velocity = source.vector(100.0);
  track.half_extents = half;
  return track;
}

void use_octree(Source& source) {
  Octree octree;
  for (int i = 0; i < 30; ++i) {
    const Track track = any_track(source);
    switch (source.below(6)) {
      case 0:
        works([&] { octree.set_resident(track.body, track.box); });
        break;
      case 1:
        works([&] { octree.lay_tracks(std::vector<Track>{track, any_track(source), any_track(source)}); });
        break;
      case 2:
        works([&] { octree.move_track(track); });
        break;
      case 3:
        works([&] { octree.remove_resident(track.body); });
        break;
      case 4:
        works([&] { static_cast<void>(octree.query(track)); });
        break;
      default:
        works([&] { static_cast<void>(octree.visited_cells(track)); });
    }
    works([&] { static_cast<void>(octree.pairs()); });
  }
}

// --- worlds

WorldDefinition any_definition(Source& source) {
  WorldDefinition definition;
  definition.gravity = source.vector(20.0);
  definition.time_step = source.positive(1e-3, 0.05);
  if (source.chance(0.2)) {
    definition.skin = source.positive(1e-5, 1e-2);
  }
  definition.linear_damping = source.chance(0.3) ? source.positive(1e-2, 20.0) : 0.0;
  definition.angular_damping = source.chance(0.3) ? source.positive(1e-2, 20.0) : 0.0;
  if (source.chance(0.2)) {
    definition.bounds = Aabb{source.vector(20.0), source.vector(20.0)};
  }
  definition.sleeping = source.chance(0.7);
  definition.threads = source.one_of<int>({1, 1, 1, 2, 7, 100'000, 0, -5});
  definition.keeps_impulses = source.chance(0.3);
  return definition;
}

BodyDefinition any_body(Source& source) {
  BodyDefinition body;
  body.name = "body";
  body.type = source.one_of<BodyType>({BodyType::dynamic, BodyType::dynamic, BodyType::fixed, BodyType::kinematic});
  body.collider = any_collider(source);
  body.mesh_pose = source.pose(3.0);
  body.linear_velocity = source.vector(5.0);
  body.angular_velocity = source.vector(5.0);
  body.density = source.positive(10.0, 1e4);
  if (source.chance(0.2)) {
    body.mass = source.positive(1e-3, 1e3);
  }
  body.restitution = std::abs(source.number(1.0));
  body.friction = std::abs(source.number(1.0));
  body.rolling_friction = source.chance(0.2) ? source.positive(1e-4, 1e-1) : 0.0;
  body.surface_velocity_local = source.chance(0.2) ? source.vector(2.0) : Vec3(0.0);
  for (bool& lock : body.locked) {
    lock = source.chance(0.1);
  }
  body.force = source.chance(0.3) ? source.vector(50.0) : Vec3(0.0);
  body.torque = source.chance(0.3) ? source.vector(1e-4) : Vec3(0.0);
  body.is_sensor = source.chance(0.1);
  return body;
}

// Of one seed alone it's told what happens.
bool is_told = false;

void tell(const World& world, std::size_t act) {
  if (!is_told) {
    return;
  }
  std::fprintf(stderr, "%.4f s, act %zu\n", world.time(), act);
  for (std::size_t place = 0; place < world.body_count(); ++place) {
    const BodyIndex body = world.body_at(place);
    const BodyState state = world.state(body);
    std::fprintf(stderr, "  %u: type %d, %.3g kg, radius %.3g m, at (%.3g, %.3g, %.3g), %.3g m/s, %.3g rad/s\n", body,
                 static_cast<int>(world.type(body)), world.mass(body), world.collider(body)->radius,
                 state.pose.position.x, state.pose.position.y, state.pose.position.z,
                 glm::length(state.linear_velocity), glm::length(state.angular_velocity));
  }
}

void order(Source& source, World& world) {
  // One that is there, or was, or never was.
  const std::size_t place = source.below(world.body_count() + 2);
  const bool is_known = place < world.body_count();
  const BodyIndex body = is_known && source.chance(0.9) ? world.body_at(place) : static_cast<BodyIndex>(place);
  // Of any body: twenty m/s at once, and some hundred rad/s.
  const double mass = is_known ? world.mass(world.body_at(place)) : 1.0;
  const Vec3 x = source.vector(20.0);
  const Vec3 y = source.vector(3.0);
  switch (source.below(11)) {
    case 0:
      return world.apply_force(body, 10.0 * mass * x);
    case 1:
      return world.apply_force_at(body, 0.1 * mass * x, y);
    case 2:
      return world.apply_torque(body, 0.01 * mass * x);
    case 3:
      return world.apply_impulse(body, mass * x);
    case 4:
      return world.apply_impulse_at(body, 0.01 * mass * x, y);
    case 5:
      return world.apply_angular_impulse(body, 0.01 * mass * y);
    case 6:
      return world.set_gravity(body, x);
    case 7:
      return world.set_kinematic_velocity(body, y, y);
    case 8:
      return world.set_velocity(body, x, y);
    case 9:
      return world.remove_body(body);
    default:
      static_cast<void>(world.add_body(any_body(source)).value());
  }
}

void expect_finite(const World& world) {
  for (std::size_t place = 0; place < world.body_count(); ++place) {
    const BodyIndex body = world.body_at(place);
    const BodyState state = world.state(body);
    expect(is_finite(state.pose.position) && is_finite(state.pose.orientation), "a pose that is not finite");
    expect(is_finite(state.linear_velocity) && is_finite(state.angular_velocity), "a velocity that is not finite");
  }
  for (const Event& event : world.events()) {
    expect(is_finite(event.point) && is_finite(event.normal) && std::isfinite(event.time), "an event");
  }
  const Totals totals = world.totals();
  expect(std::isfinite(totals.kinetic_energy + totals.potential_energy), "an energy that is not finite");
}

void use_world(Source& source) {
  std::optional<World> made;
  works([&] { made.emplace(any_definition(source)); });
  World world = made ? std::move(*made) : World{WorldDefinition{}};
  Snapshot kept = world.snapshot();
  for (int i = 0; i < 25; ++i) {
    const std::size_t act = source.below(10);
    tell(world, act);
    if (act < 3 && world.body_count() < 8) {
      works([&] { static_cast<void>(world.add_body(any_body(source)).value()); });
    } else if (act < 6) {
      works([&] { order(source, world); });
    } else if (act == 6 && source.chance(0.3)) {
      works([&] { source.chance(0.5) ? void(kept = world.snapshot()) : world.restore(kept); });
    } else if (!works([&] { world.step(); })) {
      fail("a step that is refused");
    }
    expect_finite(world);
  }
}

void try_seed(std::uint64_t seed) {
  seed_now = static_cast<std::sig_atomic_t>(seed);
  const itimerval timer{{0, 0}, {static_cast<time_t>(longest), 0}};
  setitimer(ITIMER_VIRTUAL, &timer, nullptr);
  Source source(seed);
  const std::size_t kind = source.below(5);
  if (kind == 0) {
    use_octree(source);
  } else if (kind < 3) {
    const ConvexShape a = any_shape(source);
    const ConvexShape b = any_shape(source);
    ask_of_poses(source, a, b);
    ask_of_motions(source, a, b);
  } else {
    use_world(source);
  }
}

void run(double seconds, std::uint64_t first) {
  const auto begin = std::chrono::steady_clock::now();
  is_told = seconds == 0.0;
  std::uint64_t seed = first;
  do {
    try_seed(seed++);
    is_told = false;
  } while (std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count() < seconds);
  std::printf("%llu seeds from %llu on: nothing found\n", static_cast<unsigned long long>(seed - first),
              static_cast<unsigned long long>(first));
}

}  // namespace
}  // namespace firstcontact

int main(int argc, char** argv) {
  if (argc < 2) {
    std::fprintf(stderr, "usage: firstcontact_fuzz SECONDS [FIRST_SEED [LONGEST]]\n");
    return 1;
  }
  if (argc > 3) {
    firstcontact::longest = std::atoi(argv[3]);
  }
  std::signal(SIGVTALRM, firstcontact::tell_of_hang);
  firstcontact::run(std::atof(argv[1]), argc > 2 ? std::strtoull(argv[2], nullptr, 10) : 1);
}
