// Rows and bodies in and out of registers of `width` doubles (core/lanes.hpp: no inline function of a library here).
#pragma once

#include "core/lane_vectors.hpp"
#include "dynamics/row_lanes.hpp"

namespace firstcontact {
namespace {

template <int width>
inline Doubles<width> load(const Four& four, int from) {
  Doubles<width> loaded;
  __builtin_memcpy(&loaded, four.lane + from, sizeof loaded);
  return loaded;
}
template <int width>
inline Vectors<width> load(const FourVectors& four, int from) {
  return {load<width>(four.x, from), load<width>(four.y, from), load<width>(four.z, from)};
}
template <int width>
inline void store(Four& four, int from, const Doubles<width>& value) {
  __builtin_memcpy(four.lane + from, &value, sizeof value);
}

/// One side of the pairs: what impulses do to it, and its velocity.
template <int width>
struct Side {
  Vectors<width> linear, angular;
  Vectors<width> inverse_mass;
  const FourVectors* inverse_inertia;  // three columns
  int from;
};

template <int width>
inline Doubles<width> load(const double* from) {
  Doubles<width> loaded;
  __builtin_memcpy(&loaded, from, sizeof loaded);
  return loaded;
}

// x, y and z of four bodies, out of their (x, y, z, -), and back.
template <int width>
inline Vectors<width> turned_around(const Doubles<width>& p, const Doubles<width>& q, const Doubles<width>& r,
                                    const Doubles<width>& s) {
  const Doubles<width> xz_pq = __builtin_shufflevector(p, q, 0, 4, 2, 6);
  const Doubles<width> y_pq = __builtin_shufflevector(p, q, 1, 5, 3, 7);
  const Doubles<width> xz_rs = __builtin_shufflevector(r, s, 0, 4, 2, 6);
  const Doubles<width> y_rs = __builtin_shufflevector(r, s, 1, 5, 3, 7);
  return {__builtin_shufflevector(xz_pq, xz_rs, 0, 1, 4, 5), __builtin_shufflevector(y_pq, y_rs, 0, 1, 4, 5),
          __builtin_shufflevector(xz_pq, xz_rs, 2, 3, 6, 7)};
}

template <int width>
inline Vectors<width> gather(const LaneBody* bodies, const std::uint32_t* of, double (LaneBody::*part)[4]) {
  if constexpr (width == 4) {
    return turned_around<width>(load<width>(bodies[of[0]].*part), load<width>(bodies[of[1]].*part),
                                load<width>(bodies[of[2]].*part), load<width>(bodies[of[3]].*part));
  } else {
    const double* p = bodies[of[0]].*part;
    const double* q = bodies[of[1]].*part;
    return {Doubles<width>{p[0], q[0]}, Doubles<width>{p[1], q[1]}, Doubles<width>{p[2], q[2]}};
  }
}

template <int width>
inline void scatter(const Vectors<width>& v, LaneBody* bodies, const std::uint32_t* of, std::uint32_t moves,
                    double (LaneBody::*part)[4]) {
  if constexpr (width == 4) {
    const Doubles<width> none{};
    const Doubles<width> xy_pr = __builtin_shufflevector(v.x, v.y, 0, 4, 2, 6);
    const Doubles<width> xy_qs = __builtin_shufflevector(v.x, v.y, 1, 5, 3, 7);
    const Doubles<width> z_pr = __builtin_shufflevector(v.z, none, 0, 4, 2, 6);
    const Doubles<width> z_qs = __builtin_shufflevector(v.z, none, 1, 5, 3, 7);
    const Doubles<width> moved[4] = {
        __builtin_shufflevector(xy_pr, z_pr, 0, 1, 4, 5), __builtin_shufflevector(xy_qs, z_qs, 0, 1, 4, 5),
        __builtin_shufflevector(xy_pr, z_pr, 2, 3, 6, 7), __builtin_shufflevector(xy_qs, z_qs, 2, 3, 6, 7)};
    for (int lane = 0; lane < 4; ++lane) {
      if ((moves >> lane & 1U) != 0) {
        __builtin_memcpy(bodies[of[lane]].*part, &moved[lane], sizeof moved[lane]);
      }
    }
  } else {
    for (int lane = 0; lane < width; ++lane) {
      if ((moves >> lane & 1U) != 0) {
        double* moved = bodies[of[lane]].*part;
        moved[0] = v.x[lane];
        moved[1] = v.y[lane];
        moved[2] = v.z[lane];
      }
    }
  }
}

template <int width>
inline Side<width> load_side(const LaneBody* bodies, const std::uint32_t* of, const FourVectors& inverse_mass,
                             const FourVectors* inverse_inertia, int from) {
  return {gather<width>(bodies, of + from, &LaneBody::linear), gather<width>(bodies, of + from, &LaneBody::angular),
          load<width>(inverse_mass, from), inverse_inertia, from};
}

template <int width>
inline void store_velocity(const Side<width>& side, LaneBody* bodies, const std::uint32_t* of, std::uint32_t moves) {
  scatter<width>(side.linear, bodies, of + side.from, moves >> side.from, &LaneBody::linear);
  scatter<width>(side.angular, bodies, of + side.from, moves >> side.from, &LaneBody::angular);
}

template <int width>
inline Vectors<width> turned(const Side<width>& side, const Vectors<width>& v) {
  const FourVectors* m = side.inverse_inertia;
  const Vectors<width> x = load<width>(m[0], side.from);
  const Vectors<width> y = load<width>(m[1], side.from);
  const Vectors<width> z = load<width>(m[2], side.from);
  return {x.x * v.x + y.x * v.y + z.x * v.z, x.y * v.x + y.y * v.y + z.y * v.z, x.z * v.x + y.z * v.y + z.z * v.z};
}

}  // namespace
}  // namespace firstcontact
