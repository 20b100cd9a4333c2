// Bodies of other kinds than the scene's, thrown into a run without a window.

#include "viewer/body_kind.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <thread>

#include "../cli/program_fixture.hpp"
#include "viewer/plane.hpp"
#include "viewer/session.hpp"

namespace firstcontact {
namespace {

class BodyKindTest : public ::testing::Test {
 protected:
  BodyKindTest() {
    folder_.file("cube.obj", testing::cube_obj);
    scene_ = folder_.file("scene.json", testing::falling_cube);
  }
  [[nodiscard]] static std::unique_ptr<Session> open(const std::string& file) {
    return Session::open({file, *rival_method_named("first_contact"), {}, 1, false, {}}).value();
  }
  [[nodiscard]] static std::string gear() { return std::string(FIRSTCONTACT_SOURCE_DIR) + "/models/gear.obj"; }
  testing::ScratchFolder folder_;
  std::string scene_;
};

// A kind that the scene does not have comes into the run and every one beside it, and what stands is written so.
TEST_F(BodyKindTest, KindsThatTheSceneDoesNotHaveAreThrownToo) {
  OpenRequest request{scene_, *rival_method_named("first_contact"), {}, 1, false, {}};
  request.beside = {*rival_method_named("discrete")};
  const auto session = Session::open(request).value();
  EXPECT_NEAR(session->usual_size(), 1.0, 1e-12) << "the cube's";
  std::vector<std::string> names{"cube"};
  std::vector<std::size_t> kinds{1};
  std::vector<KindWish> wishes = primitive_kinds(0.5);
  wishes.push_back(mesh_kind(gear(), 0.5));
  for (const KindWish& wish : wishes) {
    const auto loaded = load_kind(wish, {});
    ASSERT_TRUE(loaded.ok()) << wish.name << ": " << loaded.error().message;
    kinds.push_back(session->add_kind(loaded.value()));
    names.push_back(session->kinds.back().name);
    const Aabb box = collider_box(*session->stage, session->kinds.back().recorded.collider, Pose{});
    const Vec3 sides = box.high - box.low;
    EXPECT_NEAR(std::max({sides.x, sides.y, sides.z}), 0.5, 0.02) << wish.name;
  }
  EXPECT_EQ(names,
            (std::vector<std::string>{"cube", "box", "ball", "capsule", "cylinder", "cone", "ellipsoid", "gear"}));
  for (std::size_t i = 0; i < kinds.size(); ++i) {
    session->throw_body({kinds[i], {2.0 * static_cast<double>(i) - 8.0, 5.0, 0.0}, {0.0, 0.0, 3.0}, Vec3(0.0)});
  }
  const auto came = [](const Session& one) { return one.instant().motions->size() == 10; };
  for (int i = 0; i < 2000 && !(came(*session) && session->clock.time > 0.3); ++i) {
    session->advance(0.02);
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
  EXPECT_TRUE(came(*session->companions.front()));
  const StandingScene now = session->standing();
  ASSERT_EQ(now.bodies.size(), 10U);
  EXPECT_EQ(now.bodies[9].name, "thrown 8");
  EXPECT_EQ(now.bodies[9].linear_velocity.z, 3.0);
  EXPECT_NE(now.bodies[9].written.find("gear.obj"), std::string::npos);
  const std::string text = standing_scene_text(session->scene_text, scene_, now, folder_.path(""));
  const auto again = open(folder_.file("standing.json", text));
  EXPECT_EQ(again->stage->header.bodies.size(), 10U);
  EXPECT_NEAR(again->stage->header.bodies[9].mass, session->stage->header.bodies[9].mass,
              1e-12 * session->stage->header.bodies[9].mass);
}

TEST_F(BodyKindTest, InAPlaneAllKindsKeepToIt) {
  const auto session = open(std::string(FIRSTCONTACT_SOURCE_DIR) + "/scenes/plane/poured.json");
  const auto loaded = load_kind(mesh_kind(gear(), 0.2), {});
  ASSERT_TRUE(loaded.ok());
  const std::size_t gear = session->add_kind(loaded.value());
  EXPECT_EQ(plane_normal(session->kinds[gear].laws.locked), Vec3(0.0, 0.0, 1.0));
  EXPECT_NE(session->kinds[gear].written.find("\"lock\":[\"z\",\"rx\",\"ry\"]"), std::string::npos)
      << session->kinds[gear].written;
}

}  // namespace
}  // namespace firstcontact
