#!/usr/bin/env bash
# Bad input by the million, under the address and undefined-behaviour sanitizers.
# usage: tools/fuzz.sh SECONDS [READER...]   each reader so long; all of them unless named. SEED=1 repeats a run.
# What it finds lies in build/sanitize/fuzz: the input, by reader and number. Exit status 1 when there is something.
set -euo pipefail
root=$(cd "$(dirname "$0")/.." && pwd)
seconds=${1:?usage: tools/fuzz.sh SECONDS [READER...]}
shift
readers=("$@")
((${#readers[@]} > 0)) || readers=(scene obj recording cache query study checkpoint)
seed=${SEED:-$(date +%s)}

cmake --preset sanitize -S "$root" >/dev/null
cmake --build "$root/build/sanitize" --target firstcontact_fuzz_readers
mkdir -p "$root/build/sanitize/fuzz"
cd "$root/build/sanitize/fuzz"
export ASAN_OPTIONS=abort_on_error=1:allocator_may_return_null=0 UBSAN_OPTIONS=abort_on_error=1:print_stacktrace=1
found=0
for reader in "${readers[@]}"; do
  echo "$reader, seed $seed"
  ../tests/firstcontact_fuzz_readers "$reader" "$seconds" "$seed" "$root" || found=1
done
exit "$found"
