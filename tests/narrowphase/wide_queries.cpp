#include "wide_queries.hpp"

#include "support_oracle.hpp"

#include <algorithm>
#include <cmath>

namespace firstcontact::test {

namespace {

// Two random numbers never stand in one expression, nor in one call: the order in which they are drawn would be the
// compiler's, and a seed would mean something else with another one.

constexpr double pi = 3.14159265358979323846;

// Of the largest coordinate: skins and gaps finer than that doubles cannot hold at that place, since a tenth of the
// skin is the tolerance, and that must stay above the rounding slack (docs/method.md, 6.5).
constexpr double finest = 2e-12;

double log_between(Random& random, double low, double high) {
  return low * std::pow(high / low, random.between(0.0, 1.0));
}

// A factor per axis: half of the shapes are about as long as wide, the others are needles, blades and plates.
Vec3 random_aspect(Random& random) {
  if (random.between(0.0, 1.0) < 0.5) {
    return {1.0, random.between(0.5, 1.0), random.between(0.5, 1.0)};
  }
  const double thin = log_between(random, 1e-3, 1.0);
  const double middle = random.between(0.0, 1.0) < 0.5 ? thin : log_between(random, thin, 1.0);
  return {1.0, middle, thin};
}

std::vector<Vec3> prism(Random& random, int sides) {
  std::vector<Vec3> points;
  for (int i = 0; i < sides; ++i) {
    const double angle = 2.0 * pi * i / sides;
    for (const double height : {-0.5, 0.5}) {
      points.emplace_back(0.5 * std::cos(angle), 0.5 * std::sin(angle), height);
    }
  }
  static_cast<void>(random);
  return points;
}

std::vector<Vec3> scattered(Random& random, int count) {
  std::vector<Vec3> points;
  const bool is_round = random.between(0.0, 1.0) < 0.7;
  for (int i = 0; i < count; ++i) {
    points.push_back(is_round ? 0.5 * random.direction() : random.in_cube(0.5));
  }
  return points;
}

// About `size` metres long.
ConvexShape random_hull(Random& random, double size) {
  const int count = static_cast<int>(log_between(random, 4.0, 257.0));
  const Vec3 factor = size * random_aspect(random);
  const double kind = random.between(0.0, 1.0);
  if (kind < 0.2) {
    return make_shape(make_box(0.5 * factor));
  }
  for (;;) {
    std::vector<Vec3> points = kind < 0.35 && count >= 6 ? prism(random, count / 2) : scattered(random, count);
    for (Vec3& point : points) {
      point *= factor;
    }
    if (auto hull = convex_hull(points)) {
      return make_shape(std::move(hull).value());
    }
  }
}

ConvexShape random_wide_shape(Random& random, double size) {
  const double kind = random.between(0.0, 1.0);
  if (kind < 0.05) {
    return make_sphere(random.in_cube(0.1 * size), 0.5 * size);
  }
  if (kind < 0.1) {
    const Vec3 start = random.in_cube(0.5 * size);
    const Vec3 end = random.in_cube(0.5 * size);
    return make_capsule(start, end, size * log_between(random, 1e-3, 0.5));
  }
  return random_hull(random, size);
}

// Radians in the span: none, small, moderate or fast.
Vec3 random_spin(Random& random) {
  const double kind = random.between(0.0, 1.0);
  if (kind < 0.15) {
    return Vec3(0.0);
  }
  const double low = kind < 0.35 ? 0.0 : (kind < 0.65 ? 0.2 : 3.0);
  const double high = kind < 0.35 ? 0.2 : (kind < 0.65 ? 3.0 : 60.0);
  const double size = random.between(low, high);
  return size * random.direction();
}

// b goes so far along the line of nearest points that the gap becomes `gap`, or the overlap -gap.
void bring_near(RandomCase& given, double gap) {
  OracleCorral corral;
  const OracleDistance distance = oracle_distance(oracle_scene(given.a(), given.b(), 0.0), corral);
  given.motion_b.start.position -= (distance.lower - gap) * distance.axis;
}

void aim(Random& random, RandomCase& given, double apart) {
  const Vec3 way = given.motion_b.start.position - given.motion_a.start.position;
  const double reach = given.shape_a.radius + given.shape_b.radius;
  const double aside = random.between(0.0, 0.8);
  const Vec3 beside = aside * reach * random.in_cube(1.0);
  const double eagerness = random.between(0.3, 3.0);
  const Vec3 towards = -eagerness * (way + beside);
  const double slow = random.between(0.0, 1.0) < 0.2 ? log_between(random, 1e-6, 1.0) : 1.0;
  const double haste = random.between(0.0, 10.0);
  const Vec3 drift = haste * apart * random.in_cube(1.0);
  given.motion_a.linear_velocity = drift;
  given.motion_b.linear_velocity = drift + slow * towards;
}

// The same ways in another time; one query in fifty has no time at all.
void set_duration(Random& random, WideQuery& query) {
  const double kind = random.between(0.0, 1.0);
  const double duration = kind < 0.5 ? 1.0 : log_between(random, 1e-3, 10.0);
  for (RigidMotion* const motion : {&query.given.motion_a, &query.given.motion_b}) {
    motion->linear_velocity /= duration;
    motion->angular_velocity /= duration;
    motion->linear_acceleration /= duration * duration;
  }
  query.options.duration = kind > 0.98 ? 0.0 : duration;
}

}  // namespace

WideQuery wide_query(std::uint64_t seed, std::uint64_t index) {
  Random random(seed * 0xd1342543de82ef95ULL + index * 0xa0761d6478bd642fULL);
  WideQuery query;
  RandomCase& given = query.given;
  const double size_a = log_between(random, 1e-3, 1e3);
  const double ratio = random.between(0.0, 1.0) < 0.6 ? random.between(0.3, 3.0) : log_between(random, 1e-3, 1e3);
  const double size_b = std::clamp(size_a * ratio, 1e-3, 1e3);
  given.shape_a = random_wide_shape(random, size_a);
  given.shape_b = random_wide_shape(random, size_b);
  const double far = random.between(0.0, 1.0) < 0.5 ? 0.0 : log_between(random, 1.0, 1e6);
  const double reach = given.shape_a.radius + given.shape_b.radius;
  const double apart = reach * (1.0 + log_between(random, 1e-4, 1.0));
  given.motion_a.start = {random.in_cube(far), random.orientation()};
  given.motion_b.start = {given.motion_a.start.position + apart * random.direction(), random.orientation()};
  const double smaller = std::min(size_a, size_b);
  const double scale = far + 20.0 * apart;
  const double start = random.between(0.0, 1.0);
  if (start < 0.5) {
    bring_near(given, std::max(smaller * log_between(random, 1e-6, 1.0), finest * scale));
  } else if (start < 0.55) {
    bring_near(given, -std::max(smaller * log_between(random, 1e-6, 0.2), finest * scale));
  }
  aim(random, given, apart);
  given.motion_a.angular_velocity = random_spin(random);
  given.motion_b.angular_velocity = random_spin(random);
  if (random.between(0.0, 1.0) < 0.3) {
    given.motion_a.linear_acceleration = random.in_cube(2.0) * apart;
    given.motion_b.linear_acceleration = random.in_cube(2.0) * apart;
  }
  query.options.target = std::max(smaller * log_between(random, 1e-5, 1e-2), finest * scale);
  query.options.tolerance = 0.1 * query.options.target;
  set_duration(random, query);
  return query;
}

}  // namespace firstcontact::test
