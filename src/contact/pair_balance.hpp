// Points of one pair that bear at each other's cost.
#pragma once

#include "contact/contact_problem.hpp"

namespace firstcontact {

/// Where a pair slides, friction may turn its bodies so that a point which bears more takes from its neighbour more
/// than it needs itself. Then there are several answers, and sweeps go to the one in which the point that they visit
/// first bears all. Of such pairs this finds the answer in which all points bear, solved at once; what is mirrored
/// stays so. Changes these rows' impulses or loads, and V+ or Vd with them. Leaves pairs alone whose slip it would end.
void balance_pairs(ContactProblem& problem, Stage stage);

/// Such pairs that no load can keep sliding through the piece, because friction presses them together more than the
/// load parts them (Painleve's jam), or would end their slip: each gets an impulse by the law of impacts
/// (docs/impacts.md). Changes V+. Kinetic energy does not grow.
void answer_jams(ContactProblem& problem);

}  // namespace firstcontact
