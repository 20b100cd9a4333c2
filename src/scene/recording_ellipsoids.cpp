// The chunk of a recording that makes shapes smooth: which shapes have ellipsoids or discs, and where.
#include <algorithm>
#include <cmath>

#include "scene/bytes.hpp"
#include "scene/recording_format.hpp"

namespace firstcontact::recording_format {
namespace {

constexpr std::size_t shape_bytes = 4 + 4 + 4;
constexpr std::size_t ellipsoid_bytes = std::size_t{4} * 24;
// A cylinder has two; more than a few are of no shape that is known.
constexpr std::size_t most_ellipsoids = 2;
// Columns at right angles, up to the rounding of what turned them.
constexpr double right_angle = 1e-9;

Ellipsoid decode_ellipsoid(ByteReader& in) {
  Ellipsoid ellipsoid;
  ellipsoid.center = in.vector();
  for (int axis = 0; axis < 3; ++axis) {
    ellipsoid.semi_axes[axis] = in.vector();
  }
  return ellipsoid;
}

// Finite, at right angles, and a disc at least.
bool is_sound(const Ellipsoid& ellipsoid) {
  bool is_square = true;
  int lengths = 0;
  for (int i = 0; i < 3; ++i) {
    const Vec3& p = ellipsoid.semi_axes[i];
    const Vec3& q = ellipsoid.semi_axes[(i + 1) % 3];
    is_square = is_square && std::abs(glm::dot(p, q)) <= right_angle * (squared_length(p) + squared_length(q));
    lengths += squared_length(p) > 0.0 ? 1 : 0;
  }
  return is_finite(ellipsoid.center) && is_square && lengths >= 2;
}

// Two discs of one orientation, a disc and an apex beyond it, or a solid ellipsoid: what shape.hpp makes.
bool is_sound(const RecordedShape& shape) {
  const auto& all = shape.ellipsoids;
  const auto is_each_sound = std::all_of(all.begin(), all.end(), [](const Ellipsoid& e) { return is_sound(e); });
  if (!is_each_sound || all.empty() || all.size() > most_ellipsoids || !shape.faces.empty()) {
    return false;
  }
  if (all.size() == 2) {
    const bool is_one_disc = all.front().semi_axes == all.back().semi_axes;
    return is_one_disc && all.front().center != all.back().center && shape.vertices.size() == 2;
  }
  const bool is_solid = std::abs(glm::determinant(all.front().semi_axes)) > 0.0;
  return is_solid ? shape.vertices.size() == 1
                  : shape.vertices.size() == 2 && shape.vertices.front() != all.front().center;
}

}  // namespace

bool has_ellipsoids(const RecordingHeader& header) {
  return std::any_of(header.colliders.begin(), header.colliders.end(), [](const RecordedCollider& collider) {
    return std::any_of(collider.shapes.begin(), collider.shapes.end(),
                       [](const RecordedShape& shape) { return !shape.ellipsoids.empty(); });
  });
}

namespace {

void encode(const std::vector<Ellipsoid>& ellipsoids, ByteWriter& out) {
  out.u32(static_cast<std::uint32_t>(ellipsoids.size()));
  for (const Ellipsoid& ellipsoid : ellipsoids) {
    out.vector(ellipsoid.center);
    for (int axis = 0; axis < 3; ++axis) {
      out.vector(ellipsoid.semi_axes[axis]);
    }
  }
}

}  // namespace

std::string encode_ellipsoids(const RecordingHeader& header) {
  ByteWriter list;
  std::uint32_t count = 0;
  for (std::size_t i = 0; i < header.colliders.size(); ++i) {
    for (std::size_t j = 0; j < header.colliders[i].shapes.size(); ++j) {
      const auto& ellipsoids = header.colliders[i].shapes[j].ellipsoids;
      if (ellipsoids.empty()) {
        continue;
      }
      ++count;
      list.u32(static_cast<std::uint32_t>(i));
      list.u32(static_cast<std::uint32_t>(j));
      encode(ellipsoids, list);
    }
  }
  ByteWriter out;
  out.u32(count);
  out.raw(list.bytes());
  return out.bytes();
}

bool decode_ellipsoids(std::string_view content, RecordingHeader& header) {
  ByteReader in(content);
  for (std::uint32_t left = in.count(shape_bytes); left > 0 && in.ok(); --left) {
    const std::uint32_t collider = in.u32();
    const std::uint32_t number = in.u32();
    if (collider >= header.colliders.size() || number >= header.colliders[collider].shapes.size()) {
      return false;
    }
    RecordedShape& shape = header.colliders[collider].shapes[number];
    for (std::uint32_t more = in.count(ellipsoid_bytes); more > 0 && in.ok(); --more) {
      shape.ellipsoids.push_back(decode_ellipsoid(in));
    }
    if (!is_sound(shape)) {
      return false;
    }
  }
  return in.is_at_end();
}

}  // namespace firstcontact::recording_format
