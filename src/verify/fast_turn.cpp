#include "verify/fast_turn.hpp"

#include <algorithm>
#include <cmath>

namespace firstcontact::verify {
namespace {

constexpr std::size_t most_means = 24;
constexpr double means_agree = 1e-9;  // then the next two agree to the square of it over 8
// Squares of L's direction across an axis, below which the spin counts as steady and the rest as its error.
constexpr double steady_square = 1e-22;
constexpr double most_doubt = 0.1;  // rad: what is known no better is not known

IntervalVector vector_of(const std::array<Interval, 3>& v) { return {v[0], v[1], v[2]}; }

IntervalVector axis_vector(int axis, const Interval& length) {
  std::array<Interval, 3> v{};
  v[static_cast<std::size_t>(axis)] = length;
  return vector_of(v);
}

IntervalMatrix transposed(const IntervalMatrix& m) {
  const auto& [x, y, z] = m.rows;
  return {{IntervalVector{x.x, y.x, z.x}, IntervalVector{x.y, y.y, z.y}, IntervalVector{x.z, y.z, z.z}}};
}

IntervalMatrix product(const IntervalMatrix& p, const IntervalMatrix& q) {
  IntervalMatrix result;
  for (std::size_t i = 0; i < 3; ++i) {
    result.rows[i] = transposed_times(q, p.rows[i]);
  }
  return result;
}

// Rows: the direction, what the pole has across it, and the third. Nothing where the direction may be the pole.
std::optional<IntervalMatrix> frame_of(const std::array<Interval, 3>& direction, int pole) {
  const auto at = [](int axis) { return static_cast<std::size_t>(axis); };
  const Interval& x = direction[at((pole + 1) % 3)];
  const Interval& y = direction[at((pole + 2) % 3)];
  const Interval across = square_root(square(x) + square(y));
  if (!(across.low > 0.0)) {
    return std::nullopt;
  }
  std::array<Interval, 3> lean;
  const Interval down = -(direction[at(pole)] / across);
  lean[at(pole)] = across;
  lean[at((pole + 1) % 3)] = down * x;
  lean[at((pole + 2) % 3)] = down * y;
  const IntervalVector along = vector_of(direction);
  const IntervalVector side = vector_of(lean);
  return IntervalMatrix{{along, side, cross(along, side)}};
}

}  // namespace

std::optional<FastTurn> FastTurn::find(const IntervalQuaternion& attitude, const IntervalVector& spin,
                                       const Vec3& moments) {
  FastTurn turn;
  turn.moments_ = moments;
  turn.attitude_ = attitude;
  turn.rotation_ = rotation_by(attitude);
  turn.spin_ = spin;
  const IntervalVector momentum{Interval(moments.x) * spin.x, Interval(moments.y) * spin.y,
                                Interval(moments.z) * spin.z};
  turn.size_ = square_root(square(momentum.x) + square(momentum.y) + square(momentum.z));
  if (!(turn.size_.low > 1e-150)) {
    return std::nullopt;
  }
  turn.direction_ = {momentum.x / turn.size_, momentum.y / turn.size_, momentum.z / turn.size_};
  for (int axis = 0; axis < 3; ++axis) {
    if (moments[(axis + 1) % 3] == moments[(axis + 2) % 3]) {
      turn.way_ = Way::symmetric;
      turn.pole_ = axis;
      return turn;
    }
  }
  std::array<int, 3> order{0, 1, 2};
  std::sort(order.begin(), order.end(), [&](int p, int q) { return moments[p] < moments[q]; });
  turn.middle_ = order[1];
  if (!turn.find_polhode(order[0]) && !turn.find_polhode(order[2])) {
    return std::nullopt;
  }
  if (turn.squares_[static_cast<std::size_t>(turn.middle_)].high < steady_square) {
    turn.way_ = Way::steady;
    return turn;
  }
  return turn.find_means() && turn.find_turning() ? std::optional(turn) : std::nullopt;
}

// False where L does not certainly go round this axis.
bool FastTurn::find_polhode(int around) {
  around_ = around;
  other_ = 3 - around - middle_;
  const auto k = static_cast<std::size_t>(around_);
  const auto j = static_cast<std::size_t>(middle_);
  const auto i = static_cast<std::size_t>(other_);
  const Interval of_i(moments_[other_]);
  const Interval of_j(moments_[middle_]);
  const Interval of_k(moments_[around_]);
  const Interval share = of_i * (of_j - of_k) / (of_j * (of_i - of_k));
  const Interval rest = of_k * (of_j - of_i) / (of_j * (of_k - of_i));
  const std::array<Interval, 3> now{square(direction_[0]), square(direction_[1]), square(direction_[2])};
  squares_[i] = now[i] + share * now[j];
  squares_[j] = now[i] / share + now[j];
  squares_[k] = now[k] + rest * now[j];
  if (!(squares_[k].low > 0.0)) {
    return false;
  }
  parameter_ = rest * squares_[j] / squares_[k];
  complement_ = (now[k] - rest / share * now[i]) / squares_[k];
  return complement_.low > 0.0;
}

bool FastTurn::find_means() {
  Means means{Interval(1.0), square_root({complement_.low, std::min(1.0, complement_.high)})};
  bool agree = false;
  while (!agree && means_.size() < most_means) {
    agree = means.arithmetic.high - means.geometric.low < means_agree * means.geometric.low;
    means_.push_back(means);
    means = {scaled(0.5, means.arithmetic + means.geometric), square_root(means.arithmetic * means.geometric)};
  }
  common_ = hull_of(means.geometric, means.arithmetic);
  quarter_ = quarter_turn / common_;
  return agree && quarter_.low > 0.0;
}

bool FastTurn::find_turning() {
  const auto k = static_cast<std::size_t>(around_);
  const auto j = static_cast<std::size_t>(middle_);
  const auto i = static_cast<std::size_t>(other_);
  if (!(squares_[i].low > 0.0) || !(squares_[j].low > 0.0) || !(squares_[k].low > 0.0)) {
    return false;
  }
  // L is never near the pole: of its ways across, the one that stays further from none.
  pole_ = squares_[i].middle() < 0.5 ? other_ : around_;
  const int far = pole_ == other_ ? around_ : other_;
  const Interval of_j(moments_[middle_]);
  const Interval of_k(moments_[around_]);
  far_moment_ = Interval(moments_[far]);
  const double side = direction_[i].middle() < 0.0 ? -1.0 : 1.0;
  const double along = direction_[k].middle() < 0.0 ? -1.0 : 1.0;
  const double handed = (other_ + 1) % 3 == middle_ ? 1.0 : -1.0;
  rate_ = scaled(handed * side * along, (of_k - of_j) / (of_j * of_k)) * square_root(squares_[j] / squares_[i]) *
          square_root(squares_[k]);
  const Interval ratio = squares_[j] / squares_[static_cast<std::size_t>(far)];
  excess_ = ratio - (far == other_ ? Interval(1.0) : parameter_);
  share_ = (far_moment_ - of_j) / (far_moment_ * of_j) * ratio / rate_;
  const Interval sn = direction_[j] / square_root(squares_[j]);
  const Interval sn2 = square(sn);
  const Interval cn2 = square(direction_[i]) / squares_[i];
  const Interval dn2 = square(direction_[k]) / squares_[k];
  const Interval p = Interval(1.0) + excess_ * sn2;
  if (!(p.low > 0.5)) {
    return false;
  }
  argument_ = sn * carlson_rf(cn2, dn2, Interval(1.0));
  integral_ = sn * sn2 / Interval(3.0) * carlson_rj(cn2, dn2, Interval(1.0), p);
  complete_ = carlson_rj(Interval(0.0), complement_, Interval(1.0), Interval(1.0) + excess_) / Interval(3.0);
  return true;
}

// Gauss's transformation: from the circle that the last means leave, up to the first.
FastTurn::Functions FastTurn::functions_at(double argument) const {
  const IntervalQuaternion circle = turn_by({scaled(2.0, common_ * Interval(argument)), Interval(0.0), Interval(0.0)});
  // Their parameter is below 1e-18, and moves sine and cosine by less.
  Functions f{widened(circle.x, 1e-18), widened(circle.w, 1e-18), widened(Interval(1.0), 1e-18)};
  for (std::size_t n = means_.size(); n-- > 0;) {
    const auto& [a, b] = means_[n];
    const Interval k = (a - b) / (a + b);
    const Interval s2 = k * square(f.sn);
    const Interval denominator = Interval(1.0) + s2;
    f = {(Interval(1.0) + k) * f.sn / denominator, f.cn * f.dn / denominator, (Interval(1.0) - s2) / denominator};
  }
  return f;
}

std::optional<FastTurn::Place> FastTurn::place_at(const Interval& argument) const {
  const double halves = std::floor(argument.middle() / (2.0 * quarter_.middle()) + 0.5);
  const Interval rest = argument - scaled(2.0 * halves, quarter_);
  const double near = std::clamp(rest.middle(), -quarter_.low, quarter_.low);
  const double doubt = magnitude(rest - Interval(near));
  if (!(doubt < most_doubt)) {
    return std::nullopt;
  }
  const Functions f = functions_at(near);
  const Interval sn2 = square(f.sn);
  const Interval p = Interval(1.0) + excess_ * sn2;
  const Interval cn2{square(f.cn).low, std::min(1.0, square(f.cn).high)};
  const Interval integral = f.sn * sn2 / Interval(3.0) * carlson_rj(cn2, square(f.dn), Interval(1.0), p);
  const double steepest = above(1.0 / below(1.0 + std::min(0.0, excess_.low)));
  Place place;
  place.integral = widened(integral, product_up(doubt, steepest)) + scaled(2.0 * halves, complete_);
  const Interval sign(halves == 2.0 * std::floor(0.5 * halves) ? 1.0 : -1.0);
  place.functions = {sign * widened(f.sn, doubt), sign * widened(f.cn, doubt), widened(f.dn, doubt)};
  return place;
}

std::optional<FastTurned> FastTurn::at(const Interval& elapsed) const {
  if (way_ == Way::symmetric) {
    return symmetric_at(elapsed);
  }
  return way_ == Way::steady ? steady_at(elapsed) : general_at(elapsed);
}

FastTurned FastTurn::symmetric_at(const Interval& elapsed) const {
  const Interval own(moments_[pole_]);
  const Interval shared(moments_[(pole_ + 1) % 3]);
  const std::array<Interval, 3> spin{spin_.x, spin_.y, spin_.z};
  const Interval rate = spin[static_cast<std::size_t>(pole_)] * ((shared - own) / shared);
  const IntervalQuaternion about_axis = turn_by(axis_vector(pole_, rate * elapsed));
  const IntervalVector axis = rotation_ * vector_of(direction_);
  const IntervalQuaternion about_momentum = turn_by(size_ / shared * elapsed * axis);
  FastTurned turned;
  turned.rotation = rotation_by(about_momentum * attitude_ * about_axis);
  turned.spin = transposed_times(rotation_by(about_axis), spin_);
  return turned;
}

// Never does L stray further from its axis than it may, so neither does the spin from what turns about L alone, and the
// two attitudes part no faster than that.
FastTurned FastTurn::steady_at(const Interval& elapsed) const {
  const Interval own(moments_[around_]);
  const IntervalVector axis = rotation_ * vector_of(direction_);
  FastTurned turned;
  turned.rotation = rotation_by(turn_by(size_ / own * elapsed * axis) * attitude_);
  double stray = 0.0;
  std::array<Interval, 3> spin{spin_.x, spin_.y, spin_.z};
  for (const int axis_across : {middle_, other_}) {
    const auto place = static_cast<std::size_t>(axis_across);
    const Interval of(moments_[axis_across]);
    const double most = square_root(squares_[place]).high;
    const Interval slower = size_ * (Interval(1.0) / of - Interval(1.0) / own);
    stray = sum_up(stray, product_up(magnitude(slower), most));
    const double fastest = (Interval(most) * size_ / of).high;
    spin[place] = {-fastest, fastest};
  }
  const auto along = static_cast<std::size_t>(around_);
  const double loss = sum_up(squares_[static_cast<std::size_t>(middle_)].high, 1e-15);
  spin[along] = known_to(spin[along], product_up(2.0, loss));
  turned.spin = vector_of(spin);
  const double angle = product_up(stray, magnitude(elapsed));
  for (IntervalVector& row : turned.rotation.rows) {
    row = {widened(row.x, angle), widened(row.y, angle), widened(row.z, angle)};
  }
  return turned;
}

std::optional<FastTurned> FastTurn::general_at(const Interval& elapsed) const {
  const Interval way = size_ * elapsed;
  const std::optional<Place> place = place_at(argument_ + rate_ * way);
  if (!place) {
    return std::nullopt;
  }
  const auto k = static_cast<std::size_t>(around_);
  const auto j = static_cast<std::size_t>(middle_);
  const auto i = static_cast<std::size_t>(other_);
  const double side = direction_[i].middle() < 0.0 ? -1.0 : 1.0;
  const double along = direction_[k].middle() < 0.0 ? -1.0 : 1.0;
  std::array<Interval, 3> later;
  later[j] = square_root(squares_[j]) * place->functions.sn;
  later[i] = scaled(side, square_root(squares_[i]) * place->functions.cn);
  later[k] = scaled(along, square_root(squares_[k]) * place->functions.dn);
  const Interval angle = way / far_moment_ + share_ * (place->integral - integral_);
  const std::optional<IntervalMatrix> before = frame_of(direction_, pole_);
  const std::optional<IntervalMatrix> after = frame_of(later, pole_);
  if (!before || !after || !(angle.width() < most_doubt)) {
    return std::nullopt;
  }
  const IntervalVector axis = rotation_ * vector_of(direction_);
  const IntervalMatrix about_momentum = rotation_by(turn_by(angle * axis));
  FastTurned turned;
  turned.rotation = product(about_momentum, product(rotation_, product(transposed(*before), *after)));
  const IntervalVector momentum = size_ * vector_of(later);
  turned.spin = {momentum.x / Interval(moments_.x), momentum.y / Interval(moments_.y),
                 momentum.z / Interval(moments_.z)};
  return turned;
}

}  // namespace firstcontact::verify
