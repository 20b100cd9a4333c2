// What numbers the library takes, in one place: far beyond any scene, and far from where squares of squares overflow.
// Beyond them a call names its mistake, at the door. docs/library.md, "Errors", says the same to users.
#pragma once

namespace firstcontact::limits {

/// Of queries about shapes: lengths, speeds, durations. The fourth power, which products of cross products reach, is a
/// finite number. [Doors.*]
inline constexpr double of_query = 1e50;
/// Of the octree, whose boxes are held in single precision, too. [Doors.*]
inline constexpr double of_octree = 1e30;
/// rad: a turn by more than this has lost its angle to rounding. [Doors.*]
inline constexpr double turn = 1e15;

// --- of worlds: as the scene format has them ------------------------------------------------------------------------

inline constexpr double place = 1e9;             // m
inline constexpr double speed = 1e9;             // m/s, given at once or by a step's loads
inline constexpr double spin = 1e12;             // rad/s, the same
inline constexpr double load = 1e30;             // N, N m
inline constexpr double shortest_step = 1e-9;    // s
inline constexpr double longest_step = 1e3;      // s
inline constexpr double least_skin = 1e-9;       // m
inline constexpr double material = 1e9;          // friction; m, of levers
inline constexpr double damping = 1e9;           // 1/s
inline constexpr double least_mass = 1e-15;      // kg; kg/m^3
inline constexpr double greatest_mass = 1e30;    // the same
inline constexpr double least_volume = 1e-30;    // m^3
inline constexpr double greatest_volume = 1e30;  // m^3
/// Of the greatest moment of inertia: how much rounding may let it exceed the sum of the others. [Doors.*]
inline constexpr double moment_rounding = 1e-6;
/// Of mass times radius squared: a moment of inertia that is less turns any energy into a spin beyond all numbers. A
/// needle of 200 km and a centimetre has 1e-15. [Doors.*]
inline constexpr double least_moment = 1e-24;
/// How far from 1 the length of a quaternion may be that is taken for a rotation.
inline constexpr double quaternion_length = 1e-3;
/// More threads than this are not kept apart: no machine has them.
inline constexpr int threads = 1024;

}  // namespace firstcontact::limits
