// The law of one impact, against a fine integration of the same law that is written in another way: by the angle of the
// slip, with fixed steps and the library's sines, where the engine follows power series of the slip itself.
#include <firstcontact/impact_law.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <string>

#include "support/random.hpp"

namespace firstcontact {
namespace {

using testing_support::Random;

/// A body of an impact: what is random of it.
struct Side {
  double inverse_mass = 0.0;
  Mat3 inverse_inertia{0.0};
  Vec3 arm{0.0};
};

Vec3 random_direction(Random& random) { return random.rotation() * Vec3(1, 0, 0); }

// A box of any sides, at any attitude, struck at a corner, on an edge or on a face.
Side random_side(Random& random) {
  const double mass = std::exp(random.between(-2, 2));
  const Vec3 half(std::exp(random.between(-2, 0)), std::exp(random.between(-2, 0)), std::exp(random.between(-2, 0)));
  const Vec3 squares = half * half;
  const Vec3 inertia = mass / 3.0 * Vec3(squares.y + squares.z, squares.x + squares.z, squares.x + squares.y);
  const Mat3 turn = glm::mat3_cast(random.rotation());
  Vec3 corner = half;
  for (int i = 0; i < 3; ++i) {
    corner[i] *= random.between(0, 1) < 0.7 ? (random.between(0, 1) < 0.5 ? -1.0 : 1.0) : random.between(-1, 1);
  }
  return {1.0 / mass,
          turn * Mat3(1.0 / inertia.x, 0, 0, 0, 1.0 / inertia.y, 0, 0, 0, 1.0 / inertia.z) * glm::transpose(turn),
          turn * corner};
}

Mat3 cross_matrix(const Vec3& v) { return {0, v.z, -v.y, -v.z, 0, v.x, v.y, -v.x, 0}; }

Mat3 compliance_of(const Side& side) {
  const Mat3 arm = cross_matrix(side.arm);
  return Mat3(side.inverse_mass) - arm * side.inverse_inertia * arm;
}

PointImpact random_impact(Random& random, ImpactLaw law) {
  PointImpact impact;
  impact.compliance = compliance_of(random_side(random));
  if (random.between(0, 1) < 0.5) {
    impact.compliance += compliance_of(random_side(random));
  }
  impact.normal = random_direction(random);
  impact.velocity = random_direction(random) * std::exp(random.between(-3, 3));
  if (glm::dot(impact.velocity, impact.normal) > 0.0) {
    impact.velocity = -impact.velocity;
  }
  if (random.between(0, 1) < 0.1) {
    impact.velocity = glm::dot(impact.velocity, impact.normal) * impact.normal;  // no slip at the start
  }
  impact.friction = random.between(0, 1) < 0.1 ? 0.0 : random.between(0, 2);
  impact.restitution = random.between(0, 1) < 0.1 ? 0.0 : random.between(0, 1);
  impact.law = law;
  return impact;
}

/// The same law by the angle of the slip.
class FineIntegration {
 public:
  explicit FineIntegration(const PointImpact& impact) : impact_(impact) {
    const Vec3 n = impact.normal;
    t1_ = glm::normalize(glm::cross(n, std::abs(n.x) < 0.6 ? Vec3(1, 0, 0) : Vec3(0, 1, 0)));
    t2_ = glm::cross(n, t1_);
    v_ = glm::dot(impact.velocity, n);
    approach_ = -v_;
    const glm::dvec2 slip(glm::dot(impact.velocity, t1_), glm::dot(impact.velocity, t2_));
    speed_ = glm::length(slip);
    angle_ = std::atan2(slip.y, slip.x);
  }

  // N s, in the world's frame
  Vec3 impulse() {
    const double tiny = 1e-11 * (approach_ + speed_);
    for (int i = 0; i < 1000000 && !over_; ++i) {
      if (impact_.friction == 0.0) {
        straight(Vec3(impact_.normal), 0.0, 0.0);
      } else if (speed_ > tiny) {
        step();
      } else {
        stand();
      }
    }
    EXPECT_TRUE(over_);
    return impulse_;
  }

  bool stuck() const { return stuck_; }

 private:
  struct State {
    double p = 0, v = 0, log_speed = 0, angle = 0, work = 0;
    Vec3 impulse{0.0};
    State plus(const State& d, double h) const {
      return {p + h * d.p,         v + h * d.v,       log_speed + h * d.log_speed,
              angle + h * d.angle, work + h * d.work, impulse + h * d.impulse};
    }
  };

  Vec3 direction(double angle) const { return std::cos(angle) * t1_ + std::sin(angle) * t2_; }

  // By a time in which dp = speed dt.
  State rate(const State& s) const {
    const Vec3 along = direction(s.angle);
    const Vec3 across = direction(s.angle + 0.5 * std::numbers::pi);
    const Vec3 push = impact_.normal - impact_.friction * along;
    const Vec3 change = impact_.compliance * push;
    const double speed = std::exp(s.log_speed);
    return {speed,
            speed * glm::dot(impact_.normal, change),
            glm::dot(along, change),
            glm::dot(across, change),
            speed * s.v,
            speed * push};
  }

  State stepped(const State& s, double h) const {
    const State a = rate(s);
    const State b = rate(s.plus(a, 0.5 * h));
    const State c = rate(s.plus(b, 0.5 * h));
    const State d = rate(s.plus(c, h));
    State next = s;
    next = next.plus(a, h / 6).plus(b, h / 3).plus(c, h / 3).plus(d, h / 6);
    return next;
  }

  double beyond(double p, double v, double work) const {
    if (!restitution_) {
      return v;
    }
    return impact_.law == ImpactLaw::stronge ? work - goal_ : impact_.law == ImpactLaw::poisson ? p - goal_ : v - goal_;
  }

  void end_phase() {
    if (restitution_ || impact_.restitution == 0.0) {
      over_ = true;
      return;
    }
    restitution_ = true;
    const double e = impact_.restitution;
    goal_ = impact_.law == ImpactLaw::stronge   ? (1.0 - e * e) * work_
            : impact_.law == ImpactLaw::poisson ? (1.0 + e) * p_
                                                : e * approach_;
  }

  void take(const State& s) {
    p_ = s.p;
    v_ = s.v;
    speed_ = std::exp(s.log_speed);
    angle_ = s.angle;
    work_ = s.work;
    impulse_ = s.impulse;
  }

  void step() {
    const double rate_of_all =
        (1.0 + impact_.friction) * (impact_.compliance[0][0] + impact_.compliance[1][1] + impact_.compliance[2][2]);
    const State s{p_, v_, std::log(speed_), angle_, work_, impulse_};
    double h = 0.04 / rate_of_all;
    State next = stepped(s, h);
    if (beyond(next.p, next.v, next.work) < 0.0) {
      take(next);
      return;
    }
    double low = 0.0;
    for (int i = 0; i < 60; ++i) {
      const double middle = 0.5 * (low + h);
      const State at = stepped(s, middle);
      (beyond(at.p, at.v, at.work) < 0.0 ? low : h) = middle;
    }
    take(stepped(s, h));
    end_phase();
  }

  // Sticks, where the cone allows; else slips along the one direction that slip keeps and grows in: looked for all
  // round.
  void stand() {
    const glm::dmat2 k(glm::dot(t1_, impact_.compliance * t1_), glm::dot(t2_, impact_.compliance * t1_),
                       glm::dot(t1_, impact_.compliance * t2_), glm::dot(t2_, impact_.compliance * t2_));
    const Vec3 of_normal = impact_.compliance * impact_.normal;
    const glm::dvec2 needed = -(glm::inverse(k) * glm::dvec2(glm::dot(t1_, of_normal), glm::dot(t2_, of_normal)));
    if (glm::length(needed) <= impact_.friction) {
      stuck_ = true;
      straight(impact_.normal + needed.x * t1_ + needed.y * t2_, 0.0, 0.0);
      return;
    }
    const auto turning = [&](double angle) { return rate({0, 0, 0, angle, 0, Vec3(0.0)}).angle; };
    constexpr int around = 3600;
    for (int i = 0; i < around; ++i) {
      double a = 2 * std::numbers::pi * i / around;
      double b = 2 * std::numbers::pi * (i + 1) / around;
      if ((turning(a) < 0.0) == (turning(b) < 0.0)) {
        continue;
      }
      for (int j = 0; j < 60; ++j) {
        const double middle = 0.5 * (a + b);
        ((turning(middle) < 0.0) == (turning(a) < 0.0) ? a : b) = middle;
      }
      const double growth = rate({0, 0, 0, a, 0, Vec3(0.0)}).log_speed;
      if (growth > 0.0) {
        straight(impact_.normal - impact_.friction * direction(a), growth, a);
        return;
      }
    }
    ADD_FAILURE() << "neither sticks nor slips";
    over_ = true;
  }

  void straight(const Vec3& push, double growth, double angle) {
    const double slope = glm::dot(impact_.normal, impact_.compliance * push);
    double high = (approach_ + std::abs(v_)) / slope * 4.0 + 4.0 * p_;
    double low = 0.0;
    const auto at = [&](double dp) { return beyond(p_ + dp, v_ + slope * dp, work_ + dp * (v_ + 0.5 * slope * dp)); };
    while (at(high) < 0.0) {
      high *= 2.0;
    }
    for (int i = 0; i < 200; ++i) {
      const double middle = 0.5 * (low + high);
      (at(middle) < 0.0 ? low : high) = middle;
    }
    work_ += high * (v_ + 0.5 * slope * high);
    p_ += high;
    v_ += slope * high;
    impulse_ += high * push;
    speed_ = growth > 0.0 ? growth * high : speed_;
    angle_ = angle;
    end_phase();
  }

  const PointImpact& impact_;
  Vec3 t1_{0.0}, t2_{0.0}, impulse_{0.0};
  double v_ = 0, approach_ = 0, speed_ = 0, angle_ = 0, p_ = 0, work_ = 0, goal_ = 0;
  bool restitution_ = false, over_ = false, stuck_ = false;
};

// J, of the motion that the impulse changes.
double energy_change(const PointImpact& impact, const Vec3& impulse) {
  return glm::dot(impulse, impact.velocity) + 0.5 * glm::dot(impulse, impact.compliance * impulse);
}

TEST(ImpactLaw, TwoThousandImpactsAgreeWithAFineIntegration) {
  Random random(46);
  int stuck = 0;
  int jammed = 0;
  for (int i = 0; i < 2000; ++i) {
    const ImpactLaw law = i % 4 == 3 ? ImpactLaw::poisson : ImpactLaw::stronge;
    const PointImpact impact = random_impact(random, law);
    SCOPED_TRACE(i);
    const ImpactOutcome outcome = resolve_impact(impact);
    const Vec3 impulse = outcome.normal_impulse * impact.normal + outcome.friction_impulse;
    FineIntegration fine(impact);
    const Vec3 expected = fine.impulse();
    const double incoming = glm::length(impact.velocity) / glm::dot(impact.normal, impact.compliance * impact.normal);
    EXPECT_LE(glm::length(impulse - expected), 1e-7 * incoming);
    EXPECT_LE(glm::length(outcome.friction_impulse), impact.friction * outcome.normal_impulse * (1.0 + 1e-12));
    EXPECT_LE(energy_change(impact, impulse), 1e-14 * incoming * glm::length(impact.velocity));
    stuck += outcome.sticks ? 1 : 0;
    jammed += outcome.jammed ? 1 : 0;
  }
  EXPECT_GT(stuck, 100);
  EXPECT_GT(jammed, 20);
}

// friction_that_vanishes of the faults: a rod of 1 m that leans by 30 degrees, its lower edge at (1, -2) m/s.
PointImpact leaning_rod(double friction, ImpactLaw law) {
  const double inertia = (0.25 + 0.0025) / 3.0;  // kg m^2, of 1 kg
  const double c = std::sqrt(0.75);
  const Vec3 arm(-0.5 * c + 0.05 * 0.5, -0.5 * 0.5 - 0.05 * c, 0.0);
  PointImpact impact;
  impact.compliance = compliance_of({1.0, Mat3(1.0 / inertia), arm});
  impact.velocity = {1.0, -2.0, 0.0};
  impact.friction = friction;
  impact.restitution = 0.5;
  impact.law = law;
  return impact;
}

// Published: Stronge 0.219, Poisson 0.201.
TEST(ImpactLaw, TheRodThatSticksHasThePublishedRatios) {
  const auto ratio = [](ImpactLaw law) {
    const ImpactOutcome outcome = resolve_impact(leaning_rod(1.0, law));
    EXPECT_TRUE(outcome.sticks);
    return glm::length(outcome.friction_impulse) / outcome.normal_impulse;
  };
  EXPECT_NEAR(ratio(ImpactLaw::stronge), 0.219, 5e-4);
  EXPECT_NEAR(ratio(ImpactLaw::poisson), 0.201, 1e-3);
}

// The critical angle: with a little less friction than it takes to hold the end, it slips back. The least that holds it
// is |K_tn| / K_tt.
TEST(ImpactLaw, TheRodSlipsBackBelowItsCriticalFriction) {
  const PointImpact rod = leaning_rod(1.0, ImpactLaw::stronge);
  const double critical = std::abs(rod.compliance[1][0]) / rod.compliance[0][0];
  EXPECT_TRUE(resolve_impact(leaning_rod(1.001 * critical, ImpactLaw::stronge)).sticks);
  const PointImpact loose = leaning_rod(0.999 * critical, ImpactLaw::stronge);
  const ImpactOutcome outcome = resolve_impact(loose);
  const Vec3 impulse = outcome.normal_impulse * loose.normal + outcome.friction_impulse;
  EXPECT_FALSE(outcome.sticks);
  EXPECT_LT((loose.velocity + loose.compliance * impulse).x, 0.0);
}

// Friction 2 under a slender rod at 60 degrees presses the bodies together while they slip (Painleve): there is an end,
// with an impulse, and the end sticks.
TEST(ImpactLaw, ARodThatJamsEndsSticking) {
  const double inertia = 1.0 / 12.0;
  PointImpact impact;
  impact.compliance = compliance_of({1.0, Mat3(1.0 / inertia), {-0.25, -0.5 * std::sqrt(0.75), 0.0}});
  impact.velocity = {-1.0, -1e-9, 0.0};
  impact.friction = 2.0;
  const ImpactOutcome jammed = resolve_impact(impact);
  EXPECT_TRUE(jammed.jammed);
  EXPECT_TRUE(jammed.sticks);
  EXPECT_GT(jammed.normal_impulse, 0.1);
}

// A ball with topspin on a rough floor: v = 2/7 of the slip is lost where it grips; it grips for friction above
// 2/7 slip / ((1 + e) v_n).
TEST(ImpactLaw, ABallGripsAboveItsCriticalFriction) {
  const double radius = 0.1;
  PointImpact impact;
  impact.compliance = compliance_of({1.0, Mat3(1.0 / (0.4 * radius * radius)), {0.0, -radius, 0.0}});
  impact.velocity = {2.0, -3.0, 0.0};
  impact.restitution = 0.8;
  const double critical = 2.0 / 7.0 * 2.0 / (1.8 * 3.0);
  for (const double share : {0.5, 0.99, 1.01, 3.0}) {
    impact.friction = share * critical;
    const ImpactOutcome outcome = resolve_impact(impact);
    EXPECT_EQ(outcome.sticks, share > 1.0);
    EXPECT_NEAR(outcome.normal_impulse, 1.8 * 3.0, 1e-12);
    EXPECT_NEAR(outcome.friction_impulse.x, -std::min(share, 1.0) * critical * 1.8 * 3.0, 1e-12);
  }
}

TEST(ImpactLaw, RestitutionHoldsToRoundingWithoutFriction) {
  Random random(5);
  for (int i = 0; i < 500; ++i) {
    PointImpact impact = random_impact(random, i % 3 == 0   ? ImpactLaw::stronge
                                               : i % 3 == 1 ? ImpactLaw::poisson
                                                            : ImpactLaw::newton);
    impact.friction = 0.0;
    const ImpactOutcome outcome = resolve_impact(impact);
    const double before = glm::dot(impact.normal, impact.velocity);
    const double after = before + outcome.normal_impulse * glm::dot(impact.normal, impact.compliance * impact.normal);
    EXPECT_NEAR(after, -impact.restitution * before, 1e-14 * glm::length(impact.velocity));
    EXPECT_EQ(outcome.friction_impulse, Vec3(0.0));
  }
}

}  // namespace
}  // namespace firstcontact
