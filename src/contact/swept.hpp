// Rows and bodies as sweeps need them: what a visit reads lies together, and nothing else with it.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "contact/contact_problem.hpp"

namespace firstcontact {

struct SweptBody {
  Velocity velocity;
  Vec3 inverse_mass{0.0};     // 1/kg, of which the stage's share
  Mat3 inverse_inertia{0.0};  // 1/(kg m^2), of which the stage's share
  bool is_dynamic = false;
  bool is_active = false;  // its rows are to be looked at: something changed
  bool is_next = false;    // and so they are in the next sweep
};

/// Of a row that resists turning: rolling friction takes the spin across the normal, spinning friction that about it.
struct TurningRow {
  double rolling = 0.0, spinning = 0.0;  // m
  double give = 0.0;                     // kg m^2: no more than what would stop a spin needs
  Vec3 couple{0.0};                      // N m s
};

constexpr std::uint32_t does_not_resist = ~0U;

/// Its impulse or load is `along` the normal and the tangents.
struct SweptRow {
  std::uint32_t a = 0, b = 0;                                   // places in the problem
  std::uint32_t row = 0;                                        // its place there
  std::uint32_t turning = does_not_resist;                      // its place among those that resist turning
  Vec3 normal, tangent_1, tangent_2;                            // unit
  Vec3 arm_a, arm_b;                                            // m
  double closing = 0.0;                                         // m/s: as fast as it may close
  double missed = 0.0;                                          // m/s: what is closed faster by more is undone
  double belt_1 = 0.0, belt_2 = 0.0;                            // m/s, along the tangents
  double response = 0.0;                                        // 1/kg, along the normal
  double coupling_1 = 0.0, coupling_2 = 0.0;                    // 1/kg: slip that a push along the normal gives
  double inverse_11 = 0.0, inverse_12 = 0.0, inverse_22 = 0.0;  // kg: what stops a slip; nothing where it has none
  double greatest = 0.0;                                        // 1/kg: the tangents' greatest response
  double response_of_change = 0.0;                              // 1/kg: by which a change of friction is told of
  double friction = 0.0;
  double pressed = 0.0;                              // N s: what presses besides
  double used = 0.0;                                 // N s: of the friction that there may be
  double along = 0.0, along_1 = 0.0, along_2 = 0.0;  // N s
};

struct Swept {
  Stage stage = Stage::impulses;
  std::vector<SweptBody> bodies;  // all of the problem's
  std::vector<SweptRow> rows;
  std::vector<TurningRow> turning;
};

/// Those rows of a problem that give way in a stage. O(bodies + rows).
[[nodiscard]] Swept begin_sweeps(const ContactProblem& problem, Stage stage, std::span<const std::uint32_t> rows);
/// What was found goes to the problem.
void end_sweeps(const Swept& swept, ContactProblem& problem);
/// Solves for one row by itself, friction included. Returns the square of the greatest change of the point's velocity,
/// (m/s)^2.
double visit(Swept& swept, SweptRow& row);
/// True where what was found so far would let a gap be used up.
[[nodiscard]] bool is_undone(const Swept& swept);

}  // namespace firstcontact
