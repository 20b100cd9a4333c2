#!/usr/bin/env bash
# Records every scene, as long as it lasts and with every impulse, and has `firstcontact verify` prove it. A line each:
# scene, verdict, seconds of simulation, seconds of proof, intervals, the least gap proved, findings.
# Usage: tools/verify_scenes.sh PROGRAM [SCENE.json...]; exit status 1 when one is not proved.
set -euo pipefail
program=$1
shift
scenes=("$@")
if ((${#scenes[@]} == 0)); then
  mapfile -t scenes < <(find scenes -name '*.json' | sort)
fi
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

status=0
echo "| scene | verdict | simulated in, s | proved in, s | intervals | least gap, m | findings |"
echo "| --- | --- | --- | --- | --- | --- | --- |"
for scene in "${scenes[@]}"; do
  rm -f "$folder"/run.fcr "$folder"/report.json
  start=$(date +%s.%N)
  "$program" simulate "$scene" --record "$folder/run.fcr" --record-impulses --quiet
  recorded=$(date +%s.%N)
  "$program" verify "$folder/run.fcr" --threads "$(nproc)" --report "$folder/report.json" >/dev/null || status=1
  if [[ ! -f $folder/report.json ]]; then
    echo "| \`$scene\` | no report: the program failed | | | | | |"
    continue
  fi
  python3 - "$scene" "$folder/report.json" "$start" "$recorded" "$(date +%s.%N)" <<'TABLE'
import json, sys
report = json.load(open(sys.argv[2]))
start, recorded, proved = (float(t) for t in sys.argv[3:6])
least = report["least_gap"]
print(f'| `{sys.argv[1]}` | {report["verdict"]} | {recorded - start:.1f} | {proved - recorded:.1f} | {report["intervals"]} '
      f'| {"%.2g" % least["gap_m"] if least else "boxes never met"} | {len(report["findings"])} |')
TABLE
done
exit $status
