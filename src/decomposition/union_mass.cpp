#include "decomposition/union_mass.hpp"

#include <oneapi/tbb/parallel_for.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "geometry/volume_integrals.hpp"

namespace firstcontact {

namespace {

constexpr std::size_t strips = 512;  // of the box across x; the work is shared out by them
constexpr std::size_t lines_per_strip = 512;

struct Interval {
  double low = 0.0, high = 0.0;
  bool operator<(const Interval& other) const { return low < other.low; }
};

struct Solid {
  std::vector<HullFace> faces;
  Aabb box;
};

// Where the line (x, y, z), x free, runs through the solid. Empty: low > high.
Interval along_line(const Solid& solid, double y, double z) {
  Interval inside{solid.box.low.x, solid.box.high.x};
  for (const HullFace& face : solid.faces) {
    const double room = face.offset - face.normal.y * y - face.normal.z * z;
    if (face.normal.x > 0.0) {
      inside.high = std::min(inside.high, room / face.normal.x);
    } else if (face.normal.x < 0.0) {
      inside.low = std::max(inside.low, room / face.normal.x);
    } else if (room < 0.0) {
      return {1.0, 0.0};
    }
  }
  return inside;
}

void add_segment(VolumeIntegrals& sum, const Interval& part, double y, double z) {
  const double length = part.high - part.low;
  const double first = 0.5 * length * (part.high + part.low);
  const double second = length * (part.high * part.high + part.high * part.low + part.low * part.low) / 3.0;
  sum.volume += length;
  sum.first += Vec3(first, y * length, z * length);
  const Mat3 here(second, first * y, first * z, first * y, length * y * y, length * y * z, first * z, length * y * z,
                  length * z * z);
  sum.second += here;
}

void add_line(VolumeIntegrals& sum, const std::vector<Solid>& solids, double y, double z,
              std::vector<Interval>& parts) {
  parts.clear();
  for (const Solid& solid : solids) {
    if (y < solid.box.low.y || y > solid.box.high.y || z < solid.box.low.z || z > solid.box.high.z) {
      continue;
    }
    const Interval inside = along_line(solid, y, z);
    if (inside.low < inside.high) {
      parts.push_back(inside);
    }
  }
  std::sort(parts.begin(), parts.end());
  double reached = -std::numeric_limits<double>::infinity();
  for (const Interval& part : parts) {
    const double low = std::max(part.low, reached);
    if (low < part.high) {
      add_segment(sum, {low, part.high}, y, z);
      reached = part.high;
    }
  }
}

std::vector<Solid> about(std::span<const Hull> hulls, const Vec3& middle) {
  std::vector<Solid> solids;
  for (const Hull& hull : hulls) {
    Solid solid{hull.faces, {}};
    for (const Vec3& vertex : hull.vertices) {
      solid.box = merged(solid.box, vertex - middle);
    }
    for (HullFace& face : solid.faces) {
      face.offset -= glm::dot(face.normal, middle);
    }
    solids.push_back(std::move(solid));
  }
  return solids;
}

Aabb box_of(std::span<const Hull> hulls) {
  Aabb box;
  for (const Hull& hull : hulls) {
    for (const Vec3& vertex : hull.vertices) {
      box = merged(box, vertex);
    }
  }
  return box;
}

}  // namespace

MassProperties union_mass(std::span<const Hull> hulls) {
  const Aabb box = box_of(hulls);
  const Vec3 size = box.high - box.low;
  const Vec3 middle = box.low + 0.5 * size;
  const std::vector<Solid> solids = about(hulls, middle);
  std::vector<VolumeIntegrals> sums(strips);
  oneapi::tbb::parallel_for(std::size_t{0}, strips, [&](std::size_t strip) {
    std::vector<Interval> parts;
    // The lines of neighbouring strips are shifted by the golden section, so that no face is level with many of them.
    const double shift = std::fmod(0.6180339887498949 * static_cast<double>(strip), 1.0);
    const double z = size.z * ((static_cast<double>(strip) + 0.5) / strips - 0.5);
    for (std::size_t i = 0; i < lines_per_strip; ++i) {
      const double y = size.y * ((static_cast<double>(i) + shift) / lines_per_strip - 0.5);
      add_line(sums[strip], solids, y, z, parts);
    }
  });
  VolumeIntegrals sum;
  for (const VolumeIntegrals& strip : sums) {
    sum += strip;
  }
  const double cell = size.y * size.z / static_cast<double>(strips * lines_per_strip);
  return properties_of({cell * sum.volume, cell * sum.first, cell * sum.second}, middle);
}

}  // namespace firstcontact
