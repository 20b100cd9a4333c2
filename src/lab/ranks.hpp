// The processes that run one study together: the ranks of `mpirun`, or one by itself. What they share is the folder
// they write to; over MPI they only wait for each other.
#pragma once

#include <cstdint>

namespace firstcontact {

/// Joins the other ranks when the process was started as one of several and the program was built with MPI. At most one
/// per process; the thread that makes it also calls it.
class Ranks {
 public:
  Ranks();
  ~Ranks();  // NOLINT(performance-trivially-destructible): with MPI it takes leave of the others
  Ranks(const Ranks&) = delete;
  Ranks& operator=(const Ranks&) = delete;

  /// Whether the program was built with MPI: without it every process is alone, whoever started it.
  [[nodiscard]] static bool can_meet();
  [[nodiscard]] std::uint64_t index() const { return index_; }
  [[nodiscard]] std::uint64_t count() const { return count_; }
  /// Waits until every rank has come here; true when all of them say so.
  [[nodiscard]] bool all_agree(bool is_good) const;

 private:
  std::uint64_t index_ = 0, count_ = 1;
};

}  // namespace firstcontact
