#include "verify/verify.hpp"

#include <algorithm>
#include <map>
#include <tuple>

#include "core/parallel.hpp"
#include "scene/text.hpp"
#include "verify/chord_ledger.hpp"
#include "verify/ledger.hpp"
#include "verify/pair_proof.hpp"
#include "verify/soundness.hpp"
#include "verify/step_motion.hpp"
#include "verify/sweep.hpp"

namespace firstcontact::verify {
namespace {

// Of a body's radius: what comes nearer than this is looked at, though its box may not be met, so that the least gap of
// a run is known.
constexpr double near_share = 1e-3;

/// A pair that was not proved apart: from when on, how deep at most.
struct BrokenPair {
  PairFailure first;
  double depth = 0.0;  // m
  double last = 0.0;   // s
};

class Verification {
 public:
  explicit Verification(const RecordingHeader& header)
      : header_(header),
        laws_(header),
        motions_(header),
        mechanics_(header, laws_),
        slumber_(header, laws_),
        ledger_(header, laws_),
        chord_ledger_(header, laws_) {
    for (const RecordedCollider& collider : header.colliders) {
      shapes_.push_back(body_shape(collider));
      report_.shapes += collider.shapes.size();
    }
    report_.scene = header.scene_name;
    report_.method = header.method;
    report_.bodies = header.bodies.size();
  }

  void take(const RecordedStep& step) {
    const StepMotion motion = motions_.next(step, report_.findings);
    prove_gaps(motion);
    mechanics_.take(motion, step, report_.findings);
    slumber_.take(motion, step, report_.findings);
    if (step.impulses && laws_.are_known()) {
      keep_account(motion, step);
    }
    report_.segments += step.segments.size();
    report_.events += step.events.size();
    ++report_.steps;
    report_.end_time = step.end_time;
  }

  VerifyReport finish(const RecordingReader& reader) {
    report_.ending = reader.ending();
    const std::uint64_t declared = reader.declared_steps().value_or(report_.steps);
    if (declared != report_.steps) {
      report_.findings.push_back(
          {FindingKind::ending, report_.end_time, "", "", 0.0,
           "found " + std::to_string(report_.steps) + " steps, the recording says it has " + std::to_string(declared)});
    }
    report_.mechanics = mechanics_.counts();
    report_.slumber = slumber_.counts();
    report_.ledger = chord_ledger_.counts().entries > 0 ? chord_ledger_.counts() : ledger_.counts();
    for (const auto& [pair, broken] : broken_) {
      add_finding(pair, broken);
    }
    std::stable_sort(report_.findings.begin(), report_.findings.end(),
                     [](const Finding& p, const Finding& q) { return p.time < q.time; });
    return report_;
  }

 private:
  using PairKey = std::pair<std::uint32_t, std::uint32_t>;

  [[nodiscard]] const std::string& name(std::uint32_t body) const { return header_.bodies[body].name; }
  [[nodiscard]] const BodyShape& shape(std::uint32_t body) const { return shapes_[header_.bodies[body].collider]; }

  [[nodiscard]] std::vector<BodyPair> candidates(const StepMotion& motion) const {
    SweptBoxes boxes(motion.timelines.size());
    visit_at_once(boxes.size(), [&](std::size_t body) {
      for (const Leg& leg : motion.timelines[body]) {
        Box box = swept_box(leg, shape(static_cast<std::uint32_t>(body)).whole);
        const bool gives_way = header_.bodies[body].type == BodyType::dynamic;
        const Vec3 margin(gives_way ? near_share * shape(static_cast<std::uint32_t>(body)).whole.radius : 0.0);
        box = {box.low - margin, box.high + margin};
        boxes[body] = boxes[body] ? merged(*boxes[body], box) : box;
      }
    });
    std::vector<BodyPair> pairs = near_pairs(boxes);
    std::erase_if(pairs, [&](const BodyPair& pair) { return !laws_.may_meet(pair.a, pair.b); });
    return pairs;
  }

  void keep_account(const StepMotion& motion, const RecordedStep& step) {
    if (step.has_chords) {
      chord_ledger_.take(motion, step, report_.findings);
    } else {
      ledger_.take(motion, step, report_.findings);
    }
  }

  void prove_gaps(const StepMotion& motion) {
    const std::vector<BodyPair> pairs = candidates(motion);
    std::vector<PairMemory*> memories;
    for (const BodyPair& pair : pairs) {
      memories.push_back(&memories_[{pair.a, pair.b}]);  // of a map: it stays where it is
    }
    std::vector<PairProof> proofs(pairs.size());
    visit_at_once(pairs.size(), [&](std::size_t i) {
      const auto mover = [&](std::uint32_t body) {
        const RecordedBody& recorded = header_.bodies[body];
        return Mover{&motion.timelines[body], &shape(body), &header_.colliders[recorded.collider], &recorded.inertia};
      };
      proofs[i] = prove_apart(mover(pairs[i].a), mover(pairs[i].b), *memories[i]);
    });
    for (std::size_t i = 0; i < pairs.size(); ++i) {
      note(pairs[i], proofs[i]);
    }
    report_.pair_steps += pairs.size();
  }

  void note(const BodyPair& pair, const PairProof& proof) {
    report_.intervals += proof.intervals;
    report_.deepest = std::max(report_.deepest, proof.deepest);
    if (proof.least_gap < std::numeric_limits<double>::infinity() &&
        (!report_.least_gap || proof.least_gap < report_.least_gap->gap)) {
      report_.least_gap = LeastGap{proof.least_gap, proof.least_time, name(pair.a), name(pair.b)};
    }
    if (proof.failure) {
      BrokenPair& broken = broken_.try_emplace({pair.a, pair.b}, BrokenPair{*proof.failure, 0.0, 0.0}).first->second;
      broken.first.is_overlap = broken.first.is_overlap || proof.failure->is_overlap;
      broken.depth = std::max(broken.depth, proof.failure->depth);
      broken.last = proof.failure->time;
    }
  }

  void add_finding(const PairKey& pair, const BrokenPair& broken) {
    const bool is_overlap = broken.first.is_overlap;
    std::string what = is_overlap ? "they overlap, " + shortest_text(broken.depth) + " m deep at most"
                                  : "no proof was found that they are apart";
    what += broken.last > broken.first.time ? "; last in the step of " + shortest_text(broken.last) + " s" : "";
    report_.findings.push_back({is_overlap ? FindingKind::overlap : FindingKind::undecided, broken.first.time,
                                name(pair.first), name(pair.second), broken.depth, what});
  }

  const RecordingHeader& header_;
  Laws laws_;
  StepMotions motions_;
  Mechanics mechanics_;
  Slumber slumber_;
  Ledger ledger_;
  ChordLedger chord_ledger_;
  std::vector<BodyShape> shapes_;  // by collider
  std::map<PairKey, PairMemory> memories_;
  std::map<PairKey, BrokenPair> broken_;
  VerifyReport report_;
};

Result<VerifyReport> verify_steps(RecordingReader& reader, const std::string& file) {
  if (auto error = find_unsound(reader.header(), file)) {
    return *std::move(error);
  }
  Verification verification(reader.header());
  while (true) {
    auto step = reader.next();
    if (!step) {
      return step.error();
    }
    if (!step.value()) {
      return verification.finish(reader);
    }
    if (auto error = find_unsound(*step.value(), reader.header(), {file, reader.step_byte()})) {
      return *std::move(error);
    }
    verification.take(*step.value());
  }
}

}  // namespace

Result<VerifyReport> verify_recording(const std::filesystem::path& file, const VerifyOptions& options) {
  auto opened = RecordingReader::open(file);
  if (!opened) {
    return opened.error();
  }
  RecordingReader reader = std::move(opened).value();
  Threads threads(std::clamp(options.threads, 1, most_threads()));
  return threads.execute([&] { return verify_steps(reader, file.string()); });
}

}  // namespace firstcontact::verify
