#include "benchmarks/peers/pile.hpp"

namespace benchmarks {

std::optional<PileWorld> make_jolt_pile(const Pile& /*pile*/) { return std::nullopt; }

}  // namespace benchmarks
