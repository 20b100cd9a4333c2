#include "dynamics/block_envelope.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstring>
#include <utility>

#include "core/lanes.hpp"

namespace firstcontact {

namespace {

/// The order of Cuthill and McKee.
class Search {
 public:
  explicit Search(const Neighbours& neighbours) : neighbours_(neighbours), seen_in_(neighbours.node_count(), 0) {
    order_.reserve(neighbours.node_count());
    for (std::uint32_t node = 0; node < neighbours.node_count(); ++node) {
      if (seen_in_[node] == 0) {
        visit(outermost(node));
      }
    }
  }

  [[nodiscard]] const std::vector<std::uint32_t>& order() const { return order_; }

 private:
  // Breadth first from `start`, few neighbours before many; appended to the order.
  void visit(std::uint32_t start) {
    ++visits_;
    std::size_t next = order_.size();
    see(start);
    for (; next < order_.size(); ++next) {
      const auto found = static_cast<std::ptrdiff_t>(order_.size());
      for (const std::uint32_t other : neighbours_.of(order_[next])) {
        if (seen_in_[other] != visits_) {
          see(other);
        }
      }
      std::sort(order_.begin() + found, order_.end(), [this](std::uint32_t x, std::uint32_t y) {
        return std::pair(neighbours_.of(x).size(), x) < std::pair(neighbours_.of(y).size(), y);
      });
    }
  }

  void see(std::uint32_t node) {
    seen_in_[node] = visits_;
    order_.push_back(node);
  }

  // A node far from others: the last one that two searches reach, each from where the one before ended.
  std::uint32_t outermost(std::uint32_t start) {
    const std::size_t ordered = order_.size();
    for (int search = 0; search < 2; ++search) {
      visit(start);
      start = order_.back();
      order_.resize(ordered);
    }
    return start;
  }

  const Neighbours& neighbours_;
  std::uint32_t visits_ = 0;
  std::vector<std::uint32_t> seen_in_;  // per node: in which visit it was seen last, or 0
  std::vector<std::uint32_t> order_;
};

std::vector<std::uint32_t> places_of(const Neighbours& neighbours) {
  const Search search(neighbours);
  const std::vector<std::uint32_t>& order = search.order();
  std::vector<std::uint32_t> places(order.size());
  for (std::uint32_t k = 0; k < order.size(); ++k) {
    places[order[k]] = static_cast<std::uint32_t>(order.size() - 1 - k);
  }
  return places;
}

NodeBlock transposed(const NodeBlock& block) {
  NodeBlock result;
  for (std::size_t column = 0; column < rows_per_node; ++column) {
    for (std::size_t row = 0; row < rows_per_node; ++row) {
      result[column][row] = block[row][column];
    }
  }
  return result;
}

using TwoRows = Lanes<2>::Doubles;

/// A node's column in registers.
struct SixRows {
  TwoRows top{}, middle{}, bottom{};

  static TwoRows two_of(const double* rows) {
    TwoRows two;
    std::memcpy(&two, rows, sizeof(two));
    return two;
  }
  static SixRows of(const NodeColumn& column) { return {two_of(&column[0]), two_of(&column[2]), two_of(&column[4])}; }
  [[nodiscard]] NodeColumn column() const { return {top[0], top[1], middle[0], middle[1], bottom[0], bottom[1]}; }

  void add_product(const NodeColumn& column, double factor) {
    const SixRows rows = of(column);
    top += rows.top * factor;
    middle += rows.middle * factor;
    bottom += rows.bottom * factor;
  }
};

SixRows operator+(const SixRows& x, const SixRows& y) {
  return {x.top + y.top, x.middle + y.middle, x.bottom + y.bottom};
}
SixRows operator-(const SixRows& x, const SixRows& y) {
  return {x.top - y.top, x.middle - y.middle, x.bottom - y.bottom};
}
SixRows operator/(const SixRows& x, double by) { return {x.top / by, x.middle / by, x.bottom / by}; }

constexpr std::size_t in_fours(std::size_t count) { return count / 4 * 4; }

/// Sums of products of a node's six rows with a seventh, every fourth product to a sum of its own: the compiler may not
/// reorder one by itself.
struct RowSums {
  SixRows first, second, third, fourth;

  /// Adds `count` products, a multiple of four. The seventh row's numbers are `stride` apart.
  void add_fours(const NodeColumn* columns, const double* x, std::size_t stride, std::size_t count) {
    for (std::size_t k = 0; k < count; k += 4) {
      first.add_product(columns[k], x[k * stride]);
      second.add_product(columns[k + 1], x[(k + 1) * stride]);
      third.add_product(columns[k + 2], x[(k + 2) * stride]);
      fourth.add_product(columns[k + 3], x[(k + 3) * stride]);
    }
  }
};

// A column's entries less the products of what stands left of it, `count` columns, with the numbers of the row that the
// diagonal is on, each in a column of its own.
inline SixRows less_products(const NodeColumn& entries, const NodeColumn* columns, const double* x, std::size_t count) {
  RowSums products;
  products.add_fours(columns, x, rows_per_node, in_fours(count));
  for (std::size_t k = in_fours(count); k < count; ++k) {
    products.first.add_product(columns[k], x[k * rows_per_node]);
  }
  return SixRows::of(entries) - ((products.first + products.second) + (products.third + products.fourth));
}

}  // namespace

BlockEnvelope::BlockEnvelope(std::size_t node_count, std::span<const NodeLink> links) {
  const Neighbours neighbours(node_count, links);
  place_ = places_of(neighbours);
  first_.resize(node_count);
  for (std::uint32_t node = 0; node < node_count; ++node) {
    std::uint32_t first = place_[node];
    for (const std::uint32_t other : neighbours.of(node)) {
      first = std::min(first, place_[other]);
    }
    first_[place_[node]] = rows_per_node * first;
  }
  begin_.reserve(node_count);
  for (std::size_t place = 0; place < node_count; ++place) {
    begin_.push_back(stored_);
    stored_ += rows_per_node * (place + 1) - first_[place];
  }
}

double BlockEnvelope::work() const {
  double sum = 0.0;
  for (std::size_t row = 0; row < rows_per_node * first_.size(); ++row) {
    const auto width = static_cast<double>(row - first_[row / rows_per_node]);
    sum += 0.5 * width * width;
  }
  return sum;
}

void BlockEnvelope::clear() { columns_.assign(stored_, NodeColumn{}); }

void BlockEnvelope::add(std::uint32_t a, std::uint32_t b, const NodeBlock& block) {
  const auto [left, low] = std::minmax(place_[a], place_[b]);
  NodeColumn* const own = &columns_[begin_[low] + (rows_per_node * left - first_[low])];
  const NodeBlock lower = place_[a] >= place_[b] ? block : transposed(block);
  for (std::size_t column = 0; column < rows_per_node; ++column) {
    for (std::size_t row = 0; row < rows_per_node; ++row) {
      own[column][row] += lower[column][row];
    }
  }
}

bool BlockEnvelope::factor() {
  for (std::size_t place = 0; place < first_.size(); ++place) {
    if (!factor_rows_of(place)) {
      return false;
    }
  }
  return true;
}

bool BlockEnvelope::factor_rows_of(std::size_t place) {
  const std::size_t first = first_[place];
  for (std::size_t other = first / rows_per_node; other < place; ++other) {
    const std::size_t begin = std::max(first, first_[other]);
    NodeColumn* const own = &columns_[begin_[place] + (begin - first)];
    const NodeColumn* const others = &columns_[begin_[other] + (begin - first_[other])];
    const std::size_t before = rows_per_node * other - begin;
    for (std::size_t row = 0; row < rows_per_node; ++row) {
      NodeColumn& entries = own[before + row];
      entries = (less_products(entries, own, &others[0][row], before + row) / others[before + row][row]).column();
    }
  }
  NodeColumn* const own = &columns_[begin_[place]];
  const std::size_t before = rows_per_node * place - first;
  for (std::size_t row = 0; row < rows_per_node; ++row) {
    NodeColumn& entries = own[before + row];
    const SixRows left = less_products(entries, own, &own[0][row], before + row);
    const double square = left.column()[row];
    if (!(square > 0.0)) {
      return false;
    }
    const double diagonal = std::sqrt(square);
    entries = (left / diagonal).column();
    entries[row] = diagonal;
  }
  return true;
}

// A row ends before the diagonal, so that each of the six is one longer than the one above.
void BlockEnvelope::solve_forward(std::size_t place, std::span<double> y) const {
  const NodeColumn* const own = &columns_[begin_[place]];
  const std::size_t begin = first_[place];
  const std::size_t before = rows_per_node * place - begin;
  RowSums products;
  products.add_fours(own, &y[begin], 1, in_fours(before));
  const std::array<NodeColumn, 4> common{products.first.column(), products.second.column(), products.third.column(),
                                         products.fourth.column()};
  for (std::size_t row = 0; row < rows_per_node; ++row) {
    std::array<double, 4> sums{common[0][row], common[1][row], common[2][row], common[3][row]};
    const std::size_t count = before + row;
    std::size_t k = in_fours(before);
    for (; k < in_fours(count); k += 4) {
      for (std::size_t lane = 0; lane < 4; ++lane) {
        sums[lane] += own[k + lane][row] * y[begin + k + lane];
      }
    }
    for (; k < count; ++k) {
      sums[0] += own[k][row] * y[begin + k];
    }
    y[begin + count] = (y[begin + count] - ((sums[0] + sums[1]) + (sums[2] + sums[3]))) / own[count][row];
  }
}

void BlockEnvelope::solve_backward(std::size_t place, std::span<double> y) const {
  const NodeColumn* const own = &columns_[begin_[place]];
  const std::size_t begin = first_[place];
  const std::size_t before = rows_per_node * place - begin;
  double* const solved = &y[begin + before];
  for (std::size_t row = rows_per_node; row-- > 0;) {
    solved[row] /= own[before + row][row];
    for (std::size_t k = 0; k < row; ++k) {
      solved[k] -= own[before + k][row] * solved[row];
    }
  }
  for (std::size_t k = 0; k < before; ++k) {
    for (std::size_t row = rows_per_node; row-- > 0;) {
      y[begin + k] -= own[k][row] * solved[row];
    }
  }
}

void BlockEnvelope::solve(std::span<double> x) {
  std::vector<double>& y = permuted_;
  y.resize(rows_per_node * first_.size());
  for (std::size_t node = 0; node < place_.size(); ++node) {
    for (std::size_t i = 0; i < rows_per_node; ++i) {
      y[rows_per_node * place_[node] + i] = x[rows_per_node * node + i];
    }
  }
  for (std::size_t place = 0; place < first_.size(); ++place) {
    solve_forward(place, y);
  }
  for (std::size_t place = first_.size(); place-- > 0;) {
    solve_backward(place, y);
  }
  for (std::size_t node = 0; node < place_.size(); ++node) {
    for (std::size_t i = 0; i < rows_per_node; ++i) {
      x[rows_per_node * node + i] = y[rows_per_node * place_[node] + i];
    }
  }
}

}  // namespace firstcontact
