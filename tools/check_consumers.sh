#!/usr/bin/env bash
# Builds the examples of examples/consumers against an installed First Contact and against its sources, and has each run
# a scene: all must come to the hash that the program comes to.
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

build() {  # EXAMPLE OPTION...
  cmake -S "examples/consumers/$1" -B "$folder/$1" -G Ninja -DCMAKE_BUILD_TYPE=Release "${@:2}" >"$folder/$1.log"
  cmake --build "$folder/$1" >>"$folder/$1.log" || { tail -30 "$folder/$1.log" >&2; exit 1; }
  (($(grep -c . "examples/consumers/$1/CMakeLists.txt") < 15)) || { echo "$1: 15 lines or more" >&2; exit 1; }
  check "$1" "$folder/$1/run_scene"
}

# What First Contact brings into another project bears its name.
check_names() {  # BUILD
  local strangers
  strangers=$(grep -E '^[A-Za-z_]+:(BOOL|PATH|FILEPATH|STRING)=' "$1/CMakeCache.txt" | cut -d: -f1 |
    grep -vE '^(CMAKE_|FIRSTCONTACT_|FETCHCONTENT_|firstcontact|run_scene|PKG_CONFIG_|pkgcfg_|ZLIB_|Qhull_DIR|glm_DIR|nlohmann_json_DIR|GIT_EXECUTABLE|ProcessorCount)' || true)
  [[ -z $strangers ]] || { echo "cache variables of another name: $strangers" >&2; exit 1; }
}

pkgconfig=$(dirname "$(find "$prefix" -name firstcontact.pc | head -1)")
library=$(dirname "$pkgconfig")
kind=$([[ -e $library/libfirstcontact.so ]] && echo shared || echo static)
echo "$prefix: $kind, expected $expected"

build find_package -DCMAKE_PREFIX_PATH="$prefix"
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

if [[ ${SOURCES:-yes} == yes ]]; then
  build add_subdirectory
  check_names "$folder/add_subdirectory"
  build fetch_content
fi
