// Which way should a separating axis turn so that it stays square to the features that are about to meet? A face
// carries its normal along with its body; two edges turn the normal between them. A wrong guess costs speed, never
// safety: every turning axis is certified like any other. docs/method.md, section 5.
#pragma once

#include "narrowphase/certificate.hpp"

namespace firstcontact {

/// What kind of features hold the shapes apart along `axis` (in a's frame).
[[nodiscard]] ClosingFeature closing_feature(const CorePair& pair, const Simplex& simplex, const Vec3& axis);

/// Up to two rates of turn worth trying besides none.
struct TurnCandidates {
  Vec3 turn[2];
  TurnsWith with[2];
  int count = 0;
};
[[nodiscard]] TurnCandidates turn_candidates(const PairMotion& pair, const Snapshot& snapshot,
                                             const FeatureVertices& features, const Vec3& normal);

}  // namespace firstcontact
