#include "verify/pair_proof.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "verify/moving_boxes.hpp"
#include "verify/nearest.hpp"
#include "verify/sweep.hpp"

namespace firstcontact::verify {
namespace {

using testing::any_motion;
using testing::ball_collider;
using testing::box_collider;
using testing::moving;
using testing::MovingBody;
using testing_support::Random;

MotionSegment flying(const Vec3& place, const Vec3& velocity) {
  MotionSegment segment;
  segment.pose.position = place;
  segment.linear_velocity = velocity;
  return segment;
}

PairProof proof_of(const MovingBody& a, const MovingBody& b) {
  PairMemory memory;
  return prove_apart(a.mover(), b.mover(), memory);
}

// A plate 1 mm thin and a bullet at 10 km/s: through it in 2e-7 s of a step of 1/60 s.
TEST(PairProof, NamesTheInstantABulletTouchesAThinPlate) {
  const double end = 1.0 / 60.0;
  const MovingBody plate = moving(box_collider({0.0005, 1, 1}), flying(Vec3(0.0), Vec3(0.0)), end);
  const MovingBody bullet = moving(box_collider({0.01, 0.01, 0.01}), flying(Vec3(-50.0, 0, 0), Vec3(1e4, 0, 0)), end);
  const PairProof proof = proof_of(plate, bullet);
  ASSERT_TRUE(proof.failure.has_value());
  EXPECT_TRUE(proof.failure->is_overlap);
  EXPECT_NEAR(proof.failure->time, (50.0 - 0.01 - 0.0005) / 1e4, 1e-12);
}

TEST(PairProof, ProvesABulletThatJustMissesAndSaysByHowMuch) {
  const double end = 1.0 / 60.0;
  const MovingBody plate = moving(box_collider({0.0005, 1, 1}), flying(Vec3(0.0), Vec3(0.0)), end);
  const MovingBody bullet =
      moving(box_collider({0.01, 0.01, 0.01}), flying(Vec3(-50.0, 1.01 + 1e-6, 0), Vec3(1e4, 0, 0)), end);
  const PairProof proof = proof_of(plate, bullet);
  ASSERT_FALSE(proof.failure.has_value());
  EXPECT_LE(proof.least_gap, 1e-6);
  EXPECT_GE(proof.least_gap, 0.45e-6);
  EXPECT_GT(proof.intervals, 1U);
}

// The end over end turn of a rod hits a post between two instants at which both are far apart.
TEST(PairProof, NamesTheInstantASpinningRodMeetsAPost) {
  MotionSegment turning = flying(Vec3(0.0), Vec3(0.0));
  turning.kind = FlowKind::screw;
  turning.angular_velocity = {0.0, 0.0, 200.0};
  const MovingBody rod = moving(box_collider({1.0, 0.01, 0.01}), turning, 0.01);
  const MovingBody post = moving(ball_collider(0.05), flying(Vec3(0.0, 0.9, 0.0), Vec3(0.0)), 0.01);
  const PairProof proof = proof_of(rod, post);
  ASSERT_TRUE(proof.failure.has_value());
  // The rod's flat side meets the ball when its centre is 0.06 m above the rod's middle line.
  const double angle = std::acos(-1.0) / 2.0 - std::asin(0.06 / 0.9);
  EXPECT_NEAR(proof.failure->time, angle / 200.0, 1e-9);
  EXPECT_TRUE(proof.failure->is_overlap);
}

TEST(PairProof, MeasuresTheDepthOfAnOverlap) {
  const MovingBody a = moving(box_collider({0.5, 0.5, 0.5}), flying(Vec3(0.0), Vec3(0.0)), 0.1);
  const MovingBody b = moving(box_collider({0.5, 0.5, 0.5}), flying(Vec3(0.1, 1.0 - 1e-6, 0.2), Vec3(0.0)), 0.1);
  const PairProof proof = proof_of(a, b);
  ASSERT_TRUE(proof.failure.has_value());
  EXPECT_TRUE(proof.failure->is_overlap);
  EXPECT_NEAR(proof.failure->depth, 1e-6, 1e-12);
}

TEST(PairProof, OfBoxesThatTouchExactlyIsUndecidedAndNeverClear) {
  const MovingBody a = moving(box_collider({0.5, 0.5, 0.5}), flying(Vec3(0.0), Vec3(0.0)), 0.1);
  const MovingBody b = moving(box_collider({0.5, 0.5, 0.5}), flying(Vec3(0.0, 1.0, 0.0), Vec3(0.0)), 0.1);
  const PairProof proof = proof_of(a, b);
  ASSERT_TRUE(proof.failure.has_value());
  EXPECT_FALSE(proof.failure->is_overlap);
}

TEST(PairProof, OfBallsKnowsTheirRoundings) {
  const MovingBody a = moving(ball_collider(0.5), flying(Vec3(0.0), Vec3(0.0)), 0.1);
  const MovingBody near = moving(ball_collider(0.5), flying(Vec3(1.0 + 1e-9, 0.0, 0.0), Vec3(0.0)), 0.1);
  const MovingBody deep = moving(ball_collider(0.5), flying(Vec3(1.0 - 1e-3, 0.0, 0.0), Vec3(0.0)), 0.1);
  EXPECT_FALSE(proof_of(a, near).failure.has_value());
  const PairProof proof = proof_of(a, deep);
  ASSERT_TRUE(proof.failure.has_value());
  EXPECT_TRUE(proof.failure->is_overlap);
  EXPECT_NEAR(proof.failure->depth, 1e-3, 1e-12);
}

// A field of ten times ten posts between which a ball stands: none is overlooked, however far the other posts are, nor
// after the pair was seen nearer elsewhere.
TEST(PairProof, OfOneAmongAHundredShapesOverlooksNone) {
  RecordedCollider field{Vec3(0.0), {}};
  for (int i = 0; i < 100; ++i) {
    RecordedShape post = box_collider({0.1, 1.0, 0.1}).shapes[0];
    for (Vec3& vertex : post.vertices) {
      vertex += Vec3(i % 10, 0.0, i / 10);
    }
    field.shapes.push_back(post);
  }
  const MovingBody posts = moving(field, flying(Vec3(0.0), Vec3(0.0)), 0.1);
  PairMemory memory;
  for (int i = 0; i < 100; ++i) {
    const Vec3 post(i % 10, 0.0, i / 10);
    const MovingBody beside =
        moving(ball_collider(0.1), flying(post + Vec3(0.2 + 1e-3 / (i + 1), 0, 0), Vec3(0.0)), 0.1);
    const PairProof clear = prove_apart(posts.mover(), beside.mover(), memory);
    ASSERT_FALSE(clear.failure.has_value()) << i;
    ASSERT_LE(clear.least_gap, 1e-3 / (i + 1)) << i;
    ASSERT_GE(clear.least_gap, 0.5e-3 / (i + 1)) << i;
    const MovingBody touching = moving(ball_collider(0.1), flying(post + Vec3(0.2 - 1e-3, 0, 0), Vec3(0.0)), 0.1);
    PairMemory known = memory;
    const PairProof overlap = prove_apart(posts.mover(), touching.mover(), known);
    ASSERT_TRUE(overlap.failure.has_value() && overlap.failure->is_overlap) << i;
  }
}

// Every proof is held against a dense look, and every failure too.
TEST(PairProof, AgreesWithALookAtThousandsOfInstants) {
  Random random(31);
  int clear = 0;
  int met = 0;
  for (int i = 0; i < 400; ++i) {
    const double end = 0.02;
    const MovingBody a = moving(box_collider({0.5, 0.3, 0.02}), any_motion(random, Vec3(0.0), 30.0, 200.0), end);
    const MovingBody b =
        moving(box_collider({0.4, 0.02, 0.4}), any_motion(random, random.vector(1.5), 30.0, 200.0), end);
    const PairProof proof = proof_of(a, b);
    double first = end;
    bool overlaps = false;
    for (int k = 0; k <= 2000 && !overlaps; ++k) {
      const double time = end * k / 2000.0;
      const PosedBody posed_a = posed(a.timeline.front(), time, time);
      const PosedBody posed_b = posed(b.timeline.front(), time, time);
      const Nearest found =
          nearest(placed(posed_a, a.shape.whole, Vec3(0.0)), placed(posed_b, b.shape.whole, Vec3(0.0)));
      overlaps = share_a_point(posed_a, a.shape.whole, posed_b, b.shape.whole, found);
      first = overlaps ? time : first;
    }
    if (overlaps) {
      ++met;
      ASSERT_TRUE(proof.failure.has_value()) << "query " << i;
      ASSERT_LE(proof.failure->time, first) << "query " << i;
    }
    clear += proof.failure ? 0 : 1;
  }
  EXPECT_GT(clear, 50);
  EXPECT_GT(met, 40);
}

TEST(Sweep, FindsWhatAllPairsFind) {
  Random random(32);
  for (int round = 0; round < 50; ++round) {
    SweptBoxes boxes;
    for (int i = 0; i < 60; ++i) {
      const Vec3 low = random.vector(5.0);
      boxes.emplace_back(Box{low, low + 0.5 * (random.vector(1.0) + Vec3(1.0))});
    }
    boxes[7].reset();
    std::size_t expected = 0;
    for (std::size_t i = 0; i < boxes.size(); ++i) {
      for (std::size_t j = i + 1; j < boxes.size(); ++j) {
        const bool both = boxes[i] && boxes[j];
        expected += both && glm::all(glm::lessThanEqual(boxes[i]->low, boxes[j]->high)) &&
                            glm::all(glm::lessThanEqual(boxes[j]->low, boxes[i]->high))
                        ? 1U
                        : 0U;
      }
    }
    EXPECT_EQ(near_pairs(boxes).size(), expected);
  }
}

TEST(Sweep, BoxesHoldTheirBodiesAtEveryInstant) {
  Random random(33);
  for (int i = 0; i < 300; ++i) {
    const double end = random.between(0.001, 0.1);
    const MovingBody body = moving(box_collider({0.5, 0.3, 0.02}), any_motion(random, Vec3(0.0), 30.0, 50.0), end);
    const Box box = swept_box(body.timeline.front(), body.shape.whole);
    for (int k = 0; k <= 50; ++k) {
      const Pose pose = evaluate(body.timeline.front().segment, body.inertia, end * k / 50.0).pose;
      for (const Vec3& vertex : body.shape.whole.vertices) {
        const Vec3 at = to_world(pose, vertex);
        ASSERT_TRUE(glm::all(glm::lessThanEqual(box.low, at)) && glm::all(glm::lessThanEqual(at, box.high)));
      }
    }
  }
}

}  // namespace
}  // namespace firstcontact::verify
