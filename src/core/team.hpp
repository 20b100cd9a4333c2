// Threads that go through many short stages together, each of a few microseconds, which is less than it takes to hand
// work to sleeping threads. As Box3D's solver does it (Catto, 'Releasing Box2D 3.0', 2024): helpers wait for the next
// stage in a loop, and everybody has a share of it that stays his from stage to stage, so that what he works at stays
// in his cache. Who is done takes pieces of others' shares: one who comes late, or never, is waited for by nobody.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "core/threads.hpp"

namespace firstcontact {

/// A leader, which is the thread that made it, and up to `threads` - 1 helpers out of those that it works for
/// (threads.hpp), from now until the team's end.
class Team {
 public:
  /// One of a single thread has no helpers, and costs nothing.
  explicit Team(int threads);
  ~Team();
  Team(const Team&) = delete;
  Team& operator=(const Team&) = delete;

  /// Members: the leader and his helpers.
  [[nodiscard]] std::uint32_t size() const { return static_cast<std::uint32_t>(shares_.size()); }

  /// Calls visit(bounds.front()) to visit(bounds.back() - 1), in any order and at once, of which those from bounds[m]
  /// to bounds[m + 1] - 1 are the m-th member's share. Returns when all are done, and whatever they wrote can be seen.
  /// Only the leader may call it. Visits must not throw, nor write to what another one reads; then no bit depends on
  /// the threads.
  template <class Visit>
  void visit_shares(std::span<const std::uint32_t> bounds, const Visit& visit) {
    if (!helpers_ || bounds.back() - bounds.front() < 2) {
      for (std::uint32_t i = bounds.front(); i < bounds.back(); ++i) {
        visit(i);
      }
      return;
    }
    const auto call = [](const void* what, std::uint32_t i) { (*static_cast<const Visit*>(what))(i); };
    go_through({call, &visit, bounds.data()}, bounds.back() - bounds.front());
  }

 private:
  static constexpr std::size_t cache_line = 64;
  struct Stage {
    void (*call)(const void*, std::uint32_t) = nullptr;
    const void* visit = nullptr;
    const std::uint32_t* bounds = nullptr;
  };
  struct alignas(cache_line) Share {
    std::atomic<std::uint32_t> untaken{0};
  };
  void go_through(const Stage& stage, std::uint32_t count);
  void take_pieces(std::uint32_t member);
  void take_pieces_of(std::uint32_t owner);
  void help(std::uint32_t member);

  struct Helper {
    Team* team;
    void operator()(std::size_t i) const { team->help(static_cast<std::uint32_t>(i) + 1); }
  };

  Stage stage_;  // written by the leader while no piece can be taken, read by whoever has taken one
  std::vector<Share> shares_;
  alignas(cache_line) std::atomic<std::uint32_t> undone_{0};
  alignas(cache_line) std::atomic<bool> is_over_{false};
  Helper helper_{this};
  std::optional<Threads::Aside> helpers_;
};

/// Puts the bounds of shares of [first, end) that are as equal as can be, one more than there are members, behind
/// others.
void add_equal_shares(std::uint32_t first, std::uint32_t end, std::uint32_t members,
                      std::vector<std::uint32_t>& bounds);

}  // namespace firstcontact
