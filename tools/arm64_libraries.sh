#!/usr/bin/env bash
# Puts Debian's arm64 libraries that First Contact is built with into a folder, for cmake/toolchains/arm64.cmake. Nothing is
# installed. usage: arm64_libraries.sh FOLDER
set -euo pipefail
folder=$(realpath -m "$1")
mkdir -p "$folder"/.apt/{lists/partial,cache/archives/partial,packages}
options=(-o APT::Architecture=arm64 -o APT::Architectures=arm64 -o Dir::State::Lists="$folder/.apt/lists"
  -o Dir::Cache="$folder/.apt/cache" -o Dir::State::status=/dev/null -o APT::Sandbox::User="$(id -un)")
cd "$folder/.apt/packages"
apt-get "${options[@]}" update -qq
apt-get "${options[@]}" download -qq libqhull-dev libqhull8.0 libqhull-r8.0 libqhullcpp8.0 zlib1g zlib1g-dev libglm-dev nlohmann-json3-dev \
  libtinyobjloader-dev libfast-float-dev
for package in *.deb; do
  dpkg-deb -x "$package" "$folder"
done
