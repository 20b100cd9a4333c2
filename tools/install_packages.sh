#!/usr/bin/env bash
# Installs the Debian packages that are missing. Usage: tools/install_packages.sh build|check|port
#   build  compiler, CMake, the Python it asks which files go together, and the libraries the engine, the program and the
#          tests are made of; what draws without a graphics card, and ffmpeg for films
#   check  what .ci/run adds: clang, clang-format, clang-tidy, Google Benchmark, what finds out what a package depends on
#   port   what its stages `bare`, `ports` and `abi` add: LLVM's C++ library and a parser of numbers that it lacks, the
#          compilers for arm64, Windows and WebAssembly and what runs their programs, a bare Debian, and abidiff
# Where nothing is missing, nothing is asked of apt, no root is needed, and it takes no time.
set -euo pipefail

build=(g++ cmake ninja-build libglm-dev libtinyobjloader-dev libqhull-dev libopenmpi-dev openmpi-bin nlohmann-json3-dev zlib1g-dev libcli11-dev libgtest-dev
  libglfw3-dev libimgui-dev libgl-dev pkg-config libegl-dev libopengl-dev libstb-dev libegl-mesa0 libglx-mesa0 libgl1-mesa-dri ffmpeg xvfb xdotool x11-utils
  fonts-dejavu-core python3)
check=(clang-14 clang-format-14 clang-tidy-14 libbenchmark-dev dpkg-dev)
port=(libc++-14-dev libc++abi-14-dev libfast-float-dev g++-12-aarch64-linux-gnu qemu-user mmdebstrap
  g++-mingw-w64-x86-64-posix wine64 emscripten abigail-tools)

case "${1:-}" in
  build) wanted=("${build[@]}") ;;
  check) wanted=("${build[@]}" "${check[@]}") ;;
  port) wanted=("${build[@]}" "${check[@]}" "${port[@]}") ;;
  *) echo "usage: $0 build|check|port" >&2; exit 2 ;;
esac

missing=()
for package in "${wanted[@]}"; do
  state=$(dpkg-query --show --showformat='${db:Status-Status}' "$package" 2>/dev/null || true)
  [[ $state == *installed* && $state != *not-installed* ]] || missing+=("$package")
done
if ((${#missing[@]} == 0)); then
  exit 0
fi

as_root=()
if ((EUID != 0)); then
  command -v sudo >/dev/null || { echo "$0: missing ${missing[*]}; run as root, or install sudo" >&2; exit 3; }
  as_root=(sudo)
fi
echo "Installing ${missing[*]}"
"${as_root[@]}" apt-get update -qq
"${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends \
  -o Dpkg::Use-Pty=0 "${missing[@]}" >/dev/null  # what goes wrong is on standard error
