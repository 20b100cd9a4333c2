#include <firstcontact/mesh.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <iterator>
#include <sstream>

namespace firstcontact {
namespace {

const char* const square = "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\n";

std::string data_file(const std::string& name) {
  std::ifstream file(std::string(FIRSTCONTACT_TEST_DATA_DIR) + "/geometry/data/" + name, std::ios::binary);
  std::stringstream text;
  text << file.rdbuf();
  return text.str();
}

std::string error_of(const std::string& text) {
  const Result<Mesh> mesh = read_obj(text, "mesh.obj");
  return mesh.ok() ? "no error" : mesh.error().message;
}

Result<std::vector<ConvexShape>> shapes_of(const std::string& name, HullPer what) {
  const Result<Mesh> mesh = read_obj(data_file(name), name);
  return mesh ? convex_shapes(mesh.value(), what, Vec3(1.0), name) : Result<std::vector<ConvexShape>>(mesh.error());
}

std::string message_of(const Result<std::vector<ConvexShape>>& shapes) {
  return shapes.ok() ? "no error" : shapes.error().message;
}

// --- reading
// -----------------------------------------------------------------------------------------------------------

TEST(ReadObj, KeepsPolygonsAndVertices) {
  const Result<Mesh> mesh = read_obj(std::string(square) + "f 1 2 3 4\nf 4 3 2\n", "mesh.obj");
  ASSERT_TRUE(mesh.ok()) << mesh.error().message;
  EXPECT_EQ(mesh.value().vertices.size(), 4U);
  ASSERT_EQ(mesh.value().parts.size(), 1U);
  EXPECT_EQ(mesh.value().parts[0].name, "");
  EXPECT_EQ(mesh.value().parts[0].polygons, (std::vector<std::vector<Index>>{{0, 1, 2, 3}, {3, 2, 1}}));
  EXPECT_FALSE(mesh.value().diffuse_color.has_value());
}

TEST(ReadObj, RoundsDecimalsCorrectly) {
  const Result<Mesh> mesh = read_obj("v 0.1 -1e-8 +2.5E2\nv 1 0 0\nv 0 0.30000000000000004 0\nf 1 2 3\n", "mesh.obj");
  ASSERT_TRUE(mesh.ok());
  EXPECT_EQ(mesh.value().vertices[0], Vec3(0.1, -1e-8, 250.0));
  EXPECT_EQ(mesh.value().vertices[2].y, 0.30000000000000004);
}

TEST(ReadObj, TakesEveryFormOfACorner) {
  const Result<Mesh> mesh = read_obj(
      std::string(square) + "vt 0 0\nvn 0 0 1\nf 1/1 2/1 3/1\nf 1//1 2//1 3//1\nf 1/1/1 2/1/1 3/1/1\nf -4 -3 -2\n",
      "mesh.obj");
  ASSERT_TRUE(mesh.ok()) << mesh.error().message;
  ASSERT_EQ(mesh.value().parts[0].polygons.size(), 4U);
  for (const std::vector<Index>& polygon : mesh.value().parts[0].polygons) {
    EXPECT_EQ(polygon, (std::vector<Index>{0, 1, 2}));
  }
}

TEST(ReadObj, NegativeIndicesCountFromTheirLine) {
  const Result<Mesh> mesh =
      read_obj("v 0 0 0\nv 1 0 0\nv 0 1 0\nf -3 -2 -1\nv 5 0 0\nv 6 0 0\nv 7 1 0\nf -3 -2 -1\n", "mesh.obj");
  ASSERT_TRUE(mesh.ok());
  EXPECT_EQ(mesh.value().parts[0].polygons[1], (std::vector<Index>{3, 4, 5}));
}

TEST(ReadObj, ObjectsAndGroupsBecomePartsEmptyOnesDoNot) {
  const Result<Mesh> mesh =
      read_obj(std::string(square) + "f 1 2 3\no body of it\ng nothing\ng left arm\nf 1 2 3\no head\ns off\nf 2 3 4\n",
               "mesh.obj");
  ASSERT_TRUE(mesh.ok());
  ASSERT_EQ(mesh.value().parts.size(), 3U);
  EXPECT_EQ(mesh.value().parts[0].name, "");
  EXPECT_EQ(mesh.value().parts[1].name, "left arm");
  EXPECT_EQ(mesh.value().parts[2].name, "head");
}

TEST(ReadObj, TakesCommentsContinuationsAndForeignLineEnds) {
  const Result<Mesh> mesh =
      read_obj("\xEF\xBB\xBF# made by hand\r\nv 0 0 0 # origin\r\n  v 1 0 0\r\n\tv 1 1 \\\r\n 0\r\nf 1 2 \\\r\n 3\r\n",
               "mesh.obj");
  ASSERT_TRUE(mesh.ok()) << mesh.error().message;
  EXPECT_EQ(mesh.value().vertices[2], Vec3(1.0, 1.0, 0.0));
  EXPECT_EQ(mesh.value().parts[0].polygons[0], (std::vector<Index>{0, 1, 2}));
  EXPECT_TRUE(read_obj("v 0 0 0\rv 1 0 0\rv 0 1 0\rf 1 2 3", "mac.obj").ok());
}

TEST(ReadObj, TakesPolygonsOfAThousandCorners) {
  std::string text;
  std::string face = "f";
  for (int i = 0; i < 1000; ++i) {
    const SineCosine at = sine_cosine(0.00628 * i);
    text += "v " + std::to_string(at.cosine) + " " + std::to_string(at.sine) + " 0\n";
    face += " " + std::to_string(i + 1);
  }
  const Result<Mesh> mesh = read_obj(text + face + "\n", "mesh.obj");
  ASSERT_TRUE(mesh.ok());
  EXPECT_EQ(mesh.value().parts[0].polygons[0].size(), 1000U);
}

TEST(ReadObj, TakesTheColorOfTheFirstMaterialUsed) {
  const std::string text = std::string("mtllib a.mtl b.mtl\n") + square + "usemtl red\nusemtl green\nf 1 2 3\n";
  const Result<Mesh> mesh = read_obj(text, "mesh.obj", "newmtl red\nKd 1 0 0\nnewmtl green\nKd 0.25 0.5 0.125\n");
  ASSERT_TRUE(mesh.ok());
  ASSERT_TRUE(mesh.value().diffuse_color.has_value());
  EXPECT_EQ(*mesh.value().diffuse_color, (std::array<float, 3>{0.25F, 0.5F, 0.125F}));
  EXPECT_EQ(material_libraries(text), (std::vector<std::string>{"a.mtl", "b.mtl"}));
  const Result<Mesh> unknown = read_obj(text, "mesh.obj", "newmtl blue\nKd 0 0 1\n");
  ASSERT_TRUE(unknown.ok());
  EXPECT_FALSE(unknown.value().diffuse_color.has_value());
}

TEST(ReadObj, OfBadTextNamesFileLineAndTrouble) {
  const std::string v = square;
  const std::pair<std::string, const char*> cases[] = {
      {"", "mesh.obj: no face found"},
      {v, "mesh.obj: no face found"},
      {"# only a comment\n", "mesh.obj: no face found"},
      {"v 0 0\nf 1 1 1\n", "mesh.obj:1: a vertex needs 3 coordinates, found 2"},
      {"v\n", "mesh.obj:1: a vertex needs 3 coordinates, found 0"},
      {"v 0 0 0\nv 1 zero 0\n", "mesh.obj:2: vertex: 'zero' is not a number, expected three finite numbers"},
      {"v 0 0 1.5x\n", "mesh.obj:1: vertex: '1.5x' is not a number"},
      {"v 0 0 1,5\n", "mesh.obj:1: vertex: '1,5' is not a number"},
      {"v nan 0 0\n", "mesh.obj:1: vertex: 'nan' is not finite"},
      {"v 0 -inf 0\n", "mesh.obj:1: vertex: '-inf' is not finite"},
      {"v 0 0 1e999\n", "mesh.obj:1: vertex: '1e999' does not fit a double"},
      {v + "f 1 2\n", "mesh.obj:5: a face needs at least 3 corners, found 2"},
      {v + "f\n", "mesh.obj:5: a face needs at least 3 corners, found 0"},
      {v + "f 1 2 5\n", "mesh.obj:5: face: vertex 5 is out of range, 4 vertices are given"},
      {v + "f 1 2 0\n", "mesh.obj:5: face: vertex 0; vertices count from 1"},
      {v + "f 1 2 -5\n", "mesh.obj:5: face: vertex -5 is out of range, 4 vertices are given before this line"},
      {"v 0 0 0\nf -1 -2 -3\nv 1 0 0\nv 0 1 0\n", "mesh.obj:2: face: vertex -2 is out of range, 1 vertices"},
      {v + "f 1 2 3.5\n", "mesh.obj:5: face: '3.5' is not a corner"},
      {v + "f 1 2 three\n", "mesh.obj:5: face: 'three' is not a corner"},
      {v + "f 1/1 2/1 3/\n", "mesh.obj:5: face: '3/' is not a corner"},
      {v + "f 1/1/1/1 2 3\n", "mesh.obj:5: face: '1/1/1/1' is not a corner"},
      {v + "f 1 2 99999999999999999999\n", "mesh.obj:5: face: '99999999999999999999' is not a corner"},
      {v + "f 1 2 3\n\nf 1 2 9\n", "mesh.obj:7: face: vertex 9 is out of range"},
      {std::string("v 0 0 0\n\x01\x02 junk\0 more\n", 21), "mesh.obj:2: a control character"},
  };
  for (const auto& [text, expected] : cases) {
    EXPECT_EQ(error_of(text).substr(0, std::string(expected).size()), expected) << text;
  }
}

// The text in UTF-16 or UTF-32.
std::string widened(const std::string& text, std::size_t bytes, bool low_first, bool with_mark) {
  std::string wide;
  const auto put = [&](unsigned code) {
    for (std::size_t i = 0; i < bytes; ++i) {
      const std::size_t shift = 8 * (low_first ? i : bytes - 1 - i);
      wide += static_cast<char>(code >> shift & 0xFFU);
    }
  };
  if (with_mark) {
    put(0xFEFF);
  }
  for (const char letter : text) {
    put(static_cast<unsigned char>(letter));
  }
  return wide;
}

bool is_plain(const std::string& message) {
  return std::all_of(message.begin(), message.end(), [](char c) { return c >= 0x20 && c < 0x7F; });
}

TEST(ReadObj, NamesForeignEncodings) {
  const std::string text = data_file("cube.obj");
  for (const bool low_first : {true, false}) {
    for (const std::string& of : {text, std::string("v 0 0 0\n"), std::string(square) + "f 1 2 3\n"}) {
      EXPECT_EQ(error_of(widened(of, 2, low_first, true)),
                "mesh.obj: found text in UTF-16 (by its byte order mark), expected ASCII or UTF-8");
      EXPECT_EQ(error_of(widened(of, 2, low_first, false)),
                "mesh.obj: found text in UTF-16 (every other byte is 0), expected ASCII or UTF-8");
      EXPECT_EQ(error_of(widened(of, 4, low_first, true)),
                "mesh.obj: found text in UTF-32 (by its byte order mark), expected ASCII or UTF-8");
    }
  }
}

// Files of other kinds by their first bytes, and any bytes at all.
TEST(ReadObj, ShowsNoRawBytesOfWhatIsNoText) {
  std::vector<std::string> files{"\x89PNG\r\n\x1A\n", std::string("glTF\2\0\0\0\xF0\x9F", 10),
                                 "\xFF\xD8\xFF\xE0",  "v \xC3\x28 \xED\xA0\x80 \xF4\x90\x80\x80\n",
                                 "f \xE2\x82\n",      "v 1 2 \x80\xFE\xFF"};
  std::uint64_t state = 1;
  for (int i = 0; i < 500; ++i) {
    std::string bytes = i % 2 == 0 ? "v " : "f ";
    for (int k = 0; k < 40; ++k) {
      state = state * 6364136223846793005ULL + 1442695040888963407ULL;
      bytes += static_cast<char>(state >> 56U);
    }
    files.push_back(bytes);
  }
  for (const std::string& bytes : files) {
    const std::string message = error_of(bytes);
    EXPECT_NE(message, "no error");
    std::string ascii;  // a message may show the letters of UTF-8 that the file has
    std::copy_if(message.begin(), message.end(), std::back_inserter(ascii), [](char c) { return c > 0; });
    EXPECT_TRUE(is_plain(ascii)) << message;
  }
  EXPECT_EQ(error_of("v \xC3\x28 0 0\n"), "mesh.obj:1: vertex: '?(' is not a number, expected three finite numbers");
  EXPECT_EQ(error_of("v \xED\xA0\x80 0 0\n"),
            "mesh.obj:1: vertex: '?\?\?' is not a number, expected three finite numbers");
  EXPECT_EQ(error_of("v z\xC3\xBC 0 0\n"),
            "mesh.obj:1: vertex: 'z\xC3\xBC' is not a number, expected three finite numbers");
}

TEST(ReadObj, SurvivesEveryTruncation) {
  const std::string text = data_file("hull00.obj");
  for (std::size_t length = 0; length < text.size(); ++length) {
    const Result<Mesh> mesh = read_obj(std::string_view(text).substr(0, length), "cut.obj");
    if (mesh.ok()) {
      EXPECT_FALSE(mesh.value().parts.empty());
    }
  }
}

// --- convex shapes
// -------------------------------------------------------------------------------------------------------

TEST(ConvexShapes, CubeIsOneBox) {
  const auto shapes = shapes_of("cube.obj", HullPer::convex_surface);
  ASSERT_TRUE(shapes.ok()) << shapes.error().message;
  ASSERT_EQ(shapes.value().size(), 1U);
  EXPECT_EQ(shapes.value()[0].core.faces.size(), 6U);
  EXPECT_EQ(shapes.value()[0].half_extents, Vec3(0.5));
}

TEST(ConvexShapes, IcosahedronAndHullKeepTheirTriangles) {
  const auto icosahedron = shapes_of("icosahedron.obj", HullPer::convex_surface);
  ASSERT_TRUE(icosahedron.ok());
  EXPECT_EQ(icosahedron.value()[0].core.faces.size(), 20U);
  EXPECT_EQ(icosahedron.value()[0].core.edges.size(), 30U);
  EXPECT_TRUE(shapes_of("hull00.obj", HullPer::convex_surface).ok());
}

TEST(ConvexShapes, LShapeIsTwoBoxesOrOneHull) {
  for (const HullPer what : {HullPer::convex_surface, HullPer::object}) {
    const auto shapes = shapes_of("lshape.obj", what);
    ASSERT_TRUE(shapes.ok()) << shapes.error().message;
    ASSERT_EQ(shapes.value().size(), 2U);
    EXPECT_EQ(shapes.value()[0].core.faces.size(), 6U);
    EXPECT_EQ(shapes.value()[1].core.faces.size(), 6U);
  }
  const auto hull = shapes_of("lshape.obj", HullPer::mesh);
  ASSERT_TRUE(hull.ok());
  EXPECT_EQ(hull.value().size(), 1U);
  EXPECT_EQ(hull.value()[0].core.faces.size(), 7U);
}

// Every corner of a gear is on its hull's two flat sides; only its polygons tell that it has teeth and a bore.
TEST(ConvexShapes, GearIsNotConvexAndSaysSo) {
  const std::string message = message_of(shapes_of("gear.obj", HullPer::convex_surface));
  for (const char* part : {"gear.obj", "not convex", "0.4 m", "18.43 %", "decompose it", "\"objects\"", "\"hull\""}) {
    EXPECT_NE(message.find(part), std::string::npos) << part << " in: " << message;
  }
  EXPECT_TRUE(shapes_of("gear.obj", HullPer::object).ok());
}

TEST(ConvexShapes, NameTheObjectThatIsNotConvexOrFlat) {
  const std::string box = data_file("cube.obj");
  const Result<Mesh> flat = read_obj(box + "o lid\nf 1 2 3\n", "crate.obj");
  ASSERT_TRUE(flat.ok());
  const std::string message = message_of(convex_shapes(flat.value(), HullPer::object, Vec3(1.0), "crate.obj"));
  EXPECT_NE(message.find("crate.obj: object 'lid': a hull needs at least 4 points, found 3"), std::string::npos)
      << message;
  const Result<Mesh> sheet = read_obj(std::string(square) + "o sheet\nf 1 2 3 4\n", "sheet.obj");
  ASSERT_TRUE(sheet.ok());
  EXPECT_NE(message_of(convex_shapes(sheet.value(), HullPer::mesh, Vec3(1.0), "sheet.obj")).find("flat"),
            std::string::npos);
}

TEST(ConvexShapes, ScaleAboutTheMeshesOrigin) {
  const Result<Mesh> mesh = read_obj(data_file("cube.obj"), "cube.obj");
  ASSERT_TRUE(mesh.ok());
  const auto shapes = convex_shapes(mesh.value(), HullPer::convex_surface, {2.0, 0.001, 4.0}, "cube.obj");
  ASSERT_TRUE(shapes.ok());
  EXPECT_EQ(shapes.value()[0].half_extents, Vec3(1.0, 0.0005, 2.0));
  const auto none = convex_shapes(mesh.value(), HullPer::convex_surface, {2.0, 0.0, 4.0}, "cube.obj");
  EXPECT_NE(message_of(none).find("cube.obj: scale must be finite and > 0, found 2, 0, 4"), std::string::npos);
}

}  // namespace
}  // namespace firstcontact
