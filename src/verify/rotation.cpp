#include "verify/rotation.hpp"

#include <algorithm>
#include <cmath>

namespace firstcontact::verify {
namespace {

constexpr std::size_t most_order = 20;
// What turns further than these series take it is found in closed form, which knows a little less, and costs as much as
// some of them; where that cannot be, by no more than these.
constexpr double few_nodes = 300.0;
constexpr std::size_t most_nodes = 2000;
constexpr double node_reach = 0.125;  // c h of (R1): (1/8)^19 is below rounding
constexpr double negligible = 0x1p-56;

double length_of(const Vec3& v) { return greatest_length(IntervalVector(v)); }

IntervalQuaternion product_with_spin(const IntervalQuaternion& q, const IntervalVector& w) {
  return {-(q.x * w.x) - q.y * w.y - q.z * w.z, q.w * w.x + q.y * w.z - q.z * w.y, q.w * w.y + q.z * w.x - q.x * w.z,
          q.w * w.z + q.x * w.y - q.y * w.x};
}

IntervalQuaternion sum(const IntervalQuaternion& p, const IntervalQuaternion& q) {
  return {p.w + q.w, p.x + q.x, p.y + q.y, p.z + q.z};
}
IntervalQuaternion scaled(const Interval& s, const IntervalQuaternion& q) {
  return {s * q.w, s * q.x, s * q.y, s * q.z};
}
IntervalQuaternion widened(const IntervalQuaternion& q, double radius) {
  return {widened(q.w, radius), widened(q.x, radius), widened(q.y, radius), widened(q.z, radius)};
}
IntervalVector widened(const IntervalVector& v, double radius) {
  return {widened(v.x, radius), widened(v.y, radius), widened(v.z, radius)};
}

// The box's diagonal: no point of it is further from another.
double diagonal_of(const IntervalVector& v) {
  return greatest_length(IntervalVector(Interval(v.x.width()), Interval(v.y.width()), Interval(v.z.width())));
}
double diagonal_of(const IntervalQuaternion& q) {
  return sum_up(diagonal_of(IntervalVector(q.x, q.y, q.z)), q.w.width());
}

// x^(n+1) / (1 - x), rounded up; x < 1.
double tail(double x, std::size_t n) {
  if (!(x < 0.9)) {
    return 1e30;  // no bound
  }
  double power = x;
  for (std::size_t k = 0; k < n; ++k) {
    power = product_up(power, x);
  }
  return above(power / below(1.0 - x));
}

std::size_t order_for(double x) {
  std::size_t order = 1;
  while (order < most_order && tail(x, order) > negligible) {
    ++order;
  }
  return order;
}

// e^x <= 1 + x + x^2 for x in [0, 1.79].
double growth_over(double x) { return sum_up(1.0, sum_up(x, product_up(x, x))); }

}  // namespace

Rotation::Rotation(const MotionSegment& segment, const InertiaFrame& inertia, double duration)
    : start_(exact_quaternion(segment.pose.orientation)), constant_spin_(segment.angular_velocity) {
  start_rotation_ = rotation_by(start_);
  const Vec3& moments = inertia.principal_moments;
  const bool is_round = moments.x == moments.y && moments.y == moments.z;
  if (segment.angular_velocity == Vec3(0.0) || duration <= 0.0) {
    kind_ = Kind::none;
    return;
  }
  kind_ = segment.kind == FlowKind::screw || is_round ? Kind::constant : Kind::free;
  if (kind_ == Kind::constant) {
    return;
  }
  const Interval x(moments.x);
  const Interval y(moments.y);
  const Interval z(moments.z);
  rate_ = {(y - z) / x, (z - x) / y, (x - y) / z};
  rho_ = std::max({magnitude(rate_.x), magnitude(rate_.y), magnitude(rate_.z)});
  const double pairs =
      std::max({magnitude(rate_.x + rate_.y), magnitude(rate_.y + rate_.z), magnitude(rate_.z + rate_.x)});
  constexpr double over_root_of_three = 0.57735026918962584;  // rounded up
  growth_ = product_up(pairs, over_root_of_three);
  principal_axes_ = exact_quaternion(inertia.principal_axes);
  axes_ = rotation_by(principal_axes_);
  const IntervalQuaternion attitude = start_ * principal_axes_;
  const IntervalVector spin = transposed_times(rotation_by(attitude), IntervalVector(constant_spin_));
  if (product_up(std::max(rho_, 0.5), greatest_length(spin)) * duration > few_nodes * node_reach) {
    fast_ = FastTurn::find(attitude, spin, moments);
  }
  if (!fast_) {
    lay_nodes(attitude, spin, duration);
  }
}

void Rotation::lay_nodes(const IntervalQuaternion& attitude, const IntervalVector& spin, double duration) {
  nodes_.push_back(node_at({attitude, spin, 0.0, 0.0, true}, 0.0));
  double time = 0.0;
  while (true) {
    Node& node = nodes_.back();
    const double rate = std::max(product_up(std::max(rho_, 0.5), node.spin_bound), 1e-300);
    const double reach = std::min(duration - time, node_reach / rate);
    expand(node, order_for(product_up(rate, reach)));
    if (time + reach >= duration) {
      return;
    }
    node.is_known = node.is_known && time + reach > time && nodes_.size() < most_nodes;
    if (!node.is_known) {
      return;
    }
    time += reach;
    nodes_.push_back(next_node(node, time));
  }
}

// The middle of the state is what the next series starts from; what it may be off is added to the errors.
Rotation::Node Rotation::node_at(const NodeState& state, double time) const {
  Node node;
  node.time = time;
  node.is_known = state.is_known;
  const Vec3 spin = middle(state.spin);
  const Quat attitude(state.attitude.w.middle(), state.attitude.x.middle(), state.attitude.y.middle(),
                      state.attitude.z.middle());
  node.spin = {IntervalVector(spin)};
  node.attitude = {exact_quaternion(attitude)};
  node.spin_bound = length_of(spin);
  const Interval squares = square(attitude.w) + square(attitude.x) + square(attitude.y) + square(attitude.z);
  node.attitude_length = square_root(squares).high;
  node.spin_error.add(sum_up(state.spin_error, diagonal_of(state.spin)));
  // Two quaternions d apart, one of them of length l, turn by angles 2 asin(d / l) <= 2.1 d / l apart.
  const double apart = above(diagonal_of(state.attitude) / square_root(squares).low);
  node.angle_error = sum_up(state.angle_error, product_up(2.1, apart));
  return node;
}

// The same, but with the error of the spin turned along with the flow instead of bounded by its length alone.
Rotation::Node Rotation::next_node(const Node& node, double time) const {
  const Interval elapsed = Interval(time) - Interval(node.time);
  Node next = node_at(state_after(node, elapsed), time);
  next.spin_error = carried(node.spin_error, rate_, middle(node.spin.front()), elapsed);
  next.spin_error.add(diagonal_of(state_after(node, elapsed).spin));
  return next;
}

// Cauchy products of Euler's equations and of the attitude's.
void Rotation::expand(Node& node, std::size_t order) const {
  for (std::size_t k = 0; k < order; ++k) {
    IntervalVector spin;
    IntervalQuaternion attitude;
    for (std::size_t i = 0; i <= k; ++i) {
      const IntervalVector& p = node.spin[i];
      const IntervalVector& w = node.spin[k - i];
      spin = spin + IntervalVector(p.y * w.z, p.z * w.x, p.x * w.y);
      attitude = sum(attitude, product_with_spin(node.attitude[i], w));
    }
    const Interval share = Interval(1.0) / Interval(static_cast<double>(k + 1));
    node.spin.push_back(share * IntervalVector(rate_.x * spin.x, rate_.y * spin.y, rate_.z * spin.z));
    node.attitude.push_back(scaled(Interval(0.5) * share, attitude));
  }
}

Rotation::NodeState Rotation::state_after(const Node& node, const Interval& time) const {
  const std::size_t order = node.spin.size() - 1;
  NodeState state{node.attitude[order], node.spin[order], 0.0, 0.0, true};
  for (std::size_t k = order; k-- > 0;) {
    state.attitude = sum(node.attitude[k], scaled(time, state.attitude));
    state.spin = node.spin[k] + time * state.spin;
  }
  const double span = magnitude(time);
  const double spin_reach = product_up(product_up(rho_, node.spin_bound), span);
  const double attitude_reach = product_up(product_up(std::max(rho_, 0.5), node.spin_bound), span);
  state.spin = widened(state.spin, product_up(node.spin_bound, tail(spin_reach, order)));
  state.attitude = widened(state.attitude, product_up(node.attitude_length, tail(attitude_reach, order)));
  // (R2), (R3): both solutions' spins stay below (W + error) / (1 - rho (W + error) h) meanwhile.
  const double error = node.spin_error.bound();
  const double fastest = sum_up(node.spin_bound, error);
  const double rest = below(1.0 - product_up(product_up(rho_, fastest), span));
  const double greatest = above(fastest / rest);
  const double grown = product_up(error, growth_over(product_up(product_up(growth_, greatest), span)));
  state.is_known = node.is_known && rest > 0.5;
  state.spin_error = grown;
  state.angle_error = sum_up(node.angle_error, product_up(span, grown));
  return state;
}

// Turns that are beyond all knowledge leave the body anywhere within its ball.
Attitude Rotation::fast_attitude(const Interval& elapsed) const {
  const std::optional<FastTurned> turned = fast_->at(elapsed);
  Attitude attitude;
  if (!turned) {
    const Interval any(-1.0, 1.0);
    attitude.rotation.rows.fill({any, any, any});
    attitude.is_known = false;
    return attitude;
  }
  for (std::size_t i = 0; i < 3; ++i) {  // world from principal, times principal from body
    const IntervalVector& row = turned->rotation.rows[i];
    attitude.rotation.rows[i] = {dot(row, axes_.rows[0]), dot(row, axes_.rows[1]), dot(row, axes_.rows[2])};
  }
  attitude.spin = turned->rotation * turned->spin;
  return attitude;
}

Attitude Rotation::free_attitude(const Interval& elapsed) const {
  const double time = elapsed.middle();
  const auto next = std::upper_bound(nodes_.begin(), nodes_.end(), time,
                                     [](double value, const Node& node) { return value < node.time; });
  const Node& node = next == nodes_.begin() ? *next : *(next - 1);
  const NodeState state = state_after(node, elapsed - Interval(node.time));
  // Turned by an angle e, no entry of a rotation changes by more than e.
  IntervalMatrix rotation = rotation_by(state.attitude);
  for (IntervalVector& row : rotation.rows) {
    row = widened(row, state.angle_error);
  }
  const IntervalVector spin = rotation * widened(state.spin, state.spin_error);
  Attitude attitude;
  attitude.spin = spin;
  attitude.is_known = state.is_known;
  for (std::size_t i = 0; i < 3; ++i) {  // world from principal, times principal from body
    const IntervalVector& row = rotation.rows[i];
    attitude.rotation.rows[i] = {dot(row, axes_.rows[0]), dot(row, axes_.rows[1]), dot(row, axes_.rows[2])};
  }
  return attitude;
}

Attitude Rotation::at(const Interval& elapsed) const {
  if (kind_ == Kind::none) {
    return {start_rotation_, IntervalVector(constant_spin_), true};
  }
  if (kind_ == Kind::constant) {
    const IntervalVector spin(constant_spin_);
    return {rotation_by(turn_by(elapsed * spin) * start_), spin, true};
  }
  return fast_ ? fast_attitude(elapsed) : free_attitude(elapsed);
}

TurnBounds Rotation::bounds(const Attitude& attitude, double half_span) const {
  const double spin = greatest_length(attitude.spin);
  if (kind_ != Kind::free) {
    return {spin, 0.0, true};
  }
  const double reach = product_up(product_up(rho_, spin), half_span);
  if (!(reach < 0.5) || !attitude.is_known) {
    return {0.0, 0.0, false};
  }
  const double rest = below(1.0 - reach);
  const double drift = above(product_up(spin, reach) / rest);  // of each component, meanwhile, by (R1)
  const IntervalVector body = transposed_times(axes_, transposed_times(attitude.rotation, attitude.spin));
  const IntervalVector w = widened(body, drift);
  const IntervalVector change{rate_.x * (w.y * w.z), rate_.y * (w.z * w.x), rate_.z * (w.x * w.y)};
  // In the world frame the spin changes as fast: d(R w)/dt = R w' + spin x spin.
  return {above(spin / rest), greatest_length(change), true};
}

}  // namespace firstcontact::verify
