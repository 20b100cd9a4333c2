#include "dynamics/nonnegative_minimum.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace firstcontact {

namespace {

// Of the largest diagonal element: added to all, so that faces with more corners than they need can be factored.
constexpr double regularization = 1e-13;
// Of the largest b: what an x of 0 may still ask for.
constexpr double precision = 1e-13;

class ActiveSets {
 public:
  ActiveSets(const Parabola& parabola, const std::vector<double>& guess)
      : parabola_(parabola),
        x_(parabola.size, 0.0),
        is_free_(parabola.size, false),
        factors_left_(2 * static_cast<int>(parabola.size) + 10) {
    for (std::size_t i = 0; i < size(); ++i) {
      is_free_[i] = guess[i] > 0.0;
      x_[i] = std::max(0.0, guess[i]);
      largest_b_ = std::max(largest_b_, std::abs(parabola.b[i]));
      largest_a_ = std::max(largest_a_, at(i, i));
    }
  }

  std::vector<double> run() {
    while (factors_left_ > 0) {
      settle();
      const std::size_t next = most_wanting();
      if (next == size()) {
        break;
      }
      is_free_[next] = true;
    }
    return x_;
  }

 private:
  [[nodiscard]] std::size_t size() const { return parabola_.size; }
  [[nodiscard]] double at(std::size_t i, std::size_t j) const { return parabola_.a[i * size() + j]; }

  [[nodiscard]] double slope(std::size_t i) const {
    double sum = parabola_.b[i];
    for (std::size_t j = 0; j < size(); ++j) {
      sum += at(i, j) * x_[j];
    }
    return sum;
  }

  // The one held at 0 that would lower the parabola most steeply; `size()` when none would.
  [[nodiscard]] std::size_t most_wanting() const {
    std::size_t found = size();
    double steepest = -precision * largest_b_;
    for (std::size_t i = 0; i < size(); ++i) {
      const double here = is_free_[i] ? 0.0 : slope(i);
      if (here < steepest) {
        steepest = here;
        found = i;
      }
    }
    return found;
  }

  // Goes to the least over the free ones; those that would become negative on the way are held at 0.
  void settle() {
    for (; factors_left_ > 0; --factors_left_) {
      const std::vector<double> goal = least_over_free();
      double share = 1.0;
      for (std::size_t i = 0; i < size(); ++i) {
        if (is_free_[i] && goal[i] < 0.0) {
          share = std::min(share, x_[i] / (x_[i] - goal[i]));
        }
      }
      for (std::size_t i = 0; i < size(); ++i) {
        x_[i] = is_free_[i] ? x_[i] + share * (goal[i] - x_[i]) : 0.0;
        const bool is_at_bound = is_free_[i] && goal[i] < 0.0 && x_[i] <= 1e-14 * std::abs(goal[i]);
        is_free_[i] = is_free_[i] && !is_at_bound;
        x_[i] = is_free_[i] ? x_[i] : 0.0;
      }
      if (share == 1.0) {
        --factors_left_;
        return;
      }
    }
  }

  // A_FF x_F = -b_F by Cholesky, refined once: the regularization is then gone from all but the directions that A does
  // not see.
  [[nodiscard]] std::vector<double> least_over_free() const {
    std::vector<std::size_t> free;
    for (std::size_t i = 0; i < size(); ++i) {
      if (is_free_[i]) {
        free.push_back(i);
      }
    }
    const std::vector<double> factor = factored(free);
    std::vector<double> goal(size(), 0.0);
    for (int refinement = 0; refinement < 3; ++refinement) {
      std::vector<double> missing;
      for (const std::size_t i : free) {
        double sum = parabola_.b[i];
        for (const std::size_t j : free) {
          sum += at(i, j) * goal[j];
        }
        missing.push_back(-sum);
      }
      substitute(factor, missing);
      for (std::size_t k = 0; k < free.size(); ++k) {
        goal[free[k]] += missing[k];
      }
    }
    return goal;
  }

  [[nodiscard]] std::vector<double> factored(const std::vector<std::size_t>& free) const {
    const std::size_t n = free.size();
    std::vector<double> factor(n * n, 0.0);
    for (std::size_t i = 0; i < n; ++i) {
      for (std::size_t j = 0; j <= i; ++j) {
        double sum = at(free[i], free[j]) + (i == j ? regularization * largest_a_ : 0.0);
        for (std::size_t k = 0; k < j; ++k) {
          sum -= factor[i * n + k] * factor[j * n + k];
        }
        factor[i * n + j] = i == j ? std::sqrt(std::max(sum, regularization * largest_a_)) : sum / factor[j * n + j];
      }
    }
    return factor;
  }

  static void substitute(const std::vector<double>& factor, std::vector<double>& x) {
    const std::size_t n = x.size();
    for (std::size_t i = 0; i < n; ++i) {
      for (std::size_t k = 0; k < i; ++k) {
        x[i] -= factor[i * n + k] * x[k];
      }
      x[i] /= factor[i * n + i];
    }
    for (std::size_t i = n; i-- > 0;) {
      for (std::size_t k = i + 1; k < n; ++k) {
        x[i] -= factor[k * n + i] * x[k];
      }
      x[i] /= factor[i * n + i];
    }
  }

  const Parabola& parabola_;
  std::vector<double> x_;
  std::vector<bool> is_free_;
  int factors_left_;
  double largest_a_ = 0.0;
  double largest_b_ = 0.0;
};

}  // namespace

std::vector<double> nonnegative_minimum(const Parabola& parabola, const std::vector<double>& guess) {
  return ActiveSets(parabola, guess).run();
}

}  // namespace firstcontact
