#!/usr/bin/env bash
# Every command given must succeed and say the same. usage: same_output.sh PROGRAM...
set -euo pipefail
expected=
for program in "$@"; do
  said=$(timeout 300 "$program") || { echo "$program failed with status $?" >&2; exit 1; }
  echo "$program: $said"
  [[ -n $said && ( -z $expected || $said == "$expected" ) ]] || { echo "differs" >&2; exit 1; }
  expected=$said
done
