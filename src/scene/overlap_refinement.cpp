#include "scene/overlap_refinement.hpp"

#include <algorithm>
#include <cmath>

#include "scene/bytes.hpp"
#include "scene/concave_edges.hpp"
#include "scene/start_overlaps.hpp"

namespace firstcontact {
namespace {

constexpr int most_halvings = 5;

double tolerance_after(int halvings) { return std::ldexp(DecompositionOptions{}.tolerance, -halvings); }

/// How often each body's tolerance is halved.
using Halvings = std::vector<std::uint8_t>;

// A pair that begins in each other.
struct OverlappingPair {
  BodyPair pair;
  std::optional<int> enough;  // so many halvings of both surely part them; nothing when all of them may not
};

double longest_side(const Mesh& mesh, const Vec3& scale) {
  Aabb box;
  for (const MeshPart& part : mesh.parts) {
    for (const std::vector<Index>& polygon : part.polygons) {
      for (const Index vertex : polygon) {
        box = merged(box, scale * mesh.vertices[vertex]);
      }
    }
  }
  const Vec3 size = box.high - box.low;
  return std::max({size.x, size.y, size.z});
}

class Refinement {
 public:
  Refinement(Scene& scene, const GeometrySource& source) : scene_(scene), source_(source) {
    for (const SceneBody& body : scene.bodies) {
      meshes_.push_back(source.refinable_mesh(body));
      first_colliders_.push_back(body.definition.collider);
    }
  }

  /// Whether some body can be refined at all.
  [[nodiscard]] bool has_work() const {
    return std::any_of(meshes_.begin(), meshes_.end(), [](const Mesh* mesh) { return mesh != nullptr; });
  }

  /// Everything that decides what comes out, as bytes.
  [[nodiscard]] std::string recipe() const {
    ByteWriter bytes;
    bytes.u32(decomposition_version);
    for (std::size_t i = 0; i < scene_.bodies.size(); ++i) {
      write_body(bytes, i);
    }
    return bytes.bytes();
  }

  /// Finds how fine each body's hulls must be; in the end they are so.
  [[nodiscard]] Result<Halvings> find() {
    std::vector<OverlappingPair> open = helpable_pairs();
    Halvings tried(scene_.bodies.size(), 0);
    Halvings needed = tried;
    for (int round = 1; round <= most_halvings && !open.empty(); ++round) {
      for (const OverlappingPair& of : open) {
        raise(tried, sticking_out(of.pair), round);
      }
      if (auto error = apply(tried)) {
        return *std::move(error);
      }
      std::erase_if(open, [&](const OverlappingPair& of) { return is_decided(of, tried, needed); });
    }
    if (auto error = apply(needed)) {
      return *std::move(error);
    }
    return needed;
  }

  /// Has each body's hulls as fine as that.
  [[nodiscard]] std::optional<Error> apply(const Halvings& halvings) {
    for (std::size_t i = 0; i < halvings.size(); ++i) {
      if (meshes_[i] == nullptr) {
        continue;
      }
      auto& tolerance = std::get<MeshGeometry>(scene_.bodies[i].geometry).decomposition.tolerance;
      const auto wanted = halvings[i] > 0 ? std::optional(tolerance_after(halvings[i])) : std::nullopt;
      if (tolerance == wanted) {
        continue;
      }
      tolerance = wanted;
      if (auto error = source_.reload(i)) {
        return error;
      }
    }
    return std::nullopt;
  }

  /// Whether this can be an answer: it says nothing about bodies that cannot be refined.
  [[nodiscard]] bool fits(const Halvings& halvings) const {
    bool does = halvings.size() == meshes_.size();
    for (std::size_t i = 0; does && i < halvings.size(); ++i) {
      does = halvings[i] <= (meshes_[i] != nullptr ? most_halvings : 0);
    }
    return does;
  }

 private:
  void write_body(ByteWriter& bytes, std::size_t i) const {
    const BodyDefinition& body = scene_.bodies[i].definition;
    const Collider& collider = *first_colliders_[i];
    bytes.u8(meshes_[i] != nullptr ? 1 : 0);
    bytes.u8(static_cast<std::uint8_t>(body.type));
    bytes.u8(body.is_sensor ? 1 : 0);
    bytes.u8(body.group ? 1 : 0);
    bytes.u32(body.group.value_or(0));
    bytes.u32(body.category);
    bytes.u32(body.mask);
    bytes.vector(body.mesh_pose.position);
    bytes.rotation(body.mesh_pose.orientation);
    bytes.vector(scene_.bodies[i].scale);
    bytes.f64(collider.mass.mass);
    bytes.vector(collider.mass.center_of_mass);
    bytes.vector(collider.principal_moments);
    bytes.f64(collider.radius);
    for (const ConvexShape& shape : collider.shapes) {
      bytes.f64(shape.rounding);
      bytes.vector(shape.half_extents);
      for (const Vec3& vertex : shape.core.vertices) {
        bytes.vector(vertex);
      }
    }
  }

  [[nodiscard]] BodySurface as_mesh(BodyIndex body) const { return {&scene_.bodies[body], meshes_[body]}; }
  [[nodiscard]] BodySurface as_hulls(BodyIndex body) const { return {&scene_.bodies[body], nullptr}; }
  [[nodiscard]] double side(BodyIndex body) const {
    return meshes_[body] != nullptr ? longest_side(*meshes_[body], scene_.bodies[body].scale) : 0.0;
  }
  [[nodiscard]] double touching(const BodyPair& pair) const {
    return touching_depth(scene_.bodies[pair.a], scene_.bodies[pair.b]);
  }
  // Hulls of a tolerance stick out by no more than that: what is further apart than both together no longer overlaps.
  [[nodiscard]] std::optional<int> enough_halvings(const BodyPair& pair) const {
    const double sides = side(pair.a) + side(pair.b);
    const double gap = start_gap(as_mesh(pair.a), as_mesh(pair.b), tolerance_after(1) * sides);
    for (int halvings = 1; halvings <= most_halvings; ++halvings) {
      if (tolerance_after(halvings) * sides <= gap) {
        return halvings;
      }
    }
    return std::nullopt;
  }

  // Whether the finest hulls of a body would still fill all that is concave about the other: then none follow its
  // surface, and none come as close as the other is.
  [[nodiscard]] bool fills_what_is_concave(BodyIndex body, BodyIndex other) const {
    if (meshes_[body] == nullptr) {
      return false;
    }
    const double finest = tolerance_after(most_halvings) * side(body);
    const auto deepest = deepest_concave_edge(as_mesh(body), grown(start_box(as_mesh(other)), finest));
    return deepest && *deepest < finest;
  }

  // Pairs that begin in each other for their hulls' sake, and need not.
  [[nodiscard]] std::vector<OverlappingPair> helpable_pairs() const {
    std::vector<bool> refinable;
    std::transform(meshes_.begin(), meshes_.end(), std::back_inserter(refinable),
                   [](const Mesh* mesh) { return mesh != nullptr; });
    std::vector<OverlappingPair> found;
    for (const BodyPair& pair : deep_overlaps(scene_, refinable)) {
      if (start_depth(as_mesh(pair.a), as_mesh(pair.b)) > touching(pair)) {
        continue;
      }
      const auto enough = enough_halvings(pair);
      const std::vector<BodyIndex> bodies = sticking_out(pair);
      const bool is_hopeless = !enough && std::any_of(bodies.begin(), bodies.end(), [&](BodyIndex body) {
        return fills_what_is_concave(body, body == pair.a ? pair.b : pair.a);
      });
      if (!is_hopeless) {
        found.push_back({pair, enough});
      }
    }
    return found;
  }

  // Those of the pair whose hulls reach into what the other really is; both, where none does by itself.
  [[nodiscard]] std::vector<BodyIndex> sticking_out(const BodyPair& pair) const {
    std::vector<BodyIndex> bodies;
    if (meshes_[pair.a] != nullptr && start_depth(as_hulls(pair.a), as_mesh(pair.b)) > touching(pair)) {
      bodies.push_back(pair.a);
    }
    if (meshes_[pair.b] != nullptr && start_depth(as_mesh(pair.a), as_hulls(pair.b)) > touching(pair)) {
      bodies.push_back(pair.b);
    }
    return bodies.empty() ? std::vector<BodyIndex>{pair.a, pair.b} : bodies;
  }

  // Whether nothing more is to be done for the pair. When it is apart, what that took is noted in `needed`.
  [[nodiscard]] bool is_decided(const OverlappingPair& of, const Halvings& tried, Halvings& needed) const {
    const auto [a, b] = of.pair;
    const double depth = overlap_depth(placed(scene_.bodies[a]), placed(scene_.bodies[b])).value_or(0.0);
    if (depth <= touching(of.pair)) {
      raise(needed, {a}, tried[a]);
      raise(needed, {b}, tried[b]);
      return true;
    }
    const auto is_spent = [&](BodyIndex body) { return meshes_[body] == nullptr || tried[body] >= *of.enough; };
    return of.enough && is_spent(a) && is_spent(b);
  }

  // At least `count` for `bodies`, and for all that look like them.
  void raise(Halvings& halvings, const std::vector<BodyIndex>& bodies, int count) const {
    for (std::size_t i = 0; i < halvings.size(); ++i) {
      const bool is_like_one = std::any_of(
          bodies.begin(), bodies.end(), [&](BodyIndex body) { return first_colliders_[i] == first_colliders_[body]; });
      if (is_like_one && meshes_[i] != nullptr) {
        halvings[i] = std::max(halvings[i], static_cast<std::uint8_t>(count));
      }
    }
  }

  Scene& scene_;
  const GeometrySource& source_;
  std::vector<const Mesh*> meshes_;  // of bodies that can be refined
  std::vector<std::shared_ptr<const Collider>> first_colliders_;
};

}  // namespace

std::optional<Error> refine_overlapping(Scene& scene, const GeometrySource& source, const DecompositionCache& cache) {
  Refinement refinement(scene, source);
  if (!refinement.has_work()) {
    return std::nullopt;
  }
  const std::string recipe = refinement.recipe();
  if (const auto kept = kept_answer(recipe, cache)) {
    const Halvings halvings(kept->begin(), kept->end());
    if (refinement.fits(halvings)) {
      return refinement.apply(halvings);
    }
  }
  const auto found = refinement.find();
  if (!found) {
    return found.error();
  }
  keep_answer(recipe, std::string(found.value().begin(), found.value().end()), cache);
  return std::nullopt;
}

}  // namespace firstcontact
