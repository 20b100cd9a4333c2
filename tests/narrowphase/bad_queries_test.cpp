// A table of bad input to queries about shapes, motions and boxes: each is refused at the door, by name.
#include <firstcontact/cast.hpp>
#include <firstcontact/flow.hpp>
#include <firstcontact/impact_methods.hpp>
#include <firstcontact/octree.hpp>
#include <firstcontact/separation.hpp>

#include <gtest/gtest.h>

#include "support/refusals.hpp"

namespace firstcontact {
namespace {

using testing_support::BadInput;
using testing_support::endless;
using testing_support::no_number;
using testing_support::refusal;

const ConvexShape& cube() {
  static const ConvexShape shape = make_shape(make_box(Vec3(0.5)));
  return shape;
}

const ConvexShape& empty() {
  static const ConvexShape shape;
  return shape;
}

const PosedShape good{&cube(), {}};
const PosedShape near{&cube(), {{1.2, 0.0, 0.0}, Quat(1.0, 0.0, 0.0, 0.0)}};

std::vector<std::pair<std::string, PosedShape>> bad_shapes() {
  std::vector<std::pair<std::string, PosedShape>> bad{{"no shape", {nullptr, {}}}, {"an empty shape", {&empty(), {}}}};
  for (const double number : {no_number, endless, -endless, 1e200}) {
    bad.push_back({"position " + std::to_string(number), {&cube(), {{0.0, number, 0.0}, good.pose.orientation}}});
    bad.push_back({"quaternion " + std::to_string(number), {&cube(), {Vec3(1.0), Quat(number, 0.0, 0.0, 0.0)}}});
  }
  bad.push_back({"quaternion of length 2", {&cube(), {Vec3(1.0), Quat(2.0, 0.0, 0.0, 0.0)}}});
  bad.push_back({"quaternion of length 0.99", {&cube(), {Vec3(1.0), Quat(0.99, 0.0, 0.0, 0.0)}}});
  bad.push_back({"quaternion of length 0", {&cube(), {Vec3(1.0), Quat(0.0, 0.0, 0.0, 0.0)}}});
  return bad;
}

MovingShape moving(const PosedShape& posed) {
  MovingShape moving{posed.shape, {}};
  moving.motion.start = posed.pose;
  return moving;
}

using Query = std::function<void(const PosedShape&, const PosedShape&)>;

// Of two shapes that are near each other: far ones are told apart before anything but their places is looked at.
std::vector<std::pair<std::string, Query>> queries() {
  using P = const PosedShape&;
  return {{"separation", [](P a, P b) { static_cast<void>(separation(a, b)); }},
          {"separation", [](P a, P b) { static_cast<void>(separation(a, b, NearestVertices{})); }},
          {"separation_by_all_axes", [](P a, P b) { static_cast<void>(separation_by_all_axes(a, b)); }},
          {"contact_manifold", [](P a, P b) { static_cast<void>(contact_manifold(a, b, Separation{}, 0.1)); }},
          {"overlap", [](P a, P b) { static_cast<void>(overlap(a, b)); }},
          {"shape_cast",
           [](P a, P b) {
             static_cast<void>(shape_cast(a, {b, {-1.0, 0.0, 0.0}, Vec3(0.0)}));
           }},
          {"time_of_impact", [](P a, P b) { static_cast<void>(time_of_impact(moving(a), moving(b), {})); }},
          {"swept_time_of_impact",
           [](P a, P b) { static_cast<void>(swept_time_of_impact(moving(a), moving(b), {}, SweptAxes::faces)); }},
          {"time_of_impact_by", [](P a, P b) { static_cast<void>(time_of_impact_by(moving(a), moving(b), {})); }}};
}

std::vector<BadInput> bad_posed_shapes() {
  std::vector<BadInput> rows;
  for (const auto& [name, query] : queries()) {
    for (const auto& [what, bad] : bad_shapes()) {
      const Query& ask = query;
      const PosedShape& spoilt = bad;
      // One far off is told apart by its place alone, which is no mistake.
      if (name == "time_of_impact" && what.find("1e+200") != std::string::npos) {
        continue;
      }
      rows.push_back({name + ": a has " + what, name, [=] { ask(spoilt, near); }});
      rows.push_back({name + ": b has " + what, name, [=] { ask(near, spoilt); }});
    }
  }
  for (const auto& [what, bad] : bad_shapes()) {
    const PosedShape& spoilt = bad;
    rows.push_back({"ray_cast: " + what, "ray_cast", [=] { static_cast<void>(ray_cast(spoilt, {})); }});
  }
  return rows;
}

std::vector<BadInput> bad_options() {
  std::vector<BadInput> rows;
  const auto ask = [](const TimeOfImpactOptions& options, ImpactMethod method, int samples) {
    static_cast<void>(time_of_impact_by(moving(good), moving(near), {method, options, samples}));
  };
  for (const ImpactMethod method : {ImpactMethod::certified, ImpactMethod::discrete, ImpactMethod::sampled,
                                    ImpactMethod::swept_faces, ImpactMethod::swept_full, ImpactMethod::advancement}) {
    for (const double x : {no_number, endless, -1.0, 1e200}) {
      rows.push_back({"duration", "duration", [=] { ask({.duration = x}, method, 3); }});
      rows.push_back({"target", "target", [=] { ask({.target = x}, method, 3); }});
      rows.push_back({"tolerance", "tolerance", [=] { ask({.tolerance = x}, method, 3); }});
    }
    rows.push_back({"tolerance of 0", "tolerance", [=] { ask({.tolerance = 0.0}, method, 3); }});
  }
  for (const int samples : {0, -1, 2'000'000'000}) {
    rows.push_back({"samples", "samples", [=] { ask({}, ImpactMethod::sampled, samples); }});
  }
  for (const double x : {no_number, endless, 1e200}) {
    rows.push_back({"ray", "origin", [=] { static_cast<void>(ray_cast(good, {{x, 0.0, 0.0}, Vec3(1.0)})); }});
    rows.push_back({"ray", "displacement", [=] { static_cast<void>(ray_cast(good, {Vec3(1.0), {0.0, x, 0.0}})); }});
    rows.push_back({"sweep", "displacement", [=] { static_cast<void>(shape_cast(good, {near, Vec3(x), Vec3(0.0)})); }});
    rows.push_back({"sweep", "rotation", [=] { static_cast<void>(shape_cast(good, {near, Vec3(0.0), Vec3(x)})); }});
    rows.push_back({"cast", "target", [=] { static_cast<void>(shape_cast(good, {near, {}, {}}, {x, 1e-6})); }});
    rows.push_back({"cast", "tolerance", [=] { static_cast<void>(shape_cast(good, {near, {}, {}}, {1e-5, x})); }});
    Separation spoilt;
    spoilt.normal = Vec3(x);
    rows.push_back({"manifold", "normal", [=] { static_cast<void>(contact_manifold(good, near, spoilt, 0.1)); }});
    rows.push_back({"manifold", "margin", [=] { static_cast<void>(contact_manifold(good, near, {}, x)); }});
  }
  return rows;
}

std::vector<BadInput> bad_motions() {
  std::vector<BadInput> rows;
  for (const double x : {no_number, endless, 1e200}) {
    RigidMotion motion;
    motion.angular_velocity.y = x;
    rows.push_back({"pose_at", "RigidMotion", [=] { static_cast<void>(pose_at(motion, 1.0)); }});
    rows.push_back({"pose_at, time", "RigidMotion", [=] { static_cast<void>(pose_at({}, x)); }});
    rows.push_back({"advanced", "RigidMotion", [=] { static_cast<void>(advanced(motion, 1.0)); }});
    rows.push_back({"swept_box", "RigidMotion", [=] { static_cast<void>(swept_box(motion, Vec3(1.0), 1.0, 1.0)); }});
    rows.push_back({"swept_box", "swept_box", [=] { static_cast<void>(swept_box({}, Vec3(x), 1.0, 1.0)); }});
    rows.push_back({"swept_box", "swept_box", [=] { static_cast<void>(swept_box({}, Vec3(1.0), x, 1.0)); }});
    MotionSegment segment;
    segment.linear_velocity.z = x;
    const InertiaFrame unit{Vec3(1.0)};
    rows.push_back({"evaluate", "evaluate", [=] { static_cast<void>(evaluate(segment, unit, 1.0)); }});
    rows.push_back({"evaluate", "evaluate", [=] { static_cast<void>(evaluate({}, unit, x)); }});
  }
  rows.push_back({"evaluate", "moments", [] { static_cast<void>(evaluate({}, {}, 1.0)); }});
  rows.push_back({"evaluate", "moments", [] { static_cast<void>(evaluate({}, {{1.0, -1.0, 1.0}}, 1.0)); }});
  rows.push_back({"evaluate", "moments", [] { static_cast<void>(evaluate({}, {Vec3(no_number)}, 1.0)); }});
  return rows;
}

Track track_of(BodyIndex body, const Aabb& box) {
  Track track;
  track.body = body;
  track.box = box;
  return track;
}

void add_bad_track(std::vector<BadInput>& rows, const std::string& what, const Track& bad) {
  const auto with_two = [] {
    Octree octree;
    octree.set_resident(1, {Vec3(0.0), Vec3(1.0)});
    octree.lay_tracks(std::vector<Track>{track_of(0, {Vec3(0.5), Vec3(2.0)})});
    return octree;
  };
  // What is refused leaves the tree as it was.
  const auto refused = [with_two](const std::function<void(Octree&)>& act) {
    Octree octree = with_two();
    const std::string said = refusal([&] { act(octree); });
    EXPECT_EQ(octree.pairs(), with_two().pairs());
    throw ContractViolation(said);
  };
  rows.push_back(
      {"lay_tracks " + what, "Octree", [=] {
         refused([&](Octree& o) { o.lay_tracks(std::vector<Track>{track_of(3, {Vec3(0.0), Vec3(1.0)}), bad}); });
       }});
  rows.push_back({"move_track " + what, "Octree", [=] { refused([&](Octree& o) { o.move_track(bad); }); }});
  rows.push_back({"query " + what, "Octree", [=] { refused([&](Octree& o) { static_cast<void>(o.query(bad)); }); }});
  rows.push_back({"visited_cells " + what, "Octree",
                  [=] { refused([&](Octree& o) { static_cast<void>(o.visited_cells(bad)); }); }});
  rows.push_back({"set_resident " + what, "Octree", [=] {
                    refused([&](Octree& o) { o.set_resident(bad.fast ? ~0U : bad.body, bad.fast ? Aabb{} : bad.box); });
                  }});
}

std::vector<BadInput> bad_boxes() {
  std::vector<BadInput> rows;
  const Aabb unit{Vec3(0.0), Vec3(1.0)};
  for (const double x : {no_number, endless, -endless, 1e200}) {
    add_bad_track(rows, "of a box", track_of(2, {Vec3(0.0), {1.0, x, -1.0}}));
    Track fast = track_of(2, unit);
    fast.fast = true;
    fast.velocity.x = x;
    add_bad_track(rows, "of a speed", fast);
  }
  add_bad_track(rows, "of a box the wrong way round", track_of(2, {Vec3(1.0), Vec3(0.0)}));
  add_bad_track(rows, "of a number", track_of(~0U, unit));
  rows.push_back({"two tracks of one body", "one track per body", [=] {
                    Octree().lay_tracks(std::vector<Track>{track_of(1, unit), track_of(1, unit)});
                  }});
  rows.push_back({"a tree that was moved from", "Octree: it was moved from", [] {
                    Octree octree;
                    const Octree taken = std::move(octree);
                    static_cast<void>(octree.pairs());  // NOLINT(bugprone-use-after-move)
                  }});
  rows.push_back({"a copy of one", "Octree: it was moved from", [] {
                    Octree octree;
                    const Octree taken = std::move(octree);
                    const Octree copied = octree;  // NOLINT(bugprone-use-after-move)
                  }});
  return rows;
}

void expect_refused(const std::vector<BadInput>& rows, std::size_t fewest) {
  EXPECT_GE(rows.size(), fewest);
  for (const BadInput& row : rows) {
    EXPECT_NE(refusal(row.act).find(row.expected), std::string::npos) << row.what << ": " << refusal(row.act);
  }
}

TEST(BadQueries, OfPosedShapesAreRefusedByName) { expect_refused(bad_posed_shapes(), 200); }
TEST(BadQueries, WithOptionsOutOfRangeAreRefusedByName) { expect_refused(bad_options(), 80); }
TEST(BadQueries, OfMotionsAreRefusedByName) { expect_refused(bad_motions(), 25); }
TEST(BadQueries, OfBoxesAreRefusedByNameAndChangeNothing) { expect_refused(bad_boxes(), 40); }

// As scene files may have them: made unit, everywhere.
TEST(BadQueries, AQuaternionThatIsNearlyUnitIsMadeUnit) {
  const Quat unit = quaternion_from_rotation_vector({0.1, 0.2, 0.3});
  const PosedShape a{&cube(), {Vec3(0.0), unit}};
  const PosedShape stretched{&cube(), {Vec3(0.0), unit * 1.0009}};
  EXPECT_NEAR(separation(a, near).distance, separation(stretched, near).distance, 1e-15);
  EXPECT_NEAR(separation_by_all_axes(a, near), separation_by_all_axes(stretched, near), 1e-15);
  const Ray ray{{2.0, 0.1, 0.1}, {-4.0, 0.0, 0.0}};
  EXPECT_NEAR(ray_cast(a, ray).fraction, ray_cast(stretched, ray).fraction, 1e-15);
  MovingShape coming = moving(near);
  coming.motion.linear_velocity = {-1.0, 0.0, 0.0};
  EXPECT_NEAR(time_of_impact(moving(a), coming, {}).time, time_of_impact(moving(stretched), coming, {}).time, 1e-12);
}

}  // namespace
}  // namespace firstcontact
