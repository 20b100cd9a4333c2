#include "dynamics/block_envelope.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstring>
#include <numeric>
#include <utility>

#include "core/lanes.hpp"

namespace firstcontact {

namespace {

/// Who is linked to whom.
class Neighbours {
 public:
  Neighbours(std::size_t node_count, std::span<const NodeLink> links) : begin_(node_count + 1, 0) {
    std::vector<std::pair<std::uint32_t, std::uint32_t>> ends;
    ends.reserve(2 * links.size());
    for (const NodeLink& link : links) {
      ends.emplace_back(link.a, link.b);
      ends.emplace_back(link.b, link.a);
    }
    std::sort(ends.begin(), ends.end());
    ends.erase(std::unique(ends.begin(), ends.end()), ends.end());
    others_.reserve(ends.size());
    for (const auto& [node, other] : ends) {
      ++begin_[node + 1];
      others_.push_back(other);
    }
    std::partial_sum(begin_.begin(), begin_.end(), begin_.begin());
  }

  [[nodiscard]] std::size_t node_count() const { return begin_.size() - 1; }
  /// Those of a node, ascending.
  [[nodiscard]] std::span<const std::uint32_t> of(std::uint32_t node) const {
    return std::span(others_).subspan(begin_[node], begin_[node + 1] - begin_[node]);
  }

 private:
  std::vector<std::uint32_t> begin_;  // per node, and the end: into `others_`
  std::vector<std::uint32_t> others_;
};

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

constexpr std::size_t pairs_of_rows = rows_per_node / 2;
using TwoRows = Lanes<2>::Doubles;

TwoRows load(const NodeColumn& column, std::size_t pair) {
  TwoRows rows;
  std::memcpy(&rows, &column[2 * pair], sizeof(rows));
  return rows;
}

/// Sums of products of a node's six rows with a seventh, every fourth product to a sum of its own: the compiler may not
/// reorder one by itself.
struct RowSums {
  std::array<std::array<TwoRows, pairs_of_rows>, 4> sums{};

  /// Adds `count` products, a multiple of four. The seventh row's numbers are `stride` apart.
  void add_fours(const NodeColumn* columns, const double* x, std::size_t stride, std::size_t count) {
    for (std::size_t k = 0; k < count; k += sums.size()) {
      for (std::size_t lane = 0; lane < sums.size(); ++lane) {
        add(lane, columns[k + lane], x[(k + lane) * stride]);
      }
    }
  }

  void add(std::size_t lane, const NodeColumn& column, double factor) {
    for (std::size_t pair = 0; pair < pairs_of_rows; ++pair) {
      sums[lane][pair] += load(column, pair) * factor;
    }
  }

  [[nodiscard]] std::array<double, 4> of(std::size_t row) const {
    const std::size_t pair = row / 2;
    return {sums[0][pair][row % 2], sums[1][pair][row % 2], sums[2][pair][row % 2], sums[3][pair][row % 2]};
  }

  [[nodiscard]] NodeColumn total() const {
    NodeColumn total;
    for (std::size_t pair = 0; pair < pairs_of_rows; ++pair) {
      const TwoRows rows = (sums[0][pair] + sums[1][pair]) + (sums[2][pair] + sums[3][pair]);
      std::memcpy(&total[2 * pair], &rows, sizeof(rows));
    }
    return total;
  }
};

constexpr std::size_t in_fours(std::size_t count) { return count / 4 * 4; }

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
  const bool is_below = place_[a] >= place_[b];
  const auto [left, low] = std::minmax(place_[a], place_[b]);
  NodeColumn* const own = &columns_[begin_[low] + (rows_per_node * left - first_[low])];
  for (std::size_t column = 0; column < rows_per_node; ++column) {
    for (std::size_t row = 0; row < rows_per_node; ++row) {
      own[column][row] += is_below ? block[column][row] : block[row][column];
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
  NodeColumn* const own = &columns_[begin_[place]];
  for (std::size_t column = first; column < rows_per_node * (place + 1); ++column) {
    const std::size_t other = column / rows_per_node;
    const std::size_t row = column % rows_per_node;  // of the other node: the diagonal is there
    const std::size_t begin = std::max(first, first_[other]);
    const NodeColumn* const others = &columns_[begin_[other] + (begin - first_[other])];
    const std::size_t fours = in_fours(column - begin);
    RowSums products;
    products.add_fours(own + (begin - first), &others[0][row], rows_per_node, fours);
    for (std::size_t k = fours; k < column - begin; ++k) {
      products.add(0, own[begin - first + k], others[k][row]);
    }
    const NodeColumn total = products.total();
    NodeColumn& entries = own[column - first];
    for (std::size_t i = 0; i < rows_per_node; ++i) {
      entries[i] -= total[i];
    }
    double diagonal = others[column - begin][row];
    if (other == place) {
      if (!(diagonal > 0.0)) {
        return false;
      }
      diagonal = std::sqrt(diagonal);
    }
    for (std::size_t i = 0; i < rows_per_node; ++i) {
      entries[i] /= diagonal;
    }
    if (other == place) {
      entries[row] = diagonal;
    }
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
  for (std::size_t row = 0; row < rows_per_node; ++row) {
    std::array<double, 4> sums = products.of(row);
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
