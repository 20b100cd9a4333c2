#include "scene/scene_world.hpp"

#include <algorithm>
#include <firstcontact/decomposition.hpp>
#include <firstcontact/triangle_surface.hpp>
#include <map>
#include <set>
#include <tuple>
#include <utility>

#include <firstcontact/scaling.hpp>

#include "scene/compound.hpp"
#include "scene/files.hpp"
#include "scene/mesh_warnings.hpp"
#include "scene/overlap_refinement.hpp"
#include "scene/scene_scales.hpp"

namespace firstcontact {
namespace {

namespace fs = std::filesystem;

using SharedCollider = std::shared_ptr<const Collider>;

// Everything that decides what collider a mesh becomes.
using MeshKey = std::tuple<std::string, double, double, double, Decomposition, std::optional<double>,
                           std::optional<int>, std::optional<int>>;

MeshKey key_of(const MeshGeometry& geometry, const Vec3& scale) {
  const DecompositionRequest& request = geometry.decomposition;
  return {geometry.file,  scale.x,           scale.y,           scale.z,
          request.method, request.tolerance, request.max_hulls, request.max_vertices};
}

template <class... Cases>
struct Overloaded : Cases... {
  using Cases::operator()...;
};
template <class... Cases>
Overloaded(Cases...) -> Overloaded<Cases...>;  // clang 14 does not deduce aggregates

// Loads each mesh once, and each collider once.
class GeometryLoader {
 public:
  GeometryLoader(fs::path folder, const LoadOptions& options) : folder_(std::move(folder)), options_(options) {}

  [[nodiscard]] Result<SharedCollider> collider(const Geometry& geometry, const Vec3& scale);
  [[nodiscard]] std::optional<Vec3> color(const Geometry& geometry) const;
  [[nodiscard]] const std::vector<std::string>& warnings() const { return warnings_; }
  /// Says what is to be said of the body at `place`, once for each mesh.
  void warn(const SceneBody& body, const std::string& place);
  /// The mesh of a body that is not convex, and whose hulls are the engine's choice; nothing for every other body.
  [[nodiscard]] const Mesh* refinable_mesh(const SceneBody& body) const;

 private:
  [[nodiscard]] Result<SharedCollider> of_shapes(const CompoundGeometry& compound);
  [[nodiscard]] Result<SharedCollider> of_mesh(const MeshGeometry& geometry, const Vec3& scale);
  [[nodiscard]] Result<SharedCollider> shaped(const Mesh& mesh, const MeshGeometry& geometry, const Vec3& scale);
  [[nodiscard]] Result<const Mesh*> mesh(const std::string& file);
  [[nodiscard]] Result<SharedCollider> taken_apart(const Mesh& mesh, const MeshGeometry& geometry, const Vec3& scale);
  [[nodiscard]] Result<ConvexDecomposition> decomposed(const Mesh& mesh, const MeshGeometry& geometry);
  [[nodiscard]] std::string materials(const std::string& obj_text, const fs::path& obj_file);

  fs::path folder_;
  const LoadOptions& options_;
  std::map<std::string, Mesh> meshes_;
  std::map<MeshKey, SharedCollider> colliders_;
  std::set<MeshKey> taken_apart_;
  std::vector<std::string> warnings_;
  std::set<std::string> warned_of_;
};

Mesh stretched(Mesh mesh, const Vec3& scale) {
  for (Vec3& vertex : mesh.vertices) {
    vertex = vertex * scale;
  }
  return mesh;
}

Result<SharedCollider> collider_of(const ScaledHulls& of) {
  std::vector<ConvexShape> shapes;
  for (const Hull& hull : of.hulls) {
    shapes.push_back(make_shape(hull));
  }
  return make_collider(shapes, of.mass);
}

Result<SharedCollider> as_it_is(const Mesh& mesh, const Vec3& scale, const std::string& file_name) {
  auto surface = triangle_surface(stretched(mesh, scale), file_name);
  return surface ? make_collider(std::move(surface).value()) : surface.error();
}

Result<SharedCollider> of_points(const HullGeometry& hull, const Vec3& scale) {
  std::vector<Vec3> points;
  for (const Vec3& point : hull.points) {
    points.push_back(point * scale);
  }
  return make_hull_collider(points);
}

Result<SharedCollider> of_heights(HeightField field, const Vec3& scale) {
  field.spacing_x *= scale.x;
  field.spacing_z *= scale.z;
  for (double& height : field.heights) {
    height *= scale.y;
  }
  return make_collider(std::move(field));
}

Result<SharedCollider> GeometryLoader::collider(const Geometry& geometry, const Vec3& scale) {
  const Overloaded make{
      [&](const MeshGeometry& mesh_geometry) { return of_mesh(mesh_geometry, scale); },
      [&](const BoxGeometry& box) { return make_box_collider(box.half_extents * scale); },
      [&](const SphereGeometry& sphere) { return make_sphere_collider(sphere.radius * scale.x); },
      [&](const CapsuleGeometry& capsule) {
        return make_capsule_collider(capsule.radius * scale.x, capsule.half_height * scale.y);
      },
      [&](const CylinderGeometry& cylinder) {
        return make_cylinder_collider(cylinder.radius * scale.x, cylinder.half_height * scale.y);
      },
      [&](const ConeGeometry& cone) { return make_cone_collider(cone.radius * scale.x, cone.half_height * scale.y); },
      [&](const EllipsoidGeometry& ellipsoid) { return make_ellipsoid_collider(ellipsoid.semi_axes * scale); },
      [&](const HullGeometry& hull) { return of_points(hull, scale); },
      [&](const CompoundGeometry& compound) { return of_shapes(compound); },
      [&](const HeightFieldGeometry& heights) { return of_heights(heights.field, scale); },
  };
  return std::visit(make, geometry);
}

Result<SharedCollider> GeometryLoader::of_shapes(const CompoundGeometry& compound) {
  std::vector<CompoundPart> parts;
  for (const PlacedShape& shape : compound.shapes) {
    auto made = collider(shape.geometry, Vec3(1.0));
    if (!made) {
      return made;
    }
    parts.push_back({std::move(made).value(), shape.pose});
  }
  return bound_together(parts);
}

Result<SharedCollider> GeometryLoader::of_mesh(const MeshGeometry& geometry, const Vec3& scale) {
  const MeshKey key = key_of(geometry, scale);
  if (const auto known = colliders_.find(key); known != colliders_.end()) {
    return known->second;
  }
  const auto read = mesh(geometry.file);
  if (!read) {
    return read.error();
  }
  auto made = shaped(*read.value(), geometry, scale);
  if (made) {
    colliders_.emplace(key, made.value());
  }
  return made;
}

Result<SharedCollider> GeometryLoader::shaped(const Mesh& mesh, const MeshGeometry& geometry, const Vec3& scale) {
  const std::string file_name = (folder_ / geometry.file).string();
  if (geometry.decomposition.method == Decomposition::triangles) {
    return as_it_is(mesh, scale, file_name);
  }
  const bool as_modelled = geometry.decomposition.method == Decomposition::objects;
  const bool is_choice_free = geometry.decomposition.method == Decomposition::automatic;
  const HullPer what = as_modelled ? HullPer::object : is_choice_free ? HullPer::convex_surface : HullPer::mesh;
  const auto shapes = convex_shapes(mesh, what, scale, file_name);
  if (shapes) {
    return make_collider(shapes.value());
  }
  if (!is_choice_free) {
    return shapes.error();
  }
  taken_apart_.insert(key_of(geometry, scale));
  return taken_apart(mesh, geometry, scale);
}

// All objects together: those of a model are often open surfaces that only close each other. Where the bound allows, a
// stretched copy has the stretched hulls of the mesh itself: scenes share what was taken apart once.
Result<SharedCollider> GeometryLoader::taken_apart(const Mesh& mesh, const MeshGeometry& geometry, const Vec3& scale) {
  if (keeps_bound(mesh, scale)) {
    const auto found = decomposed(mesh, geometry);
    if (!found) {
      return found.error();
    }
    if (const auto hulls = scaled(found.value(), scale)) {
      return collider_of(*hulls);
    }
  }
  const auto found = decomposed(stretched(mesh, scale), geometry);
  return found ? collider_of(*scaled(found.value(), Vec3(1.0))) : found.error();
}

Result<ConvexDecomposition> GeometryLoader::decomposed(const Mesh& mesh, const MeshGeometry& geometry) {
  const DecompositionRequest& request = geometry.decomposition;
  DecompositionOptions options;
  options.tolerance = request.tolerance.value_or(options.tolerance);
  options.max_hulls = static_cast<std::size_t>(request.max_hulls.value_or(0));
  options.max_vertices =
      static_cast<std::size_t>(request.max_vertices.value_or(static_cast<int>(options.max_vertices)));
  if (options_.progress) {
    options.progress = [&](const DecompositionProgress& progress) {
      options_.progress("taking apart " + geometry.file, progress.fraction);
      return true;
    };
  }
  return decompose_once(mesh, options, (folder_ / geometry.file).string(), options_.cache);
}

Result<const Mesh*> GeometryLoader::mesh(const std::string& file) {
  if (const auto known = meshes_.find(file); known != meshes_.end()) {
    return &known->second;
  }
  const fs::path path = folder_ / file;
  const auto text = read_file(path);
  if (!text) {
    return text.error();
  }
  auto read = read_obj(text.value(), path.string(), materials(text.value(), path));
  if (!read) {
    return read.error();
  }
  return &meshes_.emplace(file, std::move(read).value()).first->second;
}

// A material is only a colour: without its file the mesh is as solid as before.
std::string GeometryLoader::materials(const std::string& obj_text, const fs::path& obj_file) {
  std::string all;
  for (const std::string& library : material_libraries(obj_text)) {
    const auto text = read_file(obj_file.parent_path() / library);
    if (text) {
      all += text.value() + "\n";
    } else {
      warnings_.push_back(obj_file.string() + ": material library: " + text.error().message);
    }
  }
  return all;
}

std::optional<Vec3> GeometryLoader::color(const Geometry& geometry) const {
  const auto* const of = std::get_if<MeshGeometry>(&geometry);
  const auto known = of != nullptr ? meshes_.find(of->file) : meshes_.end();
  if (known == meshes_.end() || !known->second.diffuse_color) {
    return std::nullopt;
  }
  const std::array<float, 3>& rgb = *known->second.diffuse_color;
  return Vec3(rgb[0], rgb[1], rgb[2]);
}

const Mesh* GeometryLoader::refinable_mesh(const SceneBody& body) const {
  const auto* const of = std::get_if<MeshGeometry>(&body.geometry);
  const bool is_free = of != nullptr && !of->decomposition.tolerance && taken_apart_.contains(key_of(*of, body.scale));
  return is_free ? &meshes_.at(of->file) : nullptr;
}

void GeometryLoader::warn(const SceneBody& body, const std::string& place) {
  const auto* const of = std::get_if<MeshGeometry>(&body.geometry);
  if (of == nullptr || warned_of_.contains(of->file)) {
    return;
  }
  if (const auto warning = closing_warning(body, meshes_.at(of->file))) {
    warnings_.push_back(place + (folder_ / of->file).string() + ": " + *warning);
    warned_of_.insert(of->file);
  }
}

std::string place(const Scene& scene, std::size_t body, std::string_view key) {
  return scene.file.string() + ": bodies[" + std::to_string(body) + "]" + std::string(key) + ": ";
}

}  // namespace

namespace {

std::optional<Error> give_own_mass(SceneBody& body, const std::string& where) {
  if (!body.own_mass.center_of_mass && !body.own_mass.inertia) {
    return std::nullopt;
  }
  BodyDefinition& definition = body.definition;
  const double mass = definition.mass.value_or(definition.density * definition.collider->mass.mass);
  auto own = with_own_mass(*with_all_shapes(definition.collider), body.own_mass, mass);
  if (!own) {
    return Error{where + own.error().message};
  }
  definition.collider = std::move(own).value();
  return std::nullopt;
}

std::optional<Error> load_body(GeometryLoader& loader, Scene& scene, std::size_t i) {
  SceneBody& body = scene.bodies[i];
  auto collider = loader.collider(body.geometry, body.scale);
  if (!collider) {
    const bool is_mesh = std::holds_alternative<MeshGeometry>(body.geometry);
    const bool is_compound = std::holds_alternative<CompoundGeometry>(body.geometry);
    return Error{place(scene, i, is_mesh ? ".mesh" : is_compound ? ".shapes" : ".shape") + collider.error().message};
  }
  body.definition.collider = std::move(collider).value();
  return give_own_mass(body, place(scene, i, ".inertia"));
}

}  // namespace

Result<Scene> load_geometry(Scene scene, const LoadOptions& options) {
  GeometryLoader loader(scene.file.parent_path(), options);
  for (std::size_t i = 0; i < scene.bodies.size(); ++i) {
    if (auto error = load_body(loader, scene, i)) {
      return *std::move(error);
    }
    SceneBody& body = scene.bodies[i];
    body.color = body.color ? body.color : loader.color(body.geometry);
    loader.warn(body, place(scene, i, ".mesh"));
  }
  const GeometrySource source{[&](const SceneBody& body) { return loader.refinable_mesh(body); },
                              [&](std::size_t i) { return load_body(loader, scene, i); }};
  if (auto error = refine_overlapping(scene, source, options.cache)) {
    return *std::move(error);
  }
  scene.warnings.insert(scene.warnings.end(), loader.warnings().begin(), loader.warnings().end());
  return scene;
}

Result<Scene> load_geometry(Scene scene, const DecompositionCache& cache) {
  return load_geometry(std::move(scene), LoadOptions{cache, {}});
}

Result<World> make_world(const Scene& scene) {
  if (auto error = find_unfit_scale(scene)) {
    return *std::move(error);
  }
  WorldDefinition definition = scene.world;
  definition.reuses_places = false;  // recordings and pictures number bodies as they come
  World world(definition);
  for (std::size_t i = 0; i < scene.bodies.size(); ++i) {
    const auto added = world.add_body(scene.bodies[i].definition);
    if (!added) {
      return Error{place(scene, i, "") + added.error().message};
    }
  }
  return world;
}

std::size_t hull_count(const Scene& scene) {
  std::size_t count = 0;
  for (const SceneBody& body : scene.bodies) {
    count += body.definition.collider ? shape_count(*body.definition.collider) : 0;
  }
  return count;
}

}  // namespace firstcontact
