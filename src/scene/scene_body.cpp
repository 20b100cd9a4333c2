// Bodies of a scene file.

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "scene/scene_parts.hpp"

namespace firstcontact {
namespace {

constexpr std::array<std::string_view, 3> type_names{"dynamic", "static", "kinematic"};  // in order of BodyType
constexpr std::array<std::string_view, 6> lock_names{"x", "y", "z", "rx", "ry", "rz"};

double number_or(const JsonCursor& body, std::string_view key, const NumberRange& range, double otherwise) {
  const auto found = body.find(key);
  return found ? found->number(range) : otherwise;
}

std::array<bool, 6> read_locks(const JsonCursor& list) {
  std::array<bool, 6> locked{};
  for (const JsonCursor& element : list.elements()) {
    bool& lock = locked.at(element.choice(lock_names));
    if (lock) {
      element.complain("found a second lock of this degree of freedom, expected one");
    }
    lock = true;
  }
  return locked;
}

void read_mass(const JsonCursor& body, BodyDefinition& definition) {
  const auto mass = body.find("mass");
  definition.density = number_or(body, "density", ranges::mass, definition.density);
  if (mass && body.find("density")) {
    body.complain("found both \"mass\" and \"density\", expected one of them");
  }
  if (mass) {
    definition.mass = mass->number(ranges::mass);
  }
}

void read_motion(const JsonCursor& body, BodyDefinition& definition) {
  definition.mesh_pose.position = vector_or(body, "position", ranges::coordinate);
  if (const auto rotation = body.find("rotation")) {
    definition.mesh_pose.orientation = read_rotation(*rotation);
  }
  definition.linear_velocity = vector_or(body, "linear_velocity", ranges::coordinate);
  definition.angular_velocity = vector_or(body, "angular_velocity", ranges::any);
  definition.force = vector_or(body, "force", ranges::load);
  definition.torque = vector_or(body, "torque", ranges::load);
  if (const auto gravity = body.find("gravity")) {
    definition.gravity = gravity->vector(ranges::coordinate);
  }
}

void read_material(const JsonCursor& body, BodyDefinition& definition) {
  definition.restitution = number_or(body, "restitution", ranges::fraction, definition.restitution);
  definition.friction = number_or(body, "friction", ranges::not_negative, definition.friction);
  definition.rolling_friction = number_or(body, "rolling_friction", ranges::not_negative, 0.0);
  definition.spinning_friction = number_or(body, "spinning_friction", ranges::not_negative, 0.0);
  definition.surface_velocity_local = vector_or(body, "surface_velocity", ranges::coordinate);
}

std::uint32_t bits_or(const JsonCursor& body, std::string_view key, std::uint32_t otherwise) {
  const auto found = body.find(key);
  constexpr std::int64_t all_bits = std::numeric_limits<std::uint32_t>::max();
  return found ? static_cast<std::uint32_t>(found->whole_number(0, all_bits)) : otherwise;
}

void read_filter(const JsonCursor& body, BodyDefinition& definition) {
  if (body.find("group")) {
    definition.group = bits_or(body, "group", 0);
  }
  definition.category = bits_or(body, "category", definition.category);
  definition.mask = bits_or(body, "mask", definition.mask);
  if (const auto sensor = body.find("sensor")) {
    definition.is_sensor = sensor->truth();
  }
}

BodyDefinition read_definition(const JsonCursor& body, std::size_t index) {
  BodyDefinition definition;
  const auto name = body.find("name");
  definition.name = name ? name->text() : "body-" + std::to_string(index);
  if (const auto type = body.find("type")) {
    definition.type = static_cast<BodyType>(type->choice(type_names));
  }
  read_motion(body, definition);
  read_mass(body, definition);
  read_material(body, definition);
  read_filter(body, definition);
  if (const auto lock = body.find("lock")) {
    definition.locked = read_locks(*lock);
  }
  return definition;
}

// A sphere stretched along one axis is no sphere any more; what cannot be scaled is said, not approximated.
void check_scale(const JsonCursor& scale, const Geometry& geometry, const Vec3& s) {
  const bool needs_equal_x_z =
      std::holds_alternative<CylinderGeometry>(geometry) || std::holds_alternative<ConeGeometry>(geometry);
  const bool needs_all_equal =
      std::holds_alternative<SphereGeometry>(geometry) || std::holds_alternative<CapsuleGeometry>(geometry);
  if (std::holds_alternative<CompoundGeometry>(geometry) && s != Vec3(1.0)) {
    scale.complain("found a scale of \"shapes\", expected each of them to have its size");
  }
  if (needs_all_equal && !(s.x == s.y && s.y == s.z)) {
    scale.complain("found different scales for a sphere or capsule, expected three equal ones");
  }
  if (needs_equal_x_z && s.x != s.z) {
    scale.complain("found different scales across a cylinder or cone, expected those of x and z to be equal");
  }
}

// [xx, yy, zz], or three rows of a matrix that is its own mirror image.
Mat3 read_inertia(const JsonCursor& inertia) {
  Mat3 matrix(0.0);
  const std::vector<JsonCursor> rows = inertia.elements();
  const bool is_matrix = !rows.empty() && rows.front().is_array();
  if (rows.size() != 3) {
    inertia.fail("three moments, or three rows of three");
  }
  for (int row = 0; row < 3; ++row) {
    const JsonCursor& here = rows[static_cast<std::size_t>(row)];
    const Vec3 line = is_matrix ? here.vector(ranges::load) : Vec3(0.0);
    for (int column = 0; column < 3; ++column) {
      matrix[column][row] = is_matrix ? line[column] : column == row ? here.number(ranges::load) : 0.0;
    }
  }
  if (matrix != glm::transpose(matrix)) {
    inertia.complain("found a matrix that is not symmetric, expected [i][j] to be [j][i]");
  }
  return matrix;
}

OwnMass read_own_mass(const JsonCursor& body, BodyType type) {
  OwnMass own;
  const auto center = body.find("center_of_mass");
  const auto inertia = body.find("inertia");
  if (inertia && type != BodyType::dynamic) {
    inertia->complain("found it of a body that no impulse moves, expected it of a dynamic one");
  }
  if (center) {
    own.center_of_mass = center->vector(ranges::coordinate);
  }
  if (inertia) {
    own.inertia = read_inertia(*inertia);
  }
  return own;
}

MotionPhase read_phase(const JsonCursor& phase) {
  phase.expect_keys({"seconds", "linear_velocity", "angular_velocity"});
  return {phase.at("seconds").number(ranges::size), vector_or(phase, "linear_velocity", ranges::coordinate),
          vector_or(phase, "angular_velocity", ranges::any)};
}

void read_phases(const JsonCursor& list, const JsonCursor& body, SceneBody& read) {
  if (read.definition.type != BodyType::kinematic) {
    list.complain("found it of a body that is not kinematic, expected \"type\": \"kinematic\"");
  }
  if (body.find("linear_velocity") || body.find("angular_velocity")) {
    list.complain("found a velocity beside it, expected the velocities in the phases");
  }
  for (const JsonCursor& phase : list.elements()) {
    read.phases.push_back(read_phase(phase));
  }
  if (read.phases.empty()) {
    list.fail("a list of at least one phase");
  }
  read.definition.linear_velocity = read.phases.front().linear_velocity;
  read.definition.angular_velocity = read.phases.front().angular_velocity;
}

// A surface without an inside stands still.
Geometry read_body_geometry(const JsonCursor& body, BodyType type) {
  Geometry geometry = read_geometry(body);
  const auto* const mesh = std::get_if<MeshGeometry>(&geometry);
  if (mesh != nullptr && mesh->decomposition.method == Decomposition::triangles && type != BodyType::fixed) {
    body.at("decompose").complain("found \"triangles\" for a body that moves, expected it only of a static one");
  }
  if (std::holds_alternative<HeightFieldGeometry>(geometry) && type != BodyType::fixed) {
    body.at("shape").complain("found a \"height_field\" for a body that moves, expected it only of a static one");
  }
  return geometry;
}

}  // namespace

SceneBody read_body(const JsonCursor& body, std::size_t index) {
  body.expect_keys({"name",
                    "type",
                    "mesh",
                    "shape",
                    "shapes",
                    "center_of_mass",
                    "inertia",
                    "decompose",
                    "scale",
                    "position",
                    "rotation",
                    "linear_velocity",
                    "angular_velocity",
                    "density",
                    "mass",
                    "restitution",
                    "friction",
                    "rolling_friction",
                    "spinning_friction",
                    "surface_velocity",
                    "lock",
                    "force",
                    "torque",
                    "gravity",
                    "group",
                    "category",
                    "mask",
                    "sensor",
                    "color",
                    "phases"});
  SceneBody read;
  read.definition = read_definition(body, index);
  read.geometry = read_body_geometry(body, read.definition.type);
  read.own_mass = read_own_mass(body, read.definition.type);
  if (const auto scale = body.find("scale")) {
    read.scale = scale->vector(ranges::size);
    check_scale(*scale, read.geometry, read.scale);
  }
  if (const auto color = body.find("color")) {
    read.color = color->vector(ranges::fraction);
  }
  if (const auto phases = body.find("phases")) {
    read_phases(*phases, body, read);
  }
  return read;
}

std::vector<std::string> body_warnings(const JsonCursor& body, const SceneBody& read) {
  const BodyDefinition& definition = read.definition;
  const Vec3 zero(0.0);
  const bool is_told_to_move = definition.linear_velocity != zero || definition.angular_velocity != zero ||
                               definition.force != zero || definition.torque != zero;
  std::vector<std::string> warnings;
  if (definition.type == BodyType::fixed && is_told_to_move) {
    warnings.push_back(body.place() + ": a static body stands still: its velocity, force and torque are not used");
  }
  if (definition.type != BodyType::dynamic && definition.gravity) {
    warnings.push_back(body.place() + ": only dynamic bodies fall: its gravity is not used");
  }
  if (definition.is_sensor && definition.surface_velocity_local != zero) {
    warnings.push_back(body.place() + ": a sensor touches nothing: its surface velocity is not used");
  }
  return warnings;
}

}  // namespace firstcontact
