#include "dynamics/block_envelope.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>

namespace firstcontact {

namespace {

using Neighbours = std::vector<std::vector<std::uint32_t>>;

Neighbours neighbours_of(std::size_t node_count, std::span<const NodeLink> links) {
  Neighbours neighbours(node_count);
  for (const NodeLink& link : links) {
    neighbours[link.a].push_back(link.b);
    neighbours[link.b].push_back(link.a);
  }
  for (auto& own : neighbours) {
    std::sort(own.begin(), own.end());
    own.erase(std::unique(own.begin(), own.end()), own.end());
  }
  return neighbours;
}

// Breadth first from `start`, few neighbours before many; appended to `order`.
void visit(const Neighbours& neighbours, std::uint32_t start, std::vector<bool>& seen,
           std::vector<std::uint32_t>& order) {
  std::size_t next = order.size();
  order.push_back(start);
  seen[start] = true;
  for (; next < order.size(); ++next) {
    std::vector<std::uint32_t> found;
    for (const std::uint32_t other : neighbours[order[next]]) {
      if (!seen[other]) {
        seen[other] = true;
        found.push_back(other);
      }
    }
    std::stable_sort(found.begin(), found.end(),
                     [&](std::uint32_t x, std::uint32_t y) { return neighbours[x].size() < neighbours[y].size(); });
    order.insert(order.end(), found.begin(), found.end());
  }
}

// A node far from others: the last one that two searches reach, each from where the one before ended.
std::uint32_t outermost(const Neighbours& neighbours, std::uint32_t start) {
  for (int search = 0; search < 2; ++search) {
    std::vector<bool> seen(neighbours.size(), false);
    std::vector<std::uint32_t> order;
    visit(neighbours, start, seen, order);
    start = order.back();
  }
  return start;
}

std::vector<std::uint32_t> places_of(const Neighbours& neighbours) {
  std::vector<bool> seen(neighbours.size(), false);
  std::vector<std::uint32_t> order;
  for (std::uint32_t node = 0; node < neighbours.size(); ++node) {
    if (!seen[node]) {
      visit(neighbours, outermost(neighbours, node), seen, order);
    }
  }
  std::vector<std::uint32_t> places(neighbours.size());
  for (std::uint32_t k = 0; k < order.size(); ++k) {
    places[order[k]] = static_cast<std::uint32_t>(order.size() - 1 - k);
  }
  return places;
}

// Four sums side by side: the compiler may not reorder one by itself.
double dot(const double* a, const double* b, std::size_t count) {
  std::array<double, 4> sums{};
  std::size_t k = 0;
  for (; k + 4 <= count; k += 4) {
    for (std::size_t lane = 0; lane < 4; ++lane) {
      sums[lane] += a[k + lane] * b[k + lane];
    }
  }
  for (; k < count; ++k) {
    sums[0] += a[k] * b[k];
  }
  return (sums[0] + sums[1]) + (sums[2] + sums[3]);
}

}  // namespace

BlockEnvelope::BlockEnvelope(std::size_t node_count, std::span<const NodeLink> links) {
  const Neighbours neighbours = neighbours_of(node_count, links);
  place_ = places_of(neighbours);
  std::vector<std::size_t> first_place(node_count);
  for (std::uint32_t node = 0; node < node_count; ++node) {
    std::uint32_t first = place_[node];
    for (const std::uint32_t other : neighbours[node]) {
      first = std::min(first, place_[other]);
    }
    first_place[place_[node]] = first;
  }
  std::size_t stored = 0;
  for (std::size_t row = 0; row < rows_per_node * node_count; ++row) {
    first_.push_back(rows_per_node * first_place[row / rows_per_node]);
    row_begin_.push_back(stored);
    stored += row + 1 - first_.back();
  }
  stored_ = stored;
}

double BlockEnvelope::work() const {
  double sum = 0.0;
  for (std::size_t row = 0; row < first_.size(); ++row) {
    const auto width = static_cast<double>(row - first_[row]);
    sum += 0.5 * width * width;
  }
  return sum;
}

void BlockEnvelope::clear() { entries_.assign(stored_, 0.0); }

void BlockEnvelope::add(std::uint32_t a, std::uint32_t b, const NodeBlock& block) {
  const std::size_t row_a = rows_per_node * place_[a];
  const std::size_t row_b = rows_per_node * place_[b];
  for (std::size_t i = 0; i < rows_per_node; ++i) {
    if (row_a >= row_b) {
      double* const row = &entry(row_a + i, row_b);
      for (std::size_t j = 0; j < (a == b ? i + 1 : rows_per_node); ++j) {
        row[j] += block[rows_per_node * i + j];
      }
    } else {
      double* const row = &entry(row_b + i, row_a);
      for (std::size_t j = 0; j < rows_per_node; ++j) {
        row[j] += block[rows_per_node * j + i];
      }
    }
  }
}

bool BlockEnvelope::factor() {
  for (std::size_t i = 0; i < first_.size(); ++i) {
    for (std::size_t j = first_[i]; j <= i; ++j) {
      const std::size_t begin = std::max(first_[i], first_[j]);
      const double* row_i = &entry(i, begin);
      const double* row_j = &entry(j, begin);
      const double sum = entry(i, j) - dot(row_i, row_j, j - begin);
      if (j < i) {
        entry(i, j) = sum / entry(j, j);
      } else if (sum > 0.0) {
        entry(i, i) = std::sqrt(sum);
      } else {
        return false;
      }
    }
  }
  return true;
}

void BlockEnvelope::solve(std::span<double> x) {
  std::vector<double>& y = permuted_;
  y.resize(first_.size());
  for (std::size_t node = 0; node < place_.size(); ++node) {
    for (std::size_t i = 0; i < rows_per_node; ++i) {
      y[rows_per_node * place_[node] + i] = x[rows_per_node * node + i];
    }
  }
  for (std::size_t i = 0; i < first_.size(); ++i) {
    const double* row = &entry(i, first_[i]);
    y[i] = (y[i] - dot(row, &y[first_[i]], i - first_[i])) / entry(i, i);
  }
  for (std::size_t i = first_.size(); i-- > 0;) {
    const double* row = &entry(i, first_[i]);
    y[i] /= entry(i, i);
    for (std::size_t k = 0; k < i - first_[i]; ++k) {
      y[first_[i] + k] -= row[k] * y[i];
    }
  }
  for (std::size_t node = 0; node < place_.size(); ++node) {
    for (std::size_t i = 0; i < rows_per_node; ++i) {
      x[rows_per_node * node + i] = y[rows_per_node * place_[node] + i];
    }
  }
}

}  // namespace firstcontact
