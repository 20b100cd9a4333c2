#!/usr/bin/env bash
# Puts what First Contact is built with into a folder, for cmake/toolchains/windows.cmake or webassembly.cmake: headers out
# of Debian's packages, and Qhull and zlib compiled from Debian's sources. Nothing is installed.
# usage: ported_libraries.sh windows|webassembly FOLDER
set -euo pipefail
case "${1:-}" in
  windows) compiler=x86_64-w64-mingw32-gcc-posix archiver=x86_64-w64-mingw32-ar ;;
  webassembly) compiler=emcc archiver=emar ;;
  *) echo "usage: $0 windows|webassembly FOLDER" >&2; exit 2 ;;
esac
folder=$(realpath -m "$2")
mkdir -p "$folder"/.apt/{lists/partial,cache/archives/partial,packages} "$folder"/usr/{include/libqhull_r,lib/cmake/Qhull}
cd "$folder/.apt/packages"

apt-get -o APT::Sandbox::User="$(id -un)" download -qq libglm-dev nlohmann-json3-dev libtinyobjloader-dev libfast-float-dev
for package in *.deb; do
  dpkg-deb -x "$package" "$folder"
done
rm -rf "$folder"/usr/lib/x86_64-linux-gnu  # this machine's

echo 'deb-src [signed-by=/usr/share/keyrings/debian-archive-keyring.gpg] http://deb.debian.org/debian bookworm main' >"$folder/.apt/sources.list"
options=(-o Dir::Etc::SourceList="$folder/.apt/sources.list" -o Dir::Etc::SourceParts=/dev/null -o APT::Sandbox::User="$(id -un)"
  -o Dir::State::Lists="$folder/.apt/lists" -o Dir::Cache="$folder/.apt/cache")
apt-get "${options[@]}" update -qq
apt-get "${options[@]}" source --download-only -qq qhull zlib
rm -rf qhull zlib
dpkg-source --no-check --extract qhull_*.dsc qhull >/dev/null
dpkg-source --no-check --extract zlib_*.dsc zlib >/dev/null

archive() {  # NAME FOLDER_OF_SOURCES OPTION...
  local -r objects=$PWD/$1_objects
  rm -rf "$objects" && mkdir "$objects"
  (cd "$objects" && "$compiler" -O2 -c "${@:3}" "$2"/*.c && "$archiver" rcs "$folder/usr/lib/lib$1.a" ./*.o)
}
archive qhullstatic_r "$PWD/qhull/src/libqhull_r" -I"$PWD/qhull/src" -w
archive z "$PWD/zlib" -DHAVE_UNISTD_H -w
cp qhull/src/libqhull_r/*.h "$folder/usr/include/libqhull_r/"
cp zlib/zlib.h zlib/zconf.h "$folder/usr/include/"

cat >"$folder/usr/lib/cmake/Qhull/QhullConfig.cmake" <<'CONFIG'
get_filename_component(Qhull_usr ${CMAKE_CURRENT_LIST_DIR}/../../.. ABSOLUTE)
add_library(Qhull::qhullstatic_r STATIC IMPORTED)
set_target_properties(Qhull::qhullstatic_r PROPERTIES IMPORTED_LOCATION ${Qhull_usr}/lib/libqhullstatic_r.a
                                                      INTERFACE_INCLUDE_DIRECTORIES ${Qhull_usr}/include)
CONFIG
