#include <firstcontact/mesh_surfaces.hpp>

#include <algorithm>
#include <numeric>
#include <tuple>

namespace firstcontact {

namespace {

struct EdgeUse {
  Index low = 0, high = 0;  // its ends
  std::size_t part = 0;
};

bool is_same_edge(const EdgeUse& a, const EdgeUse& b) { return a.low == b.low && a.high == b.high; }

// Of one polygon of `part`; `corner` are the vertices by place.
void add_uses(const std::vector<Index>& polygon, std::size_t part, const std::vector<Index>& corner,
              std::vector<EdgeUse>& uses) {
  Index from = corner[polygon.back()];
  for (const Index vertex : polygon) {
    const Index to = corner[vertex];
    if (from != to) {
      uses.push_back({std::min(from, to), std::max(from, to), part});
    }
    from = to;
  }
}

// By edge, then by part.
std::vector<EdgeUse> sorted_uses(const Mesh& mesh) {
  const std::vector<Index> corner = first_at_place(mesh.vertices);
  std::vector<EdgeUse> uses;
  for (std::size_t part = 0; part < mesh.parts.size(); ++part) {
    for (const std::vector<Index>& polygon : mesh.parts[part].polygons) {
      add_uses(polygon, part, corner, uses);
    }
  }
  std::sort(uses.begin(), uses.end(), [](const EdgeUse& a, const EdgeUse& b) {
    return std::tie(a.low, a.high, a.part) < std::tie(b.low, b.high, b.part);
  });
  return uses;
}

// Where parts end: each edge that a part uses an odd number of times, once per such part.
std::vector<EdgeUse> borders(const Mesh& mesh) {
  const std::vector<EdgeUse> uses = sorted_uses(mesh);
  std::vector<EdgeUse> odd;
  for (std::size_t first = 0; first < uses.size();) {
    std::size_t end = first + 1;
    while (end < uses.size() && is_same_edge(uses[first], uses[end]) && uses[first].part == uses[end].part) {
      ++end;
    }
    if ((end - first) % 2 == 1) {
      odd.push_back(uses[first]);
    }
    first = end;
  }
  return odd;
}

// The sets that parts joined one by one make up; each is known by its least part.
class JoinedParts {
 public:
  explicit JoinedParts(std::size_t count) : above_(count) { std::iota(above_.begin(), above_.end(), std::size_t{0}); }

  std::size_t least(std::size_t part) {
    while (above_[part] != part) {
      above_[part] = above_[above_[part]];
      part = above_[part];
    }
    return part;
  }
  void join(std::size_t a, std::size_t b) {
    const std::size_t low = std::min(least(a), least(b));
    above_[least(a)] = low;
    above_[least(b)] = low;
  }

 private:
  std::vector<std::size_t> above_;
};

}  // namespace

std::vector<Index> first_at_place(std::span<const Vec3> vertices) {
  const auto place = [&](Index i) { return std::tie(vertices[i].x, vertices[i].y, vertices[i].z); };
  std::vector<Index> order(vertices.size());
  std::iota(order.begin(), order.end(), Index{0});
  std::sort(order.begin(), order.end(),
            [&](Index a, Index b) { return place(a) != place(b) ? place(a) < place(b) : a < b; });
  std::vector<Index> first(vertices.size());
  for (std::size_t i = 0; i < order.size(); ++i) {
    const bool repeats = i > 0 && place(order[i]) == place(order[i - 1]);
    first[order[i]] = repeats ? first[order[i - 1]] : order[i];
  }
  return first;
}

std::vector<MeshSurface> surfaces_of(const Mesh& mesh) {
  const std::vector<EdgeUse> odd = borders(mesh);
  JoinedParts joined(mesh.parts.size());
  for (std::size_t i = 1; i < odd.size(); ++i) {
    if (is_same_edge(odd[i - 1], odd[i])) {
      joined.join(odd[i - 1].part, odd[i].part);
    }
  }
  std::vector<MeshSurface> by_least(mesh.parts.size());
  for (std::size_t part = 0; part < mesh.parts.size(); ++part) {
    MeshSurface& surface = by_least[joined.least(part)];
    surface.parts.push_back(part);
    surface.is_closed = true;
  }
  for (std::size_t first = 0; first < odd.size();) {
    std::size_t end = first + 1;
    while (end < odd.size() && is_same_edge(odd[first], odd[end])) {
      ++end;
    }
    if ((end - first) % 2 == 1) {
      by_least[joined.least(odd[first].part)].is_closed = false;  // all at one edge were joined
    }
    first = end;
  }
  std::erase_if(by_least, [](const MeshSurface& surface) { return surface.parts.empty(); });
  return by_least;
}

MeshPart joined_part(const Mesh& mesh, const MeshSurface& surface) {
  MeshPart all{mesh.parts[surface.parts.front()].name, {}};
  for (const std::size_t part : surface.parts) {
    const auto& polygons = mesh.parts[part].polygons;
    all.polygons.insert(all.polygons.end(), polygons.begin(), polygons.end());
  }
  return all;
}

}  // namespace firstcontact
