// Distances at the middles of cells below an octree's leaves: worked out when first asked for, and kept, for pieces
// that share cells ask for them again and again. Any number of threads may ask; what they find does not depend on who
// did.
#pragma once

#include <firstcontact/hull.hpp>

#include <array>
#include <atomic>
#include <cstddef>
#include <deque>
#include <mutex>
#include <vector>

namespace firstcontact {

class DistanceMemory {
 public:
  /// Of the eight parts of a cell: the distances, none of which is below 0, and what is known of the parts' own parts.
  class Eight {
   public:
    Eight() {
      for (std::atomic<double>& distance : distances_) {
        distance = unknown;
      }
    }
    [[nodiscard]] bool knows(Index part) const { return distance(part) != unknown; }
    [[nodiscard]] double distance(Index part) const { return distances_[part].load(std::memory_order_relaxed); }
    void keep(Index part, double distance) { distances_[part].store(distance, std::memory_order_relaxed); }

   private:
    friend class DistanceMemory;
    static constexpr double unknown = -1.0;
    std::array<std::atomic<double>, 8> distances_;
    std::array<std::atomic<Eight*>, 8> below_{};
  };

  /// Before anything is asked: the octree's number of cells.
  void make_room(std::size_t cells) { leaves_ = std::vector<std::atomic<Eight*>>(cells); }

  /// Where a leaf's parts, or a part's own, are kept. Nothing when there is no more room.
  Eight* below_leaf(Index cell) { return made(leaves_[cell]); }
  Eight* below_part(Eight& parts, Index part) { return made(parts.below_[part]); }

 private:
  static constexpr std::size_t most = 200'000;  // of 128 bytes

  // Of two threads that would make the same, one finds the other's.
  Eight* made(std::atomic<Eight*>& place) {
    Eight* found = place.load(std::memory_order_acquire);
    if (found != nullptr) {
      return found;
    }
    const std::lock_guard<std::mutex> lock(making_);
    found = place.load(std::memory_order_relaxed);
    if (found == nullptr && all_.size() < most) {
      found = &all_.emplace_back();
      place.store(found, std::memory_order_release);
    }
    return found;
  }

  std::vector<std::atomic<Eight*>> leaves_;
  std::mutex making_;
  std::deque<Eight> all_;  // stay where they are
};

}  // namespace firstcontact
