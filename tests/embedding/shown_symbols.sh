#!/usr/bin/env bash
# What a library shows must be what the public headers mark: functions, classes and their tables in our namespace, and
# nothing weak but tables of classes, so that none of it is replaced by another object's.
# usage: shown_symbols.sh NM LIBRARY...
set -euo pipefail
nm=$1
shift
for library in "$@"; do
  options=(--defined-only --extern-only)
  [[ $library == *.so* ]] && options+=(--dynamic)
  shown=$("$nm" "${options[@]}" "$library" | awk 'NF == 3 {print $2, $3}')
  # The version's own name is absolute.
  foreign=$(grep -vE '^A FIRSTCONTACT_[0-9.]+(@@.*)?$' <<<"$shown" | grep -vE '^([TDBR] _ZNK?12firstcontact|[VDR] _ZT[VIS]N12firstcontact)' || true)
  if [[ -n $foreign ]]; then
    echo "$library shows what is not ours, or can be replaced:" >&2
    head -20 <<<"$foreign" | c++filt >&2
    exit 1
  fi
  echo "$library: $(wc -l <<<"$shown") symbols shown"
  (($(wc -l <<<"$shown") > 60)) || { echo "too few: looked in the wrong place" >&2; exit 1; }
done
