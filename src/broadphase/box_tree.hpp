// A fitted loose octree of boxes: octants decide where a box is kept, tight boxes decide what a query visits.
//
// How it reads the source thesis. There, a moving body leaves a reference in every node its box touches (its 'track'),
// and two bodies with a reference in one node may collide. Taken literally that costs 2 to 10 references a body. Here a
// box is kept in exactly one node, chosen by its centre (a box too large for the octant stays at the parent, in a
// subtree of its own: the loose rule), every node knows the tight box of what it holds, and 'two tracks in one node'
// reads 'two tracks whose tight boxes overlap'. The pairs found are the same (tests/broadphase compares with the
// literal form).
//
// Boxes are floats relative to an origin near them, rounded outward: a pair can be found in vain, never lost; callers
// test the exact boxes of the few candidates. No world size: the root cube is fitted to what it holds.
#pragma once

#include <firstcontact/math.hpp>
#include <firstcontact/octree.hpp>

#include <array>
#include <cstdint>
#include <span>
#include <vector>

namespace firstcontact {

/// Something kept in the tree: which entry of the caller's list, and its box.
struct TreeItem {
  std::uint32_t entry = 0;
  Aabb box;
};

class BoxTree {
 public:
  /// Rebuilds the tree; the order of `items` does not matter for what queries return.
  void build(std::span<const TreeItem> items);
  /// Adds one box to a built tree; nodes on the way grow, none is split.
  void insert(const TreeItem& item);
  /// Forgets the item with this entry and box (the box it was put in with). Tight boxes do not shrink until the next
  /// build.
  void remove(const TreeItem& item);

  /// Calls visit(entry) for each item whose rounded box passes `test(low, high)`, doubles in the world frame. `test`
  /// must be monotone: true for a box if it is true for any box inside it.
  template <class Test, class Visit>
  void query(const Test& test, const Visit& visit) const {
    if (nodes_.empty()) {
      return;
    }
    std::vector<std::int32_t> stack{root_};
    while (!stack.empty()) {
      const std::int32_t at = stack.back();
      stack.pop_back();
      if (at >= 0) {
        push_children(nodes_[static_cast<std::size_t>(at)], test, stack);
      } else {
        visit_blocks(at, test, visit);
      }
    }
  }

  /// Cells for drawing.
  [[nodiscard]] std::vector<OctreeCell> cells() const;

 private:
  struct FloatBox {
    std::array<float, 3> low{};
    std::array<float, 3> high{};
  };
  // Eight octants, and a ninth child for boxes larger than half the cell.
  struct Node {
    std::array<FloatBox, 9> box{};
    std::array<std::int32_t, 9> child{};  // >= 0 node, < -1 block ~child, none
    Vec3 middle{0.0};                     // relative to the origin
    double size = 0.0;                    // of the cell's edge
    bool holds_large = false;             // inside a ninth child: every box goes by its centre
  };
  struct Block {
    std::array<FloatBox, 8> box{};
    std::array<std::uint32_t, 8> entry{};
    int count = 0;
    std::int32_t next = none;
  };
  struct Cell {
    Vec3 middle{0.0};
    double size = 0.0;
    int depth = 0;
    bool holds_large = false;
  };
  struct BuildItem {
    std::uint32_t entry = 0;
    FloatBox box;
    Vec3 center{0.0};
    double extent = 0.0;
  };

  static constexpr std::int32_t none = -1;  // ~0 would be block 0, which is never used
  static constexpr std::size_t leaf_items = 32;
  static constexpr int deepest = 60;

  // Blocks are coded as ~index, so that one number tells them from nodes.
  [[nodiscard]] static std::size_t block_index(std::int64_t code) { return static_cast<std::size_t>(~code); }
  void forget_in_chain(std::int32_t first, std::uint32_t entry);
  [[nodiscard]] static FloatBox empty_box();
  [[nodiscard]] static FloatBox merged(const FloatBox& a, const FloatBox& b);
  [[nodiscard]] static int octant_of(const Vec3& center, const Vec3& middle);
  [[nodiscard]] BuildItem rounded(const TreeItem& item) const;
  [[nodiscard]] static Cell tight_cell(std::span<const BuildItem> items, bool holds_large);
  std::int32_t build_cell(std::vector<BuildItem> items, const Cell& cell);
  std::int32_t make_blocks(std::span<const BuildItem> items);
  void add_to_chain(std::int32_t first, const BuildItem& item);
  [[nodiscard]] static std::size_t slot_for(const Node& node, const BuildItem& item);
  static FloatBox box_around(std::span<const BuildItem> items);

  template <class Test>
  [[nodiscard]] bool passes(const FloatBox& box, const Test& test) const {
    const Vec3 low(box.low[0], box.low[1], box.low[2]);
    const Vec3 high(box.high[0], box.high[1], box.high[2]);
    return low.x <= high.x && test(low + origin_, high + origin_);
  }

  template <class Test>
  void push_children(const Node& node, const Test& test, std::vector<std::int32_t>& stack) const {
    for (std::size_t i = 0; i < node.child.size(); ++i) {
      if (node.child[i] != none && passes(node.box[i], test)) {
        stack.push_back(node.child[i]);
      }
    }
  }

  template <class Test, class Visit>
  void visit_blocks(std::int32_t first, const Test& test, const Visit& visit) const {
    for (std::int32_t at = first; at != none;) {
      const Block& block = blocks_[block_index(at)];
      for (int i = 0; i < block.count; ++i) {
        const auto lane = static_cast<std::size_t>(i);
        if (passes(block.box[lane], test)) {
          visit(block.entry[lane]);
        }
      }
      at = block.next;
    }
  }

  std::vector<Node> nodes_;
  std::vector<Block> blocks_;
  std::int32_t root_ = none;
  Vec3 origin_{0.0};
};

}  // namespace firstcontact
