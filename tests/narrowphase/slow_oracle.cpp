#include "slow_oracle.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

namespace firstcontact::test {

namespace {

struct Solid {
  std::vector<Vec3> points;
  const Hull* core = nullptr;
  Pose pose;

  [[nodiscard]] Vec3 normal(const HullFace& face) const { return rotate(pose.orientation, face.normal); }
};

Solid solid_of(const PosedShape& posed) {
  Solid solid{{}, &posed.shape->core, posed.pose};
  for (const Vec3& vertex : posed.shape->core.vertices) {
    solid.points.push_back(to_world(posed.pose, vertex));
  }
  return solid;
}

double length(const Vec3& v) { return std::sqrt(glm::dot(v, v)); }

// Nearest points of two segments by clamping one parameter after the other (Ericson 2005, 5.1.9), all four ends tried.
double segment_distance(const Vec3& p, const Vec3& q, const Vec3& r, const Vec3& s) {
  const auto to_segment = [](const Vec3& x, const Vec3& from, const Vec3& to) {
    const Vec3 along = to - from;
    const double whole = glm::dot(along, along);
    const double part = whole > 0.0 ? std::clamp(glm::dot(x - from, along) / whole, 0.0, 1.0) : 0.0;
    return length(x - (from + part * along));
  };
  double best = std::min({to_segment(p, r, s), to_segment(q, r, s), to_segment(r, p, q), to_segment(s, p, q)});
  const Vec3 u = q - p;
  const Vec3 v = s - r;
  const Vec3 w = p - r;
  const double uu = glm::dot(u, u), uv = glm::dot(u, v), vv = glm::dot(v, v);
  const double determinant = uu * vv - uv * uv;
  if (determinant > 1e-14 * uu * vv) {
    const double i = (uv * glm::dot(v, w) - vv * glm::dot(u, w)) / determinant;
    const double j = (uu * glm::dot(v, w) - uv * glm::dot(u, w)) / determinant;
    if (i > 0.0 && i < 1.0 && j > 0.0 && j < 1.0) {
      best = std::min(best, length(w + i * u - j * v));
    }
  }
  return best;
}

bool over_face(const Solid& solid, const HullFace& face, const Vec3& point) {
  const Vec3 normal = solid.normal(face);
  for (Index i = 0; i < face.count; ++i) {
    const Vec3& here = solid.points[solid.core->face_vertices[face.first + i]];
    const Vec3& next = solid.points[solid.core->face_vertices[face.first + (i + 1) % face.count]];
    if (glm::dot(glm::cross(next - here, point - here), normal) < 0.0) {
      return false;
    }
  }
  return true;
}

double height_over(const Solid& solid, const HullFace& face, const Vec3& point) {
  return glm::dot(solid.normal(face), point - solid.points[solid.core->face_vertices[face.first]]);
}

bool inside(const Solid& solid, const Vec3& point) {
  return !solid.core->faces.empty() &&
         std::all_of(solid.core->faces.begin(), solid.core->faces.end(),
                     [&](const HullFace& face) { return height_over(solid, face, point) <= 0.0; });
}

double points_to_faces(const Solid& from, const Solid& to) {
  double best = 1e300;
  for (const Vec3& point : from.points) {
    if (inside(to, point)) {
      return 0.0;
    }
    for (const HullFace& face : to.core->faces) {
      const double height = height_over(to, face, point);
      if (height > 0.0 && height < best && over_face(to, face, point)) {
        best = height;
      }
    }
  }
  return best;
}

bool edges_pierce_faces(const Solid& from, const Solid& to) {
  for (const HullEdge& edge : from.core->edges) {
    const Vec3& p = from.points[edge.vertex[0]];
    const Vec3& q = from.points[edge.vertex[1]];
    for (const HullFace& face : to.core->faces) {
      const double above = height_over(to, face, p);
      const double below = height_over(to, face, q);
      if (above * below < 0.0 && over_face(to, face, p + (above / (above - below)) * (q - p))) {
        return true;
      }
    }
  }
  return false;
}

double edges_to_edges(const Solid& a, const Solid& b) {
  double best = 1e300;
  for (const HullEdge& i : a.core->edges) {
    for (const HullEdge& j : b.core->edges) {
      best = std::min(best, segment_distance(a.points[i.vertex[0]], a.points[i.vertex[1]], b.points[j.vertex[0]],
                                             b.points[j.vertex[1]]));
    }
  }
  return best;
}

double points_to_edges(const Solid& from, const Solid& to) {
  double best = 1e300;
  for (const Vec3& point : from.points) {
    for (const Vec3& other : to.points) {
      best = std::min(best, length(point - other));
    }
    for (const HullEdge& edge : to.core->edges) {
      best = std::min(best, segment_distance(point, point, to.points[edge.vertex[0]], to.points[edge.vertex[1]]));
    }
  }
  return best;
}

}  // namespace

double slow_distance(const PosedShape& a, const PosedShape& b) {
  const Solid solid_a = solid_of(a);
  const Solid solid_b = solid_of(b);
  if (edges_pierce_faces(solid_a, solid_b) || edges_pierce_faces(solid_b, solid_a)) {
    return 0.0;
  }
  const double faces = std::min(points_to_faces(solid_a, solid_b), points_to_faces(solid_b, solid_a));
  double rest = edges_to_edges(solid_a, solid_b);
  if (a.shape->core.faces.empty() || b.shape->core.faces.empty()) {
    rest = std::min({rest, points_to_edges(solid_a, solid_b), points_to_edges(solid_b, solid_a)});
  }
  return std::max(0.0, std::min(faces, rest) - a.shape->rounding - b.shape->rounding);
}

Pose slow_pose(const RigidMotion& motion, double time) {
  const Vec3& w = motion.angular_velocity;
  const long double angle = std::sqrt(static_cast<long double>(glm::dot(w, w))) * static_cast<long double>(time);
  const auto half_sine = static_cast<double>(std::sin(0.5L * angle));
  const auto half_cosine = static_cast<double>(std::cos(0.5L * angle));
  const Vec3 axis = length(w) > 0.0 ? w / length(w) : Vec3(0.0);
  const Quat turn(half_cosine, half_sine * axis.x, half_sine * axis.y, half_sine * axis.z);
  const Vec3 place =
      motion.start.position + motion.linear_velocity * time + motion.linear_acceleration * (0.5 * time * time);
  return {place, glm::normalize(turn * motion.start.orientation)};
}

SlowSweep slow_sweep(const MovingShape& a, const MovingShape& b, double end, double keep) {
  constexpr int most_steps = 20000;
  const double drift = length(b.motion.linear_velocity - a.motion.linear_velocity) +
                       end * length(b.motion.linear_acceleration - a.motion.linear_acceleration);
  const double speed = drift + length(a.motion.angular_velocity) * a.shape->radius +
                       length(b.motion.angular_velocity) * b.shape->radius + 1e-300;
  SlowSweep sweep{false, 0.0, 1e300, false};
  double least_step = 1e-7;  // m
  for (int step = 0; sweep.time < end; ++step) {
    const double distance =
        slow_distance({a.shape, slow_pose(a.motion, sweep.time)}, {b.shape, slow_pose(b.motion, sweep.time)});
    sweep.nearest = std::min(sweep.nearest, distance);
    if (distance < keep) {
      sweep.reached = true;
      return sweep;
    }
    if (step == most_steps) {
      sweep.capped = true;
      least_step = speed * (end - sweep.time) / most_steps;
    }
    sweep.time = std::min(end, sweep.time + std::max(distance - keep, least_step) / speed);
  }
  return sweep;
}

}  // namespace firstcontact::test
