#include <gtest/gtest.h>
#include <firstcontact/octree.hpp>
#include <firstcontact/result.hpp>

#include <cmath>
#include <limits>

#include "broadphase/literal_octree.hpp"
#include "support/random.hpp"

namespace firstcontact {
namespace {

using testing_support::LiteralOctree;
using testing_support::Random;

Track slow_track(BodyIndex body, const Vec3& center, const Vec3& half_extents) {
  Track track;
  track.body = body;
  track.box = {center - half_extents, center + half_extents};
  track.end = 1.0;
  return track;
}

Track fast_track(BodyIndex body, const Vec3& center, const Vec3& velocity, double radius) {
  Track track;
  track.body = body;
  track.fast = true;
  track.end = 1.0;
  track.center = center;
  track.velocity = velocity;
  track.half_extents = Vec3(radius);
  track.box = merged(Aabb{center - Vec3(radius), center + Vec3(radius)},
                     Aabb{center + velocity - Vec3(radius), center + velocity + Vec3(radius)});
  return track;
}

std::vector<BodyPair> all_pairs(const std::vector<Track>& tracks) {
  std::vector<BodyPair> pairs;
  for (const Track& a : tracks) {
    for (const Track& b : tracks) {
      if (a.body < b.body && overlaps(a.box, b.box)) {
        pairs.push_back({a.body, b.body});
      }
    }
  }
  std::sort(pairs.begin(), pairs.end());
  return pairs;
}

struct Scene {
  const char* name;
  double spread;    // m
  double smallest;  // m
  double largest;   // m
  double offset;    // m, of everything
};

std::vector<Track> random_tracks(const Scene& scene, int count, Random& random) {
  std::vector<Track> tracks;
  for (int i = 0; i < count; ++i) {
    const double size = scene.smallest * std::pow(scene.largest / scene.smallest, random.between(0.0, 1.0));
    const Vec3 shape = glm::abs(random.vector(1.0)) + Vec3(0.05);
    const Vec3 center = random.vector(scene.spread) + Vec3(scene.offset);
    tracks.push_back(slow_track(static_cast<BodyIndex>(i), center, size * shape));
  }
  return tracks;
}

class OctreeScenes : public ::testing::TestWithParam<Scene> {};

TEST_P(OctreeScenes, FindsExactlyThePairsOfAllAgainstAll) {
  Random random(71);
  for (int round = 0; round < 5; ++round) {
    const std::vector<Track> tracks = random_tracks(GetParam(), 600, random);
    Octree octree;
    octree.lay_tracks(tracks);
    EXPECT_EQ(octree.pairs(), all_pairs(tracks));
  }
}

TEST_P(OctreeScenes, FindsTheSameAfterEveryTrackWasMoved) {
  Random random(72);
  std::vector<Track> tracks = random_tracks(GetParam(), 400, random);
  Octree octree;
  octree.lay_tracks(tracks);
  for (int round = 0; round < 3; ++round) {
    const std::vector<Track> moved = random_tracks(GetParam(), 400, random);
    for (std::size_t i = 0; i < tracks.size(); ++i) {
      tracks[i] = moved[tracks.size() - 1 - i];
      tracks[i].body = static_cast<BodyIndex>(i);
      octree.move_track(tracks[i]);
    }
    EXPECT_EQ(octree.pairs(), all_pairs(tracks));
  }
}

TEST_P(OctreeScenes, AgreesWithTheLiteralFormOfTheThesis) {
  Random random(73);
  const std::vector<Track> tracks = random_tracks(GetParam(), 200, random);
  Octree octree;
  octree.lay_tracks(tracks);
  EXPECT_EQ(octree.pairs(), LiteralOctree(tracks).pairs());
}

TEST_P(OctreeScenes, DoesNotDependOnTheOrderOfItsInput) {
  Random random(74);
  std::vector<Track> tracks = random_tracks(GetParam(), 300, random);
  Octree octree;
  octree.lay_tracks(tracks);
  const std::vector<BodyPair> before = octree.pairs();
  for (std::size_t i = tracks.size(); i-- > 1;) {
    std::swap(tracks[i], tracks[random.next() % (i + 1)]);
  }
  octree.lay_tracks(tracks);
  EXPECT_EQ(octree.pairs(), before);
}

INSTANTIATE_TEST_SUITE_P(Octree, OctreeScenes,
                         ::testing::Values(Scene{"gas", 10.0, 0.3, 0.6, 0.0}, Scene{"mixed", 20.0, 0.01, 10.0, 0.0},
                                           Scene{"millimetres_to_kilometres", 500.0, 1e-3, 1e3, 0.0},
                                           Scene{"far_away", 1.0, 1e-3, 0.1, 1e6},
                                           Scene{"coincident", 1e-12, 0.1, 0.2, 5.0},
                                           Scene{"tiny", 1e-4, 1e-6, 1e-5, 3.0}),
                         [](const auto& scene) { return scene.param.name; });

TEST(Octree, HugeAndTinyAndFarBodiesLiveTogether) {
  std::vector<Track> tracks{slow_track(0, {1e6, 0, 0}, Vec3(1e-3)), slow_track(1, Vec3(0.0), Vec3(1e6)),
                            slow_track(2, {-3e6, 5, 5}, Vec3(1.0)), slow_track(3, {1e6, 1e-3, 0}, Vec3(1e-3))};
  Octree octree;
  octree.lay_tracks(tracks);
  EXPECT_EQ(octree.pairs(), all_pairs(tracks));
}

TEST(Octree, FindsResidentsUnderTracksAndForgetsRemovedOnes) {
  Random random(75);
  Octree octree;
  std::vector<Track> residents;
  for (BodyIndex i = 0; i < 300; ++i) {
    residents.push_back(slow_track(i, random.vector(10.0), glm::abs(random.vector(1.0))));
    octree.set_resident(i, residents.back().box);
  }
  for (BodyIndex i = 0; i < 300; i += 3) {
    octree.remove_resident(i);
  }
  for (int round = 0; round < 2; ++round) {  // before and after the residents' tree is rebuilt
    for (int k = 0; k < 200; ++k) {
      const Track probe = slow_track(1000, random.vector(10.0), Vec3(0.7));
      std::vector<BodyIndex> expected;
      for (const Track& resident : residents) {
        if (resident.body % 3 != 0 && overlaps(resident.box, probe.box)) {
          expected.push_back(resident.body);
        }
      }
      EXPECT_EQ(octree.query(probe), expected);
    }
    octree.lay_tracks({});
  }
}

// Oracle: where the two moving boxes really are, at 2000 instants.
TEST(Octree, LosesNoFastBodyThatMeetsAnother) {
  Random random(76);
  std::vector<Track> tracks;
  for (BodyIndex i = 0; i < 120; ++i) {
    const Vec3 velocity = random.vector(1.0) * std::pow(10.0, random.between(0.0, 3.0));
    tracks.push_back(i % 3 == 0 ? slow_track(i, random.vector(8.0), Vec3(0.8))
                                : fast_track(i, random.vector(8.0), velocity, 0.5));
  }
  Octree octree;
  octree.lay_tracks(tracks);
  const std::vector<BodyPair> found = octree.pairs();
  int meetings = 0;
  for (const Track& a : tracks) {
    for (const Track& b : tracks) {
      for (int k = 0; k <= 2000 && a.body < b.body; ++k) {
        const double t = k / 2000.0;
        const auto box_at = [t](const Track& track) {
          const Vec3 at = track.center + t * track.velocity;
          return track.fast ? Aabb{at - track.half_extents, at + track.half_extents} : track.box;
        };
        if (overlaps(box_at(a), box_at(b))) {
          ++meetings;
          EXPECT_TRUE(std::binary_search(found.begin(), found.end(), BodyPair{a.body, b.body}));
          break;
        }
      }
    }
  }
  EXPECT_GT(meetings, 20);
  EXPECT_LT(found.size(), all_pairs(tracks).size() / 2) << "swept boxes alone would do as well";
}

TEST(Octree, CastsABulletAlongItsWayNotThroughItsBox) {
  Octree octree;
  octree.set_resident(1, {Vec3(49.0, -1.0, 49.0), Vec3(51.0, 1.0, 51.0)});  // on the diagonal
  octree.set_resident(2, {Vec3(89.0, -1.0, 9.0), Vec3(91.0, 1.0, 11.0)});   // in the swept box, far off the way
  const std::vector<Track> bullet{fast_track(0, Vec3(0.0), {100, 0, 100}, 0.1)};
  octree.lay_tracks(bullet);
  EXPECT_EQ(octree.pairs(), (std::vector<BodyPair>{{0, 1}}));
}

TEST(Octree, ABoxThatIsNotANumberIsRefused) {
  Octree octree;
  const double nan = std::numeric_limits<double>::quiet_NaN();
  EXPECT_THROW(octree.set_resident(0, {Vec3(nan), Vec3(1.0)}), ContractViolation);
  EXPECT_THROW(octree.set_resident(0, Aabb{}), ContractViolation);
  EXPECT_TRUE(octree.pairs().empty());
}

TEST(Octree, ShowsItsCells) {
  Random random(77);
  const std::vector<Track> tracks = random_tracks({"gas", 10.0, 0.3, 0.6, 0.0}, 500, random);
  Octree octree;
  octree.lay_tracks(tracks);
  int references = 0;
  for (const OctreeCell& cell : octree.track_cells()) {
    references += cell.references;
  }
  EXPECT_EQ(references, 500);
  EXPECT_FALSE(octree.visited_cells(tracks[0]).empty());
  EXPECT_LT(octree.visited_cells(tracks[0]).size(), octree.track_cells().size());
}

}  // namespace
}  // namespace firstcontact
