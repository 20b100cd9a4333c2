// Another engine's time of impact behind one interface, so that it answers the same queries in the same run. Each is
// optional: where it is not installed, its maker returns nothing.
#pragma once

#include "benchmarks/impact_queries.hpp"

#include <memory>
#include <string>
#include <vector>

namespace benchmarks {

struct PeerAnswer {
  bool hit = false;
  double time = 1.0;  // of the hit, as a fraction of the span; until then the peer says that nothing meets
};

/// The two poses, after a fraction of the span, of the motion that the peer itself gives the bodies between the ends.
struct PeerPoses {
  firstcontact::Pose a, b;
};

class Peer {
 public:
  Peer() = default;
  virtual ~Peer() = default;
  Peer(const Peer&) = delete;
  Peer& operator=(const Peer&) = delete;

  [[nodiscard]] virtual std::string name() const = 0;
  /// The question the peer answers: the zone of gaps in which it reports a contact, as time_of_impact takes it.
  [[nodiscard]] virtual firstcontact::TimeOfImpactOptions own_question() const = 0;
  [[nodiscard]] virtual PeerAnswer answer(std::size_t query) = 0;
  /// Answers queries [0, count) and returns how many are hits: what is timed, one virtual call for all.
  [[nodiscard]] virtual std::size_t answer_all() = 0;
  [[nodiscard]] virtual PeerPoses poses_at(std::size_t query, double fraction) const = 0;
};

/// The queries must outlive the peer.
[[nodiscard]] std::unique_ptr<Peer> make_box3d_peer(const std::vector<ImpactQuery>& queries);
[[nodiscard]] std::unique_ptr<Peer> make_bullet_peer(const std::vector<ImpactQuery>& queries);

}  // namespace benchmarks
