#!/usr/bin/env bash
# The same scene must end in the same bits whoever compiled the engine and however many threads ran it.
# Usage: .ci/compare_hashes.sh PROGRAM... ; prints one line per scene, fails when any hash differs.
set -euo pipefail

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
status=0
for line in "${scenes[@]}"; do
  read -r scene duration <<<"$line"
  hashes=()
  for program in "$@"; do
    for threads in 1 2; do
      hashes+=("$("$program" simulate "$scene" --duration "$duration" --threads "$threads" --quiet --summary - |
        python3 -c 'import json, sys; print(json.load(sys.stdin)["state_hash"])')")
    done
  done
  distinct=$(printf '%s\n' "${hashes[@]}" | sort -u | wc -l)
  echo "$scene: ${hashes[*]}"
  if ((distinct != 1)); then
    echo "$scene: $distinct different final states from $* (1 and 2 threads each)" >&2
    status=1
  fi
done
exit $status
