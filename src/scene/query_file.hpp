// Files of time-of-impact queries (.toi, 'toiset' version 1): two convex hulls, a motion of each, and the known answer.
// The format is written down in docs/program.md#query-files.
#pragma once

#include <cstdint>
#include <firstcontact/motion.hpp>
#include <firstcontact/result.hpp>
#include <firstcontact/shape.hpp>
#include <string>
#include <string_view>
#include <vector>

namespace firstcontact {

enum class AnswerKind : std::uint8_t {
  hit,       // first contact at a time in [time_low, time_high]
  miss,      // no contact in [0, 1]; the smallest distance is at least distance_low
  overlap0,  // they overlap at the start, by `depth`
  touch,     // contact without penetration: both answers are right, so it is not scored
};

/// The known answer of a query. Times are in 0..1, lengths in metres.
struct KnownAnswer {
  AnswerKind kind = AnswerKind::touch;
  double time_low = 0.0, time_high = 0.0;
  double start_distance = 0.0;
  double distance_low = 0.0, distance_high = 0.0;
  double nearest_time = 0.0;
  double depth = 0.0;
  double normal_speed = 0.0;
  Vec3 normal{0.0};
};

struct ImpactQuery {
  std::int64_t id = 0;
  std::size_t shape_a = 0, shape_b = 0;  // into QuerySet::shapes
  RigidMotion motion_a, motion_b;        // over [0, 1] s
  KnownAnswer answer;
};

struct QuerySet {
  std::string name;
  std::vector<ConvexShape> shapes;
  std::vector<ImpactQuery> queries;
};

/// The set in `text`. Error, with file and line: a token that is not what the format has there, a number that is not
/// finite, a shape that is not a convex hull, an index out of range, a file that ends early or goes on. `file_name` is
/// for messages. Pure.
[[nodiscard]] Result<QuerySet> parse_query_set(std::string_view text, std::string_view file_name);

}  // namespace firstcontact
