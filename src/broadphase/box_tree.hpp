// A fitted loose octree of boxes: octants decide where a box is kept, tight boxes decide what a query visits.
//
// How it reads the source thesis. There, a moving body leaves a reference in every node its box touches (its 'track'),
// and two bodies with a reference in one node may collide. Taken literally that costs 2 to 10 references a body. Here a
// box is kept in exactly one node, chosen by its centre (a box too large for the octant stays at the parent, in a
// subtree of its own: the loose rule), every node knows the tight box of each child, and 'two tracks in one node' reads
// 'two tracks whose tight boxes overlap'. The pairs found are the same (tests/broadphase compares with the literal
// form).
//
// A node tests its eight children at once, a leaf is a chain of blocks of eight boxes, and the whole-tree pass sends a
// block down the tree as one: that, not the octants, is where the speed comes from (docs/octree.md).
//
// Boxes are floats relative to an origin near them, rounded outward: a pair can be found in vain, never lost; callers
// test the exact boxes of the few candidates. No world size: the root cube is fitted to what it holds.
#pragma once

#include <firstcontact/math.hpp>
#include <firstcontact/octree.hpp>

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "broadphase/box_lanes.hpp"

namespace firstcontact {

/// Up to eight boxes that go down a tree together.
struct BoxGroup {
  BoxLanes boxes;
  std::array<std::uint32_t, lane_count> entry{};
};

/// Two entries whose rounded boxes overlap.
struct Overlap {
  std::uint32_t x = 0, y = 0;
  bool is_sure = false;  // the exact boxes overlap too: by more than rounding moved them
};

/// Boxes under entry numbers that the caller chooses (small ones: a table is as long as the largest).
class BoxTree {
 public:
  /// Working storage of a pass, for one thread: make one and hand it to every call.
  struct Stages {
    LaneList nodes, blocks, rows, hits;
  };

  /// Replaces everything by `boxes`, each under its position in the list; empty ones (low > high) are left out. What
  /// queries find does not depend on how the tree came to be.
  void build(std::span<const Aabb> boxes);
  /// Adds one box; tight boxes on the way grow, no leaf is split until the next build.
  void insert(std::uint32_t entry, const Aabb& box);
  /// Forgets an entry that is in the tree. Tight boxes do not shrink until the next build.
  void remove(std::uint32_t entry);
  /// remove and insert, but cheap while the new box stays within its block's bounds.
  void move(std::uint32_t entry, const Aabb& box);

  [[nodiscard]] const Vec3& origin() const { return origin_; }
  /// m: no end of a box in the tree was rounded further outward than this.
  [[nodiscard]] float rounding() const { return rounding_; }
  [[nodiscard]] bool is_empty() const { return blocks_.size() <= 1 + spare_.size(); }

  /// Calls visit(entry, its rounded box) for each box that passes `probe(lanes)`, which returns the lanes of a BoxLanes
  /// that pass, boxes being relative to origin(). It must be monotone: a box passes if any box inside it does.
  template <class Probe, class Visit>
  void query(const Probe& probe, const Visit& visit) const;

  /// Calls visit(Overlap) once for each two entries whose rounded boxes overlap.
  template <class Visit>
  void for_each_overlap(const Visit& visit) const;

  /// Calls visit(Overlap) for each overlap of a box of the group, x, with one of the tree, y. The group's boxes are
  /// relative to origin().
  template <class Visit>
  void for_each_overlap(const BoxGroup& group, Stages& stages, const Visit& visit) const;

  /// Calls visit(entries) for each block of up to eight entries that lie close together.
  template <class Visit>
  void for_each_block(const Visit& visit) const;

  /// Cells for drawing: each node with the boxes too large for its octants, and each leaf's octant.
  [[nodiscard]] std::vector<OctreeCell> cells() const;

 private:
  static constexpr std::int32_t none = -1;  // ~0 would be block 0, which is never used
  static constexpr std::size_t large_slot = 8;
  static constexpr std::size_t slot_count = 9;
  static constexpr std::size_t leaf_items = 32;
  static constexpr std::uint32_t lanes_32 = 8;
  static constexpr std::uint32_t all_blocks = ~0U;
  static constexpr int deepest = 60;
  // A node pushes at most nine children and was itself popped: this many are never exceeded.
  static constexpr std::size_t stack_size = static_cast<std::size_t>(deepest + 1) * large_slot + slot_count;

  struct Cell {
    std::array<float, 3> middle{};  // relative to the origin
    float size = 0.0F;              // m, of the edge
    bool holds_large = false;       // inside a ninth child: every box goes by its centre
    int depth = 0;
  };
  // Eight octants, and a ninth child for boxes larger than half the cell; that one is visited untested.
  struct Node {
    BoxLanes boxes;
    std::array<std::int32_t, slot_count> child{};  // >= 0 node, < -1 block ~child, none
    std::array<std::int32_t, slot_count> first{};  // no block below has a smaller number
    Cell cell;
  };
  // All blocks of a chain but its first are full.
  struct Block : BoxGroup {
    FloatBox bounds = empty_box();
    std::uint32_t count = 0;
    std::int32_t next = none;
    std::int32_t home = 0;  // node * slot_count + slot
  };
  struct BuildItem {
    FloatBox box;
    std::uint32_t entry = 0;
    std::uint32_t slot = 0;
  };
  struct Built {
    std::int32_t child = none;
    FloatBox box = empty_box();
  };
  using Items = std::span<BuildItem>;
  using SlotCounts = std::array<std::size_t, slot_count>;

  // Blocks are coded as ~index, so that one number tells them from nodes.
  [[nodiscard]] static std::size_t block_index(std::int64_t code) { return static_cast<std::size_t>(~code); }
  [[nodiscard]] static std::int32_t block_code(std::size_t index) { return ~static_cast<std::int32_t>(index); }

  [[nodiscard]] static std::array<float, 3> center_of(const FloatBox& box);
  [[nodiscard]] static std::size_t slot_for(const Cell& cell, const FloatBox& box);
  [[nodiscard]] static FloatBox centers_of(Items items);
  [[nodiscard]] static Cell root_cell(Items items);
  [[nodiscard]] static Cell child_cell(const Cell& cell, std::size_t slot);
  [[nodiscard]] static Cell shrunk_to(const FloatBox& centers, Cell cell);
  /// Writes down each item's slot.
  static SlotCounts sort_into_slots(Items items, const Cell& cell);
  Built build_node(Items items, Items scratch, const Cell& cell, const SlotCounts& counts);
  Built build_child(Items items, Items scratch, Cell cell, std::int32_t home);
  Built make_blocks(Items items, std::int32_t home);
  void put(std::size_t block, const FloatBox& box, std::uint32_t entry);
  std::size_t new_block(std::int32_t home, std::int32_t next);
  void drop_empty_head(std::size_t block);

  template <class Children, class Visit>
  void descend(const Children& children, const Visit& visit) const;
  template <class Visit>
  void pair_up(const BoxGroup& group, const FloatBox& bounds, std::uint32_t last, Stages& stages,
               const Visit& visit) const;
  void find_blocks(const FloatBox& bounds, std::uint32_t last, Stages& stages) const;

  std::vector<Node> nodes_;
  std::vector<Block> blocks_;
  std::vector<std::uint32_t> slot_of_;   // per entry: block * 8 + lane
  std::vector<std::int32_t> spare_;      // numbers of blocks that were emptied
  std::vector<BuildItem> items_, swap_;  // kept between builds for their storage
  Vec3 origin_{0.0};
  float rounding_ = 0.0F;
};

// `children(node, push)` calls push(child) for those to visit; `visit(index, block)` gets the blocks.
template <class Children, class Visit>
void BoxTree::descend(const Children& children, const Visit& visit) const {
  if (nodes_.empty()) {
    return;
  }
  std::array<std::int32_t, stack_size> stack;  // filled as it is used
  stack[0] = 0;
  std::size_t height = 1;
  const auto push = [&](std::int32_t child) { stack[height++] = child; };
  while (height > 0) {
    const std::int32_t at = stack[--height];
    if (at >= 0) {
      children(nodes_[static_cast<std::size_t>(at)], push);
      continue;
    }
    for (std::int32_t code = at; code != none; code = blocks_[block_index(code)].next) {
      visit(block_index(code), blocks_[block_index(code)]);
    }
  }
}

template <class Probe, class Visit>
void BoxTree::query(const Probe& probe, const Visit& visit) const {
  const auto children = [&](const Node& node, const auto& push) {
    for (LaneSet lanes = probe(node.boxes); lanes.any(); lanes.drop_first()) {
      push(node.child[lanes.first()]);
    }
    if (node.child[large_slot] != none) {
      push(node.child[large_slot]);
    }
  };
  descend(children, [&](std::size_t, const Block& block) {
    for (LaneSet lanes = probe(block.boxes); lanes.any(); lanes.drop_first()) {
      visit(block.entry[lanes.first()], block.boxes.at(lanes.first()));
    }
  });
}

// In stages, each a loop over what the one before found: the blocks near the group, the group's rows that touch those,
// the lanes that touch those rows. One wrong guess at the end of each loop, instead of one or two per box.
template <class Visit>
void BoxTree::pair_up(const BoxGroup& group, const FloatBox& bounds, std::uint32_t last, Stages& stages,
                      const Visit& visit) const {
  const float rounding = std::max(rounding_, rounding_of(bounds));
  find_blocks(bounds, last, stages);
  stages.rows.clear();
  for (std::size_t i = 0; i < stages.blocks.size(); ++i) {
    const std::uint32_t block = stages.blocks[i];
    stages.rows.append(overlapping(group.boxes, blocks_[block].bounds),
                       [&](std::uint32_t row) { return block * lanes_32 + row; });
  }
  stages.hits.clear();
  for (std::size_t i = 0; i < stages.rows.size(); ++i) {
    const std::uint32_t row = stages.rows[i] % lanes_32;
    const std::uint32_t block = stages.rows[i] / lanes_32;
    LaneSet lanes = overlapping(blocks_[block].boxes, group.boxes.at(row));
    lanes.keep(block == last ? (1U << row) - 1U : 0xFFU);  // within a block: each two once
    stages.hits.append(lanes, [&](std::uint32_t lane) { return stages.rows[i] * lanes_32 + lane; });
  }
  for (std::size_t i = 0; i < stages.hits.size(); ++i) {
    const std::uint32_t hit = stages.hits[i];
    const std::uint32_t row = hit / lanes_32 % lanes_32;
    const std::uint32_t lane = hit % lanes_32;
    const Block& other = blocks_[hit / (lanes_32 * lanes_32)];
    visit(Overlap{group.entry[row], other.entry[lane],
                  surely_overlap(group.boxes.at(row), other.boxes.at(lane), rounding)});
  }
}

// Each block looks for partners among the blocks numbered up to it, so that no two meet twice. Numbers follow the depth
// of the tree first, and whole subtrees of later ones are passed over.
template <class Visit>
void BoxTree::for_each_overlap(const Visit& visit) const {
  Stages stages;
  for (std::size_t index = 1; index < blocks_.size(); ++index) {
    if (blocks_[index].count > 0) {
      pair_up(blocks_[index], blocks_[index].bounds, static_cast<std::uint32_t>(index), stages, visit);
    }
  }
}

template <class Visit>
void BoxTree::for_each_overlap(const BoxGroup& group, Stages& stages, const Visit& visit) const {
  pair_up(group, group.boxes.bounds(), all_blocks, stages, visit);
}

template <class Visit>
void BoxTree::for_each_block(const Visit& visit) const {
  for (const Block& block : blocks_) {
    if (block.count > 0) {
      visit(std::span<const std::uint32_t>(block.entry).first(block.count));
    }
  }
}

}  // namespace firstcontact
