#include "viewer/body_kind.hpp"

#include <firstcontact/mesh.hpp>

#include <algorithm>
#include <utility>

#include "scene/files.hpp"
#include "scene/scene_world.hpp"
#include "scene/standing_scene.hpp"
#include "scene/text.hpp"

namespace firstcontact {
namespace {

namespace fs = std::filesystem;

// The scale that makes the mesh's longest side `size` metres.
Result<double> scale_to(double size, const fs::path& file) {
  const auto text = read_file(file);
  const auto mesh = text ? read_obj(text.value(), file.string(), "") : Result<Mesh>(text.error());
  if (!mesh) {
    return mesh.error();
  }
  Aabb box;
  for (const Vec3& vertex : mesh.value().vertices) {
    box = merged(box, vertex);
  }
  const Vec3 sides = box.high - box.low;
  const double longest = std::max({sides.x, sides.y, sides.z});
  if (!(longest > 0.0)) {
    return Error{file.string() + ": found a mesh without any size"};
  }
  return size / longest;
}

}  // namespace

KindWish mesh_kind(const fs::path& mesh, double size) { return {mesh.stem().string(), "", mesh, size}; }

std::vector<KindWish> primitive_kinds(double size) {
  const auto sized = [&](double share) { return shortest_text(share * size); };
  const auto kind = [&](const char* name, const std::string& shape) {
    return KindWish{name, R"({"shape": {)" + shape + "}}", {}, size};
  };
  return {kind("box", R"("box": [)" + sized(0.5) + ", " + sized(0.3) + ", " + sized(0.3) + "]"),
          kind("ball", R"("sphere": )" + sized(0.5)),
          kind("capsule", R"("capsule": [)" + sized(0.2) + ", " + sized(0.3) + "]"),
          kind("cylinder", R"("cylinder": [)" + sized(0.35) + ", " + sized(0.5) + "]"),
          kind("cone", R"("cone": [)" + sized(0.4) + ", " + sized(0.5) + "]"),
          kind("ellipsoid", R"("ellipsoid": [)" + sized(0.5) + ", " + sized(0.35) + ", " + sized(0.25) + "]")};
}

KindWish resized(const KindWish& wish, double size) {
  if (!wish.mesh.empty()) {
    return mesh_kind(wish.mesh, size);
  }
  const std::vector<KindWish> kinds = primitive_kinds(size);
  return *std::find_if(kinds.begin(), kinds.end(), [&](const KindWish& kind) { return kind.name == wish.name; });
}

// By the way of a scene of this one body, so that it is what it would be in a file.
Result<LoadedKind> load_kind(const KindWish& wish, const DecompositionCache& cache) {
  std::string body = wish.written;
  if (body.empty()) {
    const auto scale = scale_to(wish.size, wish.mesh);
    if (!scale) {
      return scale.error();
    }
    body = written_mesh_body(wish.mesh, scale.value());
  }
  const auto written = parse_scene(R"({"version": 1, "bodies": [)" + body + "]}", wish.mesh);
  if (!written) {
    return written.error();
  }
  const auto loaded = load_geometry(written.value(), cache);
  if (!loaded) {
    return loaded.error();
  }
  const auto world = make_world(loaded.value());
  if (!world) {
    return world.error();
  }
  return LoadedKind{wish, loaded.value().bodies.front().definition, body,
                    stage_of_scene(world.value(), loaded.value(), written.value())};
}

}  // namespace firstcontact
