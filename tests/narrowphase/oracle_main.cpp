// firstcontact_oracle N [SEED [FIRST]]: asks N random queries, from number FIRST of the series SEED on, and judges
// every answer against the support oracle. One line per wrong or undecided answer, with what reruns it; a line of
// counts at the end. Exit status 1 when anything was wrong. Series of different seeds may run at the same time.
#include "oracle_check.hpp"

#include <charconv>
#include <cstdio>
#include <cstring>
#include <optional>

namespace {

using namespace firstcontact;
using namespace firstcontact::test;

std::optional<std::uint64_t> number_in(const char* text) {
  std::uint64_t value = 0;
  const char* const end = text + std::strlen(text);
  const auto [stop, error] = std::from_chars(text, end, value);
  return error == std::errc() && stop == end ? std::optional(value) : std::nullopt;
}

unsigned long long wide(std::uint64_t value) { return value; }

void print(const OracleTally& tally, std::uint64_t seed) {
  std::printf(
      "seed %llu: %llu queries: %llu touch, %llu clear, %llu overlap; %llu missed, %llu late, %llu early, %llu wrong "
      "overlaps, %llu wrong gaps, %llu undecided; oracle capped %llu\n",
      wide(seed), wide(tally.queries), wide(tally.touches), wide(tally.clear), wide(tally.overlaps), wide(tally.missed),
      wide(tally.late), wide(tally.early), wide(tally.wrong_overlaps), wide(tally.wrong_gaps), wide(tally.undecided),
      wide(tally.capped));
}

}  // namespace

int main(int count_of_arguments, char** arguments) {
  std::optional<std::uint64_t> numbers[3] = {std::nullopt, 1, 0};  // N, SEED, FIRST
  for (int i = 1; i < count_of_arguments && i <= 3; ++i) {
    numbers[i - 1] = number_in(arguments[i]);
  }
  if (!numbers[0] || !numbers[1] || !numbers[2] || count_of_arguments > 4) {
    std::fputs("usage: firstcontact_oracle N [SEED [FIRST]], whole numbers\n", stderr);
    return 2;
  }
  OracleTally tally;
  for (std::uint64_t index = *numbers[2]; index < *numbers[2] + *numbers[0]; ++index) {
    const WideQuery query = wide_query(*numbers[1], index);
    const OracleVerdict verdict = judge(query);
    count(tally, verdict);
    if (verdict.is_wrong() || verdict.is_undecided) {
      std::printf("firstcontact_oracle 1 %llu %llu: %s\n", wide(*numbers[1]), wide(index),
                  described(query, verdict).c_str());
    }
  }
  print(tally, *numbers[1]);
  return tally.wrong() > 0 ? 1 : 0;
}
