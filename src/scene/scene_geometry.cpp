// Shapes and meshes of a scene file.

#include <array>
#include <cmath>

#include "scene/scene_parts.hpp"

namespace firstcontact {

Vec3 vector_or(const JsonCursor& body, std::string_view key, const NumberRange& range) {
  const auto found = body.find(key);
  return found ? found->vector(range) : Vec3(0.0);
}

Quat read_rotation(const JsonCursor& rotation) {
  const std::vector<double> q = rotation.numbers(4, {-2.0, 2.0, "a number from -2 to 2"});
  const double length = std::sqrt(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]);
  if (!(std::abs(length - 1.0) <= 1e-3)) {
    rotation.complain("found a quaternion [x, y, z, w] of length " + std::to_string(length) + ", expected length 1");
  }
  if (length == 1.0) {
    return {q[3], q[0], q[1], q[2]};
  }
  return {q[3] / length, q[0] / length, q[1] / length, q[2] / length};
}

namespace {

constexpr std::array<std::string_view, 4> decomposition_names{"auto", "objects", "hull",
                                                              "triangles"};  // in order of Decomposition

DecompositionRequest read_decomposition(const JsonCursor& value) {
  DecompositionRequest request;
  if (value.is_text()) {
    request.method = static_cast<Decomposition>(value.choice(decomposition_names));
    return request;
  }
  value.expect_keys({"tolerance", "max_hulls", "max_vertices"});
  if (const auto tolerance = value.find("tolerance")) {
    request.tolerance = tolerance->number({1e-4, 1.0, "a number from 0.0001 to 1"});
  }
  if (const auto max_hulls = value.find("max_hulls")) {
    request.max_hulls = static_cast<int>(max_hulls->whole_number(1, 1'000'000));
  }
  if (const auto max_vertices = value.find("max_vertices")) {
    request.max_vertices = static_cast<int>(max_vertices->whole_number(8, 1'000'000));
  }
  return request;
}

// A list of columns, each a list of heights, all of one length: heights[i][j] lies at (i * dx, it, j * dz).
HeightFieldGeometry read_height_field(const JsonCursor& value) {
  value.expect_keys({"spacing", "heights"});
  constexpr std::size_t fewest = 2;
  HeightField field;
  const std::vector<double> spacing = value.at("spacing").numbers(2, ranges::size);
  field.spacing_x = spacing[0];
  field.spacing_z = spacing[1];
  const JsonCursor heights = value.at("heights");
  const std::vector<JsonCursor> columns = heights.elements();
  if (columns.size() < fewest || columns.front().elements().size() < fewest) {
    heights.fail("at least 2 columns of at least 2 heights");
  }
  const std::size_t rows = columns.front().elements().size();
  for (const JsonCursor& column : columns) {
    const std::vector<double> numbers = column.numbers(rows, ranges::coordinate);
    field.heights.insert(field.heights.end(), numbers.begin(), numbers.end());
  }
  field.columns = static_cast<Index>(columns.size());
  field.rows = static_cast<Index>(rows);
  return {std::move(field)};
}

Geometry read_sized(const JsonCursor& size);

Geometry read_shape(const JsonCursor& shape) {
  shape.expect_keys({"box", "sphere", "capsule", "cylinder", "cone", "ellipsoid", "hull", "height_field"});
  const auto members = shape.members();
  if (members.size() != 1) {
    shape.fail("an object with one key: box, sphere, capsule, cylinder, cone, ellipsoid, hull or height_field");
  }
  if (members.front().key() == "height_field") {
    return read_height_field(members.front());
  }
  return read_sized(members.front());
}

// A shape's size, under its name.
Geometry read_sized(const JsonCursor& size) {
  if (size.key() == "box") {
    return BoxGeometry{size.vector(ranges::size)};
  }
  if (size.key() == "sphere") {
    return SphereGeometry{size.number(ranges::size)};
  }
  if (size.key() == "ellipsoid") {
    return EllipsoidGeometry{size.vector(ranges::size)};
  }
  if (size.key() == "hull") {
    HullGeometry hull;
    for (const JsonCursor& point : size.elements()) {
      hull.points.push_back(point.vector(ranges::coordinate));
    }
    return hull;
  }
  const std::vector<double> round = size.numbers(2, ranges::size);
  if (size.key() == "cone") {
    return ConeGeometry{round[0], round[1]};
  }
  return size.key() == "capsule" ? Geometry(CapsuleGeometry{round[0], round[1]})
                                 : Geometry(CylinderGeometry{round[0], round[1]});
}

PlacedShape read_placed_shape(const JsonCursor& part) {
  part.expect_keys({"box", "sphere", "capsule", "cylinder", "cone", "ellipsoid", "hull", "position", "rotation"});
  constexpr std::array<std::string_view, 7> kinds{"box", "sphere", "capsule", "cylinder", "cone", "ellipsoid", "hull"};
  PlacedShape placed;
  placed.pose.position = vector_or(part, "position", ranges::coordinate);
  if (const auto rotation = part.find("rotation")) {
    placed.pose.orientation = read_rotation(*rotation);
  }
  std::optional<JsonCursor> size;
  for (const std::string_view kind : kinds) {
    if (auto found = part.find(kind)) {
      if (size) {
        part.fail("one of box, sphere, capsule, cylinder, cone, ellipsoid and hull, with its position and rotation");
      }
      size = *std::move(found);
    }
  }
  if (!size) {
    part.fail("one of box, sphere, capsule, cylinder, cone, ellipsoid and hull, with its position and rotation");
  }
  placed.geometry = read_sized(*size);
  return placed;
}

CompoundGeometry read_compound(const JsonCursor& list) {
  CompoundGeometry compound;
  for (const JsonCursor& part : list.elements()) {
    compound.shapes.push_back(read_placed_shape(part));
  }
  if (compound.shapes.empty()) {
    list.fail("a list of at least one shape");
  }
  return compound;
}

}  // namespace

Geometry read_geometry(const JsonCursor& body) {
  const auto mesh = body.find("mesh");
  const auto shape = body.find("shape");
  const auto decompose = body.find("decompose");
  const auto shapes = body.find("shapes");
  if (shapes && (mesh || shape)) {
    shapes->complain("found it beside \"mesh\" or \"shape\", expected one of the three");
  }
  if (!shapes && mesh.has_value() == shape.has_value()) {
    body.complain(mesh ? "found both \"mesh\" and \"shape\", expected one of them"
                       : "found neither \"mesh\" nor \"shape\", expected one of them");
  }
  if (!mesh && decompose) {
    decompose->complain("found it beside \"shape\", expected it only beside \"mesh\"");
  }
  if (shape) {
    return read_shape(*shape);
  }
  if (shapes) {
    return read_compound(*shapes);
  }
  return MeshGeometry{mesh->text(), decompose ? read_decomposition(*decompose) : DecompositionRequest{}};
}

}  // namespace firstcontact
