// A table of bad input to worlds: definitions, bodies, orders and questions. Each is refused at the door, by name, and
// the world goes on as if nothing had been asked.
#include <gtest/gtest.h>
#include <firstcontact/world.hpp>

#include <climits>

#include "calendar/small_worlds.hpp"
#include "support/refusals.hpp"

namespace firstcontact {
namespace {

using namespace testing_support;

using Numbers = std::vector<double>;

const Numbers not_finite{no_number, endless, -endless};
const Numbers beyond{no_number, endless, -endless, 1e200, -1e200};

std::string numbered(const std::string& what, double number) { return what + " " + std::to_string(number); }

// --- definitions of worlds

template <class Set>
void add_definitions(std::vector<BadInput>& rows, const std::string& what, const Numbers& numbers, const Set& set) {
  for (const double number : numbers) {
    rows.push_back({numbered(what, number), what, [=] {
                      WorldDefinition definition;
                      set(definition, number);
                      World{definition};
                    }});
  }
}

std::vector<BadInput> bad_definitions() {
  std::vector<BadInput> rows;
  const auto add = [&](const std::string& what, const Numbers& numbers, const auto& set) {
    add_definitions(rows, what, numbers, set);
  };
  using D = WorldDefinition;
  add("time_step", {no_number, endless, -endless, 0.0, -0.0, -1.0, 1e-310, 1e200},
      [](D& d, double x) { d.time_step = x; });
  add("gravity", beyond, [](D& d, double x) { d.gravity.z = x; });
  add("skin", {no_number, endless, 0.0, -1e-3, 1e-310}, [](D& d, double x) { d.skin = x; });
  add("linear_damping", {no_number, endless, -1.0, 1e200}, [](D& d, double x) { d.linear_damping = x; });
  add("angular_damping", {no_number, endless, -1.0, 1e200}, [](D& d, double x) { d.angular_damping = x; });
  add("threads", {0.0, -1.0, INT_MIN}, [](D& d, double x) { d.threads = static_cast<int>(x); });
  add("rule", {99.0}, [](D& d, double x) { d.friction_rule = static_cast<MixRule>(x); });
  add("rule", {99.0}, [](D& d, double x) { d.restitution_rule = static_cast<MixRule>(x); });
  add("impact law", {99.0}, [](D& d, double x) { d.impact_law = static_cast<ImpactLaw>(x); });
  add("bounds", {no_number, endless, 2.0, 1.0}, [](D& d, double x) { d.bounds = Aabb{{x, -1.0, -1.0}, Vec3(1.0)}; });
  add("bounds", {no_number, -endless, -1.0}, [](D& d, double x) { d.bounds = Aabb{Vec3(-1.0), {1.0, x, 1.0}}; });
  add("bounds", {0.0}, [](D& d, double) { d.bounds = Aabb{}; });
  add("gravity times time_step", {1e8}, [](D& d, double x) { d.gravity.y = x, d.time_step = 100.0; });
  return rows;
}

// --- bodies

void add_body_to_world(const BodyDefinition& definition) {
  World world{WorldDefinition{}};
  static_cast<void>(world.add_body(definition).value());
}

template <class Set>
void add_bodies(std::vector<BadInput>& rows, const std::string& what, const Numbers& numbers, const Set& set) {
  for (const double number : numbers) {
    rows.push_back({"body: " + numbered(what, number), "body 'it': ", [=] {
                      BodyDefinition definition = body("it", box(Vec3(0.5)), Vec3(0.0));
                      set(definition, number);
                      add_body_to_world(definition);
                    }});
    rows.push_back({"body: " + numbered(what, number), what, rows.back().act});
  }
}

// A collider as a user may make one by hand.
template <class Change>
void change_collider(BodyDefinition& definition, const Change& change) {
  auto collider = std::make_shared<Collider>(*definition.collider);
  change(*collider);
  definition.collider = std::move(collider);
}

void add_bad_colliders(std::vector<BadInput>& rows) {
  using D = BodyDefinition;
  const auto add = [&](const std::string& what, const Numbers& numbers, const auto& change) {
    add_bodies(rows, what, numbers,
               [=](D& d, double x) { change_collider(d, [&](Collider& collider) { change(collider, x); }); });
  };
  add("moments of inertia", {no_number, endless, 0.0, -1.0, 1e200},
      [](Collider& c, double x) { c.principal_moments.y = x; });
  add("more than the sum of the others", {3.0, 1e9}, [](Collider& c, double x) {
    c.principal_moments = {1.0, 1.0, x};
  });
  add("mass times its radius squared", {1e-26, 1e-130, 1e-310}, [](Collider& c, double x) {
    c.principal_moments = {1.0, 1.0, x};
  });
  add("principal axes", {no_number, 2.0, 0.0}, [](Collider& c, double x) { c.principal_axes = {x, 0.0, 0.0, 0.0}; });
  add("volume", {no_number, endless, 0.0, -1.0, 1e-310, 1e200}, [](Collider& c, double x) { c.mass.mass = x; });
  add("centre of mass", beyond, [](Collider& c, double x) { c.mass.center_of_mass.x = x; });
  add("radius", {no_number, endless, -1.0, 1e200}, [](Collider& c, double x) { c.radius = x; });
  add("half extents", {no_number, endless, 1e200}, [](Collider& c, double x) { c.half_extents.x = x; });
  add("shape without vertices", {0.0}, [](Collider& c, double) { c.shapes.emplace_back(); });
  add("of no size", {no_number, endless, 1e200}, [](Collider& c, double x) { c.shapes.front().radius = x; });
  add("has no shape", {0.0}, [](Collider& c, double) { c.shapes.clear(); });
  add("tree", {7.0}, [](Collider& c, double) { c.tree = {{{{}, 0, 1, 0}}, {7}}; });
  add("tree", {1.0}, [](Collider& c, double) { c.tree = {{{{}, 0, 2, 0}}, {0}}; });
  add("tree", {2.0}, [](Collider& c, double) { c.tree = {{{{}, 0, 1, 1}, {{}, 0, 1, 1}}, {0}}; });
}

std::vector<BadInput> bad_bodies() {
  std::vector<BadInput> rows;
  using D = BodyDefinition;
  const auto add = [&](const std::string& what, const Numbers& numbers, const auto& set) {
    add_bodies(rows, what, numbers, set);
  };
  const Numbers masses{no_number, endless, -endless, 0.0, -1.0, 1e-310, 1e200};
  const Numbers levers{no_number, endless, -1.0, 1e200};
  add("has no shape", {0.0}, [](D& d, double) { d.collider = nullptr; });
  add("position", beyond, [](D& d, double x) { d.mesh_pose.position.y = x; });
  add("rotation", {no_number, endless, 0.0, 0.99, 1.01, 2.0}, [](D& d, double x) {
    d.mesh_pose.orientation = {x, 0.0, 0.0, 0.0};
  });
  add("velocities", beyond, [](D& d, double x) { d.linear_velocity.x = x; });
  add("velocities", beyond, [](D& d, double x) { d.angular_velocity.x = x; });
  add("density", masses, [](D& d, double x) { d.density = x; });
  add("mass", masses, [](D& d, double x) { d.mass = x; });
  add("restitution", {no_number, endless, -0.1, 1.1}, [](D& d, double x) { d.restitution = x; });
  add("friction", levers, [](D& d, double x) { d.friction = x; });
  add("rolling friction", levers, [](D& d, double x) { d.rolling_friction = x; });
  add("spinning friction", levers, [](D& d, double x) { d.spinning_friction = x; });
  add("surface velocity", beyond, [](D& d, double x) { d.surface_velocity_local.y = x; });
  add("gravity", beyond, [](D& d, double x) { d.gravity = Vec3(x, 0.0, 0.0); });
  add("force", beyond, [](D& d, double x) { d.force.x = x; });
  add("torque", beyond, [](D& d, double x) { d.torque.x = x; });
  add("over the mass", {1e30}, [](D& d, double x) { d.force.x = x, d.mass = 1e-15; });
  add("over the least moment", {1e30}, [](D& d, double x) { d.torque.x = x, d.mass = 1e-15; });
  add("type", {99.0}, [](D& d, double x) { d.type = static_cast<BodyType>(x); });
  add_bad_colliders(rows);
  return rows;
}

// --- orders and questions

constexpr BodyIndex floor_index = 0;
constexpr BodyIndex crate_index = 1;
constexpr BodyIndex gone_index = 2;

World small_world() {
  World world{WorldDefinition{}};
  add(world, floor_body());
  add(world, body("crate", box(Vec3(0.5)), {0.0, 3.0, 0.0}));
  const BodyIndex gone = add(world, body("gone", box(Vec3(0.5)), {5.0, 3.0, 0.0}));
  world.remove_body(gone);
  return world;
}

struct Order {
  std::string name;
  std::function<void(World&, BodyIndex, const Vec3&)> act;
};

std::vector<Order> orders() {
  using W = World;
  using V = const Vec3&;
  return {{"apply_force", [](W& w, BodyIndex i, V v) { w.apply_force(i, v); }},
          {"apply_force_at",
           [](W& w, BodyIndex i, V v) {
             w.apply_force_at(i, v, {1.0, 0.0, 0.0});
           }},
          {"apply_force_at",
           [](W& w, BodyIndex i, V v) {
             w.apply_force_at(i, {1.0, 2.0, 3.0}, 1e9 * v);
           }},
          {"apply_torque", [](W& w, BodyIndex i, V v) { w.apply_torque(i, v); }},
          {"apply_impulse", [](W& w, BodyIndex i, V v) { w.apply_impulse(i, v); }},
          {"apply_impulse_at",
           [](W& w, BodyIndex i, V v) {
             w.apply_impulse_at(i, v, {1.0, 0.0, 0.0});
           }},
          {"apply_impulse_at",
           [](W& w, BodyIndex i, V v) {
             w.apply_impulse_at(i, {1.0, 2.0, 3.0}, 1e9 * v);
           }},
          {"apply_angular_impulse", [](W& w, BodyIndex i, V v) { w.apply_angular_impulse(i, v); }},
          {"set_gravity", [](W& w, BodyIndex i, V v) { w.set_gravity(i, v); }},
          {"set_velocity", [](W& w, BodyIndex i, V v) { w.set_velocity(i, v, Vec3(0.0)); }},
          {"set_velocity", [](W& w, BodyIndex i, V v) { w.set_velocity(i, Vec3(0.0), v); }}};
}

std::vector<BadInput> bad_orders() {
  std::vector<BadInput> rows;
  const auto add = [&](const Order& order, const std::string& expected, BodyIndex index, double number) {
    rows.push_back({order.name + " of body " + std::to_string(index) + numbered(":", number), expected, [=] {
                      World world = small_world();
                      const std::uint64_t before = world.state_hash();
                      const std::string said = refusal([&] { order.act(world, index, {0.0, number, 0.0}); });
                      EXPECT_EQ(world.state_hash(), before);
                      world.step();
                      EXPECT_TRUE(is_finite(world.state(crate_index).pose.position));
                      throw ContractViolation(said);
                    }});
  };
  for (const Order& order : orders()) {
    add(order, "World::" + order.name + ": there is no body 9", 9, 1.0);
    add(order, "World::" + order.name + ": there is no body 4294967295", ~0U, 1.0);
    add(order, "World::" + order.name + ": body 2 'gone' was removed", gone_index, 1.0);
    add(order, "World::" + order.name + ": body 0 'floor' is not dynamic", floor_index, 1.0);
    for (const double number : beyond) {
      add(order, "World::" + order.name + ": ", crate_index, number);
    }
  }
  const auto push = [](World& w, BodyIndex i, const Vec3& v) { w.set_kinematic_velocity(i, v, Vec3(0.0)); };
  add({"set_kinematic_velocity", push}, "there is no body 9", 9, 1.0);
  add({"set_kinematic_velocity", push}, "was removed", gone_index, 1.0);
  add({"set_kinematic_velocity", push}, "must be kinematic", crate_index, 1.0);
  const auto cover = [](World& w, BodyIndex i, const Vec3& v) { w.set_surface(i, v.y, 0.5); };
  add({"set_surface", cover}, "there is no body 9", 9, 1.0);
  add({"set_surface", cover}, "was removed", gone_index, 1.0);
  add({"set_surface", cover}, "World::set_surface: restitution must be from 0 to 1, found 1.5", crate_index, 1.5);
  const auto roughen = [](World& w, BodyIndex i, const Vec3& v) { w.set_surface(i, 0.5, v.y); };
  const auto damp = [](World& w, BodyIndex, const Vec3& v) { w.set_damping(v.y, 0.0); };
  const auto brake = [](World& w, BodyIndex, const Vec3& v) { w.set_damping(0.0, v.y); };
  for (const double number : {-1.0, std::numeric_limits<double>::quiet_NaN(), 1e300}) {
    add({"set_surface", roughen}, "World::set_surface: friction must be from 0", crate_index, number);
    add({"set_damping", damp}, "World::set_damping: linear damping (1/s) must be from 0", crate_index, number);
    add({"set_damping", brake}, "World::set_damping: angular damping (1/s) must be from 0", crate_index, number);
  }
  const auto take = [](World& w, BodyIndex i, const Vec3&) { w.remove_body(i); };
  add({"remove_body", take}, "there is no body 9", 9, 1.0);
  add({"remove_body", take}, "body 2 'gone' was removed", gone_index, 1.0);
  return rows;
}

template <class Ask>
void add_question(std::vector<BadInput>& rows, const std::string& name, const Ask& ask) {
  rows.push_back({name + " of a body that never was", "World::" + name + ": there is no body 9", [=] {
                    const World world = small_world();
                    ask(world, 9);
                  }});
  rows.push_back({name + " of a world that was moved from", "World: it was moved from", [=] {
                    World world = small_world();
                    const World taken = std::move(world);
                    ask(world, 1);  // NOLINT(bugprone-use-after-move)
                  }});
}

template <class Act>
void add_moved(std::vector<BadInput>& rows, const std::string& name, const Act& act) {
  rows.push_back({name + " of a world that was moved from", "World: it was moved from", [=] {
                    World world = small_world();
                    const World taken = std::move(world);
                    act(world);  // NOLINT(bugprone-use-after-move)
                  }});
}

std::vector<BadInput> bad_questions() {
  std::vector<BadInput> rows;
  add_question(rows, "name", [](const World& w, BodyIndex i) { static_cast<void>(w.name(i)); });
  add_question(rows, "type", [](const World& w, BodyIndex i) { static_cast<void>(w.type(i)); });
  add_question(rows, "collider", [](const World& w, BodyIndex i) { static_cast<void>(w.collider(i)); });
  add_question(rows, "mass", [](const World& w, BodyIndex i) { static_cast<void>(w.mass(i)); });
  add_question(rows, "inertia", [](const World& w, BodyIndex i) { static_cast<void>(w.inertia(i)); });
  add_question(rows, "state", [](const World& w, BodyIndex i) { static_cast<void>(w.state(i)); });
  add_moved(rows, "step", [](World& w) { w.step(); });
  add_moved(rows, "time", [](World& w) { static_cast<void>(w.time()); });
  add_moved(rows, "body_count", [](World& w) { static_cast<void>(w.body_count()); });
  add_moved(rows, "events", [](World& w) { static_cast<void>(w.events()); });
  add_moved(rows, "segments", [](World& w) { static_cast<void>(w.segments()); });
  add_moved(rows, "impulses", [](World& w) { static_cast<void>(w.impulses()); });
  add_moved(rows, "initial_overlaps", [](World& w) { static_cast<void>(w.initial_overlaps()); });
  add_moved(rows, "totals", [](World& w) { static_cast<void>(w.totals()); });
  add_moved(rows, "statistics", [](World& w) { static_cast<void>(w.statistics()); });
  add_moved(rows, "state_hash", [](World& w) { static_cast<void>(w.state_hash()); });
  add_moved(rows, "octree", [](World& w) { static_cast<void>(w.octree()); });
  add_moved(rows, "snapshot", [](World& w) { static_cast<void>(w.snapshot()); });
  add_moved(rows, "restore", [](World& w) { w.restore(small_world().snapshot()); });
  add_moved(rows, "add_body", [](World& w) { static_cast<void>(w.add_body(floor_body())); });
  add_moved(rows, "remove_body", [](World& w) { w.remove_body(1); });
  for (const Order& order : orders()) {
    add_moved(rows, order.name, [order](World& w) { order.act(w, 1, Vec3(1.0)); });
  }
  rows.push_back({"the time of a snapshot that was moved from", "the snapshot was moved from", [] {
                    Snapshot snapshot = small_world().snapshot();
                    const Snapshot taken = std::move(snapshot);
                    static_cast<void>(snapshot.time());  // NOLINT(bugprone-use-after-move)
                  }});
  rows.push_back({"a snapshot that was moved from", "the snapshot was moved from", [] {
                    World world = small_world();
                    Snapshot snapshot = world.snapshot();
                    const Snapshot taken = std::move(snapshot);
                    world.restore(snapshot);  // NOLINT(bugprone-use-after-move)
                  }});
  return rows;
}

void expect_refused(const std::vector<BadInput>& rows, std::size_t fewest) {
  EXPECT_GE(rows.size(), fewest);
  for (const BadInput& row : rows) {
    EXPECT_NE(refusal(row.act).find(row.expected), std::string::npos) << row.what << ": " << refusal(row.act);
  }
}

TEST(BadInput, DefinitionsOfWorldsAreRefusedByName) { expect_refused(bad_definitions(), 40); }
TEST(BadInput, BodiesAreRefusedByName) { expect_refused(bad_bodies(), 200); }
TEST(BadInput, OrdersAreRefusedByNameAndChangeNothing) { expect_refused(bad_orders(), 100); }
TEST(BadInput, QuestionsAreRefusedByName) { expect_refused(bad_questions(), 30); }

// What is at the edge, but within it.
TEST(BadInput, OddInputThatMakesSenseIsTaken) {
  WorldDefinition definition;
  definition.bounds = Aabb{{-endless, -10.0, -endless}, Vec3(endless)};
  definition.linear_damping = 1e9;
  World world{definition};
  BodyDefinition crate = body("crate", box(Vec3(0.5)), {0.0, -5.0, 0.0});
  crate.mesh_pose.orientation = {1.0005, 0.0, 0.0, 0.0};  // within 1e-3: made unit
  crate.linear_velocity = {-0.0, -0.0, 5e-324};
  const BodyIndex index = add(world, crate);
  EXPECT_EQ(world.state(index).pose.orientation.w, 1.0);
  world.step();
  EXPECT_FALSE(world.state(index).removed);
  EXPECT_TRUE(is_finite(world.state(index).linear_velocity));
  Snapshot kept = world.snapshot();
  World other{WorldDefinition{}};
  other.restore(kept);
  World moved = std::move(world);
  world = std::move(moved);  // one that was moved from may be given another
  world.step();
  other.step();
  EXPECT_EQ(world.state_hash(), other.state_hash());
}

}  // namespace
}  // namespace firstcontact
