#include "dynamics/block_envelope.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "support/random.hpp"

namespace firstcontact {
namespace {

using testing_support::Random;

constexpr std::size_t n = rows_per_node;

NodeBlock random_block(Random& random) {
  NodeBlock block{};
  for (NodeColumn& column : block) {
    for (double& value : column) {
      value = random.between(-1.0, 1.0);
    }
  }
  return block;
}

// Heavy enough on the diagonal to be positive definite, whatever is off it.
NodeBlock diagonal_block(double weight) {
  NodeBlock block{};
  for (std::size_t i = 0; i < n; ++i) {
    block[i][i] = weight;
  }
  return block;
}

// The matrix that is factored, kept dense beside it.
struct DenseTwin {
  std::size_t rows;
  std::vector<double> entries;

  void add(std::uint32_t a, std::uint32_t b, const NodeBlock& block) {
    for (std::size_t i = 0; i < n; ++i) {
      for (std::size_t j = 0; j < n; ++j) {
        entries[(n * a + i) * rows + (n * b + j)] += block[j][i];
        if (a != b) {
          entries[(n * b + j) * rows + (n * a + i)] += block[j][i];
        }
      }
    }
  }
};

TEST(BlockEnvelope, SolvesWhatWasAdded) {
  Random random(71);
  for (const std::uint32_t nodes : {1U, 2U, 7U, 30U}) {
    std::vector<NodeLink> links;
    for (std::uint32_t a = 0; a < nodes; ++a) {
      for (std::uint32_t b = a + 1; b < nodes; ++b) {
        if (random.between(0.0, 1.0) < 0.15) {
          links.push_back({a, b});
        }
      }
    }
    BlockEnvelope matrix(nodes, links);
    matrix.clear();
    DenseTwin twin{n * nodes, std::vector<double>(n * nodes * n * nodes, 0.0)};
    for (std::uint32_t node = 0; node < nodes; ++node) {
      matrix.add(node, node, diagonal_block(60.0));
      twin.add(node, node, diagonal_block(60.0));
    }
    for (const NodeLink& link : links) {
      const NodeBlock block = random_block(random);
      matrix.add(link.a, link.b, block);
      twin.add(link.a, link.b, block);
    }
    std::vector<double> right;
    for (std::size_t i = 0; i < n * nodes; ++i) {
      right.push_back(random.between(-1.0, 1.0));
    }
    ASSERT_TRUE(matrix.factor());
    std::vector<double> x = right;
    matrix.solve(x);
    for (std::size_t row = 0; row < n * nodes; ++row) {
      double sum = 0.0;
      for (std::size_t column = 0; column < n * nodes; ++column) {
        sum += twin.entries[row * twin.rows + column] * x[column];
      }
      EXPECT_NEAR(sum, right[row], 1e-12) << nodes << " nodes, row " << row;
    }
  }
}

TEST(BlockEnvelope, RefusesWhatIsNotPositiveDefinite) {
  BlockEnvelope matrix(1, {});
  matrix.clear();
  matrix.add(0, 0, diagonal_block(-1.0));
  EXPECT_FALSE(matrix.factor());
}

// A chain of bodies numbered at random has links to two neighbours at most: twelve columns left of the diagonal.
TEST(BlockEnvelope, AChainIsNarrowHoweverItIsNumbered) {
  constexpr std::uint32_t nodes = 40;
  std::vector<NodeLink> links;
  for (std::uint32_t i = 0; i + 1 < nodes; ++i) {
    links.push_back({(i * 17) % nodes, ((i + 1) * 17) % nodes});
  }
  EXPECT_LE(BlockEnvelope(nodes, links).work(), n * nodes * 0.5 * (2.0 * n) * (2.0 * n));
}

}  // namespace
}  // namespace firstcontact
