#include "support_oracle.hpp"

#include <algorithm>
#include <cmath>

namespace firstcontact::test {

namespace {

double length_of(const Vec3& v) { return std::sqrt(glm::dot(v, v)); }

struct DifferencePoint {
  std::array<Index, 2> vertex{};
  Vec3 place{0.0};  // b's vertex minus a's
};

DifferencePoint point_of(const OracleScene& scene, const std::array<Index, 2>& vertex) {
  return {vertex, scene.offset + scene.axes_b * scene.b->core.vertices[vertex[1]] -
                      scene.axes_a * scene.a->core.vertices[vertex[0]]};
}

Index extreme_vertex(const ConvexShape& shape, const Vec3& local) {
  Index best = 0;
  double furthest = -1e300;
  for (Index i = 0; i < shape.core.vertices.size(); ++i) {
    const double along = glm::dot(shape.core.vertices[i], local);
    if (along > furthest) {
      furthest = along;
      best = i;
    }
  }
  return best;
}

// The vertex of the difference set furthest against `axis`.
DifferencePoint hindmost(const OracleScene& scene, const Vec3& axis) {
  const Index a = extreme_vertex(*scene.a, glm::transpose(scene.axes_a) * axis);
  const Index b = extreme_vertex(*scene.b, -(glm::transpose(scene.axes_b) * axis));
  return point_of(scene, {a, b});
}

// Wolfe's corral: an affinely independent set and the convex weights of the present point.
struct Corral {
  std::array<DifferencePoint, 5> point;
  std::array<double, 5> weight{};
  std::size_t count = 0;

  [[nodiscard]] Vec3 nearest() const {
    Vec3 sum(0.0);
    for (std::size_t i = 0; i < count; ++i) {
      sum += weight[i] * point[i].place;
    }
    return sum;
  }
};

long double precise_dot(const Vec3& p, const Vec3& q) {
  return static_cast<long double>(p.x) * q.x + static_cast<long double>(p.y) * q.y +
         static_cast<long double>(p.z) * q.z;
}

// Long double: the Gram matrix of a sliver has the square of its condition.
using Row = std::array<long double, 5>;

// Gauss-Jordan elimination with pivoting; false when the matrix is singular.
bool solve(std::array<Row, 5>& matrix, std::size_t size) {
  for (std::size_t column = 0; column < size; ++column) {
    std::size_t pivot = column;
    for (std::size_t row = column + 1; row < size; ++row) {
      pivot = std::abs(matrix[row][column]) > std::abs(matrix[pivot][column]) ? row : pivot;
    }
    if (std::abs(matrix[pivot][column]) < 1e-300L) {
      return false;
    }
    std::swap(matrix[column], matrix[pivot]);
    for (std::size_t row = 0; row < size; ++row) {
      if (row != column) {
        const long double factor = matrix[row][column] / matrix[column][column];
        for (std::size_t k = column; k <= size; ++k) {
          matrix[row][k] -= factor * matrix[column][k];
        }
      }
    }
  }
  for (std::size_t row = 0; row < size; ++row) {
    matrix[row][size] /= matrix[row][row];
  }
  return true;
}

// The weights, of sum 1, of the point of the affine hull that is nearest to the origin.
bool affine_weights(const Corral& corral, std::array<double, 5>& weight) {
  // With point 0 as base: the Gram matrix of the differences times their weights is minus base . difference.
  const std::size_t size = corral.count - 1;
  std::array<Row, 5> matrix{};
  const Vec3& base = corral.point[0].place;
  for (std::size_t i = 0; i < size; ++i) {
    const Vec3 along = corral.point[i + 1].place - base;
    for (std::size_t j = 0; j < size; ++j) {
      matrix[i][j] = precise_dot(along, corral.point[j + 1].place - base);
    }
    matrix[i][size] = -precise_dot(along, base);
  }
  if (!solve(matrix, size)) {
    return false;
  }
  long double first = 1.0L;
  for (std::size_t i = 0; i < size; ++i) {
    weight[i + 1] = static_cast<double>(matrix[i][size]);
    first -= matrix[i][size];
  }
  weight[0] = static_cast<double>(first);
  return true;
}

void drop(Corral& corral, std::size_t which) {
  for (std::size_t i = which; i + 1 < corral.count; ++i) {
    corral.point[i] = corral.point[i + 1];
    corral.weight[i] = corral.weight[i + 1];
  }
  --corral.count;
}

// Wolfe's minor cycles: towards the affine minimum, dropping what leaves the convex hull, until it is inside.
void descend(Corral& corral) {
  while (corral.count > 1) {
    std::array<double, 5> wanted{};
    if (!affine_weights(corral, wanted)) {
      drop(corral, corral.count - 1);
      continue;
    }
    double part = 1.0;
    std::size_t leaving = corral.count;
    for (std::size_t i = 0; i < corral.count; ++i) {
      if (wanted[i] <= 0.0) {
        const double reach = corral.weight[i] / (corral.weight[i] - wanted[i]);
        if (leaving == corral.count || reach < part) {
          part = reach;
          leaving = i;
        }
      }
    }
    double sum = 0.0;
    for (std::size_t i = 0; i < corral.count; ++i) {
      corral.weight[i] = std::max(0.0, (1.0 - part) * corral.weight[i] + part * wanted[i]);
      sum += corral.weight[i];
    }
    for (std::size_t i = 0; i < corral.count; ++i) {
      corral.weight[i] /= sum;
    }
    if (leaving == corral.count) {
      return;
    }
    drop(corral, leaving);
    double left = 0.0;
    for (std::size_t i = 0; i < corral.count; ++i) {
      left += corral.weight[i];
    }
    for (std::size_t i = 0; i < corral.count; ++i) {
      corral.weight[i] = left > 0.0 ? corral.weight[i] / left : 1.0 / static_cast<double>(corral.count);
    }
  }
  corral.weight[0] = 1.0;
}

Corral warm(const OracleScene& scene, const OracleCorral& last) {
  Corral corral;
  if (last.count == 0) {
    const double size = length_of(scene.offset);
    corral.point[0] = hindmost(scene, size > 0.0 ? scene.offset / size : Vec3(0.0, 1.0, 0.0));
    corral.count = 1;
  }
  for (int i = 0; i < last.count; ++i) {
    corral.point[corral.count++] = point_of(scene, last.vertex[static_cast<std::size_t>(i)]);
  }
  for (std::size_t i = 0; i < corral.count; ++i) {
    corral.weight[i] = 1.0 / static_cast<double>(corral.count);
  }
  descend(corral);
  return corral;
}

void offer(OracleDistance& best, double lower, const Vec3& axis) {
  if (lower > best.lower) {
    best.lower = lower;
    best.axis = axis;
  }
}

// Flat contact: the axis square to the corral's own plane or line knows more digits than the nearest point.
void offer_square_axis(const OracleScene& scene, const Corral& corral, const Vec3& towards, OracleDistance& best) {
  Vec3 axis = towards;
  if (corral.count == 3) {
    axis = glm::cross(corral.point[1].place - corral.point[0].place, corral.point[2].place - corral.point[0].place);
  } else if (corral.count == 2) {
    const Vec3 along = corral.point[1].place - corral.point[0].place;
    axis -= along * (glm::dot(along, axis) / glm::dot(along, along));
  }
  const double size = length_of(axis);
  if (size > 1e-150) {
    axis *= (glm::dot(axis, towards) < 0.0 ? -1.0 : 1.0) / size;
    offer(best, glm::dot(axis, hindmost(scene, axis).place), axis);
  }
}

}  // namespace

OracleScene oracle_scene(const MovingShape& a, const MovingShape& b, double time) {
  const auto axes_of = [time](const RigidMotion& motion) {
    const Vec3& w = motion.angular_velocity;
    const long double rate = std::sqrt(static_cast<long double>(w.x) * w.x + static_cast<long double>(w.y) * w.y +
                                       static_cast<long double>(w.z) * w.z);
    const long double half = 0.5L * rate * time;
    const long double sine = rate > 0.0L ? std::sin(half) / rate : 0.0L;
    const Quat turn(static_cast<double>(std::cos(half)), static_cast<double>(sine * w.x),
                    static_cast<double>(sine * w.y), static_cast<double>(sine * w.z));
    return glm::mat3_cast(glm::normalize(turn * glm::normalize(motion.start.orientation)));
  };
  OracleScene scene{a.shape, b.shape, axes_of(a.motion), axes_of(b.motion), {}};
  for (int i = 0; i < 3; ++i) {
    const auto at = [time, i](const RigidMotion& motion) {
      const long double t = time;
      return motion.start.position[i] + t * motion.linear_velocity[i] + 0.5L * t * t * motion.linear_acceleration[i];
    };
    scene.offset[i] = static_cast<double>(at(b.motion) - at(a.motion));
  }
  return scene;
}

OracleDistance oracle_distance(const OracleScene& scene, OracleCorral& corral) {
  constexpr int most_cycles = 200;
  const double roundings = scene.a->rounding + scene.b->rounding;
  Corral now = warm(scene, corral);
  OracleDistance best{-1e300, length_of(now.nearest()), {0.0, 1.0, 0.0}};
  for (int cycle = 0; cycle < most_cycles; ++cycle) {
    const Vec3 nearest = now.nearest();
    const double size = length_of(nearest);
    best.upper = std::min(best.upper, size);
    if (size < 1e-150) {
      break;
    }
    const Vec3 axis = nearest / size;
    const DifferencePoint next = hindmost(scene, axis);
    offer(best, glm::dot(axis, next.place), axis);
    const bool is_known = std::any_of(now.point.begin(), now.point.begin() + static_cast<std::ptrdiff_t>(now.count),
                                      [&](const DifferencePoint& p) { return p.vertex == next.vertex; });
    if (is_known || now.count == 4 || best.upper - best.lower <= 1e-13 * best.upper) {
      offer_square_axis(scene, now, nearest, best);
      break;
    }
    now.point[now.count] = next;
    now.weight[now.count++] = 0.0;
    descend(now);
  }
  corral.count = static_cast<int>(std::min<std::size_t>(now.count, 3));
  for (int i = 0; i < corral.count; ++i) {
    corral.vertex[static_cast<std::size_t>(i)] = now.point[static_cast<std::size_t>(i)].vertex;
  }
  best.lower -= roundings;
  best.upper -= roundings;
  return best;
}

OracleSweep oracle_sweep(const MovingShape& a, const MovingShape& b, double end, double keep) {
  constexpr int most_steps = 6000;
  const Vec3& spin_a = a.motion.angular_velocity;
  const Vec3& spin_b = b.motion.angular_velocity;
  const double surge = end * length_of(b.motion.linear_acceleration - a.motion.linear_acceleration);
  const double whole = length_of(b.motion.linear_velocity - a.motion.linear_velocity) + surge +
                       length_of(spin_a) * a.shape->radius + length_of(spin_b) * b.shape->radius;
  OracleSweep sweep;
  OracleCorral corral;
  double least_step = 0.0;  // s
  for (int step = 0;; ++step) {
    const OracleDistance distance = oracle_distance(oracle_scene(a, b, sweep.time), corral);
    sweep.distance = distance.upper;
    sweep.reached = distance.upper < keep;
    if (sweep.reached || sweep.time >= end || whole == 0.0) {
      return sweep;
    }
    if (step == most_steps) {
      sweep.capped = true;
      least_step = (end - sweep.time) / most_steps;
    }
    const Vec3& n = distance.axis;
    const double closing = std::min(whole, -glm::dot(n, b.motion.linear_velocity - a.motion.linear_velocity) +
                                               2.0 * surge + length_of(glm::cross(n, spin_a)) * a.shape->radius +
                                               length_of(glm::cross(n, spin_b)) * b.shape->radius);
    const double room = std::max(0.0, distance.lower - keep);
    const double sure = closing > 0.0 ? room / closing : end;
    // Where rounding leaves no room, a billionth of the span is a look close enough.
    sweep.time = std::min(end, sweep.time + std::max({sure, least_step, 1e-9 * end}));
  }
}

}  // namespace firstcontact::test
