#!/usr/bin/env bash
# Makes the Debian packages and has dpkg install them into a folder, which takes this machine's packages for its own: what
# they depend on must be there. Two consumers, one by CMake and one by pkg-config, are built against what lies there and run
# a scene: all must come to the hash that the packaged program comes to. Then the packages are removed, and nothing is left.
# Needs no network; check_bare_debian.sh does the same on a machine of its own.
# usage: check_packages.sh BUILD [FOLDER]      BUILD: configured with -DFIRSTCONTACT_SHARED=ON, and built
# As root. Whoever is not has them unpacked, and neither dependencies nor the removal looked at.
set -euo pipefail
cd "$(dirname "$0")/.."

build=$(realpath "$1")
folder=${2:-$(mktemp -d)}
mkdir -p "$folder"
folder=$(realpath "$folder")
root=$folder/root

tools/make_packages.sh "$build"

# What a package does when it is installed is done in the folder: no other program than ldconfig is asked for.
mkdir -p "$folder/bin"
printf '#!/bin/sh\nmkdir -p "$DPKG_ROOT/etc"\nexec /sbin/ldconfig -r "$DPKG_ROOT"\n' >"$folder/bin/ldconfig"
chmod +x "$folder/bin/ldconfig"
in_the_folder() {  # DPKG_OPTION...
  PATH=$folder/bin:$PATH dpkg --root="$root" --force-script-chrootless "$@" >"$folder/dpkg.log" 2>&1 ||
    { cat "$folder/dpkg.log" >&2; exit 1; }
}

rm -rf "$root"
mkdir -p "$root"/var/lib/dpkg/{info,updates,triggers}
if ((EUID == 0)); then
  cp /var/lib/dpkg/status "$root/var/lib/dpkg/"
  cp /var/lib/dpkg/info/*.list "$root/var/lib/dpkg/info/"  # whose files are whose
  in_the_folder --install "$build"/*.deb
else
  echo "not root: unpacked, not installed" >&2
  for package in "$build"/*.deb; do
    dpkg-deb --extract "$package" "$root"
  done
fi

SOURCES=no tools/check_consumers.sh "$root/usr" "$root/usr/bin/firstcontact" "$folder/consumers"
library=$(find "$root/usr/lib" -name 'libfirstcontact_scene.so.*' | head -1)
grep -q "=> $root/usr/.*libfirstcontact_scene.so" <<<"$(ldd "$folder/consumers/find_package/run_scene")" ||
  { echo "the consumer does not run with $library" >&2; exit 1; }

if ((EUID == 0)); then
  mapfile -t names < <(for package in "$build"/*.deb; do dpkg-deb --field "$package" Package; done)
  in_the_folder --purge "${names[@]}"
  left=$(find "$root" -name '*firstcontact*' -print -quit)
  [[ -z $left ]] || { echo "left of the packages: $left" >&2; exit 1; }
fi
