#include "broadphase/box_tree.hpp"

#include <algorithm>
#include <limits>

namespace firstcontact {

std::size_t BoxTree::new_block(std::int32_t home, std::int32_t next) {
  std::size_t index = blocks_.size();
  if (spare_.empty()) {
    blocks_.emplace_back();
  } else {
    index = static_cast<std::size_t>(spare_.back());
    spare_.pop_back();
    blocks_[index] = Block{};
  }
  blocks_[index].home = home;
  blocks_[index].next = next;
  return index;
}

void BoxTree::find_blocks(const FloatBox& bounds, std::uint32_t last, Stages& stages) const {
  stages.blocks.clear();
  stages.nodes.clear();
  if (nodes_.empty()) {
    return;
  }
  stages.nodes.append(0);
  const auto chain = [&](std::int32_t first) {
    for (std::int32_t code = first; code != none; code = blocks_[block_index(code)].next) {
      const auto block = static_cast<std::uint32_t>(block_index(code));
      stages.blocks.append_if(block <= last, block);
    }
  };
  for (std::size_t i = 0; i < stages.nodes.size(); ++i) {
    const auto at = static_cast<std::int32_t>(stages.nodes[i]);
    if (at < 0) {
      chain(at);
      continue;
    }
    const Node& node = nodes_[static_cast<std::size_t>(at)];
    for (LaneSet lanes = overlapping(node.boxes, bounds); lanes.any(); lanes.drop_first()) {
      const std::size_t slot = lanes.first();
      stages.nodes.append_if(static_cast<std::uint32_t>(node.first[slot]) <= last,
                             static_cast<std::uint32_t>(node.child[slot]));
    }
    const bool has_large = node.child[large_slot] != none;
    stages.nodes.append_if(has_large && static_cast<std::uint32_t>(node.first[large_slot]) <= last,
                           static_cast<std::uint32_t>(node.child[large_slot]));
  }
}

void BoxTree::put(std::size_t block, const FloatBox& box, std::uint32_t entry) {
  Block& into = blocks_[block];
  const std::size_t lane = into.count++;
  into.boxes.set(lane, box);
  into.entry[lane] = entry;
  into.bounds = merged(into.bounds, box);
  slot_of_[entry] = static_cast<std::uint32_t>(block * lane_count + lane);
}

void BoxTree::insert(std::uint32_t entry, const Aabb& box) {
  if (nodes_.empty()) {
    build({});
    origin_ = glm::floor(0.5 * box.low + 0.5 * box.high);
  }
  slot_of_.resize(std::max<std::size_t>(slot_of_.size(), entry + std::size_t{1}));
  const FloatBox added = rounded_outward(box, origin_);
  rounding_ = std::max(rounding_, rounding_of(added));
  // Should a leaf on the way need a new block, it will have this number.
  const std::int32_t number = spare_.empty() ? static_cast<std::int32_t>(blocks_.size()) : spare_.back();
  for (std::size_t at = 0;;) {
    Node& node = nodes_[at];
    const std::size_t slot = slot_for(node.cell, added);
    if (slot < large_slot) {
      node.boxes.set(slot, merged(node.boxes.at(slot), added));
    }
    node.first[slot] = std::min(node.first[slot], number);
    const std::int32_t child = node.child[slot];
    if (child >= 0) {
      at = static_cast<std::size_t>(child);
      continue;
    }
    const bool is_full = child == none || blocks_[block_index(child)].count == lane_count;
    const std::size_t block =
        is_full ? new_block(static_cast<std::int32_t>(at * slot_count + slot), child) : block_index(child);
    nodes_[at].child[slot] = block_code(block);
    put(block, added, entry);
    return;
  }
}

void BoxTree::drop_empty_head(std::size_t block) {
  const auto home = static_cast<std::size_t>(blocks_[block].home);
  Node& node = nodes_[home / slot_count];
  const std::size_t slot = home % slot_count;
  node.child[slot] = blocks_[block].next;
  if (node.child[slot] == none && slot < large_slot) {
    node.boxes.set(slot, empty_box());
  }
  spare_.push_back(static_cast<std::int32_t>(block));
}

// The hole is filled with the last box of the chain's first block: all others stay full, so that a chain never grows by
// coming and going.
void BoxTree::remove(std::uint32_t entry) {
  const std::size_t hole = slot_of_[entry];
  Block& block = blocks_[hole / lane_count];
  const auto home = static_cast<std::size_t>(block.home);
  const std::size_t head_index = block_index(nodes_[home / slot_count].child[home % slot_count]);
  Block& head = blocks_[head_index];
  const std::size_t last = --head.count;
  const FloatBox moved = head.boxes.at(last);
  block.boxes.set(hole % lane_count, moved);
  block.entry[hole % lane_count] = head.entry[last];
  block.bounds = merged(block.bounds, moved);
  slot_of_[head.entry[last]] = static_cast<std::uint32_t>(hole);
  head.boxes.set(last, empty_box());
  if (head.count == 0) {
    drop_empty_head(head_index);
  }
}

void BoxTree::move(std::uint32_t entry, const Aabb& box) {
  const FloatBox moved = rounded_outward(box, origin_);
  rounding_ = std::max(rounding_, rounding_of(moved));
  const std::size_t slot = slot_of_[entry];
  Block& block = blocks_[slot / lane_count];
  if (contains(block.bounds, moved)) {
    block.boxes.set(slot % lane_count, moved);
    return;
  }
  remove(entry);
  insert(entry, box);
}

std::vector<OctreeCell> BoxTree::cells() const {
  const auto world_box = [&](const Cell& cell) {
    const Vec3 middle = Vec3(cell.middle[0], cell.middle[1], cell.middle[2]) + origin_;
    const Vec3 half(0.5 * static_cast<double>(cell.size));
    return Aabb{middle - half, middle + half};
  };
  const auto add = [&](OctreeCell& cell, const FloatBox& box) {
    if (box.low[0] <= box.high[0]) {
      cell.fitted = firstcontact::merged(cell.fitted, Vec3(box.low[0], box.low[1], box.low[2]) + origin_);
      cell.fitted = firstcontact::merged(cell.fitted, Vec3(box.high[0], box.high[1], box.high[2]) + origin_);
    }
  };
  const auto add_chain = [&](OctreeCell& cell, std::int32_t first) {
    for (std::int32_t at = first; at < none; at = blocks_[block_index(at)].next) {
      cell.references += static_cast<int>(blocks_[block_index(at)].count);
      add(cell, blocks_[block_index(at)].bounds);
    }
  };
  std::vector<OctreeCell> cells;
  for (const Node& node : nodes_) {
    OctreeCell whole;
    whole.cell = world_box(node.cell);
    whole.depth = node.cell.depth;
    add(whole, node.boxes.bounds());
    add_chain(whole, node.child[large_slot]);
    cells.push_back(whole);
    for (std::size_t slot = 0; slot < large_slot; ++slot) {
      if (node.child[slot] < none) {
        const Cell octant = child_cell(node.cell, slot);
        cells.push_back({world_box(octant), {}, octant.depth, 0});
        add_chain(cells.back(), node.child[slot]);
      }
    }
  }
  return cells;
}

}  // namespace firstcontact
