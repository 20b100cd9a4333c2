#!/usr/bin/env bash
# Has clang-cl read every file of the libraries, with the options that cmake/house_rules.cmake gives it. Debian has no
# headers of Microsoft's: they are MinGW's, so that what is tried is the compiler, its options, and what a source takes
# for granted of its system. usage: check_clang_cl.sh LIBRARIES      LIBRARIES: by `ported_libraries.sh windows`
set -euo pipefail
libraries=$(realpath "$1")
cd "$(dirname "$0")/.."
standard=$(echo | x86_64-w64-mingw32-g++-posix -xc++ -E -v - 2>&1 | sed -n 's/^ \(.*\/c++.*\)$/\1/p' | xargs -n1 realpath)
options=(--target=x86_64-w64-mingw32 /Zs /clang:-std=c++20 -Iinclude -Isrc "/clang:-isystem$libraries/usr/include" -Werror)
while read -r folder; do
  options+=("/clang:-isystem$folder")
done <<<"$standard"
read -ra house <<<"$(sed -n 's/.*PRIVATE \(\/fp:precise [^)]*\)).*/\1/p' cmake/house_rules.cmake)"
((${#house[@]} > 2)) || { echo "house_rules.cmake: found no options for clang-cl" >&2; exit 1; }
sources=(src/{core,geometry,decomposition,broadphase,narrowphase,dynamics,contact,calendar,scene}/*.cpp)
printf '%s\0' "${sources[@]}" | xargs -0 -n 8 -P "$(nproc)" clang-cl-14 "${options[@]}" "${house[@]}" -mavx2
echo "clang-cl reads ${#sources[@]} files"
