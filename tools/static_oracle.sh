#!/usr/bin/env bash
# Builds firstcontact_oracle as one static file that needs nothing on the machine it runs on, and says how to spread the
# long run over that machine's cores. usage: tools/static_oracle.sh OUT
set -euo pipefail
cd "$(dirname "$0")/.."
out=${1:?usage: tools/static_oracle.sh OUT}

# Only the stations the query needs; reading OBJ files is not among them (tinyobjloader has no static library).
mapfile -t engine < <(find src/core src/geometry src/narrowphase -name '*.cpp' ! -name 'read_obj.cpp' | sort)
g++ -std=c++20 -O3 -ffp-contract=off -static -Iinclude -Isrc -Itests/narrowphase \
  tests/narrowphase/{oracle_main,oracle_check,support_oracle,wide_queries}.cpp "${engine[@]}" -lqhullstatic_r -o "$out"

cat <<END
A million queries on 16 cores, about a minute:
  for seed in \$(seq 101 116); do $out 62500 \$seed > oracle_\$seed.txt & done; wait; grep -h ^ oracle_*.txt
END
