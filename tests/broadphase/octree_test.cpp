#include <gtest/gtest.h>
#include <firstcontact/octree.hpp>
#include <firstcontact/result.hpp>

#include <cmath>
#include <limits>
#include <ostream>

#include "broadphase/literal_octree.hpp"
#include "broadphase/track_pieces.hpp"
#include "broadphase/track_scenes.hpp"
#include "support/random.hpp"

namespace firstcontact {
namespace {

using testing_support::all_pairs;
using testing_support::fast_track;
using testing_support::LiteralOctree;
using testing_support::Random;
using testing_support::slow_track;

struct Scene {
  const char* name;
  double spread;    // m
  double smallest;  // m
  double largest;   // m
  double offset;    // m, of everything

  friend std::ostream& operator<<(std::ostream& out, const Scene& scene) { return out << scene.name; }
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

// The scenes of benchmarks/octree_benchmark.cpp at a size that the oracles can bear: what is timed is what is tested.
class BenchmarkedMethods : public ::testing::TestWithParam<testing_support::TrackScene (*)()> {};

TEST_P(BenchmarkedMethods, FindTheSamePairs) {
  const testing_support::TrackScene scene = GetParam()();
  Octree octree;
  testing_support::set_residents(octree, scene);
  octree.lay_tracks(scene.tracks);
  const std::vector<Track> all = testing_support::everything(scene);
  std::vector<BodyPair> expected = all_pairs(all, may_meet);
  testing_support::drop_resident_pairs(expected, scene);
  EXPECT_EQ(octree.pairs(), expected);
  EXPECT_FALSE(expected.empty());
  const bool is_slow = std::none_of(all.begin(), all.end(), [](const Track& track) { return track.fast; });
  if (is_slow) {  // the literal form knows no way but the box around it
    std::vector<BodyPair> literal = LiteralOctree(all).pairs();
    testing_support::drop_resident_pairs(literal, scene);
    EXPECT_EQ(literal, expected);
  }
}

TEST_P(BenchmarkedMethods, FindTheSamePartnersOfEachBody) {
  const testing_support::TrackScene scene = GetParam()();
  Octree octree;
  testing_support::set_residents(octree, scene);
  octree.lay_tracks(scene.tracks);
  std::vector<std::vector<BodyIndex>> partners(scene.tracks.size());
  for (const BodyPair& pair : octree.pairs()) {
    partners[pair.a].push_back(pair.b);
    if (pair.b < scene.tracks.size()) {
      partners[pair.b].push_back(pair.a);
    }
  }
  for (const Track& track : scene.tracks) {
    std::vector<BodyIndex>& expected = partners[track.body];
    std::sort(expected.begin(), expected.end());
    EXPECT_EQ(octree.query(track), expected) << "body " << track.body;
  }
}

INSTANTIATE_TEST_SUITE_P(Octree, BenchmarkedMethods,
                         ::testing::Values([] { return testing_support::gas_scene(1000, 0.2); },
                                           [] { return testing_support::mixed_scene(2000); },
                                           [] { return testing_support::pile_scene(9); },
                                           [] { return testing_support::bullet_scene(1500); },
                                           [] { return testing_support::shot_scene(1500); }));

// Thousands of events in one step: the tree of tracks is edited in place, and bodies turn fast and slow again.
TEST(Octree, StaysRightThroughThousandsOfEventsInOneStep) {
  Random random(78);
  const auto any_track = [&](BodyIndex body) {
    const Vec3 center = random.vector(6.0);
    const bool is_fast = random.between(0.0, 1.0) < 0.3;
    return is_fast ? fast_track(body, center, random.vector(40.0), 0.3) : slow_track(body, center, Vec3(0.5));
  };
  std::vector<Track> tracks;
  for (BodyIndex i = 0; i < 300; ++i) {
    tracks.push_back(any_track(i));
  }
  Octree octree;
  octree.lay_tracks(tracks);
  for (int event = 0; event < 6000; ++event) {
    const auto body = static_cast<BodyIndex>(random.next() % (event < 3000 ? 300 : 40));  // then a busy few
    tracks[body] = any_track(body);
    octree.move_track(tracks[body]);
    if (event % 1500 == 0 || event == 5999) {
      EXPECT_EQ(octree.pairs(), all_pairs(tracks, may_meet));
    }
  }
  int references = 0;
  for (const OctreeCell& cell : octree.track_cells()) {
    references += cell.references;
  }
  octree.lay_tracks(tracks);
  int anew = 0;
  for (const OctreeCell& cell : octree.track_cells()) {
    anew += cell.references;
  }
  EXPECT_EQ(references, anew) << "the tree kept what was taken away";
}

// Residents come and go while the tracks stay: bodies that fall asleep and wake.
TEST(Octree, StaysRightWhileResidentsComeAndGo) {
  Random random(79);
  std::vector<Track> residents(500);
  Octree octree;
  const std::vector<Track> probes{fast_track(500, Vec3(-9.0), Vec3(18.0), 0.2), slow_track(501, Vec3(0.0), Vec3(2.0))};
  for (int round = 0; round < 3000; ++round) {
    const auto body = static_cast<BodyIndex>(random.next() % residents.size());
    if (random.between(0.0, 1.0) < 0.6) {
      residents[body] = slow_track(body, random.vector(8.0), glm::abs(random.vector(0.5)));
      octree.set_resident(body, residents[body].box);
    } else {
      residents[body] = Track{};
      octree.remove_resident(body);
    }
    if (round % 300 == 0) {
      octree.lay_tracks(probes);
      std::vector<BodyPair> expected;
      for (const Track& probe : probes) {
        for (const Track& resident : residents) {
          if (resident.end > 0.0 && may_touch(probe, resident.box.low, resident.box.high)) {
            expected.push_back({resident.body, probe.body});
          }
        }
      }
      expected.push_back({500, 501});
      std::sort(expected.begin(), expected.end());
      EXPECT_EQ(octree.pairs(), expected) << "round " << round;
    }
  }
}

// Sleepers that wake in the middle of a step: what they meet is what they would have met had they been laid with the
// others, even where there were no others.
TEST(Octree, TracksAddedInTheMiddleOfAStepAreFoundLikeAnyOther) {
  Random random(80);
  std::vector<Track> tracks;
  for (BodyIndex body = 0; body < 300; ++body) {
    const bool is_fast = body % 10 == 0;
    tracks.push_back(is_fast ? fast_track(body, random.vector(5.0), random.vector(20.0), 0.2)
                             : slow_track(body, random.vector(5.0), glm::abs(random.vector(0.5)) + Vec3(0.1)));
  }
  Octree whole;
  whole.lay_tracks(tracks);
  for (const std::size_t laid : {0U, 1U, 150U}) {
    Octree octree;
    octree.lay_tracks(std::span(tracks).first(laid));
    for (std::size_t i = laid; i < tracks.size(); ++i) {
      octree.move_track(tracks[i]);
    }
    EXPECT_EQ(octree.pairs(), whole.pairs()) << laid;
    EXPECT_EQ(octree.query(tracks[7]), whole.query(tracks[7])) << laid;
  }
}

TEST(Octree, OneFastBodyIsNotCutIntoPieces) {
  const Track bullet = fast_track(0, Vec3(0.0), {1000.0, 0.0, 0.0}, 0.1);
  EXPECT_EQ(cut_into_pieces(bullet, piece_length({&bullet, 1})).size(), 1U);
}

TEST(Octree, PiecesAreAsLongAsTwoSpacingsInARowInAPlaneAndInSpace) {
  const auto grid = [](int x, int y, int z) {
    std::vector<Track> tracks;
    for (int i = 0; i < x * y * z; ++i) {
      tracks.push_back(slow_track(static_cast<BodyIndex>(i), 3.0 * Vec3(i % x, i / x % y, i / (x * y)), Vec3(0.1)));
    }
    return tracks;
  };
  EXPECT_NEAR(piece_length(grid(1000, 1, 1)), 6.0, 0.1);
  EXPECT_NEAR(piece_length(grid(50, 50, 1)), 6.0, 0.2);
  EXPECT_NEAR(piece_length(grid(20, 20, 20)), 6.0, 0.5);
}

}  // namespace
}  // namespace firstcontact
