// What pulls at each body and how two bear on each other, as the recording says; of older recordings, as far as known.
#pragma once

#include <vector>

#include "scene/recording.hpp"

namespace firstcontact::verify {

class Laws {
 public:
  explicit Laws(const RecordingHeader& header);

  /// False for recordings without laws: then a body's loads are unknown, and so are friction and filters.
  [[nodiscard]] bool are_known() const { return header_->laws.has_value(); }
  /// m/s^2: how the body falls where nothing touches it. Locked axes are left out.
  [[nodiscard]] const Vec3& fall(std::uint32_t body) const { return falls_[body]; }
  /// N m: without locked axes, too.
  [[nodiscard]] Vec3 torque(std::uint32_t body) const;
  [[nodiscard]] bool is_linear_locked(std::uint32_t body, int axis) const;
  [[nodiscard]] bool is_rotation_locked(std::uint32_t body, int axis) const;
  [[nodiscard]] bool is_any_rotation_locked(std::uint32_t body) const;
  /// How many of the directions x, y and z are locked.
  [[nodiscard]] int linear_locks(std::uint32_t body) const;
  /// A vector without what lies along locked directions.
  [[nodiscard]] Vec3 without_locked(std::uint32_t body, Vec3 linear) const;
  /// m: about how far from the centre of mass the body reaches, by its inertia.
  [[nodiscard]] double arm(std::uint32_t body) const;
  /// The velocity with which a step begins, of a body that came to its beginning at `time` with `velocity`, moved by
  /// `before`: what damping leaves of it. (docs/step.md, "Damping")
  [[nodiscard]] Vec3 damped_velocity(const MotionSegment& before, double time, const Vec3& velocity) const;
  /// The share that damping leaves of its angular momentum.
  [[nodiscard]] double angular_keep(const MotionSegment& before) const;
  /// The friction coefficient of a pair.
  [[nodiscard]] double friction(std::uint32_t a, std::uint32_t b) const;
  /// m/s, in the body's own axes: how its surface moves by itself.
  [[nodiscard]] Vec3 belt(std::uint32_t body) const;
  /// True when one of the two is a belt, whose surface does work.
  [[nodiscard]] bool has_belt(std::uint32_t a, std::uint32_t b) const;
  /// True when the two may not overlap: one gives way, both are solid, and no filter parts them.
  [[nodiscard]] bool may_meet(std::uint32_t a, std::uint32_t b) const;

 private:
  [[nodiscard]] bool flew(const MotionSegment& before) const;

  const RecordingHeader* header_;
  std::vector<Vec3> falls_;
};

}  // namespace firstcontact::verify
