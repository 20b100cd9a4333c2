#include "verify/interval_geometry.hpp"

namespace firstcontact::verify {

IntervalQuaternion operator*(const IntervalQuaternion& p, const IntervalQuaternion& q) {
  return {p.w * q.w - p.x * q.x - p.y * q.y - p.z * q.z, p.w * q.x + p.x * q.w + p.y * q.z - p.z * q.y,
          p.w * q.y - p.x * q.z + p.y * q.w + p.z * q.x, p.w * q.z + p.x * q.y - p.y * q.x + p.z * q.w};
}

IntervalQuaternion exact_quaternion(const Quat& q) { return {q.w, q.x, q.y, q.z}; }

// Of a quaternion of any length: R = 1 + 2 (w [u] + [u][u]) / |q|^2, u its vector part. That is the rotation by q /
// |q|, so that the rounding of a recorded quaternion's length turns nothing and stretches nothing.
IntervalMatrix rotation_by(const IntervalQuaternion& q) {
  const Interval xx = square(q.x);
  const Interval yy = square(q.y);
  const Interval zz = square(q.z);
  const Interval squares = square(q.w) + xx + yy + zz;
  if (squares.low <= 0.0) {
    const Interval any(-1.0, 1.0);
    return {{IntervalVector{any, any, any}, IntervalVector{any, any, any}, IntervalVector{any, any, any}}};
  }
  const Interval scale = Interval(2.0) / squares;
  const Interval one(1.0);
  const IntervalVector first{one - scale * (yy + zz), scale * (q.x * q.y - q.w * q.z), scale * (q.x * q.z + q.w * q.y)};
  const IntervalVector second{scale * (q.x * q.y + q.w * q.z), one - scale * (xx + zz),
                              scale * (q.y * q.z - q.w * q.x)};
  const IntervalVector third{scale * (q.x * q.z - q.w * q.y), scale * (q.y * q.z + q.w * q.x), one - scale * (xx + yy)};
  return {{first, second, third}};
}

}  // namespace firstcontact::verify
