#include "scene/decomposition_check.hpp"

#include <algorithm>
#include <cmath>

namespace firstcontact {
namespace {

constexpr double rounding = 1e-6;        // of a hull's size: what welding and merging leave, and to spare
constexpr double union_sampling = 0.01;  // the volume of a union is sampled, to about 1e-3

bool all_finite(const Hull& hull) {
  return std::all_of(hull.vertices.begin(), hull.vertices.end(),
                     [](const Vec3& vertex) { return is_finite(vertex); }) &&
         std::all_of(hull.faces.begin(), hull.faces.end(), [](const HullFace& face) {
           return std::abs(squared_length(face.normal) - 1.0) <= rounding && std::isfinite(face.offset);
         });
}

Aabb box_of(const Hull& hull) {
  Aabb box;
  for (const Vec3& vertex : hull.vertices) {
    box = merged(box, vertex);
  }
  return box;
}

// Every face's plane goes through its corners.
bool lies_on_its_corners(const Hull& hull, double tolerance) {
  return std::all_of(hull.half_edges.begin(), hull.half_edges.end(), [&](const HalfEdge& half) {
    const HullFace& face = hull.faces[half.face];
    return std::abs(glm::dot(face.normal, hull.vertices[half.origin]) - face.offset) <= tolerance;
  });
}

bool is_sound(const Hull& hull) {
  if (hull.vertices.size() < 4 || hull.faces.size() < 4 || !all_finite(hull)) {
    return false;
  }
  const Aabb box = box_of(hull);
  const double tolerance = rounding * glm::length(box.high - box.low);
  const HullCheck checked = check(hull);
  return checked.is_closed && checked.convexity_defect <= tolerance && lies_on_its_corners(hull, tolerance);
}

// What a solid has that lies within `box`.
bool is_inertia(const MassProperties& mass, const Aabb& box) {
  const Vec3 reach = box.high - box.low;
  const double most = mass.mass * squared_length(reach);
  for (int column = 0; column < 3; ++column) {
    for (int row = 0; row < 3; ++row) {
      const double entry = mass.inertia[column][row];
      if (!(std::abs(entry) <= most) || std::abs(entry - mass.inertia[row][column]) > rounding * most) {
        return false;
      }
    }
  }
  const double trace = mass.inertia[0][0] + mass.inertia[1][1] + mass.inertia[2][2];
  const auto is_moment = [&](int i) {
    return mass.inertia[i][i] > 0.0 && mass.inertia[i][i] <= 0.5 * trace * (1.0 + rounding);
  };
  return is_moment(0) && is_moment(1) && is_moment(2);
}

bool has_sound_mass(const ConvexDecomposition& found) {
  Aabb box;
  double sum = 0.0;
  double largest = 0.0;
  for (const DecompositionHull& hull : found.hulls) {
    const double volume = mass_properties(hull.hull).mass;
    box = merged(box, box_of(hull.hull));
    sum += volume;
    largest = std::max(largest, volume);
  }
  const Vec3& center = found.mass.center_of_mass;
  const bool is_inside = is_finite(center) && overlaps(box, {center, center});
  const bool is_volume = found.mass.mass > 0.0 && found.mass.mass <= (1.0 + union_sampling) * sum;
  const bool is_union = found.mass_source == MassSource::mesh ? found.facts.volume == found.mass.mass
                                                              : found.mass.mass >= (1.0 - union_sampling) * largest;
  return is_inside && is_volume && is_union && is_inertia(found.mass, box);
}

// Signed tetrahedra from the first corner: the volume of a closed mesh of triangles.
double volume_of(const Mesh& mesh) {
  double sum = 0.0;
  const Vec3& from = mesh.vertices.front();
  for (const MeshPart& part : mesh.parts) {
    for (const std::vector<Index>& face : part.polygons) {
      sum += glm::dot(mesh.vertices[face[0]] - from,
                      glm::cross(mesh.vertices[face[1]] - from, mesh.vertices[face[2]] - from));
    }
  }
  return sum / 6.0;
}

bool was_mended(const MeshFacts& facts) {
  return facts.cut_polygons + facts.degenerate_triangles + facts.duplicate_triangles + facts.turned_triangles > 0;
}

bool is_covered(const Vec3& corner, const ConvexDecomposition& found) {
  const double tolerance = rounding * found.longest_side;
  return std::any_of(found.hulls.begin(), found.hulls.end(), [&](const DecompositionHull& hull) {
    return std::all_of(hull.hull.faces.begin(), hull.hull.faces.end(),
                       [&](const HullFace& face) { return glm::dot(face.normal, corner) - face.offset <= tolerance; });
  });
}

}  // namespace

bool is_sound(const ConvexDecomposition& found) {
  const auto is_length = [](double length) { return length >= 0.0 && std::isfinite(length); };
  return !found.hulls.empty() && is_length(found.longest_side) && is_length(found.puffing) &&
         is_length(found.puffing_bound) && is_length(found.uncovered) && std::isfinite(found.facts.volume) &&
         std::all_of(found.hulls.begin(), found.hulls.end(),
                     [&](const DecompositionHull& hull) {
                       return is_length(hull.puffing) && is_length(hull.puffing_bound) && is_sound(hull.hull);
                     }) &&
         has_sound_mass(found);
}

namespace {

/// Which vertices a mesh's faces use, if they are all there.
struct UsedCorners {
  std::vector<bool> is_used;
  bool are_there = true;
  bool has_triangles_alone = true;
};

void note(const std::vector<Index>& face, UsedCorners& corners) {
  corners.has_triangles_alone = corners.has_triangles_alone && face.size() == 3;
  for (const Index corner : face) {
    corners.are_there = corners.are_there && corner < corners.is_used.size();
    if (corners.are_there) {
      corners.is_used[corner] = true;
    }
  }
}

UsedCorners used_corners(const Mesh& mesh) {
  UsedCorners corners{std::vector<bool>(mesh.vertices.size(), false)};
  for (const MeshPart& part : mesh.parts) {
    for (const std::vector<Index>& face : part.polygons) {
      note(face, corners);
    }
  }
  return corners;
}

}  // namespace

bool fits(const ConvexDecomposition& found, const Mesh& mesh) {
  const auto [is_used, are_there, has_triangles_alone] = used_corners(mesh);
  if (!are_there) {
    return false;
  }
  Aabb box;
  for (std::size_t i = 0; i < is_used.size(); ++i) {
    if (is_used[i] && !is_covered(mesh.vertices[i], found)) {
      return false;
    }
    box = is_used[i] ? merged(box, mesh.vertices[i]) : box;
  }
  const Aabb most = grown(box, found.puffing_bound + rounding * found.longest_side);
  const bool is_near = std::all_of(found.hulls.begin(), found.hulls.end(), [&](const DecompositionHull& hull) {
    const Aabb all = merged(most, box_of(hull.hull));
    return all.low == most.low && all.high == most.high;
  });
  const bool is_judged = found.mass_source == MassSource::mesh && has_triangles_alone && !was_mended(found.facts);
  return is_near && (!is_judged || std::abs(volume_of(mesh) - found.mass.mass) <= rounding * found.mass.mass);
}

}  // namespace firstcontact
