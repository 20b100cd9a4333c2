// What collides: convex shapes (a hull, a point or segment core with a radius, or a smooth core: cylinder, cone,
// ellipsoid), and colliders, which are one or several of them bound rigidly together with their mass properties.
// Immutable once made; share them freely between threads.
#pragma once

#include <firstcontact/export.hpp>
#include <firstcontact/hull.hpp>
#include <firstcontact/math.hpp>
#include <firstcontact/result.hpp>

#include <memory>
#include <span>
#include <vector>

namespace firstcontact {

/// An edge as seen from one of its ends: the vertex at the other, and the face between it and the edge before, where
/// the edges of that end are gone round.
struct RimEdge {
  Index vertex = 0;
  Index face = 0;
};

/// The points center + semi_axes * u for all |u| <= 1. The columns are at right angles; one of length zero makes it an
/// elliptic disc.
struct Ellipsoid {
  Vec3 center{0.0};     // m
  Mat3 semi_axes{0.0};  // m, columns
};

/// A convex set: all points within `rounding` metres of a core. The core is a polyhedron (rounding 0), a point (sphere)
/// or a segment (capsule). For a point or segment only core.vertices (1 or 2) is filled, and core.edges has the
/// segment. A triangle is a polyhedron of no height: three corners, two faces that look away from each other, and three
/// sides of two corners each. A smooth core is the convex hull of core.vertices and of `ellipsoids`: a cylinder has two
/// discs and their centres, a cone its apex and a disc with its centre, an ellipsoid its centre and itself.
struct ConvexShape {
  Hull core;
  std::vector<Ellipsoid> ellipsoids;  // not empty: a smooth core, without faces
  double rounding = 0.0;              // m
  double radius = 0.0;                // m: bounding radius about the local origin, rounding included
  Vec3 half_extents{0.0};             // m: the shape lies in [-half_extents, half_extents], rounding included
  std::vector<double> x, y, z;  // the core's vertices as structure of arrays, padded to a multiple of 4 with vertex 0
  /// The normals of the core's faces in the same way. A triangle's sides, which come last, are not among them: they
  /// have two corners, and no area for anything to lie on.
  std::vector<double> normal_x, normal_y, normal_z;
  /// Round each of the core's vertices, in order, the edges that begin there: of vertex i rim[rim_begin[i]] up to
  /// rim[rim_begin[i + 1]]. Empty for a core without faces.
  std::vector<RimEdge> rim;
  std::vector<Index> rim_begin;
  /// Of a triangle in a surface: for each edge (corner i to i + 1) the normal of the triangle beyond it, turned to
  /// agree with face 0's; zero where there is none. Empty for everything else.
  std::vector<Vec3> beyond_edges;
  /// Of a smooth core: unit, turned about it the shape stays as it is; zero where there is no such axis through the
  /// local origin.
  Vec3 symmetry_axis{0.0};
  /// Who the shape is, for memories of it, where it is built anew each time: the place of what it is built from. Null:
  /// the shape's own address says it.
  const void* identity = nullptr;
};

/// What memories know a shape by. Never followed as a pointer.
[[nodiscard]] inline const void* identity_of(const ConvexShape& shape) {
  return shape.identity != nullptr ? shape.identity : &shape;
}

/// True of cylinders, cones and ellipsoids, whose surfaces are curved without a rounding.
[[nodiscard]] inline bool is_smooth(const ConvexShape& shape) { return !shape.ellipsoids.empty(); }

/// How far (m) the shape reaches along `direction_local`, of unit length: its support function, rounding included.
[[nodiscard]] FIRSTCONTACT_EXPORT double reach_of(const ConvexShape& shape, const Vec3& direction_local);

/// A convex shape of a hull, local coordinates as given.
[[nodiscard]] FIRSTCONTACT_EXPORT ConvexShape make_shape(Hull hull);
[[nodiscard]] FIRSTCONTACT_EXPORT ConvexShape make_sphere(const Vec3& center, double radius);
/// The points within `radius` of the segment from `a` to `b`.
[[nodiscard]] FIRSTCONTACT_EXPORT ConvexShape make_capsule(const Vec3& a, const Vec3& b, double radius);
/// The exact cylinder whose caps have the centres `a` and `b`, which must be different points.
[[nodiscard]] FIRSTCONTACT_EXPORT ConvexShape make_cylinder(const Vec3& a, const Vec3& b, double radius);
/// The exact cone from the disc of `radius` about `base` to `apex`, square to it.
[[nodiscard]] FIRSTCONTACT_EXPORT ConvexShape make_cone(const Vec3& base, const Vec3& apex, double radius);
/// Its columns at right angles, none of length zero.
[[nodiscard]] FIRSTCONTACT_EXPORT ConvexShape make_ellipsoid(const Ellipsoid& ellipsoid);

/// A shape with this smooth core: its vertices and ellipsoids as they are in ConvexShape.
[[nodiscard]] FIRSTCONTACT_EXPORT ConvexShape make_smooth_shape(std::vector<Vec3> vertices,
                                                                std::vector<Ellipsoid> ellipsoids);

/// A flat triangle that is solid from both sides. Its corners must not lie on a line.
[[nodiscard]] FIRSTCONTACT_EXPORT ConvexShape make_triangle(const Vec3& a, const Vec3& b, const Vec3& c);

/// Volume, centre of mass and inertia of a solid of uniform density 1 kg/m^3.
struct MassProperties {
  double mass = 0.0;         // kg at density 1, that is the volume in m^3
  Vec3 center_of_mass{0.0};  // m
  Mat3 inertia{0.0};         // kg m^2 about the centre of mass, axes of the frame it was asked in
};

/// Exact integrals over the polyhedron (Mirtich 1996, 'Fast and accurate computation of polyhedral mass properties').
[[nodiscard]] FIRSTCONTACT_EXPORT MassProperties mass_properties(const Hull& hull);
/// The same for any shape; round ones in closed form.
[[nodiscard]] FIRSTCONTACT_EXPORT MassProperties mass_properties(const ConvexShape& shape);
/// Sum over parts by the parallel-axis theorem. Overlapping parts count twice.
[[nodiscard]] FIRSTCONTACT_EXPORT MassProperties combined(std::span<const MassProperties> parts);

/// A node's left child is the next node, its right child is node `right`; a leaf has none (0). Below it are the shapes
/// order[first .. first + count).
struct ShapeTreeNode {
  Aabb box;  // m, about the centre of mass
  Index first = 0;
  Index count = 0;
  Index right = 0;
};

/// Boxes over a collider's shapes; empty when they are few.
struct ShapeTree {
  std::vector<ShapeTreeNode> nodes;
  std::vector<Index> order;
};

struct TriangleSurface;
struct HeightField;

/// Several convex shapes bound together. Shapes are relative to the centre of mass, axes as in the mesh.
struct Collider {
  std::vector<ConvexShape> shapes;
  // Or many triangles, kept compactly, mesh coordinates (triangle_surface.hpp): then `shapes` is empty.
  std::shared_ptr<const TriangleSurface> surface;
  std::shared_ptr<const HeightField> height_field;
  MassProperties mass;          // at density 1, in the mesh's own frame; mass.center_of_mass is the shapes' new origin
  Vec3 principal_moments{0.0};  // kg m^2 at density 1, about the centre of mass
  Quat principal_axes{1.0, 0.0, 0.0, 0.0};  // x_mesh = rotate(principal_axes, x_principal)
  double radius = 0.0;                      // m: bounding radius about the centre of mass
  Vec3 half_extents{0.0};                   // m: all shapes lie in [-h, h] about the centre of mass
  ShapeTree tree;                           // of the shapes, about the centre of mass
  std::size_t corner_count = 0;             // of all shapes, as padded in their arrays
  bool is_curved = false;                   // whether any shape is rounded or smooth
};

/// Shapes that may reach into `box_local` (axes of the mesh, about the centre of mass), ascending. All that do are in
/// it, and others: every shape when there is no tree, else those whose boxes lie side by side in a leaf. Pure.
[[nodiscard]] FIRSTCONTACT_EXPORT std::vector<Index> shapes_near(const Collider& collider, const Aabb& box_local);

/// Binds `shapes` (mesh coordinates) into one collider: computes mass properties, moves the origin to the centre of
/// mass, diagonalises the inertia (Jacobi rotations; an inertia that is diagonal already keeps its axes). Error when
/// there is no shape. Pure.
[[nodiscard]] FIRSTCONTACT_EXPORT Result<std::shared_ptr<const Collider>> make_collider(
    std::span<const ConvexShape> shapes);

/// The same with given mass properties at density 1, mesh coordinates: for shapes that overlap, or stand for a solid
/// whose own are known.
[[nodiscard]] FIRSTCONTACT_EXPORT Result<std::shared_ptr<const Collider>> make_collider(
    std::span<const ConvexShape> shapes, const MassProperties& mass);

/// Primitive colliders of the scene format. Half extents, radii and half heights in metres, each > 0; the axis is Y, a
/// cone's apex on top. All are exact.
[[nodiscard]] FIRSTCONTACT_EXPORT Result<std::shared_ptr<const Collider>> make_box_collider(const Vec3& half_extents);
[[nodiscard]] FIRSTCONTACT_EXPORT Result<std::shared_ptr<const Collider>> make_sphere_collider(double radius);
[[nodiscard]] FIRSTCONTACT_EXPORT Result<std::shared_ptr<const Collider>> make_capsule_collider(double radius,
                                                                                                double half_height);
[[nodiscard]] FIRSTCONTACT_EXPORT Result<std::shared_ptr<const Collider>> make_cylinder_collider(double radius,
                                                                                                 double half_height);
[[nodiscard]] FIRSTCONTACT_EXPORT Result<std::shared_ptr<const Collider>> make_cone_collider(double radius,
                                                                                             double half_height);
[[nodiscard]] FIRSTCONTACT_EXPORT Result<std::shared_ptr<const Collider>> make_ellipsoid_collider(
    const Vec3& semi_axes);
[[nodiscard]] FIRSTCONTACT_EXPORT Result<std::shared_ptr<const Collider>> make_hull_collider(
    std::span<const Vec3> points);

}  // namespace firstcontact
