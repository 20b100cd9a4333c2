#!/usr/bin/env bash
# Where the time of a window's picture goes: 1280x720, panels off, the simulation paused. Usage:
#   tools/frame_times.sh PROGRAM [FRAMES] [SCENE...]
# On the display there is, as fast as it draws (it does not wait for the screen); without one on a display in memory
# (xvfb-run), where Mesa draws on the processor.
set -euo pipefail

program=$(realpath "$1")
frames=${2:-30}
scenes=("${@:3}")
((${#scenes[@]} > 0)) || scenes=(scenes/many/shower_1000.json scenes/thesis_demo.json)
display=()
[[ -n ${DISPLAY:-} ]] || display=(xvfb-run -a -s "-screen 0 1280x800x24")

settings=$(mktemp -d)
trap 'rm -r "$settings"' EXIT
mkdir "$settings/firstcontact"
for scene in "${scenes[@]}"; do
  for quality in 2 1 0; do
    printf 'window_width 1280\nwindow_height 720\npanels 0\nquality %s\n' "$quality" >"$settings/firstcontact/view.txt"
    line=$(XDG_CONFIG_HOME=$settings "${display[@]}" "$program" view "$scene" --paused --frames "$frames")
    echo "$scene, quality $quality: $line"
  done
done
