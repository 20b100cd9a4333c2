// Reader of the .toi files in data/: 40 queries, evenly picked, of each set of /work/shared/data/toi/public, whose
// answers come from a certified oracle in long double. Format: data/README.md.
#pragma once

#include <firstcontact/time_of_impact.hpp>

#include <string>
#include <vector>

namespace firstcontact::test {

struct KnownQuery {
  int id = 0;
  std::size_t a = 0, b = 0;
  RigidMotion motion_a, motion_b;
  std::string kind;  // hit, miss, overlap0, touch
  double t_low = 0.0, t_high = 0.0;
  double start_distance = 0.0;
  double nearest_low = 0.0;  // m
  double depth = 0.0;        // m
};

struct QuerySet {
  std::string name;
  std::vector<ConvexShape> shapes;
  std::vector<KnownQuery> queries;
};

/// Reads data/<name>.toi. Throws std::runtime_error when the file is missing or cut short.
[[nodiscard]] QuerySet read_query_set(const std::string& name);

}  // namespace firstcontact::test
