#include "decomposition/piece.hpp"

#include "core/bit_cast.hpp"
#include "core/processor.hpp"
#include "decomposition/quickhull.hpp"
#include "decomposition/rough_hull.hpp"
#include "geometry/point_set.hpp"
#include "geometry/support_kernels.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <limits>
#include <tuple>

namespace firstcontact {

namespace {

constexpr double shake = 1e-6;
constexpr std::size_t outline_directions = 96;
// A hull of more triangles, and one of more points, is replaced by a rough one around it. Its error is little beside
// the tolerance, of which a thickness is a quarter.
constexpr std::size_t most_triangles = 800;
constexpr std::size_t most_points = 20'000;

// Directions spread evenly (Fibonacci's spiral).
std::vector<Vec3> spread_directions(std::size_t count) {
  std::vector<Vec3> directions;
  for (std::size_t i = 0; i < count; ++i) {
    const double z = 1.0 - (2.0 * static_cast<double>(i) + 1.0) / static_cast<double>(count);
    const SineCosine turn = sine_cosine(2.399963229728653 * static_cast<double>(i));
    const double radius = std::sqrt(1.0 - z * z);
    directions.emplace_back(radius * turn.cosine, radius * turn.sine, z);
  }
  return directions;
}

// Points in general position, a millionth off: no four on a plane, no three on a line.
std::vector<Vec3> shaken(std::span<const Vec3> points) {
  std::uint64_t state = 0x9E3779B97F4A7C15ULL;
  const auto next = [&] {
    state ^= state << 13U;
    state ^= state >> 7U;
    state ^= state << 17U;
    return shake * (static_cast<double>(state >> 11U) * 0x1.0p-52 - 1.0);
  };
  std::vector<Vec3> moved;
  for (const Vec3& point : points) {
    const double x = next();
    const double y = next();
    moved.push_back(point + Vec3(x, y, next()));
  }
  return moved;
}

// A box around the points: what is left when they can't be closed. Larger than it need be, never smaller.
std::vector<Vec3> box_corners(std::span<const Vec3> points, double margin) {
  Aabb box;
  for (const Vec3& point : points) {
    box = merged(box, point);
  }
  box = grown(box, margin);
  std::vector<Vec3> corners;
  for (int i = 0; i < 8; ++i) {
    corners.emplace_back((i & 4) != 0 ? box.high.x : box.low.x, (i & 2) != 0 ? box.high.y : box.low.y,
                         (i & 1) != 0 ? box.high.z : box.low.z);
  }
  return corners;
}

struct Frame {
  Vec3 along{1.0, 0.0, 0.0}, across{0.0, 1.0, 0.0}, normal{0.0, 0.0, 1.0};
};

// Main directions of the points, found greedily as in point_set.cpp.
Frame frame_of(std::span<const Vec3> points) {
  const auto furthest = [&](auto measure) {
    return *std::max_element(points.begin(), points.end(),
                             [&](const Vec3& a, const Vec3& b) { return measure(a) < measure(b); });
  };
  const Vec3 some = points[0];
  const Vec3 origin = furthest([&](const Vec3& p) { return squared_length(p - some); });
  const Vec3 far = furthest([&](const Vec3& p) { return squared_length(p - origin); });
  Frame frame;
  frame.along = normalized_or(far - origin, Vec3(1.0, 0.0, 0.0));
  const Vec3 side = furthest([&](const Vec3& p) { return squared_length(glm::cross(p - origin, frame.along)); });
  frame.normal = normalized_or(glm::cross(frame.along, side - origin), any_perpendicular(frame.along));
  frame.across = glm::cross(frame.normal, frame.along);
  return frame;
}

// The points, twice: moved to either side along every direction in which they are flat.
std::vector<Vec3> thickened(std::span<const Vec3> points, const Extents& found, double thickness) {
  const Frame frame = frame_of(points);
  std::vector<Vec3> thick(points.begin(), points.end());
  const auto spread = [&](const Vec3& direction) {
    const std::size_t count = thick.size();
    for (std::size_t i = 0; i < count; ++i) {
      thick.push_back(thick[i] - 0.5 * thickness * direction);
      thick[i] += 0.5 * thickness * direction;
    }
  };
  spread(frame.normal);
  if (found.width < thickness) {
    spread(frame.across);
  }
  if (found.length < thickness) {
    spread(frame.along);
  }
  return thick;
}

// Each once, where it comes first. The corners of a mesh's triangles come half a dozen times, and to look one up takes
// a tenth of the time that it takes to see how far it is along all directions.
std::vector<Vec3> first_of_each(std::span<const Vec3> points) {
  constexpr Index none = ~Index{0};
  std::vector<Index> table(std::bit_ceil(2 * points.size()), none);
  std::vector<Vec3> kept;
  kept.reserve(points.size());
  for (const Vec3& point : points) {
    const std::uint64_t mixed =
        (bit_cast<std::uint64_t>(point.x) * 0x9E3779B97F4A7C15ULL ^ bit_cast<std::uint64_t>(point.y)) *
            0xC2B2AE3D27D4EB4FULL ^
        bit_cast<std::uint64_t>(point.z);
    std::size_t slot = (mixed * 0x9E3779B97F4A7C15ULL >> 32U) & (table.size() - 1);
    while (table[slot] != none && kept[table[slot]] != point) {
      slot = (slot + 1) & (table.size() - 1);
    }
    if (table[slot] == none) {
      table[slot] = static_cast<Index>(kept.size());
      kept.push_back(point);
    }
  }
  return kept;
}

// Points as the support function wants them: it is asked for each face of every hull, and for each direction of every
// outline.
class PointLanes {
 public:
  explicit PointLanes(std::span<const Vec3> points) {
    const std::size_t padded = (points.size() + 3) / 4 * 4;
    coordinates_.resize(3 * padded);
    for (std::size_t i = 0; i < padded; ++i) {
      const Vec3& point = points[i < points.size() ? i : 0];
      coordinates_[i] = point.x;
      coordinates_[padded + i] = point.y;
      coordinates_[2 * padded + i] = point.z;
    }
    lanes_ = {coordinates_.data(), coordinates_.data() + padded, coordinates_.data() + 2 * padded, padded};
  }
  PointLanes(const PointLanes&) = delete;
  PointLanes& operator=(const PointLanes&) = delete;

  [[nodiscard]] std::size_t furthest(const Vec3& direction) const {
    const Asked asked{lanes_, {direction.x, direction.y, direction.z}};
    return (has_avx2() ? avx2::furthest(asked) : baseline::furthest(asked)).index;
  }
  // The greatest dot product.
  [[nodiscard]] double reach(const Vec3& direction) const {
    const Asked asked{lanes_, {direction.x, direction.y, direction.z}};
    return has_avx2() ? avx2::reach(asked) : baseline::reach(asked);
  }

 private:
  std::vector<double> coordinates_;
  VertexLanes lanes_{};
};

void add_planes(Piece& piece) {
  const PointLanes lanes(piece.vertices);
  const Vec3 anchor = piece.vertices.front();
  piece.planes.reserve(piece.triangles.size());
  for (const Triangle& t : piece.triangles) {
    const Vec3& a = piece.vertices[t[0]];
    const Vec3 area = glm::cross(piece.vertices[t[1]] - a, piece.vertices[t[2]] - a);
    piece.volume += glm::dot(area, a - anchor) / 6.0;
    const double length = std::sqrt(squared_length(area));
    if (!(length > 0.0)) {
      continue;
    }
    const Vec3 normal = area / length;
    piece.planes.push_back({normal, lanes.reach(normal)});
  }
}

Piece piece_of(std::span<const Vec3> points, const std::vector<Triangle>& triangles) {
  constexpr Index unused = ~Index{0};
  Piece piece;
  std::vector<Index> number(points.size(), unused);
  for (const Triangle& t : triangles) {
    for (const Index vertex : t) {
      number[vertex] = 0;
    }
  }
  for (std::size_t i = 0; i < points.size(); ++i) {
    if (number[i] != unused) {
      number[i] = static_cast<Index>(piece.vertices.size());
      piece.vertices.push_back(points[i]);
      piece.box = merged(piece.box, points[i]);
    }
  }
  for (const Triangle& t : triangles) {
    piece.triangles.push_back({number[t[0]], number[t[1]], number[t[2]]});
  }
  add_planes(piece);
  return piece;
}

// The piece, or one of fewer vertices around it when it has many hundreds.
Piece roughened(Piece piece, double error) {
  if (piece.triangles.size() <= most_triangles) {
    return piece;
  }
  const auto rough = rough_hull(piece.vertices, error);
  return rough && rough->vertices.size() < piece.vertices.size() ? piece_of(rough->vertices, rough->triangles)
                                                                 : std::move(piece);
}

}  // namespace

Piece box_piece(const Aabb& box, double thickness) {
  std::array<Vec3, 8> corners{};
  for (std::size_t i = 0; i < corners.size(); ++i) {
    corners[i] = {(i & 4U) != 0U ? box.high.x : box.low.x, (i & 2U) != 0U ? box.high.y : box.low.y,
                  (i & 1U) != 0U ? box.high.z : box.low.z};
  }
  return make_piece(corners, thickness);
}

Piece make_piece(std::span<const Vec3> points, double thickness) {
  const Extents found = extents(points);
  std::vector<Vec3> thick;
  if (found.thickness < thickness) {
    thick = thickened(first_of_each(points), found, thickness);
    points = thick;
  }
  std::vector<Triangle> triangles = hull_triangles(points);
  std::vector<Vec3> corners;
  if (triangles.empty()) {
    corners = box_corners(points, 0.5 * thickness);
    points = corners;
    triangles = hull_triangles(points);
  }
  return piece_of(points, triangles);
}

Piece make_rough_piece(std::span<const Vec3> points, double thickness, double error) {
  if (points.size() > most_points && extents(points).thickness >= thickness) {
    if (const auto rough = rough_hull(points, error)) {
      return piece_of(rough->vertices, rough->triangles);
    }
  }
  return roughened(make_piece(points, thickness), error);
}

namespace {

const std::vector<Vec3>& outline_normals() {
  static const std::vector<Vec3> directions = spread_directions(outline_directions);
  return directions;
}

// The first of those that are furthest in each of the directions.
std::vector<Vec3> furthest_points(std::span<const Vec3> points) {
  const PointLanes lanes(points);
  std::vector<Vec3> furthest;
  furthest.reserve(outline_directions);
  for (const Vec3& direction : outline_normals()) {
    furthest.push_back(points[lanes.furthest(direction)]);
  }
  return furthest;
}

// Each once, in the order of their coordinates.
std::vector<Vec3> distinct(std::vector<Vec3> points) {
  const auto key = [](const Vec3& p) { return std::tuple(p.x, p.y, p.z); };
  std::sort(points.begin(), points.end(), [&](const Vec3& a, const Vec3& b) { return key(a) < key(b); });
  points.erase(std::unique(points.begin(), points.end()), points.end());
  return points;
}

Piece outline_of(std::span<const Vec3> few) {
  std::optional<std::vector<Triangle>> triangles = fast_hull(few);
  triangles = triangles ? triangles : fast_hull(shaken(few));
  return triangles ? piece_of(few, *triangles) : make_piece(few, shake);
}

}  // namespace

std::vector<Vec3> support_points(std::span<const Vec3> points) {
  return points.size() <= outline_directions ? std::vector<Vec3>(points.begin(), points.end())
                                             : distinct(furthest_points(first_of_each(points)));
}

Piece make_outline(std::span<const Vec3> points) { return outline_of(support_points(points)); }

Chunk make_chunk(Piece hull) {
  Piece outline = make_outline(hull.vertices);
  outline.furthest = furthest_points(hull.vertices);
  return {std::move(hull), std::move(outline)};
}

Piece joined(const Piece& a, const Piece& b, double thickness) {
  std::vector<Vec3> points = a.vertices;
  points.insert(points.end(), b.vertices.begin(), b.vertices.end());
  return make_piece(points, thickness);
}

// The furthest of both is the further one's.
Piece joined_outline(const Piece& a, const Piece& b) {
  std::vector<Vec3> furthest;
  for (std::size_t i = 0; i < a.furthest.size(); ++i) {
    const Vec3& direction = outline_normals()[i];
    const bool is_a = glm::dot(direction, a.furthest[i]) >= glm::dot(direction, b.furthest[i]);
    furthest.push_back(is_a ? a.furthest[i] : b.furthest[i]);
  }
  std::vector<Vec3> points = a.vertices;
  points.insert(points.end(), b.vertices.begin(), b.vertices.end());
  Piece both = outline_of(points.size() <= outline_directions ? std::move(points) : distinct(furthest));
  both.furthest = std::move(furthest);
  return both;
}

bool contains(const Piece& piece, const Vec3& point, double margin) {
  return std::all_of(piece.planes.begin(), piece.planes.end(),
                     [&](const Plane& plane) { return height(plane, point) <= margin; });
}

}  // namespace firstcontact
