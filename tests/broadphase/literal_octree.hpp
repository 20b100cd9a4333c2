// The source thesis's octree, literally: a moving body leaves a reference in every leaf its box touches, and two bodies
// with a reference in one leaf are candidates when their boxes overlap. Kept as an oracle, and for the reader.
#pragma once

#include <firstcontact/octree.hpp>

#include <algorithm>
#include <vector>

namespace firstcontact::testing_support {

class LiteralOctree {
 public:
  explicit LiteralOctree(std::vector<Track> tracks) : tracks_(std::move(tracks)) {
    Aabb all;
    std::vector<std::size_t> everyone;
    for (std::size_t i = 0; i < tracks_.size(); ++i) {
      all = merged(all, tracks_[i].box);
      everyone.push_back(i);
    }
    split(all, everyone, 0);
    std::sort(pairs_.begin(), pairs_.end());
    pairs_.erase(std::unique(pairs_.begin(), pairs_.end()), pairs_.end());
  }

  [[nodiscard]] const std::vector<BodyPair>& pairs() const { return pairs_; }

 private:
  void split(const Aabb& cell, const std::vector<std::size_t>& references, int depth) {
    if (references.size() <= 8 || depth == 8) {
      pair_up(references);
      return;
    }
    const Vec3 middle = 0.5 * (cell.low + cell.high);
    const bool splits_nothing = std::all_of(references.begin(), references.end(), [&](std::size_t i) {
      return overlaps(tracks_[i].box, {middle, middle});  // reaches into all eight children
    });
    if (splits_nothing) {
      pair_up(references);
      return;
    }
    for (int octant = 0; octant < 8; ++octant) {
      Aabb child = cell;
      for (int axis = 0; axis < 3; ++axis) {
        ((octant >> axis & 1) != 0 ? child.low : child.high)[axis] = middle[axis];
      }
      std::vector<std::size_t> inside;
      std::copy_if(references.begin(), references.end(), std::back_inserter(inside),
                   [&](std::size_t i) { return overlaps(tracks_[i].box, child); });
      split(child, inside, depth + 1);
    }
  }

  void pair_up(const std::vector<std::size_t>& references) {
    for (const std::size_t i : references) {
      for (const std::size_t j : references) {
        if (tracks_[i].body < tracks_[j].body && overlaps(tracks_[i].box, tracks_[j].box)) {
          pairs_.push_back({tracks_[i].body, tracks_[j].body});
        }
      }
    }
  }

  std::vector<Track> tracks_;
  std::vector<BodyPair> pairs_;
};

}  // namespace firstcontact::testing_support
