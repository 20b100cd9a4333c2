// Box3D's b3TimeOfImpact: single precision, target 5 mm with a tolerance of 1.25 mm, orientations interpolated along
// the chord between the quaternions at the ends (so that of a turn above pi only the short way round is seen).
#include "benchmarks/peers/box3d_math.hpp"
#include "benchmarks/peers/peer.hpp"

#include <box3d/box3d.h>
#include <box3d/collision.h>

namespace benchmarks {

namespace {

using namespace firstcontact;

b3Sweep sweep_of(const RigidMotion& motion) {
  const Pose end = pose_at(motion, 1.0);
  b3Sweep sweep{};
  sweep.c1 = to_box3d(motion.start.position);
  sweep.c2 = to_box3d(end.position);
  sweep.q1 = to_box3d(motion.start.orientation);
  sweep.q2 = to_box3d(end.orientation);
  return sweep;
}

class Box3dPeer : public Peer {
 public:
  explicit Box3dPeer(const std::vector<ImpactQuery>& queries) : points_(2 * queries.size()), inputs_(queries.size()) {
    for (std::size_t i = 0; i < queries.size(); ++i) {
      points_[2 * i] = points_of(queries[i].shape_a);
      points_[2 * i + 1] = points_of(queries[i].shape_b);
      b3TOIInput& input = inputs_[i];
      input.proxyA = {points_[2 * i].data(), static_cast<int>(points_[2 * i].size()), 0.0F};
      input.proxyB = {points_[2 * i + 1].data(), static_cast<int>(points_[2 * i + 1].size()), 0.0F};
      input.sweepA = sweep_of(queries[i].motion_a);
      input.sweepB = sweep_of(queries[i].motion_b);
      input.maxFraction = 1.0F;
    }
  }
  std::string name() const override { return "box3d"; }
  // From a tolerance below its slop of 5 mm to one above. (src/distance.c, b3TimeOfImpact)
  TimeOfImpactOptions own_question() const override { return {.target = 3.75e-3, .tolerance = 2.5e-3}; }
  PeerAnswer answer(std::size_t query) override {
    const b3TOIOutput output = b3TimeOfImpact(&inputs_[query]);
    return {output.state != b3_toiStateSeparated, output.fraction};
  }
  std::size_t answer_all() override {
    std::size_t hits = 0;
    for (const b3TOIInput& input : inputs_) {
      hits += b3TimeOfImpact(&input).state != b3_toiStateSeparated ? 1U : 0U;
    }
    return hits;
  }
  PeerPoses poses_at(std::size_t query, double fraction) const override {
    const auto time = static_cast<float>(fraction);
    return {from_box3d(b3GetSweepTransform(&inputs_[query].sweepA, time)),
            from_box3d(b3GetSweepTransform(&inputs_[query].sweepB, time))};
  }

 private:
  std::vector<std::vector<b3Vec3>> points_;
  std::vector<b3TOIInput> inputs_;
};

}  // namespace

std::unique_ptr<Peer> make_box3d_peer(const std::vector<ImpactQuery>& queries) {
  return std::make_unique<Box3dPeer>(queries);
}

}  // namespace benchmarks
