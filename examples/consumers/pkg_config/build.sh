#!/usr/bin/env bash
# Without CMake: pkg-config knows the flags. PKG_CONFIG_PATH=PREFIX/lib/.../pkgconfig, unless it came as Debian packages.
set -euo pipefail
read -ra flags <<<"$(pkg-config ${STATIC:+--static} --cflags --libs firstcontact_scene)"
${CXX:-g++} -O2 "$(dirname "$0")/../run_scene.cpp" "${flags[@]}" -o "${1:-run_scene}"
