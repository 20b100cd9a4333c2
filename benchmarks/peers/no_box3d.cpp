#include "benchmarks/peers/peer.hpp"

namespace benchmarks {

std::unique_ptr<Peer> make_box3d_peer(const std::vector<ImpactQuery>& /*queries*/) { return nullptr; }

}  // namespace benchmarks
