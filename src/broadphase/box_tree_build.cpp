// Building the tree: one stable partition per level, no heuristics, nothing but comparisons, so that it takes tens of
// nanoseconds a box and is done anew in every step.
#include <algorithm>
#include <cmath>
#include <utility>

#include "broadphase/box_tree.hpp"

namespace firstcontact {

namespace {

double power_of_two_at_least(double value) {
  int exponent = 0;
  const double mantissa = std::frexp(value, &exponent);
  return std::ldexp(1.0, mantissa == 0.5 ? exponent - 1 : exponent);
}

float extent_of(const FloatBox& box) {
  return std::max({box.high[0] - box.low[0], box.high[1] - box.low[1], box.high[2] - box.low[2]});
}

std::size_t octant_of(const std::array<float, 3>& center, const std::array<float, 3>& middle) {
  return (center[0] >= middle[0] ? 1U : 0U) + (center[1] >= middle[1] ? 2U : 0U) + (center[2] >= middle[2] ? 4U : 0U);
}

}  // namespace

std::array<float, 3> BoxTree::center_of(const FloatBox& box) {
  return {0.5F * box.low[0] + 0.5F * box.high[0], 0.5F * box.low[1] + 0.5F * box.high[1],
          0.5F * box.low[2] + 0.5F * box.high[2]};
}

std::size_t BoxTree::slot_for(const Cell& cell, const FloatBox& box) {
  if (!cell.holds_large && extent_of(box) > 0.5F * cell.size) {
    return large_slot;
  }
  return octant_of(center_of(box), cell.middle);
}

FloatBox BoxTree::centers_of(Items items) {
  FloatBox centers = empty_box();
  for (const BuildItem& item : items) {
    const std::array<float, 3> center = center_of(item.box);
    centers = merged(centers, {center, center});
  }
  return centers;
}

// A cube on the grid of half its edge always holds the centres when its edge is twice theirs; often a single one does.
BoxTree::Cell BoxTree::root_cell(Items items) {
  Cell cell;
  cell.size = 1.0F;
  if (items.empty()) {
    return cell;
  }
  const FloatBox centers = centers_of(items);
  // Beyond what a float's cube can span the cells merely cease to tell apart.
  constexpr double largest = 0x1p126;
  double size = power_of_two_at_least(std::clamp(static_cast<double>(extent_of(centers)), 1e-30, 0.5 * largest));
  std::array<double, 3> corner{};
  bool fits = true;
  for (std::size_t axis = 0; axis < 3; ++axis) {
    corner[axis] = std::floor(static_cast<double>(centers.low[axis]) / (0.5 * size)) * (0.5 * size);
    fits = fits && static_cast<double>(centers.high[axis]) < corner[axis] + size;
  }
  size = fits ? size : 2.0 * size;
  cell.size = static_cast<float>(size);
  for (std::size_t axis = 0; axis < 3; ++axis) {
    cell.middle[axis] = static_cast<float>(std::clamp(corner[axis] + 0.5 * size, -largest, largest));
  }
  return cell;
}

BoxTree::Cell BoxTree::child_cell(const Cell& cell, std::size_t slot) {
  Cell child = cell;
  child.depth = cell.depth + 1;
  if (slot == large_slot) {
    child.holds_large = true;
    return child;
  }
  child.size = 0.5F * cell.size;
  for (std::size_t axis = 0; axis < 3; ++axis) {
    const float quarter = 0.25F * cell.size;
    child.middle[axis] += (slot >> axis & 1U) != 0 ? quarter : -quarter;
  }
  return child;
}

// The smallest cell below `cell` that still holds all the centres. Going there at once spares one pass over the boxes
// per level when one body is a million metres away from a heap of tiny ones.
BoxTree::Cell BoxTree::shrunk_to(const FloatBox& centers, Cell cell) {
  constexpr int most_halvings = 300;  // more than floats have, from the largest to the smallest
  for (int i = 0; i < most_halvings; ++i) {
    const std::size_t octant = octant_of(centers.low, cell.middle);
    if (octant != octant_of(centers.high, cell.middle)) {
      break;
    }
    const int depth = cell.depth;
    cell = child_cell(cell, octant);
    cell.depth = depth;  // of nodes, which the cells passed over are not
  }
  return cell;
}

BoxTree::SlotCounts BoxTree::sort_into_slots(Items items, const Cell& cell) {
  SlotCounts counts{};
  for (BuildItem& item : items) {
    const std::size_t slot = slot_for(cell, item.box);
    item.slot = static_cast<std::uint32_t>(slot);
    ++counts[slot];
  }
  return counts;
}

BoxTree::Built BoxTree::make_blocks(Items items, std::int32_t home) {
  Built built;
  while (!items.empty()) {
    const std::size_t index = new_block(home, built.child);
    // The chain's first block, made last, is the one that may be part full.
    const std::size_t count = std::min(lane_count, items.size());
    Block& block = blocks_[index];
    FloatBox bounds = empty_box();  // beside, not in, the block: it would be stored and loaded again for each box
    for (std::size_t lane = 0; lane < count; ++lane) {
      const BuildItem& item = items[lane];
      block.boxes.set(lane, item.box);
      block.entry[lane] = item.entry;
      slot_of_[item.entry] = static_cast<std::uint32_t>(index * lane_count + lane);
      bounds = merged(bounds, item.box);
    }
    block.count = static_cast<std::uint32_t>(count);
    block.bounds = bounds;
    items = items.subspan(count);
    built.child = block_code(index);
    built.box = merged(built.box, bounds);
  }
  return built;
}

BoxTree::Built BoxTree::build_child(Items items, Items scratch, Cell cell, std::int32_t home) {
  if (items.size() <= leaf_items || cell.depth >= deepest) {
    return make_blocks(items, home);
  }
  SlotCounts counts = sort_into_slots(items, cell);
  const bool is_one_octant = std::find(counts.begin(), counts.end(), items.size()) < counts.begin() + large_slot;
  if (is_one_octant) {
    const FloatBox centers = centers_of(items);
    if (centers.low == centers.high) {
      return make_blocks(items, home);
    }
    cell = shrunk_to(centers, cell);
    counts = sort_into_slots(items, cell);
  }
  return build_node(items, scratch, cell, counts);
}

BoxTree::Built BoxTree::build_node(Items items, Items scratch, const Cell& cell, const SlotCounts& counts) {
  const std::size_t index = nodes_.size();
  nodes_.emplace_back().cell = cell;
  FloatBox whole = empty_box();
  std::array<std::size_t, slot_count> next{};
  for (std::size_t slot = 1; slot < slot_count; ++slot) {
    next[slot] = next[slot - 1] + counts[slot - 1];
  }
  for (const BuildItem& item : items) {
    scratch[next[item.slot]++] = item;
  }
  for (std::size_t slot = 0; slot < slot_count; ++slot) {
    const auto first = static_cast<std::int32_t>(blocks_.size());
    const std::size_t begin = next[slot] - counts[slot];
    Built built;
    if (counts[slot] > 0) {
      built = build_child(scratch.subspan(begin, counts[slot]), items.subspan(begin, counts[slot]),
                          child_cell(cell, slot), static_cast<std::int32_t>(index * slot_count + slot));
    }
    whole = merged(whole, built.box);
    Node& node = nodes_[index];
    node.child[slot] = built.child;
    node.first[slot] = first;
    if (slot < large_slot) {
      node.boxes.set(slot, built.box);
    }
  }
  return {static_cast<std::int32_t>(index), whole};
}

void BoxTree::build(std::span<const Aabb> boxes) {
  nodes_.clear();
  blocks_.resize(1);  // block 0 is never referred to: ~0 means none
  spare_.clear();
  items_.clear();
  slot_of_.resize(boxes.size());
  Aabb all;
  for (const Aabb& box : boxes) {
    all = {glm::min(all.low, box.low), glm::max(all.high, box.high)};
  }
  origin_ = all.low.x <= all.high.x ? glm::floor(0.5 * all.low + 0.5 * all.high) : Vec3(0.0);
  for (std::size_t i = 0; i < boxes.size(); ++i) {
    if (boxes[i].low.x <= boxes[i].high.x) {
      items_.push_back({rounded_outward(boxes[i], origin_), static_cast<std::uint32_t>(i), 0});
    }
  }
  rounding_ = items_.empty() ? 0.0F : rounding_of(rounded_outward(all, origin_));
  swap_.resize(items_.size());
  const Cell root = root_cell(items_);
  build_node(items_, swap_, root, sort_into_slots(items_, root));
}

}  // namespace firstcontact
