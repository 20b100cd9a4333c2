#include "benchmarks/peers/peer.hpp"
#include "benchmarks/peers/pile.hpp"

namespace benchmarks {

std::unique_ptr<Peer> make_bullet_peer(const std::vector<ImpactQuery>& /*queries*/) { return nullptr; }
std::optional<PileWorld> make_bullet_pile(const Pile& /*pile*/, BulletMargin /*margin*/) { return std::nullopt; }

}  // namespace benchmarks
