#!/usr/bin/env bash
# Builds First Contact on a Debian 12 machine and runs all its tests (the engine's own checks are on in every build).
# Arguments go to ctest: ./test.sh -R time_of_impact
set -euo pipefail
cd "$(dirname "$0")"

tools/install_packages.sh build
cmake --preset release
cmake --build --preset release
ctest --preset release --parallel "$(nproc)" "$@"
