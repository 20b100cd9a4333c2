#include "benchmarks/peers/peer.hpp"

namespace benchmarks {

std::unique_ptr<Peer> make_bullet_peer(const std::vector<ImpactQuery>& /*queries*/) { return nullptr; }

}  // namespace benchmarks
