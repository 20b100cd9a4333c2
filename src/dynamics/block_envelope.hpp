// A sparse symmetric positive definite matrix with one node per body, six rows to a node, factored by Cholesky within
// its envelope (George & Liu, 'Computer Solution of Large Sparse Positive Definite Systems', 1981): the direct contact
// solver's. Chains, stacks and arches have a narrow one.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "core/neighbours.hpp"

namespace firstcontact {

inline constexpr std::size_t rows_per_node = 6;
/// A number for each row of a node.
using NodeColumn = std::array<double, rows_per_node>;
/// Column by column.
using NodeBlock = std::array<NodeColumn, rows_per_node>;

class BlockEnvelope {
 public:
  /// Orders the nodes by reverse Cuthill-McKee, so that linked ones come close. The order depends on the links' order
  /// and on nothing else.
  BlockEnvelope(std::size_t node_count, std::span<const NodeLink> links);

  /// About how many multiplications a factorization takes.
  [[nodiscard]] double work() const;

  /// Makes every entry zero; before anything is added.
  void clear();
  /// Adds `block` at (a, b), and its transpose at (b, a) when they differ. Nodes that differ must be linked.
  void add(std::uint32_t a, std::uint32_t b, const NodeBlock& block);
  /// Replaces the matrix by its factor. False when it is not positive definite; then it holds nothing of use.
  [[nodiscard]] bool factor();
  /// Solves for `x` in place, six numbers per node in the caller's order; the matrix must be factored.
  void solve(std::span<double> x);

 private:
  [[nodiscard]] bool factor_rows_of(std::size_t place);
  void solve_forward(std::size_t place, std::span<double> y) const;
  void solve_backward(std::size_t place, std::span<double> y) const;

  std::vector<std::uint32_t> place_;  // of each node, in the order of elimination
  std::vector<std::size_t> first_;    // per place: the first column of its rows
  std::vector<std::size_t> begin_;    // per place: where that is in `columns_`
  std::size_t stored_ = 0;            // how many columns there are
  std::vector<NodeColumn> columns_;   // the lower half, six rows side by side, from their first column to the diagonal
                                      // block's last; what that has above the diagonal means nothing
  std::vector<double> permuted_;      // of solve
};

}  // namespace firstcontact
