// Meshes as they are in the wild. Each is either refused with the reason, or covered, and what is said about the bound
// is true.
#include <firstcontact/decomposition.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <ostream>

#include "decomposition/solids.hpp"
#include "support/processor_time.hpp"
#include "support/random.hpp"

namespace firstcontact {
namespace {

using testing_support::Random;

using Faces = std::vector<std::vector<Index>>;

struct Model {
  std::vector<Vec3> vertices;
  Faces faces;
};

std::string text_of(const Model& model) {
  std::string text;
  for (const Vec3& v : model.vertices) {
    std::array<char, 96> line{};
    std::snprintf(line.data(), line.size(), "v %.17g %.17g %.17g\n", v.x, v.y, v.z);
    text += line.data();
  }
  for (const std::vector<Index>& face : model.faces) {
    text += "f";
    for (const Index vertex : face) {
      text += " " + std::to_string(vertex + 1);
    }
    text += "\n";
  }
  return text;
}

Model model_of(const Mesh& mesh) { return {mesh.vertices, mesh.parts.at(0).polygons}; }
Model an_l() { return model_of(surface(l_shape())); }

Model moved(Model model, double scale, const Vec3& offset) {
  for (Vec3& v : model.vertices) {
    v = scale * v + offset;
  }
  return model;
}

Model with(Model model, const Model& other) {
  const auto base = static_cast<Index>(model.vertices.size());
  model.vertices.insert(model.vertices.end(), other.vertices.begin(), other.vertices.end());
  for (std::vector<Index> face : other.faces) {
    std::for_each(face.begin(), face.end(), [&](Index& vertex) { vertex += base; });
    model.faces.push_back(face);
  }
  return model;
}

Model turned_faces(Model model, const std::function<bool(std::size_t)>& which) {
  for (std::size_t i = 0; i < model.faces.size(); ++i) {
    if (which(i)) {
      std::reverse(model.faces[i].begin(), model.faces[i].end());
    }
  }
  return model;
}

Model without_faces(Model model, std::size_t count) {
  model.faces.erase(model.faces.begin(), model.faces.begin() + static_cast<std::ptrdiff_t>(count));
  return model;
}

Model with_faces(Model model, const Faces& faces) {
  model.faces.insert(model.faces.end(), faces.begin(), faces.end());
  return model;
}

// Every face with corners of its own, each `jitter` m off.
Model torn_apart(const Model& model, double jitter) {
  Random random(5);
  Model torn;
  for (const std::vector<Index>& face : model.faces) {
    torn.faces.emplace_back();
    for (const Index vertex : face) {
      torn.faces.back().push_back(static_cast<Index>(torn.vertices.size()));
      torn.vertices.push_back(model.vertices[vertex] + random.vector(jitter));
    }
  }
  return torn;
}

Model flattened(Model model, double factor) {
  for (Vec3& v : model.vertices) {
    v.z *= factor;
  }
  return model;
}

Model soup(int count) {
  Random random(17);
  Model model;
  for (int i = 0; i < count; ++i) {
    const auto first = static_cast<Index>(3 * i);
    model.faces.push_back({first, first + 1, first + 2});
    for (int corner = 0; corner < 3; ++corner) {
      model.vertices.push_back(random.vector(1.0));
    }
  }
  return model;
}

// A strip of quads around a circle, given half a turn on the way: no side of it is outside.
Model half_turned_strip() {
  constexpr Index count = 40;
  Model model;
  for (Index i = 0; i < count; ++i) {
    const double angle = 6.283185307179586 * i / count;
    const Vec3 out(std::cos(angle), std::sin(angle), 0.0);
    const Vec3 across = std::cos(0.5 * angle) * out + Vec3(0.0, 0.0, std::sin(0.5 * angle));
    model.vertices.push_back(out - 0.2 * across);
    model.vertices.push_back(out + 0.2 * across);
  }
  for (Index i = 0; i + 1 < count; ++i) {
    model.faces.push_back({2 * i, 2 * i + 1, 2 * i + 3, 2 * i + 2});
  }
  model.faces.push_back({2 * count - 2, 2 * count - 1, 0, 1});
  return model;
}

// The lower half of a ball, as a sheet.
Model open_bowl() {
  Model model = model_of(ball(1.0, 15, 24));
  std::erase_if(model.faces, [&](const std::vector<Index>& face) {
    return std::any_of(face.begin(), face.end(), [&](Index vertex) { return model.vertices[vertex].z > 1e-9; });
  });
  return model;
}

// A cylinder between two polygons of very many corners.
Model drum(Index sides) {
  Model model;
  std::vector<Index> bottom;
  std::vector<Index> top;
  for (Index i = 0; i < sides; ++i) {
    const double angle = 6.283185307179586 * i / sides;
    model.vertices.emplace_back(std::cos(angle), std::sin(angle), 0.0);
    model.vertices.emplace_back(std::cos(angle), std::sin(angle), 0.5);
    bottom.insert(bottom.begin(), 2 * i);
    top.push_back(2 * i + 1);
    const Index next = 2 * ((i + 1) % sides);
    model.faces.push_back({2 * i, next, next + 1, 2 * i + 1});
  }
  return with_faces(std::move(model), {bottom, top});
}

// Corners (0, 0, 0) to (3, 3, 1), one face with six corners of which one is concave.
std::string l_of_polygons() {
  return "v 0 0 0\nv 3 0 0\nv 3 1 0\nv 1 1 0\nv 1 3 0\nv 0 3 0\nv 0 0 1\nv 3 0 1\nv 3 1 1\nv 1 1 1\nv 1 3 1\nv 0 3 1\n"
         "f 6 5 4 3 2 1\nf 7 8 9 10 11 12\nf 1 2 8 7\nf 2 3 9 8\nf 3 4 10 9\nf 4 5 11 10\nf 5 6 12 11\nf 6 1 7 12\n";
}

std::string replaced(std::string text, const std::string& what, const std::string& with) {
  for (std::size_t at = text.find(what); at != std::string::npos; at = text.find(what, at + with.size())) {
    text.replace(at, what.size(), with);
  }
  return text;
}

std::string counted_backwards(const Model& model) {
  std::string text = text_of({model.vertices, {}});
  for (const std::vector<Index>& face : model.faces) {
    text += "f";
    for (const Index vertex : face) {
      text += " -" + std::to_string(model.vertices.size() - vertex);
    }
    text += "\n";
  }
  return text;
}

struct Broken {
  std::string name;
  std::string text;
  std::string message;         // why it is refused; empty: it is taken apart
  std::size_t most_hulls = 0;  // then

  friend std::ostream& operator<<(std::ostream& out, const Broken& broken) { return out << broken.name; }
};

std::vector<Broken> refused() {
  const std::string corners = "v 0 0 0\nv 1 0 0\nv 0 1 0\n";
  return {{"Nothing", "", "m.obj: no face found"},
          {"NoFace", corners, "m.obj: no face found"},
          {"Point", "v 1 1 1\nv 1 1 1\nv 1 1 1\nf 1 2 3\n", "m.obj: all corners of all faces coincide"},
          {"Words", "v a b c\nf 1 2 3\n", "m.obj:1: "},
          {"NotANumber", "v 0 0 0\nv nan 0 0\nv 0 1 0\nf 1 2 3\n", "m.obj:2: vertex: 'nan' is not finite"},
          {"Infinite", "v inf 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n", "m.obj:1: vertex: 'inf' is not finite"},
          {"TooLargeANumber", "v 1e999 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n", "m.obj:1: vertex: "},
          {"IndexZero", corners + "f 0 1 2\n", "m.obj:4: face: vertex 0"},
          {"IndexBeyond", corners + "f 1 2 4\n", "m.obj:4: face: vertex 4 is out of range"},
          {"IndexBackBeyond", corners + "f -1 -2 -4\n", "m.obj:4: face: "},
          {"FaceOfTwo", corners + "f 1 2\n", "m.obj:4: a face needs at least 3 corners"}};
}

std::vector<Broken> of_an_l() {
  const Model l = an_l();
  return {
      {"Whole", text_of(l), "", 2},
      {"OpenSomewhere", text_of(without_faces(l, 2)), "", 12},
      {"InsideOut", text_of(turned_faces(l, [](std::size_t) { return true; })), "", 2},
      {"HalfInsideOut", text_of(turned_faces(l, [](std::size_t i) { return i % 3 == 0; })), "", 2},
      {"Millimetres", text_of(moved(l, 1e-3, Vec3(0.0))), "", 2},
      {"Nanometres", text_of(moved(l, 1e-9, Vec3(0.0))), "", 2},
      {"Megametres", text_of(moved(l, 1e6, Vec3(0.0))), "", 2},
      {"FarAway", text_of(moved(l, 1.0, Vec3(1e6, -1e6, 1e6))), "", 2},
      {"FacesTwice", text_of(with_faces(l, l.faces)), "", 2},
      {"CornersOfTheirOwn", text_of(torn_apart(l, 0.0)), "", 2},
      {"Cracked", text_of(torn_apart(l, 1e-7)), "", 16},
      {"UnusedVertices", text_of(with({{Vec3(100.0)}, {}}, l)), "", 2},
      {"FacesThatArePoints", text_of(with_faces(l, {{0, 0, 1}, {2, 2, 2}})), "", 2},
      {"Flat", text_of(flattened(l, 0.0)), "", 4},
      {"Thin", text_of(flattened(l, 1e-5)), "", 2},
      {"Twice", text_of(with(l, moved(l, 1.0, Vec3(0.5, 0.3, 0.2)))), "", 8},
      {"TwoApart", text_of(with(l, moved(l, 1.0, Vec3(9.0, 0.0, 0.0)))), "", 4},
      {"CountedBackwards", counted_backwards(l), "", 2},
      {"CarriageReturns", replaced(text_of(l), "\n", "\r\n"), "", 2},
      {"Polygons", l_of_polygons(), "", 2},
      {"TextureAndNormal",
       replaced(replaced(l_of_polygons(), "f 6 5 4 3 2 1", "vt 0 0\nvn 0 0 1\nf 6/1/1 5/1/1 4/1/1 3/1/1 2/1/1 1/1/1"),
                "f 1 2 8 7", "f 1//1 2//1 8//1 7//1"),
       "", 2},
      {"Fin", text_of(with_faces(with(l, {{Vec3(5.0, 5.0, 0.5)}, {}}), {{0, 1, Index(l.vertices.size())}})), "", 4}};
}

std::vector<Broken> of_sheets_and_others() {
  const Model cube = model_of(surface(box()));
  const Model triangle{{Vec3(0.0), Vec3(1.0, 0.0, 0.0), Vec3(0.0, 1.0, 0.0)}, {{0, 1, 2}}};
  const Model line{{Vec3(0.0), Vec3(1.0, 0.0, 0.0), Vec3(2.0, 0.0, 0.0)}, {{0, 1, 2}}};
  const Model square{{Vec3(0.0), Vec3(1.0, 0.0, 0.0), Vec3(1.0, 1.0, 0.0), Vec3(0.0, 1.0, 0.0)}, {{0, 1, 2, 3}}};
  const auto inward = turned_faces(moved(cube, 0.5, Vec3(0.2)), [](std::size_t) { return true; });
  return {{"OneTriangle", text_of(triangle), "", 1},
          {"Line", text_of(line), "", 1},
          {"TwoSidedSheet", text_of(with_faces(square, {{3, 2, 1, 0}})), "", 1},
          {"CrossedQuad", text_of({square.vertices, {{0, 2, 1, 3}}}), "", 4},
          {"HalfTurnedStrip", text_of(half_turned_strip()), "", 40},
          {"OpenBowl", text_of(open_bowl()), "", 150},
          {"Soup", text_of(soup(40)), "", 60},
          {"TwoCubesAtAnEdge", text_of(with(cube, moved(cube, 1.0, Vec3(1.0, 2.0, 0.0)))), "", 4},
          {"CubeInACube", text_of(with(cube, moved(cube, 0.5, Vec3(0.2)))), "", 1},
          {"Cavity", text_of(with(cube, inward)), "", 8},
          {"Needle", "v 0 0 0\nv 1e6 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n", "", 1},
          {"CornersByTheHundred", text_of(drum(700)), "", 4}};
}

// On every edge, and within triangles; what is within a larger face depends on how it is cut.
std::vector<Vec3> points_of(const Mesh& mesh) {
  std::vector<Vec3> points;
  for (const MeshPart& part : mesh.parts) {
    for (const std::vector<Index>& face : part.polygons) {
      for (std::size_t i = 0; i < face.size(); ++i) {
        const Vec3& from = mesh.vertices[face[i]];
        const Vec3& to = mesh.vertices[face[(i + 1) % face.size()]];
        for (const double share : {0.0, 0.1, 0.37, 0.5, 0.77}) {
          points.push_back(from + share * (to - from));
        }
      }
      for (int i = 0; i < (face.size() == 3 ? 36 : 0); ++i) {
        const double u = (i % 6 + 0.5) / 6.0;
        const double v = (1.0 - u) * (i / 6 + 0.5) / 6.0;
        const Vec3& corner = mesh.vertices[face[0]];
        points.push_back(corner + u * (mesh.vertices[face[1]] - corner) + v * (mesh.vertices[face[2]] - corner));
      }
    }
  }
  return points;
}

class BrokenMesh : public ::testing::TestWithParam<Broken> {};

TEST_P(BrokenMesh, IsRefusedOrCovered) {
  const Broken& broken = GetParam();
  const double start = testing_support::processor_seconds();
  const Result<Mesh> mesh = read_obj(broken.text, "m.obj");
  const Result<ConvexDecomposition> result =
      mesh ? decompose(mesh.value(), {}, "m.obj") : Result<ConvexDecomposition>(mesh.error());
  EXPECT_LT(testing_support::processor_seconds() - start, 20.0);  // s
  if (!broken.message.empty()) {
    ASSERT_FALSE(result.ok());
    EXPECT_EQ(result.error().message.find(broken.message), 0U) << result.error().message;
    return;
  }
  ASSERT_TRUE(result.ok()) << result.error().message;
  const ConvexDecomposition& found = result.value();
  const double side = found.longest_side;
  EXPECT_LE(found.hulls.size(), broken.most_hulls);
  EXPECT_GE(found.puffing_bound, found.puffing);
  EXPECT_EQ(found.is_within_tolerance, found.puffing_bound <= 0.02 * side);
  EXPECT_FALSE(found.was_stopped);
  EXPECT_GT(found.mass.mass, 0.0);
  double worst = 0.0;
  for (const Vec3& point : points_of(mesh.value())) {
    double least = side;
    for (const DecompositionHull& hull : found.hulls) {
      least = std::min(least, outside_distance(hull.hull, std::span(&point, 1)));
    }
    worst = std::max(worst, least);
  }
  EXPECT_LT(worst, 1e-8 * side);
}

std::string name_of(const ::testing::TestParamInfo<Broken>& info) { return info.param.name; }

INSTANTIATE_TEST_SUITE_P(Refused, BrokenMesh, ::testing::ValuesIn(refused()), name_of);
INSTANTIATE_TEST_SUITE_P(Solids, BrokenMesh, ::testing::ValuesIn(of_an_l()), name_of);
INSTANTIATE_TEST_SUITE_P(Sheets, BrokenMesh, ::testing::ValuesIn(of_sheets_and_others()), name_of);

}  // namespace
}  // namespace firstcontact
