#include "decomposition/union_mass.hpp"

#include <oneapi/tbb/parallel_for.h>

#include <algorithm>
#include <array>
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

// A face solved for x.
struct Slant {
  double at = 0.0, per_y = 0.0, per_z = 0.0;
};

struct Solid {
  std::vector<Slant> ahead, back;  // that end it towards greater x, and towards smaller
  std::vector<HullFace> beside;    // along x
  Aabb box;
};

// Of a strip, one beside the other: while one comparison waits for the one before it, the others go on.
constexpr std::size_t together = 4;
static_assert(lines_per_strip % together == 0);
struct Lines {
  std::array<double, together> y{}, low{}, high{};
};

// Where the lines (x, y, z), x free, run through the solid. Empty: low > high.
void run_through(const Solid& solid, double z, Lines& lines) {
  lines.low.fill(solid.box.low.x);
  lines.high.fill(solid.box.high.x);
  for (const Slant& face : solid.ahead) {
    const double here = face.at + face.per_z * z;
    for (std::size_t i = 0; i < together; ++i) {
      lines.high[i] = std::min(lines.high[i], here + face.per_y * lines.y[i]);
    }
  }
  for (const Slant& face : solid.back) {
    const double here = face.at + face.per_z * z;
    for (std::size_t i = 0; i < together; ++i) {
      lines.low[i] = std::max(lines.low[i], here + face.per_y * lines.y[i]);
    }
  }
  for (const HullFace& face : solid.beside) {
    for (std::size_t i = 0; i < together; ++i) {
      const bool is_out = face.normal.y * lines.y[i] + face.normal.z * z > face.offset;
      lines.high[i] = is_out ? -std::numeric_limits<double>::infinity() : lines.high[i];
    }
  }
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

// The parts of a line that are in some solid, each once.
void add_line(VolumeIntegrals& sum, std::vector<Interval>& parts, double y, double z) {
  std::sort(parts.begin(), parts.end());
  double reached = -std::numeric_limits<double>::infinity();
  for (const Interval& part : parts) {
    const double low = std::max(part.low, reached);
    if (low < part.high) {
      add_segment(sum, {low, part.high}, y, z);
      reached = part.high;
    }
  }
  parts.clear();
}

// Where a few lines are in the solid, one list for each line.
using Parts = std::array<std::vector<Interval>, together>;
void add_parts(const Solid& solid, double z, Lines& lines, Parts& parts) {
  if (lines.y.back() < solid.box.low.y || lines.y.front() > solid.box.high.y) {
    return;
  }
  run_through(solid, z, lines);
  for (std::size_t i = 0; i < together; ++i) {
    if (lines.low[i] < lines.high[i]) {
      parts[i].push_back({lines.low[i], lines.high[i]});
    }
  }
}

// The lines of one strip, through its solids.
VolumeIntegrals strip_sum(const std::vector<const Solid*>& solids, double z, double y_of_first, double y_step) {
  VolumeIntegrals sum;
  Parts parts;
  for (std::size_t first = 0; first < lines_per_strip; first += together) {
    Lines lines;
    for (std::size_t i = 0; i < together; ++i) {
      lines.y[i] = y_of_first + y_step * static_cast<double>(first + i);
    }
    for (const Solid* solid : solids) {
      add_parts(*solid, z, lines, parts);
    }
    for (std::size_t i = 0; i < together; ++i) {
      add_line(sum, parts[i], lines.y[i], z);
    }
  }
  return sum;
}

std::vector<Solid> about(std::span<const Hull> hulls, const Vec3& middle) {
  std::vector<Solid> solids;
  for (const Hull& hull : hulls) {
    Solid solid;
    for (const Vec3& vertex : hull.vertices) {
      solid.box = merged(solid.box, vertex - middle);
    }
    for (HullFace face : hull.faces) {
      face.offset -= glm::dot(face.normal, middle);
      const Vec3& n = face.normal;
      if (n.x == 0.0) {
        solid.beside.push_back(face);
      } else {
        (n.x > 0.0 ? solid.ahead : solid.back).push_back({face.offset / n.x, -n.y / n.x, -n.z / n.x});
      }
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
  const double y_step = size.y / lines_per_strip;
  oneapi::tbb::parallel_for(std::size_t{0}, strips, [&](std::size_t strip) {
    // The lines of neighbouring strips are shifted by the golden section, so that no face is level with many of them.
    const double shift = std::fmod(0.6180339887498949 * static_cast<double>(strip), 1.0);
    const double z = size.z * ((static_cast<double>(strip) + 0.5) / strips - 0.5);
    std::vector<const Solid*> met;
    for (const Solid& solid : solids) {
      if (z >= solid.box.low.z && z <= solid.box.high.z) {
        met.push_back(&solid);
      }
    }
    sums[strip] = strip_sum(met, z, y_step * shift - 0.5 * size.y, y_step);
  });
  VolumeIntegrals sum;
  for (const VolumeIntegrals& strip : sums) {
    sum += strip;
  }
  const double cell = size.y * size.z / static_cast<double>(strips * lines_per_strip);
  return properties_of({cell * sum.volume, cell * sum.first, cell * sum.second}, middle);
}

}  // namespace firstcontact
