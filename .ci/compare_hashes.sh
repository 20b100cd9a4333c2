#!/usr/bin/env bash
# The same scene must end in the same bits, and the same mesh come apart into the same hulls, whoever compiled the engine
# and however many threads ran it.
# Usage: .ci/compare_hashes.sh PROGRAM... ; prints one line per scene and per model, fails when a hash differs or a program
# does.
# With CHOSEN=1 only some scenes, for a slow program. With MODELS="FILE.obj..." only these meshes are taken apart, and no
# scene is run.
set -euo pipefail

# Some that settle, fall asleep, tumble or meet often, up to as many simulated seconds;
scenes=(
  "scenes/rest/crate.json 3"
  "tests/verify/data/asleep.json 2.5"
  "scenes/tunnelling/bullet_1000.json 0.1"
  "scenes/tunnelling/propeller_100.json 0.2"
  "scenes/tunnelling/plates.json 0.1"
  "scenes/spin/t_handle.json 2"
  "scenes/many/elastic_64.json 2"
  "scenes/thesis_demo.json 4"
)
# and every one, its beginning.
if [[ -z "${CHOSEN:-}" ]]; then
  mapfile -t -O "${#scenes[@]}" scenes < <(find scenes -name '*.json' | sort | sed 's/$/ 0.5/')
fi
models=(models/gear.obj models/link.obj models/plate.obj models/wingnut.obj)
if [[ -n "${MODELS:-}" ]]; then
  scenes=()
  read -ra models <<<"$MODELS"
fi

state_hash() {  # PROGRAM SCENE DURATION THREADS
  "$1" simulate "$2" --duration "$3" --threads "$4" --quiet --summary - |
    python3 -c 'import json, sys; print(json.load(sys.stdin)["state_hash"])'
}

# The hulls' text holds every bit of them; the report has the bound, the mass and what was found.
hulls_hash() {  # PROGRAM MODEL THREADS
  local report hash
  report=$(mktemp)
  hash=$({ "$1" decompose "$2" -o - --report "$report" --threads "$3" --no-cache --quiet && cat "$report"; } | sha256sum) ||
    hash=
  rm -f "$report"
  [[ -n $hash ]] && echo "${hash:0:16}"
}

compare() {  # NAME, then the hashes that must be one
  local -r name=$1
  shift
  local distinct
  distinct=$(printf '%s\n' "$@" | sort -u | wc -l)
  echo "$name: $*"
  if ((distinct != 1)); then
    echo "$name: $distinct different results, of 1 and 2 threads each" >&2
    return 1
  fi
}

compare_scene() {  # "SCENE DURATION" PROGRAM...
  local scene duration program threads hashes=()
  read -r scene duration <<<"$1"
  for program in "${@:2}"; do
    for threads in 1 2; do
      hashes+=("$(state_hash "$program" "$scene" "$duration" "$threads")")
    done
  done
  compare "$scene" "${hashes[@]}"
}

compare_model() {  # MODEL PROGRAM...
  local program threads hashes=()
  for program in "${@:2}"; do
    for threads in 1 2; do
      hashes+=("$(hulls_hash "$program" "$1" "$threads")")
    done
  done
  compare "$1" "${hashes[@]}"
}

side_by_side() {  # FUNCTION PROGRAM..., for every line of standard input; fails when one of them does
  xargs -d '\n' -P "$(nproc)" -I '{}' bash -euo pipefail -c '"$1" "$2" "${@:3}"' side_by_side "$1" '{}' "${@:2}"
}

export -f state_hash hulls_hash compare compare_scene compare_model
status=0
((${#scenes[@]} == 0)) || printf '%s\n' "${scenes[@]}" | side_by_side compare_scene "$@" || status=1
printf '%s\n' "${models[@]}" | side_by_side compare_model "$@" || status=1
exit $status
