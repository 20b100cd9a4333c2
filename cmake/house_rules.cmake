# How every target of ours is compiled, whatever the build type.

# gcc 12 takes `"text" + std::string` for an overlapping copy as soon as it optimises (its bug 105651, mended in 13): pages
# of false warnings, among which a true one would go unseen.
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
  # With precompiled headers three more are of the kind.
  set(silenced_warnings -Wno-restrict -Wno-stringop-overflow -Wno-stringop-overread -Wno-array-bounds)
endif()

# The results of a simulation are compared bit for bit between compilers and build types, so floating point follows
# IEEE 754 to the letter: no fused multiply-add behind our back, no -ffast-math, no -march. Only optimisation that keeps
# the bits differs between debug and release.
function(follow_house_rules target)
  target_compile_features(${target} PUBLIC cxx_std_20)
  set_target_properties(${target} PROPERTIES CXX_EXTENSIONS OFF)
  target_compile_options(
    ${target} PRIVATE -ffp-contract=off -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wsign-conversion
                      ${silenced_warnings} $<$<BOOL:${FIRSTCONTACT_WARNINGS_AS_ERRORS}>:-Werror>)
endfunction()

# The headers that most files of ours read, a third of their compilation, are compiled once per target; ARGN are more of
# the kind. Files include what they use all the same; the dev preset, which builds without,
# shows when they do not.
function(precompile_common_headers target)
  target_precompile_headers(
    ${target}
    PRIVATE
    <algorithm>
    <array>
    <cmath>
    <cstdint>
    <limits>
    <map>
    <memory>
    <optional>
    <span>
    <string>
    <vector>
    <glm/gtc/quaternion.hpp>
    <glm/mat3x3.hpp>
    <glm/vec3.hpp>
    ${ARGN})
endfunction()
