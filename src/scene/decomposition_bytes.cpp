#include "scene/decomposition_bytes.hpp"

#include <utility>

#include "scene/bytes.hpp"
#include "scene/decomposition_check.hpp"

namespace firstcontact {
namespace {

// One list of what is in a record, for both ways: a visitor writes each value, or reads it.
template <class Facts, class Visitor>
void visit_facts(Facts& facts, Visitor&& visit) {
  visit(facts.vertices, facts.triangles, facts.welded_vertices, facts.unused_vertices, facts.cut_polygons,
        facts.degenerate_triangles, facts.duplicate_triangles, facts.open_edges, facts.crowded_edges,
        facts.turned_triangles, facts.components, facts.is_closed, facts.volume);
}

template <class Found, class Visitor>
void visit_measures(Found& found, Visitor&& visit) {
  visit(found.longest_side, found.puffing, found.puffing_bound, found.uncovered, found.is_within_tolerance,
        found.was_stopped, found.mass.mass, found.mass.center_of_mass);
  for (int column = 0; column < 3; ++column) {
    visit(found.mass.inertia[column]);
  }
}

class Writer {
 public:
  template <class... Values>
  void operator()(const Values&... values) {
    (put(values), ...);
  }
  void put(bool value) { bytes.u8(value ? 1 : 0); }
  void put(double value) { bytes.f64(value); }
  void put(std::size_t value) { bytes.u64(value); }
  void put(Index value) { bytes.u32(value); }
  void put(const Vec3& value) { bytes.vector(value); }

  void hull(const Hull& hull) {
    list(hull.vertices, [&](const Vec3& vertex) { put(vertex); });
    list(hull.faces, [&](const HullFace& face) { (*this)(face.normal, face.offset, face.first, face.count); });
    list(hull.face_vertices, [&](Index vertex) { put(vertex); });
    list(hull.half_edges, [&](const HalfEdge& half) { (*this)(half.origin, half.twin, half.next, half.face); });
    list(hull.edges,
         [&](const HullEdge& edge) { (*this)(edge.vertex[0], edge.vertex[1], edge.face[0], edge.face[1]); });
  }
  template <class Item, class Put>
  void list(const std::vector<Item>& items, Put&& put_item) {
    bytes.u32(static_cast<std::uint32_t>(items.size()));
    for (const Item& item : items) {
      put_item(item);
    }
  }

  ByteWriter bytes;
};

class Reader {
 public:
  explicit Reader(std::string_view text) : bytes(text) {}

  template <class... Values>
  void operator()(Values&... values) {
    (take(values), ...);
  }
  void take(bool& value) { value = bytes.u8() != 0; }
  void take(double& value) { value = bytes.f64(); }
  void take(std::size_t& value) { value = bytes.u64(); }
  void take(Index& value) { value = bytes.u32(); }
  void take(Vec3& value) { value = bytes.vector(); }

  void hull(Hull& hull) {
    list(hull.vertices, 24, [&](Vec3& vertex) { take(vertex); });
    list(hull.faces, 40, [&](HullFace& face) { (*this)(face.normal, face.offset, face.first, face.count); });
    list(hull.face_vertices, 4, [&](Index& vertex) { take(vertex); });
    list(hull.half_edges, 16, [&](HalfEdge& half) { (*this)(half.origin, half.twin, half.next, half.face); });
    list(hull.edges, 16, [&](HullEdge& edge) { (*this)(edge.vertex[0], edge.vertex[1], edge.face[0], edge.face[1]); });
  }
  template <class Item, class Take>
  void list(std::vector<Item>& items, std::size_t item_bytes, Take&& take_item) {
    items.resize(bytes.count(item_bytes));
    for (Item& item : items) {
      take_item(item);
    }
  }

  ByteReader bytes;
};

}  // namespace

std::string decomposition_bytes(const ConvexDecomposition& found) {
  Writer writer;
  visit_facts(found.facts, writer);
  visit_measures(found, writer);
  writer.put(found.mass_source == MassSource::mesh);
  writer.list(found.hulls, [&](const DecompositionHull& hull) {
    writer(hull.puffing, hull.puffing_bound);
    writer.hull(hull.hull);
  });
  return writer.bytes.bytes();
}

std::optional<ConvexDecomposition> decomposition_of(std::string_view bytes) {
  Reader reader(bytes);
  ConvexDecomposition found;
  bool is_mass_of_mesh = false;
  visit_facts(found.facts, reader);
  visit_measures(found, reader);
  reader(is_mass_of_mesh);
  found.mass_source = is_mass_of_mesh ? MassSource::mesh : MassSource::hulls;
  reader.list(found.hulls, 28, [&](DecompositionHull& hull) {
    reader(hull.puffing, hull.puffing_bound);
    reader.hull(hull.hull);
  });
  const bool is_whole = reader.bytes.is_at_end() && is_sound(found);
  return is_whole ? std::optional(std::move(found)) : std::nullopt;
}

}  // namespace firstcontact
