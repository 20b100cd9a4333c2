// Recordings with cylinders, cones and ellipsoids: version 2, and what is no such shape is refused.
#include <gtest/gtest.h>

#include <cmath>
#include <utility>

#include "scene/recording.hpp"
#include "scene/recording_format.hpp"
#include "scratch_folder.hpp"

namespace firstcontact {
namespace {

using testing::ScratchFolder;
using testing::text_of;

RecordedShape recorded_cylinder() {
  const ConvexShape shape = make_cylinder({0.0, -1.0, 0.0}, {0.0, 1.0, 0.0}, 0.5);
  return {shape.rounding, shape.core.vertices, {}, shape.ellipsoids};
}

RecordingHeader header_with(const std::vector<RecordedShape>& shapes) {
  RecordingHeader header{"smooth", 0.25, Vec3(0.0), {}, {}};
  header.colliders.push_back({Vec3(0.0), {{0.5, {Vec3(0.0)}, {}}}});
  header.colliders.push_back({Vec3(0.0), shapes});
  RecordedBody body;
  body.name = "body";
  body.collider = 1;
  body.mass = 1.0;
  body.inertia.principal_moments = Vec3(1.0);
  header.bodies = {body};
  return header;
}

Result<RecordingReader> written_and_read(const RecordingHeader& header, const ScratchFolder& folder) {
  RecordingWriter writer = RecordingWriter::create(folder.path("r.fcr"), header).value();
  writer.add_step(0.0, {}, {});
  EXPECT_FALSE(writer.finish(RecordingEnding::complete, 1).has_value());
  return RecordingReader::open(folder.path("r.fcr"));
}

TEST(RecordedEllipsoids, ComeBackBitForBit) {
  const ConvexShape cone = make_cone({0.1, 0.2, 0.3}, {0.4, 0.9, -0.3}, 0.7);
  const ConvexShape egg =
      make_ellipsoid({{0.5, 0.0, 0.1}, {Vec3(0.0, 0.2, 0.0), Vec3(0.3, 0.0, 0.0), Vec3(0.0, 0.0, 4.0)}});
  const std::vector<RecordedShape> shapes{recorded_cylinder(),
                                          {cone.rounding, cone.core.vertices, {}, cone.ellipsoids},
                                          {egg.rounding, egg.core.vertices, {}, egg.ellipsoids}};
  const ScratchFolder folder;
  const auto reader = written_and_read(header_with(shapes), folder);
  ASSERT_TRUE(reader) << reader.error().message;
  EXPECT_EQ(text_of(folder.path("r.fcr")).at(8), '\2');
  EXPECT_TRUE(reader.value().header().colliders[0].shapes[0].ellipsoids.empty());
  for (std::size_t i = 0; i < shapes.size(); ++i) {
    const RecordedShape& found = reader.value().header().colliders[1].shapes[i];
    EXPECT_EQ(found.vertices, shapes[i].vertices);
    ASSERT_EQ(found.ellipsoids.size(), shapes[i].ellipsoids.size());
    for (std::size_t k = 0; k < found.ellipsoids.size(); ++k) {
      EXPECT_EQ(found.ellipsoids[k].center, shapes[i].ellipsoids[k].center);
      EXPECT_EQ(found.ellipsoids[k].semi_axes, shapes[i].ellipsoids[k].semi_axes);
    }
  }
}

// The bytes of everything else are what they were.
TEST(RecordedEllipsoids, WithoutThemARecordingIsOfVersionOne) {
  const ScratchFolder folder;
  const auto reader = written_and_read(header_with({{0.5, {Vec3(1.0)}, {}}}), folder);
  ASSERT_TRUE(reader);
  const std::string bytes = text_of(folder.path("r.fcr"));
  EXPECT_EQ(bytes.at(8), '\1');
  EXPECT_EQ(bytes.find("ELLI"), std::string::npos);
}

TEST(RecordedEllipsoids, AreRefusedWhereTheyMakeNoShape) {
  const auto is_refused = [](void (*spoil)(RecordedShape&)) {
    RecordedShape shape = recorded_cylinder();
    spoil(shape);
    const ScratchFolder folder;
    const auto reader = written_and_read(header_with({shape}), folder);
    return !reader && reader.error().message.find("found no ellipsoids that fit") != std::string::npos;
  };
  EXPECT_FALSE(is_refused([](RecordedShape&) {}));
  EXPECT_TRUE(is_refused([](RecordedShape& shape) { shape.ellipsoids[1].center = shape.ellipsoids[0].center; }));
  EXPECT_TRUE(is_refused([](RecordedShape& shape) { shape.ellipsoids[1].semi_axes[0] *= 2.0; }));
  EXPECT_TRUE(is_refused([](RecordedShape& shape) { shape.ellipsoids[0].center.x = std::nan(""); }));
  EXPECT_TRUE(is_refused([](RecordedShape& shape) { shape.ellipsoids.push_back(shape.ellipsoids[0]); }));
  EXPECT_TRUE(is_refused([](RecordedShape& shape) { shape.vertices.pop_back(); }));
  EXPECT_TRUE(is_refused([](RecordedShape& shape) { shape.faces = {{0, 1, 0}}; }));
  EXPECT_TRUE(is_refused([](RecordedShape& shape) {
    shape.ellipsoids.resize(1);
    shape.ellipsoids[0].semi_axes[0] = Vec3(0.0);
  }));
}

TEST(RecordedEllipsoids, TheirChunkMustFitTheHeader) {
  RecordingHeader header = header_with({recorded_cylinder()});
  const std::string content = recording_format::encode_ellipsoids(header);
  RecordingHeader other = header_with({{0.0, recorded_cylinder().vertices, {}}});
  EXPECT_TRUE(recording_format::decode_ellipsoids(content, other));
  other = header_with({});
  EXPECT_FALSE(recording_format::decode_ellipsoids(content, other));
  for (std::size_t length = 0; length < content.size(); ++length) {
    RecordingHeader cut = header_with({{0.0, recorded_cylinder().vertices, {}}});
    EXPECT_FALSE(recording_format::decode_ellipsoids(std::string_view(content).substr(0, length), cut)) << length;
  }
}

}  // namespace
}  // namespace firstcontact
