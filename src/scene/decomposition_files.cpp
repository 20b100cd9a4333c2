#include "scene/decomposition_files.hpp"

#include <array>
#include <cstdio>
#include <nlohmann/json.hpp>

namespace firstcontact {
namespace {

using Json = nlohmann::ordered_json;

Json as_json(const Vec3& v) { return Json::array({v.x, v.y, v.z}); }

Json as_json(const MeshFacts& facts) {
  return {{"vertices", facts.vertices},
          {"triangles", facts.triangles},
          {"components", facts.components},
          {"closed", facts.is_closed},
          {"open_edges", facts.open_edges},
          {"non_manifold_edges", facts.crowded_edges},
          {"welded_vertices", facts.welded_vertices},
          {"unused_vertices", facts.unused_vertices},
          {"polygons_cut", facts.cut_polygons},
          {"degenerate_triangles", facts.degenerate_triangles},
          {"duplicate_triangles", facts.duplicate_triangles},
          {"turned_triangles", facts.turned_triangles}};
}

std::string coordinates(const Vec3& v) {
  std::array<char, 96> text{};
  std::snprintf(text.data(), text.size(), "v %.17g %.17g %.17g\n", v.x, v.y, v.z);
  return text.data();
}

}  // namespace

std::string hulls_as_obj(const ConvexDecomposition& found) {
  std::string text;
  std::size_t base = 1;
  for (std::size_t i = 0; i < found.hulls.size(); ++i) {
    const Hull& hull = found.hulls[i].hull;
    text += "o hull_" + std::to_string(i) + "\n";
    for (const Vec3& vertex : hull.vertices) {
      text += coordinates(vertex);
    }
    for (const HullFace& face : hull.faces) {
      text += "f";
      for (Index k = 0; k < face.count; ++k) {
        text += " " + std::to_string(base + hull.face_vertices[face.first + k]);
      }
      text += "\n";
    }
    base += hull.vertices.size();
  }
  return text;
}

std::string decomposition_report(const ConvexDecomposition& found) {
  Json report;
  report["hulls"] = found.hulls.size();
  report["longest_side_m"] = found.longest_side;
  report["puffing_m"] = found.puffing;
  report["puffing_bound_m"] = found.puffing_bound;
  report["uncovered_m"] = found.uncovered;
  report["within_tolerance"] = found.is_within_tolerance;
  report["stopped"] = found.was_stopped;
  report["mass"] = {{"source", found.mass_source == MassSource::mesh ? "mesh" : "hulls"},
                    {"volume_m3", found.mass.mass},
                    {"center_m", as_json(found.mass.center_of_mass)}};
  for (int column = 0; column < 3; ++column) {
    report["mass"]["inertia_at_density_1"].push_back(as_json(found.mass.inertia[column]));
  }
  report["mesh"] = as_json(found.facts);
  for (const DecompositionHull& hull : found.hulls) {
    report["each"].push_back({{"vertices", hull.hull.vertices.size()},
                              {"faces", hull.hull.faces.size()},
                              {"puffing_m", hull.puffing},
                              {"puffing_bound_m", hull.puffing_bound}});
  }
  return report.dump(2) + "\n";
}

std::vector<std::string> mesh_notes(const MeshFacts& facts) {
  std::vector<std::string> notes;
  const auto note = [&](std::size_t count, const std::string& what) {
    if (count > 0) {
      notes.push_back(std::to_string(count) + " " + what);
    }
  };
  note(facts.open_edges, "open edges");
  note(facts.crowded_edges, "edges of more than two triangles");
  note(facts.welded_vertices, "vertices at the place of others, welded");
  note(facts.unused_vertices, "vertices that no face uses, left out");
  note(facts.degenerate_triangles, "triangles without an area");
  note(facts.duplicate_triangles, "triangles given twice, one left out");
  note(facts.turned_triangles, "triangles that disagreed with their neighbours on what is outside, turned");
  return notes;
}

}  // namespace firstcontact
