#include "broadphase/box_tree.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace firstcontact {

namespace {

constexpr float float_infinity = std::numeric_limits<float>::infinity();

// The next float outward, so that the rounded box holds the exact one; the sum origin + float is rounded once more when
// a query adds it, which the second step outward covers.
float rounded_down(double value) {
  return std::nextafter(std::nextafter(static_cast<float>(value), -float_infinity), -float_infinity);
}

float rounded_up(double value) {
  return std::nextafter(std::nextafter(static_cast<float>(value), float_infinity), float_infinity);
}

double power_of_two_at_least(double value) {
  int exponent = 0;
  const double mantissa = std::frexp(value, &exponent);
  return std::ldexp(1.0, mantissa == 0.5 ? exponent - 1 : exponent);
}

}  // namespace

BoxTree::FloatBox BoxTree::empty_box() {
  FloatBox box;
  box.low.fill(float_infinity);
  box.high.fill(-float_infinity);
  return box;
}

BoxTree::FloatBox BoxTree::merged(const FloatBox& a, const FloatBox& b) {
  FloatBox box;
  for (std::size_t axis = 0; axis < 3; ++axis) {
    box.low[axis] = std::min(a.low[axis], b.low[axis]);
    box.high[axis] = std::max(a.high[axis], b.high[axis]);
  }
  return box;
}

BoxTree::FloatBox BoxTree::box_around(std::span<const BuildItem> items) {
  FloatBox box = empty_box();
  for (const BuildItem& item : items) {
    box = merged(box, item.box);
  }
  return box;
}

int BoxTree::octant_of(const Vec3& center, const Vec3& middle) {
  return (center.x >= middle.x ? 1 : 0) + (center.y >= middle.y ? 2 : 0) + (center.z >= middle.z ? 4 : 0);
}

BoxTree::BuildItem BoxTree::rounded(const TreeItem& item) const {
  BuildItem built;
  built.entry = item.entry;
  const Vec3 low = item.box.low - origin_;
  const Vec3 high = item.box.high - origin_;
  for (int axis = 0; axis < 3; ++axis) {
    const auto i = static_cast<std::size_t>(axis);
    built.box.low[i] = rounded_down(low[axis]);
    built.box.high[i] = rounded_up(high[axis]);
  }
  built.center = 0.5 * (low + high);
  const Vec3 size = high - low;
  built.extent = std::max({size.x, size.y, size.z});
  return built;
}

// The smallest aligned cube that holds the centres: jumping there at once spares a level-by-level descent when one body
// is a million metres away from a heap of tiny ones.
BoxTree::Cell BoxTree::tight_cell(std::span<const BuildItem> items, bool holds_large) {
  Aabb centers;
  for (const BuildItem& item : items) {
    centers = firstcontact::merged(centers, item.center);
  }
  const Vec3 span = centers.high - centers.low;
  Cell cell;
  cell.size = power_of_two_at_least(std::max({span.x, span.y, span.z, 1e-30}));
  cell.holds_large = holds_large;
  const double grid = 0.5 * cell.size;
  const Vec3 corner = glm::floor(centers.low / grid) * grid;
  cell.middle = corner + Vec3(cell.size);
  // A cube on the half grid with twice the edge always holds the centres; keep the tighter one when it does too.
  const Vec3 tight = corner + Vec3(grid);
  const bool fits = glm::all(glm::lessThanEqual(centers.high, corner + Vec3(cell.size)));
  if (fits) {
    cell.middle = tight;
  } else {
    cell.size *= 2.0;
  }
  return cell;
}

std::size_t BoxTree::slot_for(const Node& node, const BuildItem& item) {
  if (!node.holds_large && item.extent > 0.5 * node.size) {
    return 8;
  }
  return static_cast<std::size_t>(octant_of(item.center, node.middle));
}

std::int32_t BoxTree::make_blocks(std::span<const BuildItem> items) {
  std::int32_t first = none;
  for (std::size_t begin = 0; begin < items.size(); begin += 8) {
    Block block;
    block.box.fill(empty_box());
    for (const BuildItem& item : items.subspan(begin, std::min<std::size_t>(8, items.size() - begin))) {
      const auto lane = static_cast<std::size_t>(block.count++);
      block.box[lane] = item.box;
      block.entry[lane] = item.entry;
    }
    block.next = first;
    blocks_.push_back(block);
    first = ~static_cast<std::int32_t>(blocks_.size() - 1);
  }
  return first;
}

std::int32_t BoxTree::build_cell(std::vector<BuildItem> items, const Cell& cell) {
  const auto index = static_cast<std::int32_t>(nodes_.size());
  nodes_.emplace_back();
  Node node;
  node.box.fill(empty_box());
  node.child.fill(none);
  node.middle = cell.middle;
  node.size = cell.size;
  node.holds_large = cell.holds_large;
  std::array<std::vector<BuildItem>, 9> groups;
  for (const BuildItem& item : items) {
    groups[slot_for(node, item)].push_back(item);
  }
  const std::size_t all = items.size();
  items = {};
  for (std::size_t slot = 0; slot < groups.size(); ++slot) {
    std::vector<BuildItem>& group = groups[slot];
    if (group.empty()) {
      continue;
    }
    node.box[slot] = box_around(group);
    const bool is_leaf = group.size() <= leaf_items || cell.depth >= deepest || (slot < 8 && group.size() == all);
    if (is_leaf) {
      node.child[slot] = make_blocks(group);
      continue;
    }
    Cell inner = tight_cell(group, slot == 8 || cell.holds_large);
    inner.depth = cell.depth + 1;
    node.child[slot] = build_cell(std::move(group), inner);
  }
  nodes_[static_cast<std::size_t>(index)] = node;
  return index;
}

void BoxTree::build(std::span<const TreeItem> items) {
  nodes_.clear();
  blocks_.assign(1, Block{});  // block 0 is never referred to: ~0 means none
  Aabb all;
  for (const TreeItem& item : items) {
    all = firstcontact::merged(all, item.box);
  }
  origin_ = items.empty() ? Vec3(0.0) : glm::floor(0.5 * all.low + 0.5 * all.high);
  std::vector<BuildItem> rounded_items;
  rounded_items.reserve(items.size());
  for (const TreeItem& item : items) {
    rounded_items.push_back(rounded(item));
  }
  const Cell root = rounded_items.empty() ? Cell{} : tight_cell(rounded_items, false);
  root_ = build_cell(std::move(rounded_items), root);
}

// A full first block is copied behind itself and starts anew, so that adding never walks the chain.
void BoxTree::add_to_chain(std::int32_t first, const BuildItem& item) {
  const auto head = block_index(first);
  if (blocks_[head].count == 8) {
    blocks_.push_back(blocks_[head]);
    blocks_[head].box.fill(empty_box());
    blocks_[head].count = 0;
    blocks_[head].next = ~static_cast<std::int32_t>(blocks_.size() - 1);
  }
  Block& block = blocks_[head];
  const auto lane = static_cast<std::size_t>(block.count++);
  block.box[lane] = item.box;
  block.entry[lane] = item.entry;
}

void BoxTree::insert(const TreeItem& item) {
  if (nodes_.empty()) {
    build({&item, 1});
    return;
  }
  const BuildItem added = rounded(item);
  for (std::int32_t at = root_;;) {
    Node& node = nodes_[static_cast<std::size_t>(at)];
    const std::size_t slot = slot_for(node, added);
    node.box[slot] = merged(node.box[slot], added.box);
    if (node.child[slot] == none) {
      node.child[slot] = make_blocks({&added, 1});
      return;
    }
    if (node.child[slot] < none) {
      add_to_chain(node.child[slot], added);
      return;
    }
    at = node.child[slot];
  }
}

void BoxTree::forget_in_chain(std::int32_t first, std::uint32_t entry) {
  for (std::int32_t at = first; at != none; at = blocks_[block_index(at)].next) {
    Block& block = blocks_[block_index(at)];
    for (std::size_t lane = 0; lane < static_cast<std::size_t>(block.count); ++lane) {
      if (block.entry[lane] == entry) {
        block.box[lane] = empty_box();
      }
    }
  }
}

void BoxTree::remove(const TreeItem& item) {
  const BuildItem gone = rounded(item);
  std::int32_t at = root_;
  while (at >= 0) {
    const Node& node = nodes_[static_cast<std::size_t>(at)];
    at = node.child[slot_for(node, gone)];
  }
  forget_in_chain(at, gone.entry);
}

std::vector<OctreeCell> BoxTree::cells() const {
  std::vector<OctreeCell> cells;
  for (const Node& node : nodes_) {
    OctreeCell cell;
    cell.cell = {node.middle + origin_ - Vec3(0.5 * node.size), node.middle + origin_ + Vec3(0.5 * node.size)};
    for (std::size_t slot = 0; slot < node.child.size(); ++slot) {
      const FloatBox& box = node.box[slot];
      if (node.child[slot] != none && box.low[0] <= box.high[0]) {
        cell.fitted = firstcontact::merged(cell.fitted, Vec3(box.low[0], box.low[1], box.low[2]) + origin_);
        cell.fitted = firstcontact::merged(cell.fitted, Vec3(box.high[0], box.high[1], box.high[2]) + origin_);
      }
      for (std::int32_t at = node.child[slot]; at < none; at = blocks_[block_index(at)].next) {
        cell.references += blocks_[block_index(at)].count;
      }
    }
    cells.push_back(cell);
  }
  return cells;
}

}  // namespace firstcontact
