// What a shape turns towards the other is a point, a segment (the line along the side of a cylinder or cone, a capsule,
// an edge), a disc, or the polygon of a face. Two flat ones, or a segment on a flat one, bear on what they have in
// common; its corners are found on the true circles, and begin with the lowest point of a rim: a coin that rolls on its
// edge finds no corner to fall over.
#include "narrowphase/smooth_manifold.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>
#include <vector>

#include "core/perpendicular.hpp"
#include "narrowphase/contact_patch.hpp"
#include "narrowphase/smooth_patch.hpp"
#include "narrowphase/support.hpp"

namespace firstcontact {

namespace {

constexpr double foreshortened = 1e-4;   // of the square: what a disc that leans by 1e-2 rad lacks, seen from above
constexpr double reference_bias = 1e-6;  // of two flat features that face each other equally well
constexpr double parallel_sine = 1e-3;   // segments more askew than this touch in one point
constexpr double level_tilt = 1e-7;      // rad: a disc nearer to level than this has no lowest point
constexpr double on_outline = 1e-9;      // of the size: a point on the outline lies inside
constexpr int rim_points = 8;

struct Bearing {
  Vec3 at{0.0};             // on the reference core's plane
  double separation = 0.0;  // m, between the cores
  std::uint64_t feature = 0;
};

/// Where an incident feature lies over a flat reference.
class Overlay {
 public:
  Overlay(const Patch& reference, const Patch& incident) : reference_(reference), incident_(incident) {
    size_ = reference.kind == PatchKind::disc ? reference.radius : 0.0;
    for (const Vec3& corner : reference.corners) {
      size_ = std::max(size_, length(corner - reference.corners.front()));
    }
  }

  std::vector<Bearing> bearings() {
    switch (incident_.kind) {
      case PatchKind::point:
        add_if_over(incident_.corners.front(), 1);
        break;
      case PatchKind::segment:
        add_segment();
        break;
      default:
        add_corners(incident_, reference_, 0x10);
        add_corners(reference_, incident_, 0x20);
        add_crossings();
    }
    return std::move(bearings_);
  }

 private:
  [[nodiscard]] Vec3 on_plane(const Vec3& point) const {
    return point - glm::dot(reference_.normal, point - reference_.corners.front()) * reference_.normal;
  }

  void add(const Vec3& on_reference, double height, std::uint64_t feature) {
    bearings_.push_back({on_reference, height, feature});
  }
  void add_incident(const Vec3& point, std::uint64_t feature) {
    const double height = glm::dot(reference_.normal, point - reference_.corners.front());
    add(point - height * reference_.normal, height, feature);
  }
  // A place on the plane of the reference: the incident plane is above it.
  void add_place(const Vec3& place, std::uint64_t feature) {
    const Vec3& n = reference_.normal;
    const double height = glm::dot(incident_.corners.front() - place, incident_.normal) / glm::dot(n, incident_.normal);
    add(place, height, feature);
  }

  void add_if_over(const Vec3& point, std::uint64_t feature) {
    if (holds(reference_, point)) {
      add_incident(point, feature);
    }
  }

  // True when `point`, moved along the reference's normal, lies within the outline of `patch`.
  [[nodiscard]] bool holds(const Patch& patch, const Vec3& point) const {
    if (patch.kind == PatchKind::disc) {
      const Vec3 arm = on_plane(point) - on_plane(patch.corners.front());
      return square_of(arm) <= patch.radius * patch.radius * (1.0 + foreshortened);
    }
    const double inward = turn_of(patch);
    for (std::size_t i = 0; i < patch.corners.size(); ++i) {
      const Vec3& here = patch.corners[i];
      const Vec3 edge = patch.corners[(i + 1) % patch.corners.size()] - here;
      const double beside = inward * glm::dot(glm::cross(reference_.normal, edge), point - here);
      if (beside < -on_outline * size_ * length(edge)) {
        return false;
      }
    }
    return true;
  }
  // The incident face looks the other way: seen along the reference's normal its corners go round clockwise.
  [[nodiscard]] double turn_of(const Patch& patch) const { return &patch == &reference_ ? 1.0 : -1.0; }

  void add_segment() {
    const Vec3& from = incident_.corners[0];
    const Vec3 along = incident_.corners[1] - from;
    double first = 0.0;
    double last = 1.0;
    if (reference_.kind == PatchKind::disc) {
      clip_to_disc(reference_, from, along, first, last);
    } else {
      for (std::size_t i = 0; i < reference_.corners.size(); ++i) {
        clip_to_side(i, from, along, first, last);
      }
    }
    if (first < last) {
      add_incident(from + first * along, 1);
      add_incident(from + last * along, 2);
    }
  }

  void clip_to_side(std::size_t i, const Vec3& from, const Vec3& along, double& first, double& last) const {
    const Vec3& here = reference_.corners[i];
    const Vec3 edge = reference_.corners[(i + 1) % reference_.corners.size()] - here;
    const Vec3 inward = unit_or(glm::cross(reference_.normal, edge), reference_.normal);
    const double start = glm::dot(inward, from - here) + on_outline * size_;
    const double climb = glm::dot(inward, along);
    if (climb > 0.0) {
      first = std::max(first, -start / climb);
    } else if (climb < 0.0) {
      last = std::min(last, -start / climb);
    } else if (start < 0.0) {
      last = -1.0;
    }
  }

  // The part of the line over the disc, seen along the reference's normal.
  void clip_to_disc(const Patch& disc, const Vec3& from, const Vec3& along, double& first, double& last) const {
    const Vec3 arm = on_plane(from) - on_plane(disc.corners.front());
    const Vec3 way = along - glm::dot(reference_.normal, along) * reference_.normal;
    const double square = square_of(way);
    const double middle = -glm::dot(arm, way);
    const double root2 = middle * middle - square * (square_of(arm) - disc.radius * disc.radius);
    if (!(root2 >= 0.0 && square > 0.0)) {
      last = -1.0;
      return;
    }
    first = std::max(first, (middle - std::sqrt(root2)) / square);
    last = std::min(last, (middle + std::sqrt(root2)) / square);
  }

  // Corners of the one, or points of its rim, that lie over the other.
  void add_corners(const Patch& of, const Patch& over, std::uint64_t name) {
    const std::vector<Vec3> points = of.kind == PatchKind::disc ? rim_of(of) : of.corners;
    for (std::size_t i = 0; i < points.size(); ++i) {
      if (!holds(over, points[i])) {
        continue;
      }
      if (&of == &incident_) {
        add_incident(points[i], (name << 8U) | i);
      } else {
        add_place(points[i], (name << 8U) | i);
      }
    }
  }

  // The way down of the incident plane within the reference's, or any way where it is level.
  [[nodiscard]] Vec3 downhill() const {
    const Vec3& n = reference_.normal;
    const Vec3 slope = incident_.normal - glm::dot(incident_.normal, n) * n;
    // The incident feature looks down: its outward normal leans away from where it is lowest.
    return square_of(slope) > level_tilt * level_tilt ? -slope : perpendicular_of_unit(n);
  }

  [[nodiscard]] std::vector<Vec3> rim_of(const Patch& disc) const {
    const Vec3 down = downhill();
    const Vec3 within = down - glm::dot(down, disc.normal) * disc.normal;
    const Vec3 right = unit_or(within, perpendicular_of_unit(disc.normal));
    const Vec3 up = glm::cross(disc.normal, right);
    constexpr double half = 0.70710678118654752440;
    constexpr double cosine[rim_points] = {1.0, half, 0.0, -half, -1.0, -half, 0.0, half};
    std::vector<Vec3> points;
    for (int i = 0; i < rim_points; ++i) {
      const double sine = cosine[(i + 6) % rim_points];
      points.push_back(disc.corners.front() + disc.radius * (cosine[i] * right + sine * up));
    }
    return points;
  }

  void add_crossings() {
    if (reference_.kind == PatchKind::disc && incident_.kind == PatchKind::disc) {
      add_crossings_of_discs();
      return;
    }
    const Patch& disc = reference_.kind == PatchKind::disc ? reference_ : incident_;
    const Patch& polygon = reference_.kind == PatchKind::disc ? incident_ : reference_;
    for (std::size_t i = 0; i < polygon.corners.size(); ++i) {
      const Vec3& here = polygon.corners[i];
      const Vec3 edge = polygon.corners[(i + 1) % polygon.corners.size()] - here;
      double first = 0.0;
      double last = 1.0;
      clip_to_disc(disc, here, edge, first, last);
      if (first < last && first > 0.0) {
        add_place(on_plane(here + first * edge), (0x30ULL << 8U) | i);
      }
      if (first < last && last < 1.0) {
        add_place(on_plane(here + last * edge), (0x40ULL << 8U) | i);
      }
    }
  }

  void add_crossings_of_discs() {
    const Vec3 center = on_plane(reference_.corners.front());
    const Vec3 between = on_plane(incident_.corners.front()) - center;
    const double square = square_of(between);
    const double r = reference_.radius;
    const double part = square > 0.0 ? 0.5 * (1.0 + (r * r - incident_.radius * incident_.radius) / square) : 0.0;
    const double root2 = r * r - part * part * square;
    if (!(square > 0.0 && root2 >= 0.0)) {
      return;
    }
    const Vec3 across = glm::cross(reference_.normal, between) * std::sqrt(root2 / square);
    add_place(center + part * between + across, 0x50ULL << 8U);
    add_place(center + part * between - across, 0x60ULL << 8U);
  }

  const Patch& reference_;
  const Patch& incident_;
  double size_ = 0.0;  // m
  std::vector<Bearing> bearings_;
};

// Four stay: one that is nearest, and the three that with it keep most of the area.
void keep_four(std::vector<Bearing>& bearings, const Vec3& normal) {
  if (bearings.size() <= 4) {
    return;
  }
  const Vec3 right = perpendicular_of_unit(normal);
  const Vec3 up = glm::cross(normal, right);
  glm::dvec2 middle(0.0);
  std::vector<std::pair<glm::dvec2, Bearing>> ring;
  for (const Bearing& bearing : bearings) {
    const Vec3 arm = bearing.at - bearings.front().at;
    ring.emplace_back(glm::dvec2(glm::dot(right, arm), glm::dot(up, arm)), bearing);
    middle += ring.back().first / static_cast<double>(bearings.size());
  }
  // Round the middle, from its right: the outline is convex.
  const auto is_before = [middle](const auto& p, const auto& q) {
    const glm::dvec2 a = p.first - middle;
    const glm::dvec2 b = q.first - middle;
    const bool is_a_below = a.y < 0.0 || (a.y == 0.0 && a.x < 0.0);
    const bool is_b_below = b.y < 0.0 || (b.y == 0.0 && b.x < 0.0);
    return is_a_below != is_b_below ? is_b_below : a.x * b.y - a.y * b.x > 0.0;
  };
  std::stable_sort(ring.begin(), ring.end(), is_before);
  std::vector<glm::dvec2> outline;
  std::size_t nearest = 0;
  for (std::size_t i = 0; i < ring.size(); ++i) {
    outline.push_back(ring[i].first);
    const Bearing& best = ring[nearest].second;
    const Bearing& here = ring[i].second;
    const bool is_nearer =
        here.separation < best.separation || (here.separation == best.separation && here.feature < best.feature);
    nearest = is_nearer ? i : nearest;
  }
  const Quadrilateral kept = greatest_quadrilateral(outline, nearest);
  bearings.clear();
  for (const std::size_t corner : kept.corner) {
    bearings.push_back(ring[corner].second);
  }
}

struct Case {
  PlacedShape a, b;
  const Separation& separation;
  double margin;
};

Manifold one_point(const Case& given) {
  const Separation& s = given.separation;
  Manifold manifold;
  manifold.normal = s.normal;
  manifold.count = 1;
  manifold.points[0] = {0.5 * (s.point_a + s.point_b), glm::dot(s.normal, s.point_b - s.point_a), 0};
  return manifold;
}

Manifold flat_manifold(const Case& given, const Patch& reference, const Patch& incident, double sign) {
  std::vector<Bearing> bearings = Overlay(reference, incident).bearings();
  const double roundings = reference.rounding + incident.rounding;
  double nearest = std::numeric_limits<double>::infinity();
  for (Bearing& bearing : bearings) {
    bearing.separation -= roundings;
    nearest = std::min(nearest, bearing.separation);
  }
  if (!(nearest <= given.separation.distance - given.separation.depth + 0.1 * given.margin)) {
    return {};
  }
  const double limit = std::max(given.margin, nearest);
  std::erase_if(bearings, [limit](const Bearing& bearing) { return bearing.separation > limit; });
  keep_four(bearings, reference.normal);
  Manifold manifold;
  manifold.normal = sign * reference.normal;
  for (const Bearing& bearing : bearings) {
    manifold.points[static_cast<std::size_t>(manifold.count++)] = {
        bearing.at + (reference.rounding + 0.5 * bearing.separation) * reference.normal, bearing.separation,
        (bearing.feature << 1U) | (sign < 0.0 ? 1U : 0U)};
  }
  return manifold;
}

// Two lines side by side bear on each other at the two ends of their common stretch.
Manifold parallel_lines(const Case& given, const Patch& a, const Patch& b) {
  const Vec3& start = a.corners[0];
  const Vec3 whole = a.corners[1] - start;
  const Vec3 other = b.corners[1] - b.corners[0];
  const double size = length(whole);
  if (!(length(glm::cross(whole, other)) <= parallel_sine * size * length(other))) {
    return {};
  }
  const Vec3 along = whole / size;
  const double ends[2] = {glm::dot(along, b.corners[0] - start), glm::dot(along, b.corners[1] - start)};
  const double low = std::max(0.0, std::min(ends[0], ends[1]));
  const double high = std::min(size, std::max(ends[0], ends[1]));
  if (!(low < high)) {
    return {};
  }
  Manifold manifold;
  manifold.normal = given.separation.normal;
  const double limit = std::max(given.margin, given.separation.distance);
  for (const double place : {low, high}) {
    const Vec3 on_a = start + place * along;
    const Vec3 on_b = b.corners[0] + ((place - ends[0]) / (ends[1] - ends[0])) * other;
    const double gap = glm::dot(manifold.normal, on_b - on_a) - a.rounding - b.rounding;
    if (gap <= limit) {
      manifold.points[static_cast<std::size_t>(manifold.count++)] = {
          0.5 * (on_a + on_b) + 0.5 * (a.rounding - b.rounding) * manifold.normal, gap, place == low ? 1U : 2U};
    }
  }
  return manifold;
}

// The larger shape's face is the reference where both have one: as in manifold.cpp.
bool is_b_reference(const Case& given, const Patch& a, const Patch& b) {
  if (!a.is_flat() || !b.is_flat()) {
    return b.is_flat();
  }
  const bool is_b_larger = squared_length(given.b.shape.half_extents) > squared_length(given.a.shape.half_extents);
  return b.cosine > a.cosine + (is_b_larger ? -reference_bias : reference_bias);
}

Manifold manifold_at_a(const Case& given) {
  const Vec3& normal = given.separation.normal;
  const Patch a = patch_of(given.a, normal);
  const Patch b = patch_of(given.b, -normal);
  Manifold manifold;
  if (a.is_flat() || b.is_flat()) {
    // What lies over the reference is asked along its own normal, which is known to full precision.
    manifold = is_b_reference(given, a, b) ? flat_manifold(given, b, patch_of(given.a, -b.normal), -1.0)
                                           : flat_manifold(given, a, patch_of(given.b, -a.normal), 1.0);
  } else if (a.kind == PatchKind::segment && b.kind == PatchKind::segment) {
    manifold = parallel_lines(given, a, b);
  }
  return manifold.count > 0 ? manifold : one_point(given);
}

}  // namespace

Manifold smooth_manifold(const PosedShape& a, const PosedShape& b, const Separation& separation, double margin) {
  const Case given{{*a.shape, rotation_matrix(a.pose.orientation), Vec3(0.0)},
                   {*b.shape, rotation_matrix(b.pose.orientation), b.pose.position - a.pose.position},
                   separation,
                   margin};
  return manifold_at_a(given);
}

}  // namespace firstcontact
