#include <map>
#include <utility>

#include "core/bit_cast.hpp"
#include "scene/bytes.hpp"

#include <firstcontact/triangle_surface.hpp>
#include "scene/recording_format.hpp"

namespace firstcontact {
namespace {

namespace format = recording_format;

RecordedShape recorded(const ConvexShape& shape) {
  RecordedShape copy{shape.rounding, shape.core.vertices, {}, shape.ellipsoids};
  for (const HullFace& face : shape.core.faces) {
    const auto first = shape.core.face_vertices.begin() + face.first;
    copy.faces.emplace_back(first, first + face.count);
  }
  return copy;
}

RecordedCollider recorded(const Collider& collider) {
  RecordedCollider copy{collider.mass.center_of_mass, {}};
  for (Index i = 0; i < shape_count(collider); ++i) {
    copy.shapes.push_back(recorded(shape_at(collider, i)));
  }
  return copy;
}

RecordedBody recorded(const World& world, BodyIndex index) {
  const BodyState state = world.state(index);
  RecordedBody body;
  body.name = world.name(index);
  body.type = world.type(index);
  body.mass = world.mass(index);
  body.inertia = world.inertia(index);
  body.start = {state.pose, state.linear_velocity, state.angular_velocity};
  return body;
}

void encode(ByteWriter& out, const RecordedShape& shape) {
  out.f64(shape.rounding);
  out.u32(static_cast<std::uint32_t>(shape.vertices.size()));
  for (const Vec3& vertex : shape.vertices) {
    out.vector(vertex);
  }
  out.u32(static_cast<std::uint32_t>(shape.faces.size()));
  for (const auto& face : shape.faces) {
    out.u32(static_cast<std::uint32_t>(face.size()));
    for (const Index corner : face) {
      out.u32(corner);
    }
  }
}

void encode(ByteWriter& out, const RecordedBody& body) {
  out.text(body.name);
  out.u8(static_cast<std::uint8_t>(body.type));
  out.u32(body.collider);
  out.u8(static_cast<std::uint8_t>((body.group ? 1U : 0U) | (body.color ? 2U : 0U)));
  out.u32(body.group.value_or(0));
  out.vector(body.color.value_or(Vec3(0.0)));
  out.f64(body.mass);
  out.vector(body.inertia.principal_moments);
  out.rotation(body.inertia.principal_axes);
  out.vector(body.start.pose.position);
  out.rotation(body.start.pose.orientation);
  out.vector(body.start.linear_velocity);
  out.vector(body.start.angular_velocity);
}

void encode(ByteWriter& out, const MotionSegment& segment, const Vec3& gravity) {
  const bool moves = !format::is_all_zero(segment.linear_velocity);
  const bool turns = !format::is_all_zero(segment.angular_velocity);
  const bool falls = format::is_same(segment.linear_acceleration, gravity);
  const bool accelerates = !falls && !format::is_all_zero(segment.linear_acceleration);
  const unsigned flags = static_cast<unsigned>(segment.kind) | (moves ? format::has_linear_velocity : 0U) |
                         (turns ? format::has_angular_velocity : 0U) | (accelerates ? format::has_acceleration : 0U) |
                         (falls ? format::accelerates_by_gravity : 0U);
  out.u32(segment.body);
  out.u8(static_cast<std::uint8_t>(flags));
  out.f64(segment.start_time);
  out.vector(segment.pose.position);
  out.rotation(segment.pose.orientation);
  if (moves) {
    out.vector(segment.linear_velocity);
  }
  if (turns) {
    out.vector(segment.angular_velocity);
  }
  if (accelerates) {
    out.vector(segment.linear_acceleration);
  }
}

void encode(ByteWriter& out, const Event& event) {
  out.f64(event.time);
  out.u8(static_cast<std::uint8_t>(event.kind));
  out.u32(event.a);
  out.u32(event.b);
  out.vector(event.point);
  out.vector(event.normal);
  out.f64(event.approach_speed);
  out.f64(event.normal_impulse);
  out.f64(event.friction_impulse);
  out.f64(event.gap);
}

// The checksum covers the type and the length too, so that no damaged byte goes unseen.
std::string chunk(std::string_view type, std::string_view content) {
  ByteWriter out;
  out.raw(type);
  out.u32(static_cast<std::uint32_t>(content.size()));
  out.raw(content);
  out.u32(crc32(out.bytes()));
  return out.bytes();
}

}  // namespace

namespace recording_format {

bool is_same(const Vec3& a, const Vec3& b) {
  const auto bits = [](double value) { return bit_cast<std::uint64_t>(value); };
  return bits(a.x) == bits(b.x) && bits(a.y) == bits(b.y) && bits(a.z) == bits(b.z);
}

bool is_all_zero(const Vec3& value) { return is_same(value, Vec3(0.0)); }

std::string encode_header(const RecordingHeader& header) {
  ByteWriter out;
  out.text(header.scene_name);
  out.f64(header.time_step);
  out.vector(header.gravity);
  out.u32(static_cast<std::uint32_t>(header.colliders.size()));
  for (const RecordedCollider& collider : header.colliders) {
    out.vector(collider.center_of_mass);
    out.u32(static_cast<std::uint32_t>(collider.shapes.size()));
    for (const RecordedShape& shape : collider.shapes) {
      encode(out, shape);
    }
  }
  out.u32(static_cast<std::uint32_t>(header.bodies.size()));
  for (const RecordedBody& body : header.bodies) {
    encode(out, body);
  }
  return out.bytes();
}

}  // namespace recording_format

namespace {

RecordedLaws laws_of(const Scene& scene) {
  const WorldDefinition& world = scene.world;
  RecordedLaws laws{world.linear_damping, world.angular_damping, world.restitution_rule, world.friction_rule, {}};
  for (const SceneBody& body : scene.bodies) {
    const BodyDefinition& d = body.definition;
    laws.bodies.push_back({d.restitution, d.friction, d.rolling_friction, d.spinning_friction, d.locked, d.is_sensor,
                           d.category, d.mask, d.gravity.value_or(world.gravity), d.force, d.torque,
                           d.surface_velocity_local});
  }
  return laws;
}

}  // namespace

RecordingHeader recording_header(const World& world, const Scene& scene) {
  require(world.body_count() == scene.bodies.size(), "recording_header: the world was not made from this scene");
  RecordingHeader header{scene.name, scene.world.time_step, scene.world.gravity, {}, {}, laws_of(scene)};
  std::map<const Collider*, Index> index_of;  // only looked up, never walked: addresses differ from run to run
  for (BodyIndex i = 0; i < world.body_count(); ++i) {
    const Collider* const collider = world.collider(i).get();
    const auto [entry, is_new] = index_of.emplace(collider, static_cast<Index>(header.colliders.size()));
    if (is_new) {
      header.colliders.push_back(recorded(*collider));
    }
    header.bodies.push_back(recorded(world, i));
    header.bodies.back().collider = entry->second;
    header.bodies.back().group = scene.bodies[i].definition.group;
    header.bodies.back().color = scene.bodies[i].color;
  }
  return header;
}

Pose mesh_pose(const Pose& pose, const RecordedCollider& collider) {
  return {pose.position - rotate(pose.orientation, collider.center_of_mass), pose.orientation};
}

Result<RecordingWriter> RecordingWriter::create(const std::filesystem::path& file, const RecordingHeader& header) {
  auto output = OutputFile::create(file);
  if (!output) {
    return output.error();
  }
  RecordingWriter writer(std::move(output).value());
  ByteWriter prelude;
  prelude.raw(format::magic);
  const bool is_smooth = format::has_ellipsoids(header);
  prelude.u32(is_smooth ? format::version_with_ellipsoids : format::version);
  writer.file_.write(prelude.bytes());
  writer.file_.write(chunk(format::header_chunk, format::encode_header(header)));
  if (is_smooth) {
    writer.file_.write(chunk(format::ellipsoids_chunk, format::encode_ellipsoids(header)));
  }
  if (header.laws) {
    writer.file_.write(chunk(format::laws_chunk, format::encode_laws(*header.laws)));
  }
  if (!header.method.empty()) {
    ByteWriter name;
    name.text(header.method);
    writer.file_.write(chunk(format::method_chunk, name.bytes()));
  }
  writer.gravity_ = header.gravity;
  return writer;
}

Result<RecordingWriter> RecordingWriter::resume(const std::filesystem::path& file, const Begun& begun,
                                                const RecordingHeader& header) {
  auto output = OutputFile::resume(file, begun.part);
  if (!output) {
    return output.error();
  }
  RecordingWriter writer(std::move(output).value());
  writer.gravity_ = header.gravity;
  writer.end_time_ = begun.end_time;
  writer.steps_ = begun.steps;
  return writer;
}

std::optional<RecordingWriter::Begun> RecordingWriter::begun() {
  auto part = file_.written_part();
  return part ? std::optional(Begun{*std::move(part), steps_, end_time_}) : std::nullopt;
}

void RecordingWriter::add_step(double end_time, std::span<const MotionSegment> segments,
                               std::span<const Event> events) {
  ByteWriter out;
  out.f64(end_time);
  out.u32(static_cast<std::uint32_t>(segments.size()));
  for (const MotionSegment& segment : segments) {
    encode(out, segment, gravity_);
  }
  out.u32(static_cast<std::uint32_t>(events.size()));
  for (const Event& event : events) {
    encode(out, event);
  }
  file_.write(chunk(format::step_chunk, out.bytes()));
  end_time_ = end_time;
  ++steps_;
}

void RecordingWriter::add_impulses(const ImpulseRecord& impulses) {
  file_.write(chunk(format::chords_chunk, format::encode_impulses(impulses)));
}

std::optional<Error> RecordingWriter::finish(RecordingEnding ending, std::uint64_t state_hash) {
  require(ending != RecordingEnding::cut, "RecordingWriter::finish: a writer does not cut");
  ByteWriter out;
  out.u64(steps_);
  out.f64(end_time_);
  out.u64(state_hash);
  out.u8(static_cast<std::uint8_t>(ending));
  file_.write(chunk(format::end_chunk, out.bytes()));
  return file_.finish();
}

}  // namespace firstcontact
