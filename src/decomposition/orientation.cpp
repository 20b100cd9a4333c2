#include "decomposition/orientation.hpp"

#include "decomposition/triangle_tree.hpp"

#include <algorithm>

#include "core/disjoint_sets.hpp"

namespace firstcontact {

namespace {

struct DirectedUse {
  Index low = 0, high = 0;
  SharedEdge::Use use;
};

struct Neighbour {
  Index triangle = 0;
  bool agrees = true;
};

// Triangles connected across manifold edges, and which of them must turn to agree with the first.
struct Patches {
  std::vector<Index> patch_of;
  std::vector<char> turned;
  Index count = 0;
};

std::vector<std::vector<Neighbour>> neighbours_of(const std::vector<SharedEdge>& edges, std::size_t triangle_count) {
  std::vector<std::vector<Neighbour>> neighbours(triangle_count);
  for (const SharedEdge& edge : edges) {
    if (edge.uses.size() == 2) {
      const bool agrees = edge.uses[0].forward != edge.uses[1].forward;
      neighbours[edge.uses[0].triangle].push_back({edge.uses[1].triangle, agrees});
      neighbours[edge.uses[1].triangle].push_back({edge.uses[0].triangle, agrees});
    }
  }
  return neighbours;
}

Patches find_patches(const std::vector<SharedEdge>& edges, std::size_t triangle_count) {
  const auto neighbours = neighbours_of(edges, triangle_count);
  constexpr Index none = ~Index{0};
  Patches patches{std::vector<Index>(triangle_count, none), std::vector<char>(triangle_count, 0), 0};
  std::vector<Index> open;
  const auto reach = [&](const Neighbour& next, Index from) {
    if (patches.patch_of[next.triangle] == none) {
      patches.patch_of[next.triangle] = patches.count;
      patches.turned[next.triangle] = next.agrees ? patches.turned[from] : static_cast<char>(patches.turned[from] == 0);
      open.push_back(next.triangle);
    }
  };
  for (Index seed = 0; seed < triangle_count; ++seed) {
    if (patches.patch_of[seed] != none) {
      continue;
    }
    patches.patch_of[seed] = patches.count;
    open.assign(1, seed);
    while (!open.empty()) {
      const Index at = open.back();
      open.pop_back();
      std::for_each(neighbours[at].begin(), neighbours[at].end(), [&](const Neighbour& next) { reach(next, at); });
    }
    ++patches.count;
  }
  return patches;
}

struct PatchFacts {
  std::size_t triangles = 0, turned = 0;
  double volume = 0.0;
  bool is_closed = true;
};

double signed_volume(const TriangleMesh& mesh, const Triangle& t) {
  return glm::dot(mesh.vertices[t[0]], glm::cross(mesh.vertices[t[1]], mesh.vertices[t[2]])) / 6.0;
}

// Closed: within the patch every edge is used as often one way as the other.
bool is_balanced(const SharedEdge& edge, const Patches& patches, Index patch) {
  int balance = 0;
  for (const SharedEdge::Use& use : edge.uses) {
    if (patches.patch_of[use.triangle] == patch) {
      balance += (use.forward != (patches.turned[use.triangle] != 0)) ? 1 : -1;
    }
  }
  return balance == 0;
}

void find_open_patches(const std::vector<SharedEdge>& edges, const Patches& patches, std::vector<PatchFacts>& facts) {
  for (const SharedEdge& edge : edges) {
    for (const SharedEdge::Use& use : edge.uses) {
      PatchFacts& patch = facts[patches.patch_of[use.triangle]];
      patch.is_closed = patch.is_closed && is_balanced(edge, patches, patches.patch_of[use.triangle]);
    }
  }
}

std::vector<PatchFacts> facts_of(const TriangleMesh& mesh, const std::vector<SharedEdge>& edges,
                                 const Patches& patches) {
  std::vector<PatchFacts> facts(patches.count);
  for (Index i = 0; i < mesh.triangles.size(); ++i) {
    PatchFacts& patch = facts[patches.patch_of[i]];
    const double volume = signed_volume(mesh, mesh.triangles[i]);
    ++patch.triangles;
    patch.turned += patches.turned[i] != 0 ? 1U : 0U;
    patch.volume += patches.turned[i] != 0 ? -volume : volume;
  }
  find_open_patches(edges, patches, facts);
  return facts;
}

void turn(Triangle& triangle) { std::swap(triangle[1], triangle[2]); }

// Patches that enclose a negative volume and lie in none that encloses a positive one are inside out; those that
// were consistent and lie inside another one bound a cavity.
void turn_outward(TriangleMesh& mesh, const Patches& patches, const std::vector<PatchFacts>& facts,
                  std::vector<char>& flips) {
  TriangleMesh solids{mesh.vertices, {}};
  std::vector<Index> first_of(patches.count, ~Index{0});
  for (Index i = 0; i < mesh.triangles.size(); ++i) {
    const PatchFacts& patch = facts[patches.patch_of[i]];
    first_of[patches.patch_of[i]] = std::min(first_of[patches.patch_of[i]], i);
    if (patch.is_closed && patch.volume > 0.0) {
      solids.triangles.push_back(mesh.triangles[i]);
    }
  }
  const TriangleTree tree(solids);
  for (Index patch = 0; patch < patches.count; ++patch) {
    const bool is_mixed = facts[patch].turned > 0;
    const bool is_negative = facts[patch].is_closed && facts[patch].volume < 0.0;
    const Vec3& corner = mesh.vertices[mesh.triangles[first_of[patch]][0]];
    flips[patch] = is_negative && (is_mixed || solids.triangles.empty() || !tree.is_inside(corner)) ? 1 : 0;
  }
}

}  // namespace

std::vector<SharedEdge> shared_edges(const std::vector<Triangle>& triangles) {
  std::vector<DirectedUse> all;
  all.reserve(3 * triangles.size());
  for (Index i = 0; i < triangles.size(); ++i) {
    const Triangle& t = triangles[i];
    const bool is_segment = t[0] == t[1] || t[1] == t[2] || t[2] == t[0];
    for (std::size_t k = 0; k < (is_segment ? 0U : 3U); ++k) {
      const Index from = triangles[i][k];
      const Index to = triangles[i][(k + 1) % 3];
      all.push_back({std::min(from, to), std::max(from, to), {i, from < to}});
    }
  }
  std::sort(all.begin(), all.end(), [](const DirectedUse& a, const DirectedUse& b) {
    if (a.low != b.low) {
      return a.low < b.low;
    }
    return a.high != b.high ? a.high < b.high : a.use.triangle < b.use.triangle;
  });
  std::vector<SharedEdge> edges;
  for (const DirectedUse& use : all) {
    if (edges.empty() || edges.back().low != use.low || edges.back().high != use.high) {
      edges.push_back({use.low, use.high, {}});
      edges.back().uses.reserve(2);
    }
    edges.back().uses.push_back(use.use);
  }
  return edges;
}

bool is_closed(const std::vector<SharedEdge>& edges) {
  return std::all_of(edges.begin(), edges.end(), [](const SharedEdge& edge) {
    const auto forward = std::count_if(edge.uses.begin(), edge.uses.end(), [](const auto& use) { return use.forward; });
    return 2 * static_cast<std::size_t>(forward) == edge.uses.size();
  });
}

std::size_t orient(TriangleMesh& mesh, const std::vector<SharedEdge>& edges) {
  const Patches patches = find_patches(edges, mesh.triangles.size());
  const std::vector<PatchFacts> facts = facts_of(mesh, edges, patches);
  const bool agrees =
      std::all_of(facts.begin(), facts.end(), [](const PatchFacts& patch) { return patch.turned == 0; });
  const bool is_inside_out = std::any_of(facts.begin(), facts.end(),
                                         [](const PatchFacts& patch) { return patch.is_closed && patch.volume < 0.0; });
  if (agrees && !is_inside_out) {
    return 0;
  }
  TriangleMesh agreed = mesh;
  for (Index i = 0; i < mesh.triangles.size(); ++i) {
    if (patches.turned[i] != 0) {
      turn(agreed.triangles[i]);
    }
  }
  std::vector<char> flips(patches.count, 0);
  turn_outward(agreed, patches, facts, flips);
  for (Index patch = 0; patch < patches.count; ++patch) {
    if (!facts[patch].is_closed) {
      flips[patch] = 2 * facts[patch].turned > facts[patch].triangles ? 1 : 0;
    }
  }
  std::size_t turned = 0;
  for (Index i = 0; i < mesh.triangles.size(); ++i) {
    if ((patches.turned[i] != 0) != (flips[patches.patch_of[i]] != 0)) {
      turn(mesh.triangles[i]);
      ++turned;
    }
  }
  return turned;
}

std::vector<Index> patch_numbers(const std::vector<SharedEdge>& edges, std::size_t triangle_count) {
  return find_patches(edges, triangle_count).patch_of;
}

std::size_t component_count(const std::vector<SharedEdge>& edges, std::size_t triangle_count) {
  DisjointSets sets(triangle_count);
  for (const SharedEdge& edge : edges) {
    for (const SharedEdge::Use& use : edge.uses) {
      sets.join(edge.uses.front().triangle, use.triangle);
    }
  }
  std::size_t count = 0;
  for (Index i = 0; i < triangle_count; ++i) {
    count += sets.root(i) == i ? 1U : 0U;
  }
  return count;
}

}  // namespace firstcontact
