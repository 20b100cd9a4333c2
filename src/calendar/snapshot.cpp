// Snapshots: the whole state, copied. Nothing is left out because nothing is listed: caches, stored impulses and the
// octree's trees are values like the rest.
#include "calendar/world_holder.hpp"

namespace firstcontact {

Snapshot::Snapshot(std::shared_ptr<const WorldState> content) : content_(std::move(content)) {}

double Snapshot::time() const { return content_->time; }

Snapshot World::snapshot() const { return Snapshot(std::make_shared<const WorldState>(state_->world)); }

void World::restore(const Snapshot& snapshot) {
  const int threads = state_->world.definition.threads;
  state_->world = *snapshot.content_;
  state_->world.definition.threads = threads;
}

}  // namespace firstcontact
