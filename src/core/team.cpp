#include "core/team.hpp"

#include <algorithm>

namespace firstcontact {

Team::Team(int threads) : shares_(static_cast<std::size_t>(std::max(1, threads))) {
  Threads* const others = Threads::current();
  if (threads > 1 && others != nullptr) {
    helpers_.emplace(*others, shares_.size() - 1, helper_);
  }
}

Team::~Team() {
  is_over_.store(true, std::memory_order_release);
  helpers_.reset();
}

void Team::go_through(const Stage& stage, std::uint32_t count) {
  stage_ = stage;
  undone_.store(count, std::memory_order_relaxed);
  for (std::uint32_t member = 0; member < size(); ++member) {
    shares_[member].untaken.store(stage.bounds[member + 1] - stage.bounds[member], std::memory_order_release);
  }
  take_pieces(0);
  Patience patience;
  while (undone_.load(std::memory_order_acquire) != 0) {
    patience.wait();
  }
}

// The member's own first, then those of whoever is not done.
void Team::take_pieces(std::uint32_t member) {
  for (std::uint32_t i = 0; i < size() && undone_.load(std::memory_order_relaxed) != 0; ++i) {
    take_pieces_of((member + i) % size());
  }
}

// Half of what is left at a time, so that others can help with the rest, and few lines go from cache to cache. What was
// taken is not done, so that the leader waits, and the stage stays, until it is.
void Team::take_pieces_of(std::uint32_t owner) {
  std::atomic<std::uint32_t>& share = shares_[owner].untaken;
  std::uint32_t untaken = share.load(std::memory_order_relaxed);
  std::uint32_t done = 0;
  while (untaken > 0) {
    const std::uint32_t left = untaken / 2;
    if (share.compare_exchange_weak(untaken, left, std::memory_order_acquire, std::memory_order_relaxed)) {
      for (std::uint32_t i = left; i < untaken; ++i) {
        stage_.call(stage_.visit, stage_.bounds[owner] + i);
      }
      done += untaken - left;
      untaken = share.load(std::memory_order_relaxed);
    }
  }
  if (done > 0) {
    undone_.fetch_sub(done, std::memory_order_release);
  }
}

void Team::help(std::uint32_t member) {
  Patience patience;
  while (!is_over_.load(std::memory_order_acquire)) {
    if (shares_[member].untaken.load(std::memory_order_relaxed) > 0) {
      take_pieces(member);
      patience.begin_anew();
    } else {
      patience.wait();
    }
  }
}

void add_equal_shares(std::uint32_t first, std::uint32_t end, std::uint32_t members,
                      std::vector<std::uint32_t>& bounds) {
  for (std::uint32_t member = 0; member <= members; ++member) {
    const std::uint64_t part = static_cast<std::uint64_t>(end - first) * member / members;
    bounds.push_back(first + static_cast<std::uint32_t>(part));
  }
}

}  // namespace firstcontact
