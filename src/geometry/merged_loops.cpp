// Coplanar patches into polygons. The largest patch of a neighbourhood defines the plane and everything connected to it
// that keeps within the distance joins: growing from the plane and not from neighbour to neighbour, a finely faceted
// ball cannot creep together into one face.
#include "geometry/surface.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace firstcontact {

namespace {

constexpr Index nobody = ~Index{0};

struct PatchPlane {
  Vec3 anchor{0.0};
  Vec3 area{0.0};  // twice the patch's area, along its normal
};

struct Merging {
  std::span<const Vec3> points;
  const Surface& surface;
  const std::vector<Index>& twins;
  double distance;
  std::vector<std::vector<Index>> edges_of;  // by patch
  std::vector<PatchPlane> planes;            // by patch
  std::vector<Index> group;                  // by patch
};

PatchPlane plane_of(const Merging& merging, const std::vector<Index>& edges) {
  PatchPlane plane;
  plane.anchor = merging.points[merging.surface.edges[edges.front()].from];
  for (const Index edge : edges) {
    const DirectedEdge& e = merging.surface.edges[edge];
    plane.area += glm::cross(merging.points[e.from] - plane.anchor, merging.points[e.to] - plane.anchor);
  }
  return plane;
}

void gather_patches(Merging& merging) {
  merging.edges_of.resize(merging.surface.patch_count);
  for (Index i = 0; i < merging.surface.edges.size(); ++i) {
    merging.edges_of[merging.surface.edges[i].patch].push_back(i);
  }
  for (const std::vector<Index>& edges : merging.edges_of) {
    merging.planes.push_back(edges.empty() ? PatchPlane{} : plane_of(merging, edges));
  }
  merging.group.assign(merging.surface.patch_count, nobody);
}

bool keeps_to_plane(const Merging& merging, Index patch, const Vec3& anchor, const Vec3& normal) {
  const std::vector<Index>& edges = merging.edges_of[patch];
  return std::all_of(edges.begin(), edges.end(), [&](Index edge) {
    const Vec3& corner = merging.points[merging.surface.edges[edge].from];
    return std::abs(glm::dot(normal, corner - anchor)) <= merging.distance;
  });
}

void grow_from(Merging& merging, Index seed) {
  const Vec3 normal = normalized_or(merging.planes[seed].area, Vec3(0.0));
  merging.group[seed] = seed;
  std::vector<Index> fresh{seed};
  while (!fresh.empty()) {
    const Index patch = fresh.back();
    fresh.pop_back();
    for (const Index edge : merging.edges_of[patch]) {
      const Index next_door = merging.surface.edges[merging.twins[edge]].patch;
      if (merging.group[next_door] == nobody &&
          keeps_to_plane(merging, next_door, merging.planes[seed].anchor, normal)) {
        merging.group[next_door] = seed;
        fresh.push_back(next_door);
      }
    }
  }
}

void group_patches(Merging& merging) {
  std::vector<Index> order(merging.surface.patch_count);
  std::iota(order.begin(), order.end(), Index{0});
  if (merging.distance <= 0.0) {
    merging.group = order;
    return;
  }
  std::stable_sort(order.begin(), order.end(), [&](Index a, Index b) {
    return squared_length(merging.planes[a].area) > squared_length(merging.planes[b].area);
  });
  for (const Index seed : order) {
    if (merging.group[seed] == nobody) {
      grow_from(merging, seed);
    }
  }
}

// Edges between two groups, by group and origin.
std::vector<DirectedEdge> border_edges(const Merging& merging) {
  std::vector<DirectedEdge> border;
  for (std::size_t i = 0; i < merging.surface.edges.size(); ++i) {
    const DirectedEdge& edge = merging.surface.edges[i];
    const Index group = merging.group[edge.patch];
    if (group != merging.group[merging.surface.edges[merging.twins[i]].patch]) {
      border.push_back({edge.from, edge.to, group});
    }
  }
  std::sort(border.begin(), border.end(), [](const DirectedEdge& a, const DirectedEdge& b) {
    return a.patch != b.patch ? a.patch < b.patch : a.from < b.from;
  });
  return border;
}

// The loop through one group's border, beginning at its smallest index. Nothing when it is not one simple loop.
std::optional<std::vector<Index>> single_loop(std::span<const DirectedEdge> border) {
  std::vector<Index> loop;
  Index at = border.front().from;
  do {
    const auto edge = std::lower_bound(border.begin(), border.end(), at,
                                       [](const DirectedEdge& e, Index from) { return e.from < from; });
    if (edge == border.end() || edge->from != at || loop.size() == border.size()) {
      return std::nullopt;
    }
    loop.push_back(at);
    at = edge->to;
  } while (at != border.front().from);
  return loop.size() == border.size() ? std::optional(loop) : std::nullopt;
}

std::optional<Loops> loops_of(const std::vector<DirectedEdge>& border) {
  Loops loops;
  for (std::size_t first = 0; first < border.size();) {
    std::size_t last = first;
    while (last < border.size() && border[last].patch == border[first].patch) {
      ++last;
    }
    std::optional<std::vector<Index>> loop = single_loop(std::span(border).subspan(first, last - first));
    if (!loop) {
      return std::nullopt;
    }
    loops.push_back(std::move(*loop));
    first = last;
  }
  std::sort(loops.begin(), loops.end());
  return loops;
}

// How far `point` lies from the segment's line, metres.
double off_line(const Vec3& point, const Vec3& from, const Vec3& to) {
  const Vec3 along = normalized_or(to - from, Vec3(0.0));
  return std::sqrt(squared_length(glm::cross(point - from, along)));
}

// True when every corner left out of `loop` is near the line between the kept corners around it.
bool dropped_are_collinear(const Merging& merging, const std::vector<Index>& loop, const std::vector<bool>& keep) {
  const auto first_kept = std::find_if(loop.begin(), loop.end(), [&](Index v) { return keep[v]; });
  const auto start = static_cast<std::size_t>(first_kept - loop.begin());
  for (std::size_t i = 0; i < loop.size();) {
    std::size_t length = 1;
    while (!keep[loop[(start + i + length) % loop.size()]]) {
      ++length;
    }
    const Vec3& from = merging.points[loop[(start + i) % loop.size()]];
    const Vec3& to = merging.points[loop[(start + i + length) % loop.size()]];
    for (std::size_t k = 1; k < length; ++k) {
      if (off_line(merging.points[loop[(start + i + k) % loop.size()]], from, to) > merging.distance) {
        return false;
      }
    }
    i += length;
  }
  return true;
}

// A corner with just two faces lies on the line where they meet: it is none. Nothing when it is not on the line after
// all, which happens where two faces are nearly coplanar.
std::optional<Loops> without_collinear(const Merging& merging, const Loops& loops) {
  std::vector<Index> faces_at(merging.points.size(), 0);
  for (const std::vector<Index>& loop : loops) {
    for (const Index corner : loop) {
      ++faces_at[corner];
    }
  }
  std::vector<bool> keep(merging.points.size());
  std::transform(faces_at.begin(), faces_at.end(), keep.begin(), [](Index count) { return count > 2; });
  Loops kept;
  for (const std::vector<Index>& loop : loops) {
    std::vector<Index> corners;
    std::copy_if(loop.begin(), loop.end(), std::back_inserter(corners), [&](Index corner) { return keep[corner]; });
    if (corners.size() < 3 || !dropped_are_collinear(merging, loop, keep)) {
      return std::nullopt;
    }
    kept.push_back(std::move(corners));
  }
  return kept;
}

// No corner may lie further than the distance inside the line between its neighbours.
bool is_convex(const Merging& merging, const std::vector<Index>& loop) {
  const Vec3& anchor = merging.points[loop.front()];
  Vec3 area(0.0);
  for (std::size_t i = 1; i + 1 < loop.size(); ++i) {
    area += glm::cross(merging.points[loop[i]] - anchor, merging.points[loop[i + 1]] - anchor);
  }
  for (std::size_t i = 0; i < loop.size(); ++i) {
    const Vec3& previous = merging.points[loop[(i + loop.size() - 1) % loop.size()]];
    const Vec3& next = merging.points[loop[(i + 1) % loop.size()]];
    const Vec3 outward = normalized_or(glm::cross(next - previous, area), Vec3(0.0));
    if (glm::dot(outward, merging.points[loop[i]] - previous) < -merging.distance) {
      return false;
    }
  }
  return true;
}

}  // namespace

std::optional<Loops> merged_loops(std::span<const Vec3> points, const Surface& surface, double distance) {
  const std::optional<std::vector<Index>> twins = twins_of(surface);
  if (!twins) {
    return std::nullopt;
  }
  Merging merging{points, surface, *twins, distance, {}, {}, {}};
  gather_patches(merging);
  group_patches(merging);
  std::optional<Loops> loops = loops_of(border_edges(merging));
  if (!loops || loops->size() < 4 || distance <= 0.0) {
    return loops;
  }
  loops = without_collinear(merging, *loops);
  const auto convex = [&](const std::vector<Index>& loop) { return is_convex(merging, loop); };
  return loops && std::all_of(loops->begin(), loops->end(), convex) ? loops : std::nullopt;
}

}  // namespace firstcontact
