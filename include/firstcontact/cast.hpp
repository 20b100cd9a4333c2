// Questions about one fixed shape: does another overlap it, does a ray hit it, and does a shape that is swept along,
// and turned on the way, hit it. The fixed shape is a, what comes is the ray or b, so every normal points from the
// surface of a towards what comes.
//
// The promise, and its side: nothing passes through. `clear` is certified for the whole way; a `fraction` is never
// later than the true one. Where the arithmetic cannot tell a graze from a miss, rays hit. Pure functions; call them
// from any thread. The mathematics: docs/method.md, section 9.
#pragma once

#include <firstcontact/export.hpp>
#include <firstcontact/separation.hpp>

#include <cstdint>

namespace firstcontact {

/// True when the shapes share a point, or when the arithmetic cannot tell them apart (gaps of some 1e-14 of the
/// coordinates). False is certified: an axis separates them. Symmetric but for that doubt.
/// @throws ContractViolation  for a missing shape, and for numbers that are not finite or beyond 1e50 m
[[nodiscard]] FIRSTCONTACT_EXPORT bool overlap(const PosedShape& a, const PosedShape& b);

enum class CastStatus : std::uint8_t {
  clear,      // the whole way is free
  hits,       // at `fraction` of the way, free before
  inside,     // it starts in overlap: fraction 0, `depth` says how deep, `normal` which way is out
  undecided,  // not of rays: free up to `fraction`, beyond it the arithmetic cannot say
};

struct CastHit {
  CastStatus status = CastStatus::undecided;
  double fraction = 0.0;       // 0..1 of the way; 1 when clear
  Vec3 normal{0.0, 1.0, 0.0};  // unit, world, outward from a at `point`; when clear, an axis or the way back
  Vec3 point{0.0};             // m, world: of a ray, its point at `fraction`; of a shape, midway in the gap
  double gap = 0.0;            // m, left at `fraction`: 0 for rays, at most gap + tolerance of the options for shapes
  double depth = 0.0;          // m, only when inside: the shortest way out
};

/// The points origin + s * displacement, s in [0, 1]. A displacement of zero asks for the point alone.
struct Ray {
  Vec3 origin{0.0};        // m, world
  Vec3 displacement{0.0};  // m
};

/// Where `ray` first meets `a`. In closed form: the quadratic for spheres and capsules, for polyhedra the half spaces
/// of their faces (Cyrus, Beck 1978), of which the one that is entered last is checked against all vertices. Exact to
/// rounding (docs/method.md, 9.1), and early by that, never late. (A polyhedron with a rounding of its own, and a
/// cylinder, cone or ellipsoid, is cast at by a ball instead: `point` is then early by 2e-12 of the lengths, and
/// `undecided` is possible.)
/// @throws ContractViolation  for a missing shape, and for numbers that are not finite or beyond 1e50 m
[[nodiscard]] FIRSTCONTACT_EXPORT CastHit ray_cast(const PosedShape& a, const Ray& ray);

/// A shape on its way: from `start`, shifted by s * displacement and turned by s * rotation about its local origin.
struct ShapeSweep {
  PosedShape start;
  Vec3 displacement{0.0};  // m
  Vec3 rotation{0.0};      // rad, a rotation vector in the world frame, any length: several turns count as such
};

struct CastOptions {
  double gap = 1e-5;        // m: the gap that counts as a hit, >= 0 (a start nearer than that may use half of its gap)
  double tolerance = 1e-6;  // m: how much more gap a hit may leave, > 0
};

/// Where the swept shape first comes within options.gap of `a`: the certified time of impact with the way as time. A
/// sphere that sweeps towards a sphere or capsule (and the other way round) without turning is exact: the gap is then 0
/// and the options are not used.
/// @throws ContractViolation  for a missing shape, numbers that are not finite or beyond 1e50, or options out of range
[[nodiscard]] FIRSTCONTACT_EXPORT CastHit shape_cast(const PosedShape& a, const ShapeSweep& b,
                                                     const CastOptions& options = {});

}  // namespace firstcontact
