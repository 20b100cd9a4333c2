#include "geometry/surface.hpp"

#include <algorithm>
#include <numeric>

namespace firstcontact {

Surface surface_of(std::span<const std::vector<Index>> loops) {
  Surface surface;
  for (const std::vector<Index>& loop : loops) {
    for (std::size_t i = 0; i < loop.size(); ++i) {
      surface.edges.push_back({loop[i], loop[(i + 1) % loop.size()], surface.patch_count});
    }
    ++surface.patch_count;
  }
  return surface;
}

std::optional<std::vector<Index>> twins_of(const Surface& surface) {
  const std::vector<DirectedEdge>& edges = surface.edges;
  std::vector<Index> order(edges.size());
  std::iota(order.begin(), order.end(), Index{0});
  const auto before = [&](Index a, Index b) {
    return edges[a].from != edges[b].from ? edges[a].from < edges[b].from : edges[a].to < edges[b].to;
  };
  std::sort(order.begin(), order.end(), before);
  const auto same = [&](Index a, Index b) { return edges[a].from == edges[b].from && edges[a].to == edges[b].to; };
  if (std::adjacent_find(order.begin(), order.end(), same) != order.end()) {
    return std::nullopt;
  }
  std::vector<Index> twins(edges.size());
  for (Index i = 0; i < edges.size(); ++i) {
    const auto reversed = [&](Index candidate, const DirectedEdge& edge) {
      return edges[candidate].from != edge.to ? edges[candidate].from < edge.to : edges[candidate].to < edge.from;
    };
    const auto twin = std::lower_bound(order.begin(), order.end(), edges[i], reversed);
    if (twin == order.end() || edges[*twin].from != edges[i].to || edges[*twin].to != edges[i].from) {
      return std::nullopt;
    }
    twins[i] = *twin;
  }
  return twins;
}

}  // namespace firstcontact
