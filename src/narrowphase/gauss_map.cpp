#include "narrowphase/gauss_map.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "core/scratch_memory.hpp"

namespace firstcontact {

namespace {

// Two unit edges count as parallel when the sine between them is below this: their cross product is then rounding, and
// the axis it stands for is the limit of axes that other pairs give.
constexpr double parallel_sine = 1e-9;

using Memory = pmr::memory_resource;

// One of the two, everything in a's frame. Normals point out of the body itself.
struct Body {
  const ConvexShape& shape;
  RelativePose pose;  // of the body's frame in a's
  pmr::vector<Vec3> vertices;
  pmr::vector<Vec3> normals;
  pmr::vector<double> levels;  // m: dot(normal, any corner of the face)

  Body(const ConvexShape& given, const RelativePose& place, Memory& memory)
      : shape(given), pose(place), vertices(&memory), normals(&memory), levels(&memory) {
    const Hull& core = shape.core;
    vertices.reserve(core.vertices.size());
    for (const Vec3& vertex : core.vertices) {
      vertices.push_back(pose.origin + pose.axes * vertex);
    }
    normals.reserve(core.faces.size());
    levels.reserve(core.faces.size());
    for (const HullFace& face : core.faces) {
      normals.push_back(pose.axes * face.normal);
      levels.push_back(face.offset + glm::dot(normals.back(), pose.origin));
    }
  }

  [[nodiscard]] Index furthest(const Vec3& direction) const {
    return furthest_vertex(shape, into_frame(pose.axes, direction)).index;
  }
};

// A vertex of a body that lies about furthest along a direction: found once for each of 96 cells of directions.
class NearlyFurthest {
 public:
  explicit NearlyFurthest(const Body& body) : body_(body) { vertex_.fill(unknown); }

  Index operator()(const Vec3& direction) {
    Index& vertex = vertex_[cell_of(direction)];
    if (vertex == unknown) {
      vertex = body_.furthest(direction);
    }
    return vertex;
  }

 private:
  static constexpr Index unknown = ~Index{0};
  static constexpr std::size_t across = 4;

  static std::size_t cell_of(const Vec3& v) {
    const Vec3 size = glm::abs(v);
    const int main = size.x >= size.y ? (size.x >= size.z ? 0 : 2) : (size.y >= size.z ? 1 : 2);
    const auto place = [&](int axis) {
      const double part = 0.5 * (v[axis] / size[main] + 1.0) * static_cast<double>(across);
      return std::min(static_cast<std::size_t>(std::max(part, 0.0)), across - 1);  // not a number: cell 0
    };
    const std::size_t side = 2U * static_cast<std::size_t>(main) + (v[main] < 0.0 ? 1U : 0U);
    return (side * across + place((main + 1) % 3)) * across + place((main + 2) % 3);
  }

  const Body& body_;
  std::array<Index, 6 * across * across> vertex_;
};

struct Search {
  const CorePair& pair;
  BestAxis best;
};

// What one vertex of the other body says about a face's normal: the separation there is at most this.
double height_over(const Body& own, Index face, const Vec3& vertex) {
  return glm::dot(own.normals[face], vertex) - own.levels[face];
}

// The faces of one body, and for each a vertex of the other that says how good its normal can be at most.
struct Faces {
  const Body& own;
  const Body& other;
  AxisKind kind;
  pmr::vector<Index> witness;
  pmr::vector<double> bound;  // m
  Index most_promising = 0;

  Faces(const Body& given, const Body& opposite, AxisKind which)
      : own(given), other(opposite), kind(which), witness(memory_of(given)), bound(memory_of(given)) {
    NearlyFurthest nearly(other);
    witness.reserve(own.normals.size());
    bound.reserve(own.normals.size());
    for (Index face = 0; face < own.normals.size(); ++face) {
      witness.push_back(nearly(-own.normals[face]));
      bound.push_back(height_over(own, face, other.vertices[witness[face]]));
      most_promising = bound[face] > bound[most_promising] ? face : most_promising;
    }
  }
  static Memory* memory_of(const Body& body) { return body.normals.get_allocator().resource(); }
};

void try_face(Search& search, Faces& faces, Index face) {
  if (faces.bound[face] <= search.best.separation) {
    return;
  }
  const Vec3& normal = faces.own.normals[face];
  const Vec3 axis = faces.kind == AxisKind::face_a ? normal : -normal;
  faces.witness[face] = faces.other.furthest(-normal);
  const double separation = separation_along(search.pair.a, search.pair.b, search.pair.pose, axis);
  if (separation > search.best.separation) {
    search.best = {separation, axis, faces.kind, 0, 0};
  }
}

// Every face's normal, or the proof that it is no better. The best guess first: it lets most others be passed over.
void try_faces(Search& search, Faces& first, Faces& second) {
  for (Faces* const faces : {&first, &second}) {
    try_face(search, *faces, faces->most_promising);
  }
  for (Faces* const faces : {&first, &second}) {
    for (Index face = 0; face < faces->bound.size(); ++face) {
      try_face(search, *faces, face);
    }
  }
}

// The separation along any axis on the edge's arc is at most this, by one vertex of the other body. The axis is
// alpha n0 + beta n1 with alpha, beta >= 0 and 1 <= alpha + beta <= 1 / cos(half the angle between them). (method 7.2)
double bound_on_arc(const Body& own, const HullEdge& edge, const Vec3& vertex) {
  const double most = std::max(height_over(own, edge.face[0], vertex), height_over(own, edge.face[1], vertex));
  if (most <= 0.0) {
    return most;
  }
  const double cosine = glm::dot(own.normals[edge.face[0]], own.normals[edge.face[1]]);
  return most / std::sqrt(std::max(0.0, 0.5 * (1.0 + cosine)));
}

// An edge on the sphere of axes from a to b, and a box around its arc.
struct Arc {
  Vec3 left, right;
  Vec3 low, high;
  Index edge;
};

pmr::vector<Arc> promising_arcs(const Search& search, const Faces& faces) {
  const Body& own = faces.own;
  const auto& vertices = faces.other.vertices;
  const double sign = faces.kind == AxisKind::face_a ? 1.0 : -1.0;
  pmr::vector<Arc> arcs(Faces::memory_of(own));
  for (Index i = 0; i < own.shape.core.edges.size(); ++i) {
    const HullEdge& edge = own.shape.core.edges[i];
    const double bound = std::min(bound_on_arc(own, edge, vertices[faces.witness[edge.face[0]]]),
                                  bound_on_arc(own, edge, vertices[faces.witness[edge.face[1]]]));
    if (bound <= search.best.separation) {
      continue;
    }
    const Vec3 left = sign * own.normals[edge.face[0]];
    const Vec3 right = sign * own.normals[edge.face[1]];
    // How far the arc can bulge out of its chord, and a little for rounding.
    const double half_cosine = std::sqrt(std::max(0.0, 0.5 * (1.0 + glm::dot(left, right))));
    const Vec3 bulge(1.0 - half_cosine + 1e-12);
    arcs.push_back({left, right, glm::min(left, right) - bulge, glm::max(left, right) + bulge, i});
  }
  return arcs;
}

// On the sphere of normals an edge is the arc between its two faces' normals; only arcs that cross bound the difference
// set. (method 7.1)
bool arcs_cross(const Arc& a, const Arc& b) {
  const Vec3 b_cross_a = glm::cross(a.right, a.left);
  const double cba = glm::dot(b.left, b_cross_a);
  const double dba = glm::dot(b.right, b_cross_a);
  if (!(cba * dba < 0.0)) {
    return false;
  }
  const Vec3 d_cross_c = glm::cross(b.right, b.left);
  const double adc = glm::dot(a.left, d_cross_c);
  const double bdc = glm::dot(a.right, d_cross_c);
  return adc * bdc < 0.0 && cba * bdc > 0.0;
}

struct Bodies {
  const Body& a;
  const Body& b;
};

// The pair's own plane: when the arcs cross, the two edges are the supports, and no other vertex need be asked.
void try_edges(Search& search, const Bodies& bodies, const Arc& arc_a, const Arc& arc_b) {
  if (!arcs_cross(arc_a, arc_b)) {
    return;
  }
  const HullEdge& edge_a = bodies.a.shape.core.edges[arc_a.edge];
  const HullEdge& edge_b = bodies.b.shape.core.edges[arc_b.edge];
  const Vec3& tip_a = bodies.a.vertices[edge_a.vertex[0]];
  const Vec3& tip_b = bodies.b.vertices[edge_b.vertex[0]];
  const Vec3 along_a = bodies.a.vertices[edge_a.vertex[1]] - tip_a;
  const Vec3 along_b = bodies.b.vertices[edge_b.vertex[1]] - tip_b;
  const Vec3 across = glm::cross(along_a, along_b);
  const double size = length(across);
  if (size <= parallel_sine * std::sqrt(square_of(along_a) * square_of(along_b))) {
    return;
  }
  // a's outward side: the arc's middle.
  const Vec3 axis = glm::dot(across, arc_a.left + arc_a.right) < 0.0 ? across / -size : across / size;
  const double separation = glm::dot(axis, tip_b - tip_a);
  if (separation > search.best.separation) {
    search.best = {separation, axis, AxisKind::edges, arc_a.edge, arc_b.edge};
  }
}

bool boxes_overlap(const Arc& a, const Arc& b) {
  return a.low.x <= b.high.x && a.low.y <= b.high.y && b.low.y <= a.high.y && a.low.z <= b.high.z &&
         b.low.z <= a.high.z;
}

void try_crossing_arcs(Search& search, const Bodies& bodies, const pmr::vector<Arc>& arcs_a, pmr::vector<Arc>& arcs_b) {
  std::sort(arcs_b.begin(), arcs_b.end(),
            [](const Arc& p, const Arc& q) { return p.low.x != q.low.x ? p.low.x < q.low.x : p.edge < q.edge; });
  for (const Arc& arc_a : arcs_a) {
    for (const Arc& arc_b : arcs_b) {
      if (arc_b.low.x > arc_a.high.x) {
        break;
      }
      if (boxes_overlap(arc_a, arc_b)) {
        try_edges(search, bodies, arc_a, arc_b);
      }
    }
  }
}

}  // namespace

BestAxis best_axis_on_gauss_map(const CorePair& pair) {
  alignas(Arc) std::array<std::byte, 16384> room;  // unset; polyhedra of some 20 vertices fit in, larger ones go beyond
  pmr::monotonic_buffer_resource memory(room.data(), room.size());
  const Body a(pair.a, {}, memory);
  const Body b(pair.b, pair.pose, memory);
  Search search{pair, {}};
  Faces faces_a(a, b, AxisKind::face_a);
  Faces faces_b(b, a, AxisKind::face_b);
  try_faces(search, faces_a, faces_b);
  const pmr::vector<Arc> arcs_a = promising_arcs(search, faces_a);
  pmr::vector<Arc> arcs_b = promising_arcs(search, faces_b);
  try_crossing_arcs(search, {a, b}, arcs_a, arcs_b);
  return search.best;
}

}  // namespace firstcontact
