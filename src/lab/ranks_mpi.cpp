// Built where there is MPI.
#include <mpi.h>

#include <algorithm>
#include <array>
#include <cstdlib>

#include "lab/ranks.hpp"

namespace firstcontact {
namespace {

// A process that nobody started as a rank does not begin MPI: that would start helpers, and may fail, for nothing.
bool was_started_as_rank() {
  constexpr std::array<const char*, 3> marks{"OMPI_COMM_WORLD_RANK", "PMIX_RANK", "PMI_RANK"};
  return std::any_of(marks.begin(), marks.end(), [](const char* mark) { return std::getenv(mark) != nullptr; });
}

bool has_joined() {
  int is_begun = 0;
  MPI_Initialized(&is_begun);
  return is_begun != 0;
}

}  // namespace

Ranks::Ranks() {
  if (!was_started_as_rank()) {
    return;
  }
  int provided = 0;
  int index = 0;
  int count = 1;
  MPI_Init_thread(nullptr, nullptr, MPI_THREAD_FUNNELED, &provided);
  MPI_Comm_rank(MPI_COMM_WORLD, &index);
  MPI_Comm_size(MPI_COMM_WORLD, &count);
  index_ = static_cast<std::uint64_t>(index);
  count_ = static_cast<std::uint64_t>(count);
}

Ranks::~Ranks() {
  if (has_joined()) {
    MPI_Finalize();
  }
}

bool Ranks::can_meet() { return true; }

bool Ranks::all_agree(bool is_good) const {
  if (!has_joined()) {
    return is_good;
  }
  const int mine = is_good ? 1 : 0;
  int all = 0;
  MPI_Allreduce(&mine, &all, 1, MPI_INT, MPI_MIN, MPI_COMM_WORLD);
  return all == 1;
}

}  // namespace firstcontact
