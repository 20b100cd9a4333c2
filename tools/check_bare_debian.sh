#!/usr/bin/env bash
# Makes the Debian packages, installs them on a bare Debian 12 in a folder of its own, and there has two consumers, one by
# CMake and one by pkg-config, run a scene: all must come to the hash that the packaged program comes to. Then the packages
# are removed, and the same two are built against static libraries, where there is no library's package but GLM's.
# usage: check_bare_debian.sh BUILD STATIC [FOLDER]      BUILD: configured with -DFIRSTCONTACT_SHARED=ON, and built;
#   STATIC: where static libraries were installed; FOLDER: for the bare Debian
# As root, with mmdebstrap (`tools/install_packages.sh port`) and a network.
set -euo pipefail
cd "$(dirname "$0")/.."

build=$(realpath "$1")
static=$(realpath "$2")
bare=${3:-$(mktemp -d)}
((EUID == 0)) || { echo "$0: must be run as root, to make a folder a machine of its own" >&2; exit 3; }

tools/make_packages.sh "$build"
packages=("$build"/*.deb)

[[ -e $bare/etc/debian_version ]] || mmdebstrap --quiet --variant=minbase bookworm "$bare" http://deb.debian.org/debian
rm -rf "$bare/work" && mkdir -p "$bare/work/scenes"
cp "${packages[@]}" "$bare/work/"
cp -r examples/consumers "$bare/work/"
cp -r scenes/rest "$bare/work/scenes/"
cp -r models "$bare/work/"
cp -r "$static" "$bare/work/static"

cat >"$bare/work/check.sh" <<'INSIDE'
set -euo pipefail
cd /work
export DEBIAN_FRONTEND=noninteractive
apt-get update -qq
apt-get install -y -qq --no-install-recommends ./*.deb g++ cmake make pkg-config >/dev/null
scene=scenes/rest/dice.json
expected=$(firstcontact simulate $scene --quiet --no-cache --summary - --summary-final false | sed -n 's/.*"state_hash": *"\([0-9a-f]*\)".*/\1/p')

consume() {  # FOLDER CMAKE_OPTION...
  local program said
  cmake -S consumers/find_package -B "$1" "${@:2}" >/dev/null
  cmake --build "$1" >/dev/null
  consumers/pkg_config/build.sh "$1/by_pkg_config"
  for program in "$1/run_scene" "$1/by_pkg_config"; do
    said=$("$program" $scene 2 2>/dev/null)
    echo "$program: $said, expected $expected"
    [[ -n $expected && $said == "$expected" ]]
  done
}
consume from_packages
grep -q libfirstcontact_scene.so <<<"$(ldd from_packages/run_scene)"
apt-get remove -y -qq firstcontact 'libfirstcontact*' >/dev/null
[[ -z $(find /usr -name '*firstcontact*' -print -quit) ]] || { echo "something is left of the packages" >&2; exit 1; }

apt-get autoremove -y -qq >/dev/null
apt-get install -y -qq --no-install-recommends libglm-dev >/dev/null
other=$(find /usr/lib /usr/include -name '*qhull*' -o -name 'zlib.h' -o -name 'libz.so')
[[ -z $other ]] || { echo "more is here than GLM: $other" >&2; exit 1; }
pkgconfig=$(dirname "$(find /work/static -name firstcontact.pc)")
STATIC=yes PKG_CONFIG_PATH=$pkgconfig consume from_static -DCMAKE_PREFIX_PATH=/work/static
INSIDE
chroot "$bare" /bin/bash /work/check.sh
