// What bodies cost on terrain of 1e4 to 1e6 triangles: a step goes by what is near a body, not by the terrain's size.
// `bytes_per_triangle` is all that the collider keeps, `build_s` what it takes to make it from a mesh.
#include <benchmark/benchmark.h>

#include <firstcontact/triangle_surface.hpp>
#include <firstcontact/world.hpp>

#include <array>
#include <cmath>
#include <cstdint>
#include <ctime>
#include <memory>
#include <vector>

namespace firstcontact {
namespace {

constexpr int side_of_bodies = 10;

// Hills of about `triangles` triangles, 0.3 m wide each.
Mesh terrain(std::int64_t triangles) {
  const auto cells = static_cast<Index>(std::sqrt(static_cast<double>(triangles) / 2.0));
  Mesh mesh;
  mesh.parts.push_back({"terrain", {}});
  for (Index i = 0; i <= cells; ++i) {
    for (Index j = 0; j <= cells; ++j) {
      const double x = 0.3 * (i - 0.5 * cells);
      const double z = 0.3 * (j - 0.5 * cells);
      mesh.vertices.emplace_back(x, 0.4 * std::sin(0.9 * x) * std::cos(0.7 * z), z);
    }
  }
  for (Index i = 0; i < cells; ++i) {
    for (Index j = 0; j < cells; ++j) {
      const Index at = i * (cells + 1) + j;
      mesh.parts.front().polygons.push_back({at, at + 1, at + cells + 2, at + cells + 1});
    }
  }
  return mesh;
}

double bytes_of(const Collider& collider) {
  const TriangleSurface& surface = *collider.surface;
  const auto corners = surface.triangles.capacity() + surface.neighbours.capacity();
  return static_cast<double>(surface.vertices.capacity() * sizeof(Vec3) + corners * sizeof(std::array<Index, 3>) +
                             collider.tree.nodes.capacity() * sizeof(ShapeTreeNode) +
                             collider.tree.order.capacity() * sizeof(Index));
}

double seconds_since(std::clock_t begin) { return static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC; }

std::shared_ptr<const Collider> tree_of_hulls() {
  std::vector<ConvexShape> shapes;
  for (int i = 0; i < 8; ++i) {
    Hull box = make_box({0.05, 0.1, 0.05});
    for (Vec3& vertex : box.vertices) {
      vertex += Vec3(0.08 * ((i % 3) - 1), 0.2 * (i - 4), 0.0);
    }
    shapes.push_back(make_shape(convex_hull(box.vertices).value()));
  }
  return make_collider(shapes).value();
}

void drop_on_terrain(benchmark::State& state, const std::shared_ptr<const Collider>& falling) {
  const Mesh mesh = terrain(state.range(0));
  const std::clock_t building = std::clock();
  BodyDefinition ground;
  ground.type = BodyType::fixed;
  ground.collider = make_collider(triangle_surface(mesh, "terrain").value()).value();
  state.counters["build_s"] = seconds_since(building);
  state.counters["bytes_per_triangle"] =
      bytes_of(*ground.collider) / static_cast<double>(shape_count(*ground.collider));
  WorldDefinition definition;
  definition.sleeping = false;
  World world{definition};
  static_cast<void>(world.add_body(ground));
  BodyDefinition body;
  body.collider = falling;
  for (int i = 0; i < side_of_bodies * side_of_bodies; ++i) {
    body.mesh_pose.position = {2.0 * (i % side_of_bodies - 4.5), 2.0, 2.0 * (i / side_of_bodies - 4.5)};
    body.angular_velocity = {0.1 * i, 1.0, 0.0};
    static_cast<void>(world.add_body(body));
  }
  const std::clock_t begin = std::clock();
  for (auto _ : state) {
    world.step();
  }
  state.counters["us_per_body"] =
      1e6 * seconds_since(begin) / static_cast<double>(state.iterations()) / (side_of_bodies * side_of_bodies);
}

void hulls_on_terrain(benchmark::State& state) { drop_on_terrain(state, make_box_collider({0.2, 0.3, 0.25}).value()); }
void balls_on_terrain(benchmark::State& state) { drop_on_terrain(state, make_sphere_collider(0.25).value()); }
void compounds_on_terrain(benchmark::State& state) { drop_on_terrain(state, tree_of_hulls()); }

void all_sizes(benchmark::internal::Benchmark* run) {
  run->Arg(10'000)->Arg(100'000)->Arg(1'000'000)->Iterations(120)->Unit(benchmark::kMillisecond);
}

BENCHMARK(hulls_on_terrain)->Apply(all_sizes);
BENCHMARK(balls_on_terrain)->Apply(all_sizes);
BENCHMARK(compounds_on_terrain)->Apply(all_sizes);

}  // namespace
}  // namespace firstcontact
