#include "benchmarks/peers/peer.hpp"
#include "benchmarks/peers/pile.hpp"

namespace benchmarks {

std::unique_ptr<Peer> make_box3d_peer(const std::vector<ImpactQuery>& /*queries*/) { return nullptr; }
std::optional<PileWorld> make_box3d_pile(const Pile& /*pile*/) { return std::nullopt; }

}  // namespace benchmarks
