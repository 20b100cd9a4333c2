#!/usr/bin/env bash
# Builds the examples of examples/consumers against an installed First Contact and against its sources, and has each run
# a scene: all must come to the hash that the program comes to. As part of another project it brings no name that is not
# its own, is shared where that project wants it, and is installed with it. SOURCES=no: only what was installed; SOURCES=configured: of the sources no more than those names.
# usage: check_consumers.sh PREFIX PROGRAM [FOLDER]      PREFIX: where it was installed; FOLDER: to build in
set -euo pipefail
cd "$(dirname "$0")/.."

prefix=$(realpath "$1")
program=$(realpath "$2")
folder=${3:-$(mktemp -d)}
mkdir -p "$folder"
folder=$(realpath "$folder")
scene=scenes/rest/dice.json
expected=$("$program" simulate "$scene" --quiet --no-cache --summary - | python3 -c 'import json, sys; print(json.load(sys.stdin)["state_hash"])')

check() {  # NAME PROGRAM
  local said
  said=$("$2" "$scene" 2)
  echo "$1: $said"
  [[ $said == "$expected" ]] || { echo "$1: found $said, expected $expected" >&2; exit 1; }
}

configure() {  # EXAMPLE FOLDER OPTION...
  cmake -S "examples/consumers/$1" -B "$folder/$2" -G Ninja -DCMAKE_BUILD_TYPE=Release "${@:3}" >"$folder/$2.log"
  (($(grep -c . "examples/consumers/$1/CMakeLists.txt") < 15)) || { echo "$1: 15 lines or more" >&2; exit 1; }
}

build() {  # EXAMPLE FOLDER OPTION...
  configure "$@"
  cmake --build "$folder/$2" >>"$folder/$2.log" || { tail -30 "$folder/$2.log" >&2; exit 1; }
  check "$2" "$folder/$2/run_scene"
}

# What First Contact brings into another project bears its name: targets, options, cache variables.
cat >"$folder/targets.cmake" <<'LIST'
function(list_targets folder)
  get_property(targets DIRECTORY ${folder} PROPERTY BUILDSYSTEM_TARGETS)
  get_property(subfolders DIRECTORY ${folder} PROPERTY SUBDIRECTORIES)
  foreach(target IN LISTS targets)
    message(STATUS "target ${target}")
  endforeach()
  foreach(subfolder IN LISTS subfolders)
    list_targets(${subfolder})
  endforeach()
endfunction()
cmake_language(DEFER DIRECTORY ${CMAKE_SOURCE_DIR} CALL list_targets ${CMAKE_SOURCE_DIR})
LIST
check_names() {  # FOLDER
  local strangers
  grep -q '^-- target firstcontact_scene$' "$folder/$1.log" || { echo "$1: its targets were not listed" >&2; exit 1; }
  strangers=$(sed -n 's/^-- target //p' "$folder/$1.log" | grep -vE '^(firstcontact(_.*)?|run_scene)$' || true)
  [[ -z $strangers ]] || { echo "targets of another name: $strangers" >&2; exit 1; }
  strangers=$(grep -E '^[A-Za-z_]+:(BOOL|PATH|FILEPATH|STRING)=' "$folder/$1/CMakeCache.txt" | cut -d: -f1 |
    grep -vE '^(CMAKE_|FIRSTCONTACT_|FETCHCONTENT_|firstcontact|run_scene|PKG_CONFIG_|pkgcfg_|ZLIB_|Qhull_DIR|glm_DIR|nlohmann_json_DIR|GIT_EXECUTABLE|ProcessorCount)' || true)
  [[ -z $strangers ]] || { echo "cache variables of another name: $strangers" >&2; exit 1; }
}

pkgconfig=$(dirname "$(find "$prefix" -name firstcontact.pc | head -1)")
library=$(dirname "$pkgconfig")
kind=$([[ -e $library/libfirstcontact.so ]] && echo shared || echo static)
echo "$prefix: $kind, expected $expected"

build find_package find_package -DCMAKE_PREFIX_PATH="$prefix"
STATIC=$([[ $kind == static ]] && echo yes || true) PKG_CONFIG_PATH="$pkgconfig" \
  examples/consumers/pkg_config/build.sh "$folder/run_scene"
LD_LIBRARY_PATH="$library" check pkg_config "$folder/run_scene"

# A component that is not there is named: one that never was, and one that was not installed.
expect_refusal() {  # PREFIX COMPONENT TEXT
  local said
  rm -rf "$folder/wrong" && mkdir "$folder/wrong"
  sed "s/COMPONENTS scene/COMPONENTS $2/" examples/consumers/find_package/CMakeLists.txt >"$folder/wrong/CMakeLists.txt"
  said=$(cmake -S "$folder/wrong" -B "$folder/wrong/build" -DCMAKE_PREFIX_PATH="$1" 2>&1) &&
    { echo "the component $2 was found" >&2; exit 1; }
  tr -s ' \n' ' ' <<<"$said" | grep -q "$3" || { echo "$said" >&2; exit 1; }
}
expect_refusal "$prefix" orchestra 'no component "orchestra"'
rm -rf "$folder/engine_alone" && cp -r "$prefix" "$folder/engine_alone"
find "$folder/engine_alone" -name '*firstcontact_scene*' -delete
expect_refusal "$folder/engine_alone" scene 'The component "scene" was not installed'

if [[ ${SOURCES:-yes} != no ]]; then
  as_asked=$([[ ${SOURCES:-yes} == configured ]] && echo configure || echo build)
  listing=-DCMAKE_PROJECT_run_scene_INCLUDE=$folder/targets.cmake
  "$as_asked" add_subdirectory add_subdirectory "$listing"
  check_names add_subdirectory
  "$as_asked" fetch_content fetch_content -DBUILD_SHARED_LIBS=ON "$listing"
  check_names fetch_content
fi
if [[ ${SOURCES:-yes} == yes ]]; then
  rm -rf "$folder/with_its_user"
  cmake --install "$folder/fetch_content" --prefix "$folder/with_its_user" >/dev/null
  find "$folder/with_its_user" -name 'libfirstcontact_scene.so' | grep -q . || { echo "BUILD_SHARED_LIBS was not heard" >&2; exit 1; }
  build find_package find_package_of_subproject -DCMAKE_PREFIX_PATH="$folder/with_its_user"
fi
