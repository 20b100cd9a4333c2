// Time of impact beside other engines', on the same queries, in the same run, pass by pass in turn, so that whatever
// else the machine does falls on all alike. Nanoseconds are the least of all passes, ratios the median over passes;
// `*_question_*` are ours when it is asked the peer's own question, with the peer's target and tolerance;
// `*_query_ratio` is the median over the queries, each timed alone and warm; `ours_looks` the mean of distance queries;
// `*_wrong` counts the peer's answers that let the shapes overlap, under the peer's own motion, before the time it
// vouches for.
#include "benchmarks/peers/peer.hpp"

#include <firstcontact/separation.hpp>

#include <benchmark/benchmark.h>

#include <algorithm>
#include <chrono>
#include <ctime>
#include <functional>

namespace {

using namespace benchmarks;
using firstcontact::ImpactStatus;

constexpr std::size_t query_count = 256;
constexpr int passes = 15;

double cpu_seconds() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

// Nanoseconds per query of one pass, after one that is not timed: the others' passes in between leave the caches cold.
double timed(const std::function<std::size_t()>& pass) {
  benchmark::DoNotOptimize(pass());
  const double start = cpu_seconds();
  benchmark::DoNotOptimize(pass());
  return (cpu_seconds() - start) * 1e9 / static_cast<double>(query_count);
}

double median(std::vector<double> values) {
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

std::size_t answer_all(const std::vector<MovingPair>& pairs, const firstcontact::TimeOfImpactOptions& question) {
  std::size_t hits = 0;
  for (const MovingPair& pair : pairs) {
    hits += time_of_impact(pair.a, pair.b, question).status != ImpactStatus::clear ? 1U : 0U;
  }
  return hits;
}

// Nanoseconds of each query alone, the best of several tries: what a clock reading costs (some 20 ns) is in it.
std::vector<double> each_query(const std::function<void(std::size_t)>& ask) {
  std::vector<double> each;
  for (std::size_t i = 0; i < query_count; ++i) {
    double best = 1e9;
    for (int repeat = 0; repeat < 5; ++repeat) {
      const auto start = std::chrono::steady_clock::now();
      ask(i);
      const std::chrono::duration<double, std::nano> taken = std::chrono::steady_clock::now() - start;
      best = std::min(best, taken.count());
    }
    each.push_back(best);
  }
  return each;
}

double median_ratio(const std::vector<double>& theirs, const std::vector<double>& ours) {
  std::vector<double> ratios;
  for (std::size_t i = 0; i < ours.size(); ++i) {
    ratios.push_back(theirs[i] / ours[i]);
  }
  return median(ratios);
}

double mean_looks(const std::vector<MovingPair>& pairs) {
  double looks = 0.0;
  for (const MovingPair& pair : pairs) {
    looks += answer_of(pair).iterations;
  }
  return looks / static_cast<double>(pairs.size());
}

bool overlap_at(const ImpactQuery& query, const PeerPoses& poses) {
  // Deeper than single precision can err at this size.
  constexpr double certainly = 1e-5;
  return firstcontact::separation({&query.shape_a, poses.a}, {&query.shape_b, poses.b}).depth > certainly;
}

bool is_wrong(Peer& peer, const std::vector<ImpactQuery>& queries, std::size_t index) {
  constexpr int samples = 100;
  const PeerAnswer answer = peer.answer(index);
  for (int sample = 0; sample <= samples; ++sample) {
    if (overlap_at(queries[index], peer.poses_at(index, answer.time * sample / samples))) {
      return true;
    }
  }
  return false;
}

std::size_t wrong_answers(Peer& peer, const std::vector<ImpactQuery>& queries) {
  std::size_t wrong = 0;
  for (std::size_t i = 0; i < queries.size(); ++i) {
    wrong += is_wrong(peer, queries, i) ? 1U : 0U;
  }
  return wrong;
}

std::vector<std::unique_ptr<Peer>> installed_peers(const std::vector<ImpactQuery>& queries) {
  std::vector<std::unique_ptr<Peer>> peers;
  for (auto* make : {make_box3d_peer, make_bullet_peer}) {
    if (auto peer = make(queries)) {
      peers.push_back(std::move(peer));
    }
  }
  return peers;
}

void compare(benchmark::State& state, const ImpactFamily& family) {
  const auto queries = queries_of(family, query_count);
  const auto pairs = moving_pairs(queries);
  const auto peers = installed_peers(queries);
  std::vector<double> ours;
  std::vector<std::vector<double>> theirs(peers.size());
  std::vector<std::vector<double>> ratios(peers.size());
  std::vector<std::vector<double>> same_question(peers.size());
  std::vector<std::vector<double>> same_ratios(peers.size());
  for (auto iteration : state) {
    static_cast<void>(iteration);
    for (int pass = 0; pass < passes; ++pass) {
      ours.push_back(timed([&] { return answer_all(pairs, {}); }));
      for (std::size_t i = 0; i < peers.size(); ++i) {
        theirs[i].push_back(timed([&] { return peers[i]->answer_all(); }));
        ratios[i].push_back(theirs[i].back() / ours.back());
        same_question[i].push_back(timed([&] { return answer_all(pairs, peers[i]->own_question()); }));
        same_ratios[i].push_back(theirs[i].back() / same_question[i].back());
      }
    }
  }
  state.counters["ours_ns"] = *std::min_element(ours.begin(), ours.end());
  const auto ours_each = each_query([&](std::size_t i) { benchmark::DoNotOptimize(answer_of(pairs[i])); });
  state.counters["ours_median_query_ns"] = median(ours_each);
  state.counters["ours_looks"] = mean_looks(pairs);
  for (std::size_t i = 0; i < peers.size(); ++i) {
    state.counters[peers[i]->name() + "_ns"] = *std::min_element(theirs[i].begin(), theirs[i].end());
    state.counters[peers[i]->name() + "_question_ns"] =
        *std::min_element(same_question[i].begin(), same_question[i].end());
    state.counters[peers[i]->name() + "_question_ratio"] = median(same_ratios[i]);
    state.counters[peers[i]->name() + "_ratio"] = median(ratios[i]);
    const auto each = each_query([&](std::size_t query) { benchmark::DoNotOptimize(peers[i]->answer(query)); });
    state.counters[peers[i]->name() + "_query_ratio"] = median_ratio(each, ours_each);
    state.counters[peers[i]->name() + "_wrong"] = static_cast<double>(wrong_answers(*peers[i], queries));
  }
}

std::string name_of(const ImpactFamily& family) {
  const std::string shape = family.vertices == box ? "box" : "hull" + std::to_string(family.vertices);
  const std::string spin = std::to_string(family.spin).substr(0, 4);
  return "impact_beside_peers/" + shape + "/spin:" + spin +
         (family.answer == ImpactStatus::touches ? "/hits" : "/misses");
}

bool register_families() {
  for (const double spin : {0.0, 0.1, 0.2, 1.0, 3.0, 20.0, 60.0}) {
    for (const int vertices : {box, 8, 16, 32, 64}) {
      for (const ImpactStatus answer : {ImpactStatus::touches, ImpactStatus::clear}) {
        const ImpactFamily family{vertices, spin, answer};
        benchmark::RegisterBenchmark(name_of(family).c_str(), compare, family)
            ->Iterations(1)
            ->Unit(benchmark::kMillisecond);
      }
    }
  }
  return true;
}

const bool registered = register_families();

}  // namespace
