#!/usr/bin/env bash
# Writes models/decompositions anew: the hulls of the meshes of scenes/thesis_demo.json, so that its first start takes
# no longer than the second. After decomposition_version was raised, or one of these meshes changed. Usage:
#   tools/keep_decompositions.sh PROGRAM
set -euo pipefail

program=$(realpath "$1")
cd "$(dirname "$0")/.."
cache=$(mktemp -d)
trap 'rm -r "$cache"' EXIT
mkdir -p models/decompositions
rm -f models/decompositions/*.hulls
XDG_CACHE_HOME=$cache "$program" simulate scenes/thesis_demo.json --duration 0 --quiet
cp "$cache"/firstcontact/decompositions/*.hulls models/decompositions/
