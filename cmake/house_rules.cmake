# How every target of ours is compiled, whatever the build type.

# gcc 12 takes `"text" + std::string` for an overlapping copy as soon as it optimises (its bug 105651, mended in 13): pages
# of false warnings, among which a true one would go unseen.
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
  # With precompiled headers three more are of the kind.
  set(silenced_warnings -Wno-restrict -Wno-stringop-overflow -Wno-stringop-overread -Wno-array-bounds)
endif()

if(FIRSTCONTACT_UNITY)
  find_package(Python3 QUIET COMPONENTS Interpreter)
  if(NOT Python3_Interpreter_FOUND)
    message(STATUS "Without Python every file is compiled by itself, which takes half as long again")
  endif()
endif()

# The results of a simulation are compared bit for bit between compilers and build types, so floating point follows
# IEEE 754 to the letter: no fused multiply-add behind our back, no -ffast-math, no -march. Only optimisation that keeps
# the bits differs between debug and release.
function(follow_house_rules target)
  target_compile_features(${target} PUBLIC cxx_std_20)
  # Fit for a shared object, and nothing seen from outside but what is marked (public_library.cmake).
  set_target_properties(${target} PROPERTIES CXX_EXTENSIONS OFF CXX_VISIBILITY_PRESET hidden VISIBILITY_INLINES_HIDDEN ON)
  get_target_property(type ${target} TYPE)
  if(type MATCHES "LIBRARY")
    set_target_properties(${target} PROPERTIES POSITION_INDEPENDENT_CODE ON)
  endif()
  if(MSVC)
    # clang-cl, which has GCC's vectors; Microsoft's own compiler has not. tools/check_clang_cl.sh tries these options.
    target_compile_options(${target} PRIVATE /fp:precise /clang:-ffp-contract=off /EHsc /utf-8)
  else()
    target_compile_options(
      ${target} PRIVATE $<$<CXX_COMPILER_ID:GNU>:-fno-gnu-unique> # what is unique in a process keeps a plugin from going
                        -ffp-contract=off -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wsign-conversion
                        ${silenced_warnings} $<$<BOOL:${FIRSTCONTACT_WARNINGS_AS_ERRORS}>:-Werror>)
  endif()
  if(FIRSTCONTACT_UNITY AND Python3_Interpreter_FOUND)
    compile_in_groups(${target})
  endif()
endfunction()

# Several source files of the target to a translation unit, where they mean the same together as apart. What the build
# makes has no text yet, and what has options of its own shares them with nobody: both stay alone. A file of two targets
# goes where the last one puts it, and what is left of its group in the first is one still.
function(compile_in_groups target)
  set(script ${PROJECT_SOURCE_DIR}/cmake/unity_groups.py)
  get_target_property(sources ${target} SOURCES)
  set(files "")
  foreach(source IN LISTS sources)
    get_source_file_property(is_made ${source} GENERATED)
    get_source_file_property(options ${source} COMPILE_OPTIONS)
    if(NOT is_made AND NOT options)
      list(APPEND files ${source})
    endif()
  endforeach()
  execute_process(COMMAND ${Python3_EXECUTABLE} ${script} ${files} WORKING_DIRECTORY ${CMAKE_CURRENT_SOURCE_DIR}
                  OUTPUT_VARIABLE lines COMMAND_ERROR_IS_FATAL ANY)
  string(REGEX MATCHALL "[^\n]+" lines "${lines}")
  foreach(line IN LISTS lines)
    string(REGEX MATCH "^([0-9]+) (.*)$" line "${line}")
    set_source_files_properties(${CMAKE_MATCH_2} PROPERTIES UNITY_GROUP ${target}_${CMAKE_MATCH_1})
  endforeach()
  set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_MODE GROUP)
  # A name of one file hides none in the next, and what a file has to itself it may build its own types of.
  target_compile_options(${target} PRIVATE "$<$<CXX_COMPILER_ID:GNU>:-Wno-shadow;-Wshadow=local;-Wno-subobject-linkage>")
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${script} ${files}) # a new name may part a group
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
