#include "verify/pair_proof.hpp"

#include <algorithm>
#include <tuple>

#include "verify/nearest.hpp"
#include "verify/whirl.hpp"

namespace firstcontact::verify {
namespace {

// A span's bound must be at least this share of what it is at the span's ends: then the smallest gap proved says
// something about the smallest gap there is, and is not just any number above zero.
constexpr double tightness = 0.5;
// Of a shape's ball: two whose balls are this far apart are not looked at more closely.
constexpr double far_share = 0.25;
// A pair that takes more spans than this in one step is given up as undecided.
constexpr std::uint64_t most_spans = 400'000;
// rad: what turns by more in a stretch is looked for in the solid of revolution that it turns in first.
constexpr double whole_turn = 6.3;

struct ShapePair {
  std::uint32_t a = 0, b = 0;
};

/// The legs that two bodies are on between two of their changes.
struct Stretch {
  const Leg* a = nullptr;
  const Leg* b = nullptr;
  double begin = 0.0, end = 0.0;  // s
};

std::vector<Stretch> stretches(const Timeline& a, const Timeline& b) {
  std::vector<Stretch> common;
  for (std::size_t i = 0, j = 0; i < a.size() && j < b.size();) {
    const double begin = std::max(a[i].begin, b[j].begin);
    const double end = std::min(a[i].end, b[j].end);
    if (begin < end) {
      common.push_back({&a[i], &b[j], begin, end});
    }
    (a[i].end <= b[j].end ? i : j) += 1;
  }
  return common;
}

/// Both bodies in the middle of a span.
struct Span {
  double begin = 0.0, end = 0.0;  // s
  PosedBody a, b;
  SpanReach reach;
};

Span span_of(const Stretch& stretch, double begin, double end) {
  return {begin, end, posed(*stretch.a, begin, end), posed(*stretch.b, begin, end), span_reach(begin, end)};
}

// What a body turns in, where it turns far.
std::optional<Covers> covers_of(const Mover& mover, const Leg& leg, double duration) {
  if (!(greatest_length(leg.segment.angular_velocity) * duration > whole_turn)) {
    return std::nullopt;
  }
  return verify::covers_of(*mover.shape, nutation_of(leg.segment, *mover.inertia));
}

double middle_of(double begin, double end) { return begin + 0.5 * (end - begin); }

bool is_good(const ProvenGap& gap) { return gap.least > 0.0 && gap.least >= tightness * gap.at_ends; }

class PairProver {
 public:
  PairProver(const Mover& a, const Mover& b, PairMemory& memory)
      : a_(a), b_(b), memory_(memory), shape_pairs_(a.shape->shapes.size() * b.shape->shapes.size()) {}

  PairProof prove() {
    const std::vector<Stretch> common = stretches(*a_.timeline, *b_.timeline);
    for (const Stretch& stretch : common) {
      covers_a_ = covers_of(a_, *stretch.a, stretch.end - stretch.begin);
      covers_b_ = covers_of(b_, *stretch.b, stretch.end - stretch.begin);
      if (!prove_span(stretch, stretch.begin, stretch.end, nullptr, 0)) {
        measure_depth(common);
        break;
      }
    }
    return proof_;
  }

 private:
  // The suspects that the span does not prove apart as it is. By itself, so that the spans do not stay on the stack of
  // the thousand halvings that end between two numbers next to each other.
  [[gnu::noinline]] std::vector<ShapePair> left_of_span(const Stretch& stretch, double begin, double end,
                                                        const std::vector<ShapePair>* suspects) {
    const Span span = span_of(stretch, begin, end);
    const Span covered = covered_span(stretch, span);
    ++spans_;
    if (suspects == nullptr && (is_proved_as_covers(covered) || is_proved_as_wholes(span))) {
      return {};
    }
    return unproved(span, covered, suspects == nullptr ? near_ones(span) : *suspects);
  }

  // False, with the failure noted, when some instant of the span is not proved. `suspects` are the shapes not yet
  // proved apart; nothing: the bodies as wholes first, then all.
  bool prove_span(const Stretch& stretch, double begin, double end, const std::vector<ShapePair>* suspects,
                  int halvings) {
    const std::vector<ShapePair> rest = left_of_span(stretch, begin, end, suspects);
    if (rest.empty()) {
      note_proof(halvings);
      return true;
    }
    const double middle = middle_of(begin, end);
    if (!(begin < middle && middle < end) || spans_ > most_spans) {
      note_failure(middle, rest.front());
      return false;
    }
    const std::optional<ShapePair> overlapping = overlapping_in_middle(stretch, middle, rest);
    // With all shapes suspect the wholes may do better on half the span: bodies that tumble past each other.
    const std::vector<ShapePair>* const still = rest.size() == shape_pairs_ ? nullptr : &rest;
    if (!prove_span(stretch, begin, middle, still, halvings + 1)) {
      return false;
    }
    if (overlapping) {
      note_failure(middle, *overlapping);
      return false;
    }
    return prove_span(stretch, middle, end, still, halvings + 1);
  }

  // The same span with covers for what whirls.
  [[nodiscard]] Span covered_span(const Stretch& stretch, Span span) const {
    if (covers_a_) {
      span.a = posed_cover(*stretch.a, span.begin, span.end);
    }
    if (covers_b_) {
      span.b = posed_cover(*stretch.b, span.begin, span.end);
    }
    return span;
  }

  [[nodiscard]] bool any_covers() const { return covers_a_ || covers_b_; }

  // Of the two shapes' covers; not positive: nothing is proved, or nothing whirls.
  double gap_of_covers(const Span& covered, const ShapePair& pair) {
    if (!any_covers()) {
      return 0.0;
    }
    Vec3 axis(0.0);
    return best_gap(covered, covers_a_ ? covers_a_->shapes[pair.a] : a_.shape->shapes[pair.a],
                    covers_b_ ? covers_b_->shapes[pair.b] : b_.shape->shapes[pair.b], axis);
  }

  bool is_proved_as_covers(const Span& covered) {
    if (!any_covers()) {
      return false;
    }
    const double gap = best_gap(covered, covers_a_ ? covers_a_->whole : a_.shape->whole,
                                covers_b_ ? covers_b_->whole : b_.shape->whole, memory_.axis);
    if (gap > 0.0) {
      note_gap(gap, covered);
    }
    return gap > 0.0;
  }

  bool is_proved_as_wholes(const Span& span) {
    const double gap = best_gap(span, a_.shape->whole, b_.shape->whole, memory_.axis);
    if (gap > 0.0) {
      note_gap(gap, span);
    }
    return gap > 0.0;
  }

  static void add_pairs(const ShapeGroup& a, const ShapeGroup& b, std::vector<ShapePair>& pairs) {
    for (const std::uint32_t i : a.members) {
      for (const std::uint32_t j : b.members) {
        pairs.push_back({i, j});
      }
    }
  }

  // All pairs of shapes but those whose groups' balls prove that they are no nearer than others have been.
  std::vector<ShapePair> near_ones(const Span& span) const {
    std::vector<ShapePair> pairs;
    for (const ShapeGroup& a : a_.shape->groups) {
      for (const ShapeGroup& b : b_.shape->groups) {
        const double apart = gap_of_balls(span.a, a.whole, span.b, b.whole, span.reach);
        if (apart > 0.0 && apart >= memory_.least_gap) {
          continue;
        }
        add_pairs(a, b, pairs);
      }
    }
    return pairs;
  }

  std::vector<ShapePair> unproved(const Span& span, const Span& covered, const std::vector<ShapePair>& suspects) {
    std::vector<ShapePair> rest;
    if (shape_pairs_ == 1) {
      return suspects;  // as wholes they are what they are as shapes
    }
    for (const ShapePair& pair : suspects) {
      const Shape& a = a_.shape->shapes[pair.a];
      const Shape& b = b_.shape->shapes[pair.b];
      const double apart = gap_of_balls(span.a, a, span.b, b, span.reach);
      const bool is_far = apart > 0.0 && apart >= std::min(memory_.least_gap, far_share * std::min(a.ball, b.ball));
      double gap = is_far ? apart : gap_of_covers(covered, pair);
      gap = gap > 0.0 ? gap : best_gap(span, a, b, axis_of(pair));
      if (gap > 0.0) {
        note_gap(gap, span);
      } else {
        rest.push_back(pair);
      }
    }
    return rest;
  }

  // What the remembered axis proves, if that is good and no new low; else what the direction of the nearest points in
  // the middle does, turning along with what it is square to or not at all. Not positive: nothing is proved.
  double best_gap(const Span& span, const Shape& a, const Shape& b, Vec3& axis) const {
    const auto proven = [&](const verify::Direction& direction) {
      return proven_gap(span.a, a, span.b, b, span.reach, direction);
    };
    ProvenGap best;
    if (axis != Vec3(0.0)) {
      best = proven({axis, Vec3(0.0)});
      if (is_good(best) && best.least >= memory_.least_gap) {
        return best.least;
      }
    }
    const Vec3 origin = middle(span.a.position);
    const Nearest found = nearest(placed(span.a, a, origin), placed(span.b, b, origin));
    if (found.direction != Vec3(0.0)) {
      axis = found.direction;
      const ProvenGap standing = proven({axis, Vec3(0.0)});
      best = is_good(standing) && !(best.least > standing.least) ? standing : best;
      const Vec3 turning = is_good(best) ? Vec3(0.0) : turning_of(found, span.a, span.b);
      best = turning != Vec3(0.0) ? proven({axis, turning}) : best;
    }
    return is_good(best) ? best.least : 0.0;
  }

  Vec3& axis_of(const ShapePair& pair) {
    auto& axes = memory_.shape_axes;
    const auto at =
        std::lower_bound(axes.begin(), axes.end(), pair, [](const PairMemory::ShapeAxis& known, const ShapePair& p) {
          return std::tie(known.a, known.b) < std::tie(p.a, p.b);
        });
    if (at != axes.end() && at->a == pair.a && at->b == pair.b) {
      return at->axis;
    }
    return axes.insert(at, {pair.a, pair.b, Vec3(0.0)})->axis;
  }

  // Shapes that share a point in the middle, about: a reason not to look on beyond it.
  std::optional<ShapePair> overlapping_in_middle(const Stretch& stretch, double middle,
                                                 const std::vector<ShapePair>& suspects) {
    const Span instant = span_of(stretch, middle, middle);
    for (const ShapePair& pair : suspects) {
      const Shape& a = a_.shape->shapes[pair.a];
      const Shape& b = b_.shape->shapes[pair.b];
      const Vec3 origin = verify::middle(instant.a.position);
      const Nearest found = nearest(placed(instant.a, a, origin), placed(instant.b, b, origin));
      if (found.distance <= a.rounding + b.rounding) {
        is_overlap_ = is_overlap_ || is_proved_overlap(instant, a, b, found);
        return pair;
      }
    }
    return std::nullopt;
  }

  // Where the origin lies on a face of the corners found (bodies in line do that), a slightly shifted question finds
  // others around it.
  static bool is_proved_overlap(const Span& instant, const Shape& a, const Shape& b, const Nearest& found) {
    const Vec3 origin = verify::middle(instant.a.position);
    bool is_proved = share_a_point(instant.a, a, instant.b, b, found);
    double size = 0.1 * std::min(a.radius, b.radius);
    for (int i = 0; i < 60 && !is_proved; ++i, size *= 0.7) {
      const Vec3 sides((i & 1) != 0 ? 1.0 : -1.0, (i & 2) != 0 ? 0.7 : -0.7, (i & 4) != 0 ? 0.4 : -0.4);
      const Nearest shifted = nearest(placed(instant.a, a, origin + size * sides), placed(instant.b, b, origin));
      is_proved = shifted.corners_a.size() == 4 && share_a_point(instant.a, a, instant.b, b, shifted);
    }
    return is_proved;
  }

  void note_proof(int halvings) {
    ++proof_.intervals;
    proof_.deepest = std::max(proof_.deepest, halvings);
  }

  void note_gap(double gap, const Span& span) {
    memory_.least_gap = std::min(memory_.least_gap, gap);
    if (gap < proof_.least_gap) {
      proof_.least_gap = gap;
      proof_.least_time = middle_of(span.begin, span.end);
    }
  }

  void note_failure(double time, const ShapePair& pair) {
    proof_.failure = PairFailure{time, 0.0, is_overlap_};
    failed_ = pair;
  }

  // Looks at the failed shapes at some instants from the failure to the step's end.
  void measure_depth(const std::vector<Stretch>& common) {
    constexpr int looks = 32;
    const double from = proof_.failure->time;
    const double to = common.back().end;
    for (int i = 0; i <= looks; ++i) {
      const double time = from + (to - from) * i / looks;
      const auto stretch = std::find_if(common.begin(), common.end(),
                                        [&](const Stretch& s) { return s.begin <= time && time <= s.end; });
      if (stretch != common.end()) {
        proof_.failure->depth = std::max(proof_.failure->depth, depth_at(*stretch, time));
      }
    }
  }

  double depth_at(const Stretch& stretch, double time) const {
    const Span instant = span_of(stretch, time, time);
    const Shape& a = a_.shape->shapes[failed_.a];
    const Shape& b = b_.shape->shapes[failed_.b];
    const Vec3 origin = middle(instant.a.position);
    return depth_of(placed(instant.a, a, origin), placed(instant.b, b, origin), a_.collider->shapes[failed_.a],
                    b_.collider->shapes[failed_.b])
        .depth;
  }

  Mover a_;
  Mover b_;
  PairMemory& memory_;
  std::size_t shape_pairs_;                    // how many there are
  std::optional<Covers> covers_a_, covers_b_;  // in the present stretch
  PairProof proof_;
  std::uint64_t spans_ = 0;
  bool is_overlap_ = false;
  ShapePair failed_;
};

}  // namespace

PairProof prove_apart(const Mover& a, const Mover& b, PairMemory& memory) { return PairProver(a, b, memory).prove(); }

}  // namespace firstcontact::verify
