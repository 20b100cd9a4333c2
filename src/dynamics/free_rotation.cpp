#include "dynamics/free_rotation.hpp"

#include <algorithm>
#include <cmath>

#include "core/elliptic.hpp"

namespace firstcontact {

namespace {

// Moments nearer than this count as equal: the attitude then errs by this share of the angle turned by, as it does by
// rounding alone.
constexpr double equal_moments = 1e-15;
// Of the direction of angular momentum: squares below this count as none, lest they underflow.
constexpr double steady_square = 1e-280;
// Of 1 - m, lest the quarter period be infinite.
constexpr double least_complement = 1e-300;

bool nearly_equal(double a, double b) { return std::abs(a - b) <= equal_moments * std::max(a, b); }

// Exactly a rotation, whatever the quaternion's length: normalizing what is nearly of unit length leaves it too long by
// 6e-17 on the average, every spin through it won by that, and a gas a millionth of a millionth of its energy in a
// million impacts.
Vec3 turned(const Quat& q, const Vec3& v) {
  const double twice_over_length = 2.0 / (q.w * q.w + q.x * q.x + q.y * q.y + q.z * q.z);
  const Vec3 u(q.x, q.y, q.z);
  const Vec3 t = twice_over_length * glm::cross(u, v);
  return v + q.w * t + glm::cross(u, t);
}

Vec3 turned_back(const Quat& q, const Vec3& v) { return turned(glm::conjugate(q), v); }

/// The way of a free body's angular momentum in its principal axes, as a share of its length: about `around`, one of
/// the two axes of extreme moment, as `greatest` times (cn, sn, dn) of Jacobi along (`other`, `middle`, `around`).
struct Polhode {
  int around, middle, other;
  Vec3 greatest{0.0};       // each component when its function is 1
  double parameter = 0.0;   // m
  double complement = 0.0;  // 1 - m; negative when the way is about `other`
  double rate = 0.0;        // of the functions' argument, by the angular momentum's length: 1/(kg m^2)
};

// Squares of components are found without cancellation from where the momentum is now (Landau, Lifshitz, Mechanics,
// section 37).
Polhode polhode_about(const Vec3& moments, const Vec3& direction, int around, int middle) {
  const int other = 3 - around - middle;
  const double i = moments[other];
  const double j = moments[middle];
  const double k = moments[around];
  const double share = i * (j - k) / (j * (i - k));  // the middle's square goes to the other by this share,
  const double rest = k * (j - i) / (j * (k - i));   // and to the third by the rest
  const Vec3 square = direction * direction;
  Vec3 most;
  most[other] = square[other] + share * square[middle];
  most[middle] = square[other] / share + square[middle];
  most[around] = square[around] + rest * square[middle];
  Polhode polhode{around, middle, other};
  polhode.parameter = rest * most[middle] / most[around];
  polhode.complement = (square[around] - rest / share * square[other]) / most[around];
  polhode.greatest = glm::sqrt(most);
  polhode.greatest[other] = std::copysign(polhode.greatest[other], direction[other]);  // so that cn begins above 0,
  polhode.greatest[around] = std::copysign(polhode.greatest[around], direction[around]);
  const double handed = (other + 1) % 3 == middle ? 1.0 : -1.0;
  const Vec3& g = polhode.greatest;
  polhode.rate = handed * (k - j) / (j * k) * (g[middle] / g[other]) * g[around];
  return polhode;
}

Polhode polhode_of(const Vec3& moments, const Vec3& direction) {
  int least = 0;
  int greatest = 0;
  for (int axis = 1; axis < 3; ++axis) {
    least = moments[axis] < moments[least] ? axis : least;
    greatest = moments[axis] > moments[greatest] ? axis : greatest;
  }
  const int middle = 3 - least - greatest;
  const Polhode about_least = polhode_about(moments, direction, least, middle);
  return about_least.complement >= 0.0 ? about_least : polhode_about(moments, direction, greatest, middle);
}

JacobiFunctions functions_at(const Polhode& polhode, const Vec3& direction) {
  const Vec3 shares = direction / polhode.greatest;
  return {shares[polhode.middle], shares[polhode.other], shares[polhode.around]};
}

Vec3 direction_at(const Polhode& polhode, const JacobiFunctions& functions) {
  Vec3 shares;
  shares[polhode.middle] = functions.sn;
  shares[polhode.other] = functions.cn;
  shares[polhode.around] = functions.dn;
  return polhode.greatest * shares;
}

// What the half of an angle has of cosine and sine.
SineCosine half_of(double cosine, double sine) {
  if (cosine >= 0.0) {
    const double half = std::sqrt(0.5 * (1.0 + cosine));
    return {0.5 * sine / half, half};
  }
  const double half = std::copysign(std::sqrt(0.5 * (1.0 - cosine)), sine);
  return {half, 0.5 * sine / half};
}

/// Turns about `pole`, and then away from it, that take the pole to the direction of the angular momentum.
struct Leaning {
  SineCosine half_azimuth, half_lean;
};

Leaning leaning_of(const Vec3& direction, int pole) {
  const double x = direction[(pole + 1) % 3];
  const double y = direction[(pole + 2) % 3];
  const double across = std::sqrt(x * x + y * y);
  return {half_of(x / across, y / across), half_of(direction[pole], across)};
}

// Turns the body as the angular momentum's way from `before` to `after` in its principal axes does: azimuth off, lean
// on, azimuth on.
Quat turn_between(const Leaning& before, const Leaning& after, int pole) {
  const auto& [a, p] = before;
  const auto& [b, q] = after;
  const double sine = p.sine * q.cosine - p.cosine * q.sine;
  const double cosine = p.cosine * q.cosine + p.sine * q.sine;
  Vec3 part(0.0);
  part[pole] = cosine * (a.sine * b.cosine - a.cosine * b.sine);
  part[(pole + 1) % 3] = -sine * (a.sine * b.cosine + a.cosine * b.sine);
  part[(pole + 2) % 3] = sine * (a.cosine * b.cosine - a.sine * b.sine);
  return {cosine * (a.cosine * b.cosine + a.sine * b.sine), part.x, part.y, part.z};
}

Quat turn_about(const Vec3& axis, double angle) {
  const SineCosine half = sine_cosine(0.5 * angle);
  return {half.cosine, half.sine * axis.x, half.sine * axis.y, half.sine * axis.z};
}

// The same attitude, but for what rounding has left of `axis` (unit, world) beside `there` (unit, in principal axes),
// where the axis of angular momentum belongs. Energy is read off that place: what it errs by would add up.
Quat aligned(const Quat& attitude, const Vec3& axis, const Vec3& there) {
  const Vec3 error = 0.5 * glm::cross(turned(attitude, there), axis);
  return Quat(1.0, error.x, error.y, error.z) * attitude;
}

/// How the body turns about its angular momentum L, seen from a principal axis, the pole: at the rate L / I of `far`,
/// and by `share` times the integral of sn^2 / (1 + excess sn^2) over the functions' argument. Of the two axes of
/// extreme moment `far` is the one whose moment is the nearer to the middle one, and the pole the other. The share is
/// the difference of these two moments over the rate at which L goes round: small over small where moments nearly
/// agree, and the axis of a needle, whose L / I would be a large angle to be taken off again, is never `far`.
struct Turning {
  int pole;
  double inertia;  // kg m^2, of `far`
  double share;
  double excess;
};

Turning turning_on(const Polhode& polhode, const Vec3& moments) {
  const double off = moments[polhode.other] - moments[polhode.middle];
  const bool far_is_other = std::abs(off) < std::abs(moments[polhode.around] - moments[polhode.middle]);
  const int far = far_is_other ? polhode.other : polhode.around;
  const double root = polhode.greatest[polhode.middle] / polhode.greatest[far];
  const double middle = moments[polhode.middle];
  Turning turning{far_is_other ? polhode.around : polhode.other, moments[far], 0.0, 0.0};
  turning.share = (moments[far] - middle) / (moments[far] * middle) * root * root / polhode.rate;
  turning.excess = root * root - (far_is_other ? 1.0 : polhode.parameter);
  return turning;
}

// Of sn^2 / (1 + excess sn^2), from 0 up to where the functions have these values: K at most.
double integral_up_to(const JacobiFunctions& at, double excess) {
  const double square = at.sn * at.sn;
  return at.sn * square / 3.0 * carlson_rj(at.cn * at.cn, at.dn * at.dn, 1.0, 1.0 + excess * square);
}

/// The functions, and that integral, at any argument.
struct PolhodePlace {
  JacobiFunctions functions;
  double integral;
};

PolhodePlace place_at(double argument, double complement, double excess) {
  const EllipticFunctions elliptic(complement);
  const double quarter = elliptic.quarter_period();
  const double halves = std::floor(argument / (2.0 * quarter) + 0.5);
  // Of an argument beyond 1e15 rounding leaves nothing: anywhere within the period is as good.
  const JacobiFunctions near_zero = elliptic.at(std::clamp(argument - halves * (2.0 * quarter), -quarter, quarter));
  PolhodePlace place{near_zero, integral_up_to(near_zero, excess)};
  if (halves != 0.0) {
    place.integral += 2.0 * halves * integral_up_to({1.0, 0.0, std::sqrt(complement)}, excess);
  }
  if (halves != 2.0 * std::floor(0.5 * halves)) {
    place.functions.sn = -near_zero.sn;
    place.functions.cn = -near_zero.cn;
  }
  return place;
}

// Three different moments: the angular momentum L runs along its polhode as Jacobi's functions do, and meanwhile the
// body turns about L, which stands still in the world, by an elliptic integral of the third kind (van Zon, Schofield
// 2007, 'Numerical implementation of the exact dynamics of free rigid bodies', solve the same by theta functions).
Quat general_rotation(const Quat& attitude, const Vec3& moments, const Vec3& spin, double elapsed) {
  const Vec3 momentum = moments * spin;
  const double scale = std::max({std::abs(momentum.x), std::abs(momentum.y), std::abs(momentum.z)});
  if (scale == 0.0) {
    return attitude;
  }
  const double size = scale * std::sqrt(squared_length(momentum / scale));  // no square of what is tiny or huge
  const Vec3 direction = momentum / size;
  const Vec3 square = direction * direction;
  const double way = size * elapsed;
  const Vec3 axis = turned(attitude, direction);
  if (std::min({square.x + square.y, square.y + square.z, square.z + square.x}) < steady_square) {
    return turn_about(axis, way / glm::dot(square, moments)) * attitude;
  }
  const Polhode polhode = polhode_of(moments, direction);
  const Turning turning = turning_on(polhode, moments);
  const JacobiFunctions now = functions_at(polhode, direction);
  const double argument = now.sn * carlson_rf(now.cn * now.cn, now.dn * now.dn, 1.0);
  const double complement = std::clamp(polhode.complement, least_complement, 1.0);
  const PolhodePlace then = place_at(argument + polhode.rate * way, complement, turning.excess);
  const double turned_by =
      way / turning.inertia + turning.share * (then.integral - integral_up_to(now, turning.excess));
  const Leaning before = leaning_of(direction, turning.pole);
  const Vec3 there = direction_at(polhode, then.functions);
  const Leaning after = leaning_of(there, turning.pole);
  return aligned(turn_about(axis, turned_by) * attitude * turn_between(before, after, turning.pole), axis, there);
}

// Axis `k` has its own moment, the other two share `shared`: precession about L, then spin about the body's axis.
Quat symmetric_rotation(const Quat& attitude, const Vec3& moments, const Vec3& spin, double elapsed, int k) {
  const double shared = moments[(k + 1) % 3];
  Vec3 axis(0.0);
  axis[k] = 1.0;
  const Vec3 momentum = rotate(attitude, moments * spin);
  const double own_rate = spin[k] - moments[k] * spin[k] / shared;
  const Quat precession = quaternion_from_rotation_vector(momentum * (elapsed / shared));
  return glm::normalize(precession * attitude * quaternion_from_rotation_vector(axis * (own_rate * elapsed)));
}

// The axis whose moment differs from the other two, 3 when all agree, -1 when all differ.
int axis_of_symmetry(const Vec3& moments) {
  const bool xy = nearly_equal(moments.x, moments.y);
  const bool yz = nearly_equal(moments.y, moments.z);
  const bool zx = nearly_equal(moments.z, moments.x);
  if (xy && yz && zx) {
    return 3;
  }
  return xy ? 2 : yz ? 0 : zx ? 1 : -1;
}

}  // namespace

FreeRotation rotate_freely(const FreeRotation& start, const InertiaFrame& inertia, double elapsed) {
  if (start.angular_velocity == Vec3(0.0) || elapsed == 0.0) {
    return start;
  }
  const Vec3& moments = inertia.principal_moments;
  const int symmetry = axis_of_symmetry(moments);
  if (symmetry == 3) {
    const Quat turn = quaternion_from_rotation_vector(start.angular_velocity * elapsed);
    return {glm::normalize(turn * start.orientation), start.angular_velocity};
  }
  const Quat attitude = start.orientation * inertia.principal_axes;
  const Vec3 spin = turned_back(attitude, start.angular_velocity);
  const Vec3 momentum = turned(attitude, moments * spin);
  const Quat later = symmetry >= 0 ? symmetric_rotation(attitude, moments, spin, elapsed, symmetry)
                                   : general_rotation(attitude, moments, spin, elapsed);
  return {glm::normalize(later * glm::conjugate(inertia.principal_axes)),
          turned(later, turned_back(later, momentum) / moments)};
}

}  // namespace firstcontact
