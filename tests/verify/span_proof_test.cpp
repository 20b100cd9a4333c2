#include "verify/span_proof.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "verify/moving_boxes.hpp"

namespace firstcontact::verify {
namespace {

using testing::any_motion;
using testing::box_collider;
using testing::gap_along;
using testing::moving;
using testing::MovingBody;
using testing_support::Random;

ProvenGap proven(const MovingBody& a, const MovingBody& b, double end, const Direction& n) {
  return proven_gap(posed(a.timeline.front(), 0.0, end), a.shape.whole, posed(b.timeline.front(), 0.0, end),
                    b.shape.whole, span_reach(0.0, end), n);
}

// x87's long double carries 11 bits more than a double: enough to see a support that was rounded the wrong way.
TEST(Shape, SupportIsNeverBelowTheExactOneAndHardlyAbove) {
  Random random(20);
  for (int i = 0; i < 2000; ++i) {
    RecordedCollider collider{Vec3(0.0), {{0.0, {}, {}}}};
    for (int k = 0; k < 20; ++k) {
      collider.shapes[0].vertices.push_back(random.vector(3.0));
    }
    const Shape shape = body_shape(collider).whole;
    const Vec3 n = random.vector(1.0);
    const Vec3 wide = i % 2 == 0 ? Vec3(0.0) : 1e-9 * (random.vector(1.0) + Vec3(1.0));
    const IntervalVector direction{
        {n.x - wide.x, n.x + wide.x}, {n.y - wide.y, n.y + wide.y}, {n.z - wide.z, n.z + wide.z}};
    long double most = -1e300L;
    for (int corner = 0; corner < 8; ++corner) {
      const long double x = (corner & 1) != 0 ? direction.x.high : direction.x.low;
      const long double y = (corner & 2) != 0 ? direction.y.high : direction.y.low;
      const long double z = (corner & 4) != 0 ? direction.z.high : direction.z.low;
      for (const Vec3& v : shape.vertices) {
        most = std::max(most, x * v.x + y * v.y + z * v.z);
      }
    }
    ASSERT_GE(static_cast<long double>(greatest_along(shape, direction)), most);
    ASSERT_LT(greatest_along(shape, direction), static_cast<double>(most) + 1e-14 + 2e-8);
  }
}

// The heart of the proof, by looking: at no instant is the gap along the direction less than what was proved. And the
// bound is near what is seen, so that leaving out a term (the turning, the sag, the fall) is seen here.
TEST(SpanProof, IsNeverAboveTheGapAtAnyInstant) {
  Random random(21);
  int tight = 0;
  for (int i = 0; i < 3000; ++i) {
    const double end = std::pow(10.0, random.between(-4.0, -1.5));
    const double spin = std::pow(10.0, random.between(-1.0, 2.3));
    const MovingBody a = moving(box_collider({0.5, 0.3, 0.2}), any_motion(random, Vec3(0.0), 5.0, spin), end);
    const MovingBody b =
        moving(box_collider({0.4, 0.4, 0.1}, 0.05), any_motion(random, random.vector(2.0), 5.0, spin), end);
    const Vec3 n = glm::normalize(random.vector(1.0));
    const Vec3 turning = i % 2 == 0 ? Vec3(0.0) : random.vector(spin);
    const ProvenGap gap = proven(a, b, end, {n, turning});
    double least = 1e300;
    for (int k = 0; k <= 64; ++k) {
      const double time = end * k / 64.0;
      const Vec3 turned = rotate(quaternion_from_rotation_vector(turning * (time - 0.5 * end)), n);
      least = std::min(least, gap_along(a, b, turned, time));
    }
    ASSERT_LE(gap.least, least + 1e-12) << "query " << i << ", spin " << spin << ", span " << end;
    const double moved = 2.0 * spin * end + 10.0 * end;
    tight += least - gap.least < 0.1 * moved ? 1 : 0;
  }
  EXPECT_GT(tight, 1000);
}

// What bends adds up to second order: halving the span quarters what is lost.
TEST(SpanProof, LosesAQuarterOverHalfTheSpan) {
  Random random(22);
  for (int i = 0; i < 200; ++i) {
    const double end = 1e-3;
    const MovingBody a = moving(box_collider({0.5, 0.3, 0.2}), any_motion(random, Vec3(0.0), 1.0, 10.0), end);
    const MovingBody b = moving(box_collider({0.4, 0.4, 0.1}), any_motion(random, Vec3(3, 0, 0), 1.0, 10.0), end);
    const auto sag = [&](double span) {
      const ProvenGap gap = proven(a, b, span, {Vec3(1, 0, 0), Vec3(0.0)});
      return gap.at_ends - gap.least;
    };
    EXPECT_NEAR(sag(end) / sag(0.5 * end), 4.0, 0.05);
  }
}

// A box that slides over a turning plate: along the plate's normal, carried, the gap is exact; along one that stands it
// is lost to first order.
TEST(SpanProof, OfADirectionThatTurnsWithItsFaceLosesLittle) {
  MotionSegment turning;
  turning.kind = FlowKind::screw;
  turning.angular_velocity = {0.0, 0.0, 13.0};
  MotionSegment along = turning;
  along.pose.position = {0.0, 0.2 + 0.1 + 1e-6, 0.0};
  const double end = 1e-5;
  const MovingBody plate = moving(box_collider({0.5, 0.2, 0.5}), turning, end);
  const MovingBody box = moving(box_collider({0.1, 0.1, 0.1}), along, end);
  Vec3 n = rotate(quaternion_from_rotation_vector(turning.angular_velocity * (0.5 * end)), Vec3(0, 1, 0));
  EXPECT_LT(proven(plate, box, end, {n, Vec3(0.0)}).least, -1e-5);
  EXPECT_GT(proven(plate, box, end, {n, turning.angular_velocity}).least, 0.98e-6);
}

// The direction need not be of unit length: gaps are metres all the same.
TEST(SpanProof, OfALongerDirectionSaysTheSame) {
  Random random(23);
  const MovingBody a = moving(box_collider({0.5, 0.3, 0.2}, 0.01), any_motion(random, Vec3(0.0), 1.0, 1.0), 0.01);
  const MovingBody b = moving(box_collider({0.4, 0.4, 0.1}), any_motion(random, Vec3(3, 0, 0), 1.0, 1.0), 0.01);
  const Vec3 turning(0.1, 2.0, 0.3);
  EXPECT_NEAR(proven(a, b, 0.01, {Vec3(1, 0, 0), turning}).least, proven(a, b, 0.01, {Vec3(3, 0, 0), turning}).least,
              1e-12);
}

TEST(SpanProof, BallsAreNeverFurtherApartThanTheShapes) {
  Random random(24);
  int apart = 0;
  for (int i = 0; i < 500; ++i) {
    const double end = 0.01;
    const MovingBody a = moving(box_collider({0.5, 0.3, 0.2}), any_motion(random, Vec3(0.0), 20.0, 30.0), end);
    const MovingBody b = moving(box_collider({0.4, 0.4, 0.1}), any_motion(random, random.vector(3.0), 20.0, 30.0), end);
    const double gap = gap_of_balls(posed(a.timeline.front(), 0.0, end), a.shape.whole,
                                    posed(b.timeline.front(), 0.0, end), b.shape.whole, span_reach(0.0, end));
    if (gap <= 0.0) {
      continue;
    }
    ++apart;
    for (int k = 0; k <= 16; ++k) {
      const double time = end * k / 16.0;
      const Vec3 between = evaluate(b.timeline.front().segment, b.inertia, time).pose.position -
                           evaluate(a.timeline.front().segment, a.inertia, time).pose.position;
      ASSERT_LE(gap, gap_along(a, b, glm::normalize(between), time) + 1e-12);
    }
  }
  EXPECT_GT(apart, 100);
}

}  // namespace
}  // namespace firstcontact::verify
