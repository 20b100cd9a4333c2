// Rows and bodies in and out of registers (core/lanes.hpp: no inline function of a library here). `L` is a RowLanes,
// `R` registers of its numbers, as wide as a part of its lanes or all of them.
#pragma once

#include "core/lane_vectors.hpp"
#include "dynamics/row_lanes.hpp"

namespace firstcontact {
namespace {

template <class R>
inline Numbers<R> load(const typename R::Number* from) {
  Numbers<R> loaded;
  __builtin_memcpy(&loaded, from, sizeof loaded);
  return loaded;
}
template <class R>
inline void store(typename R::Number* to, const Numbers<R>& value) {
  __builtin_memcpy(to, &value, sizeof value);
}

// x, y and z of four bodies, out of their (x, y, z, -), and back.
template <class R>
inline Vectors<R> turned_around(const Numbers<R>& p, const Numbers<R>& q, const Numbers<R>& r, const Numbers<R>& s) {
  const Numbers<R> xz_pq = __builtin_shufflevector(p, q, 0, 4, 2, 6);
  const Numbers<R> y_pq = __builtin_shufflevector(p, q, 1, 5, 3, 7);
  const Numbers<R> xz_rs = __builtin_shufflevector(r, s, 0, 4, 2, 6);
  const Numbers<R> y_rs = __builtin_shufflevector(r, s, 1, 5, 3, 7);
  return {__builtin_shufflevector(xz_pq, xz_rs, 0, 1, 4, 5), __builtin_shufflevector(y_pq, y_rs, 0, 1, 4, 5),
          __builtin_shufflevector(xz_pq, xz_rs, 2, 3, 6, 7)};
}

template <class R, class Body>
inline Vectors<R> gather(const Body* bodies, const std::uint32_t* of, typename R::Number (Body::*part)[4]) {
  if constexpr (R::width == 8) {
    using Half = Registers<typename R::Number, 4>;
    const Vectors<Half> low = gather<Half>(bodies, of, part);
    const Vectors<Half> high = gather<Half>(bodies, of + 4, part);
    return {__builtin_shufflevector(low.x, high.x, 0, 1, 2, 3, 4, 5, 6, 7),
            __builtin_shufflevector(low.y, high.y, 0, 1, 2, 3, 4, 5, 6, 7),
            __builtin_shufflevector(low.z, high.z, 0, 1, 2, 3, 4, 5, 6, 7)};
  } else if constexpr (R::width == 4) {
    return turned_around<R>(load<R>(bodies[of[0]].*part), load<R>(bodies[of[1]].*part), load<R>(bodies[of[2]].*part),
                            load<R>(bodies[of[3]].*part));
  } else {
    const auto* p = bodies[of[0]].*part;
    const auto* q = bodies[of[1]].*part;
    return {Numbers<R>{p[0], q[0]}, Numbers<R>{p[1], q[1]}, Numbers<R>{p[2], q[2]}};
  }
}

template <class R, class Body>
inline void scatter(const Vectors<R>& v, Body* bodies, const std::uint32_t* of, std::uint32_t moves,
                    typename R::Number (Body::*part)[4]) {
  if constexpr (R::width == 8) {
    using Half = Registers<typename R::Number, 4>;
    const Vectors<Half> low{__builtin_shufflevector(v.x, v.x, 0, 1, 2, 3),
                            __builtin_shufflevector(v.y, v.y, 0, 1, 2, 3),
                            __builtin_shufflevector(v.z, v.z, 0, 1, 2, 3)};
    const Vectors<Half> high{__builtin_shufflevector(v.x, v.x, 4, 5, 6, 7),
                             __builtin_shufflevector(v.y, v.y, 4, 5, 6, 7),
                             __builtin_shufflevector(v.z, v.z, 4, 5, 6, 7)};
    scatter<Half>(low, bodies, of, moves, part);
    scatter<Half>(high, bodies, of + 4, moves >> 4U, part);
  } else if constexpr (R::width == 4) {
    const Numbers<R> none{};
    const Numbers<R> xy_pr = __builtin_shufflevector(v.x, v.y, 0, 4, 2, 6);
    const Numbers<R> xy_qs = __builtin_shufflevector(v.x, v.y, 1, 5, 3, 7);
    const Numbers<R> z_pr = __builtin_shufflevector(v.z, none, 0, 4, 2, 6);
    const Numbers<R> z_qs = __builtin_shufflevector(v.z, none, 1, 5, 3, 7);
    const Numbers<R> moved[4] = {
        __builtin_shufflevector(xy_pr, z_pr, 0, 1, 4, 5), __builtin_shufflevector(xy_qs, z_qs, 0, 1, 4, 5),
        __builtin_shufflevector(xy_pr, z_pr, 2, 3, 6, 7), __builtin_shufflevector(xy_qs, z_qs, 2, 3, 6, 7)};
    for (int lane = 0; lane < 4; ++lane) {
      if ((moves >> lane & 1U) != 0) {
        store<R>(bodies[of[lane]].*part, moved[lane]);
      }
    }
  } else {
    for (int lane = 0; lane < R::width; ++lane) {
      if ((moves >> lane & 1U) != 0) {
        auto* moved = bodies[of[lane]].*part;
        moved[0] = v.x[lane];
        moved[1] = v.y[lane];
        moved[2] = v.z[lane];
      }
    }
  }
}

/// Numbers of some lanes, from lane `from` on, in and out of registers.
template <class L, class R>
struct Part {
  using Each = typename L::Each;
  using EachVector = typename L::EachVector;

  int from;

  [[nodiscard]] Numbers<R> load(const Each& each) const { return firstcontact::load<R>(each.lane + from); }
  [[nodiscard]] Vectors<R> load(const EachVector& each) const { return {load(each.x), load(each.y), load(each.z)}; }
  void store(Each& each, const Numbers<R>& value) const { firstcontact::store<R>(each.lane + from, value); }
};

/// One side of the pairs: what impulses do to it, and its velocity.
template <class L, class R>
struct Side {
  Vectors<R> linear, angular;
  Vectors<R> inverse_mass;
  const typename L::EachVector* inverse_inertia;  // three columns
  Part<L, R> part;
};

template <class L, class R>
inline Side<L, R> load_side(const typename L::Body* bodies, const std::uint32_t* of,
                            const typename L::EachVector& inverse_mass, const typename L::EachVector* inverse_inertia,
                            Part<L, R> part) {
  return {gather<R>(bodies, of + part.from, &L::Body::linear), gather<R>(bodies, of + part.from, &L::Body::angular),
          part.load(inverse_mass), inverse_inertia, part};
}

template <class L, class R>
inline void store_velocity(const Side<L, R>& side, typename L::Body* bodies, const std::uint32_t* of,
                           std::uint32_t moves) {
  scatter<R>(side.linear, bodies, of + side.part.from, moves >> side.part.from, &L::Body::linear);
  scatter<R>(side.angular, bodies, of + side.part.from, moves >> side.part.from, &L::Body::angular);
}

template <class L, class R>
inline Vectors<R> turned(const Side<L, R>& side, const Vectors<R>& v) {
  const Vectors<R> x = side.part.load(side.inverse_inertia[0]);
  const Vectors<R> y = side.part.load(side.inverse_inertia[1]);
  const Vectors<R> z = side.part.load(side.inverse_inertia[2]);
  return {x.x * v.x + y.x * v.y + z.x * v.z, x.y * v.x + y.y * v.y + z.y * v.z, x.z * v.x + y.z * v.y + z.z * v.z};
}

}  // namespace
}  // namespace firstcontact
