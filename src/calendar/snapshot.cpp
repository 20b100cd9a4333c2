// Snapshots: the whole state, copied. Nothing is left out because nothing is listed: caches, stored impulses and the
// octree's trees are values like the rest.
#include "calendar/state_bytes.hpp"
#include "calendar/world_holder.hpp"
#include "core/arithmetic_mode.hpp"

namespace firstcontact {

Snapshot::Snapshot(std::shared_ptr<const WorldState> content) : content_(std::move(content)) {}

double Snapshot::time() const {
  require(content_ != nullptr, "Snapshot::time: the snapshot was moved from");
  return content_->time;
}

std::string Snapshot::bytes() const {
  require(content_ != nullptr, "Snapshot::bytes: the snapshot was moved from");
  return state_bytes(*content_);
}

Result<Snapshot> Snapshot::from_bytes(std::string_view bytes,
                                      std::span<const std::shared_ptr<const Collider>> colliders) {
  const ArithmeticMode mode;
  auto state = state_of_bytes(bytes, colliders);
  if (!state) {
    return state.error();
  }
  return Snapshot(std::make_shared<const WorldState>(std::move(state).value()));
}

Snapshot World::snapshot() const { return Snapshot(std::make_shared<const WorldState>(content())); }

void World::restore(const Snapshot& snapshot) {
  const ArithmeticMode mode;
  require(snapshot.content_ != nullptr, "World::restore: the snapshot was moved from");
  WorldState& world = content();
  const int threads = world.definition.threads;
  world = *snapshot.content_;
  world.definition.threads = threads;
}

}  // namespace firstcontact
