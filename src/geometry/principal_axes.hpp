// The frame in which an inertia tensor is diagonal.
#pragma once

#include <firstcontact/math.hpp>

namespace firstcontact {

struct PrincipalAxes {
  Vec3 moments{0.0};              // kg m^2
  Quat axes{1.0, 0.0, 0.0, 0.0};  // x_given = rotate(axes, x_principal), a proper rotation
};

/// Jacobi rotations (Golub, Van Loan, 'Matrix Computations', 8.5) of a symmetric tensor. One that is diagonal already
/// to 1e-12 of its largest moment keeps its axes exactly, and moments that agree to 1e-12 come out equal: a cube is a
/// spherical top, whatever rounding says.
[[nodiscard]] PrincipalAxes principal_axes(const Mat3& tensor);

}  // namespace firstcontact
