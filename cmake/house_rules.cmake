# How every target of ours is compiled, whatever the build type.

# The results of a simulation are compared bit for bit between compilers and build types, so floating point follows
# IEEE 754 to the letter: no fused multiply-add behind our back, no -ffast-math, no -march. Only optimisation that keeps
# the bits differs between debug and release.
function(follow_house_rules target)
  target_compile_features(${target} PUBLIC cxx_std_20)
  set_target_properties(${target} PROPERTIES CXX_EXTENSIONS OFF)
  target_compile_options(
    ${target} PRIVATE -ffp-contract=off -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wsign-conversion
                      $<$<BOOL:${FIRSTCONTACT_WARNINGS_AS_ERRORS}>:-Werror>)
endfunction()
