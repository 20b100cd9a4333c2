#include "scene/query_file.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <exception>
#include <utility>

#include "scene/text.hpp"

namespace firstcontact {
namespace {

constexpr double most_items = 1e7;  // of shapes, vertices, queries: above it a count is surely damaged

// Bad data, on its way to the one place that turns it into an Error (as in scene/json_reading.hpp).
struct QueryTrouble : std::exception {
  explicit QueryTrouble(std::string text) : message(std::move(text)) {}
  [[nodiscard]] const char* what() const noexcept override { return message.c_str(); }
  std::string message;
};

// The tokens of a file, and the line each stands on.
class Tokens {
 public:
  Tokens(std::string_view text, std::string_view file_name) : rest_(text), file_name_(file_name) {}

  std::string_view next() {
    skip_space();
    const std::size_t length = std::min(rest_.find_first_of(white), rest_.size());
    token_ = rest_.substr(0, length);
    rest_.remove_prefix(length);
    return token_;
  }
  void expect(std::string_view word) {
    if (next() != word) {
      fail("\"" + std::string(word) + "\"");
    }
  }
  double number() {
    const ParsedNumber parsed = parse_number(next());
    if (!parsed.is_number || !std::isfinite(parsed.value)) {
      fail("a finite number");
    }
    return parsed.value;
  }
  std::size_t whole_number(double below) {
    const double value = number();
    if (!(value >= 0.0 && value < below && value == std::floor(value))) {
      fail("a whole number from 0 to below " + shortest_text(below));
    }
    return static_cast<std::size_t>(value);
  }
  Vec3 vector() {
    const double x = number();
    const double y = number();
    return {x, y, number()};
  }
  bool is_at_end() {
    skip_space();
    return rest_.empty();
  }
  [[noreturn]] void fail(const std::string& expected) const {
    const std::string found = token_.empty() ? "the end of the file" : "\"" + std::string(token_.substr(0, 60)) + "\"";
    complain("found " + found + ", expected " + expected);
  }
  [[noreturn]] void complain(const std::string& message) const {
    throw QueryTrouble(std::string(file_name_) + ":" + std::to_string(line_) + ": " + message);
  }

 private:
  static constexpr std::string_view white = " \t\r\n";

  void skip_space() {
    const std::size_t length = std::min(rest_.find_first_not_of(white), rest_.size());
    line_ +=
        static_cast<std::size_t>(std::count(rest_.begin(), rest_.begin() + static_cast<std::ptrdiff_t>(length), '\n'));
    rest_.remove_prefix(length);
  }

  std::string_view rest_;
  std::string_view token_;
  std::string_view file_name_;
  std::size_t line_ = 1;
};

std::vector<Index> read_face(Tokens& tokens, std::size_t vertex_count) {
  tokens.expect("f");
  std::vector<Index> corners(tokens.whole_number(static_cast<double>(vertex_count) + 1.0));
  for (Index& corner : corners) {
    corner = static_cast<Index>(tokens.whole_number(static_cast<double>(vertex_count)));
  }
  return corners;
}

ConvexShape read_shape(Tokens& tokens, std::size_t id) {
  tokens.expect("shape");
  if (tokens.whole_number(most_items) != id) {
    tokens.fail("shape number " + std::to_string(id));
  }
  const std::size_t vertex_count = tokens.whole_number(most_items);
  const std::size_t face_count = tokens.whole_number(most_items);
  std::vector<Vec3> vertices;
  for (std::size_t i = 0; i < vertex_count; ++i) {
    tokens.expect("v");
    vertices.push_back(tokens.vector());
  }
  std::vector<std::vector<Index>> faces;
  for (std::size_t i = 0; i < face_count; ++i) {
    faces.push_back(read_face(tokens, vertex_count));
  }
  auto hull = hull_from_faces(vertices, faces);
  if (!hull) {
    tokens.complain("shape " + std::to_string(id) + ": " + hull.error().message);
  }
  return make_shape(std::move(hull).value());
}

// Files hold float32 quaternions, unit only to 1e-7: the known answers are for the normalised ones.
RigidMotion read_motion(Tokens& tokens, std::string_view name) {
  tokens.expect(name);
  RigidMotion motion;
  motion.start.position = tokens.vector();
  const Vec3 axis = tokens.vector();
  const Quat rotation(tokens.number(), axis.x, axis.y, axis.z);
  const double length = std::sqrt(glm::dot(rotation, rotation));
  if (!(std::abs(length - 1.0) <= 1e-3)) {
    tokens.complain("found a quaternion of length " + shortest_text(length) + ", expected length 1");
  }
  motion.start.orientation = rotation / length;
  motion.linear_velocity = tokens.vector();
  motion.angular_velocity = tokens.vector();
  return motion;
}

KnownAnswer read_answer(Tokens& tokens) {
  tokens.expect("expect");
  constexpr std::array<std::string_view, 4> kinds{"hit", "miss", "overlap0", "touch"};  // in order of AnswerKind
  const auto kind = std::find(kinds.begin(), kinds.end(), tokens.next());
  if (kind == kinds.end()) {
    tokens.fail("hit, miss, overlap0 or touch");
  }
  KnownAnswer answer;
  answer.kind = static_cast<AnswerKind>(kind - kinds.begin());
  answer.time_low = tokens.number();
  answer.time_high = tokens.number();
  answer.start_distance = tokens.number();
  answer.distance_low = tokens.number();
  answer.distance_high = tokens.number();
  answer.nearest_time = tokens.number();
  answer.depth = tokens.number();
  answer.normal_speed = tokens.number();
  answer.normal = tokens.vector();
  return answer;
}

ImpactQuery read_query(Tokens& tokens, std::size_t shape_count) {
  tokens.expect("query");
  ImpactQuery query;
  query.id = static_cast<std::int64_t>(tokens.whole_number(9e15));
  query.shape_a = tokens.whole_number(static_cast<double>(shape_count));
  query.shape_b = tokens.whole_number(static_cast<double>(shape_count));
  (void)tokens.whole_number(2.0);  // the flag of pure translation follows from the spins
  query.motion_a = read_motion(tokens, "A");
  query.motion_b = read_motion(tokens, "B");
  query.answer = read_answer(tokens);
  return query;
}

QuerySet read_set(Tokens& tokens) {
  tokens.expect("toiset");
  tokens.expect("1");
  QuerySet set;
  set.name = tokens.next();
  if (set.name.empty()) {
    tokens.fail("the set's name");
  }
  (void)tokens.number();  // the seed it was made with
  const std::size_t shape_count = tokens.whole_number(most_items);
  const std::size_t query_count = tokens.whole_number(most_items);
  for (std::size_t i = 0; i < shape_count; ++i) {
    set.shapes.push_back(read_shape(tokens, i));
  }
  for (std::size_t i = 0; i < query_count; ++i) {
    set.queries.push_back(read_query(tokens, shape_count));
  }
  if (!tokens.is_at_end()) {
    (void)tokens.next();
    tokens.fail("the end of the file");
  }
  return set;
}

}  // namespace

Result<QuerySet> parse_query_set(std::string_view text, std::string_view file_name) {
  Tokens tokens(text, file_name);
  try {
    return read_set(tokens);
  } catch (const QueryTrouble& trouble) {
    return Error{trouble.message};
  }
}

}  // namespace firstcontact
