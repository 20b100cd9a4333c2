#!/usr/bin/env bash
# Makes the Debian packages of what was built, and looks into them: three, each with the licence.
# usage: make_packages.sh BUILD      BUILD: configured with -DFIRSTCONTACT_SHARED=ON, and built; they lie there afterwards
set -euo pipefail
cd "$1"

rm -f ./*.deb
cpack -G DEB >cpack.log 2>&1 || { tail -20 cpack.log >&2; exit 1; }
packages=(./*.deb)
((${#packages[@]} == 3)) || { echo "found packages ${packages[*]}, expected three: runtime, development, program" >&2; exit 1; }
for package in "${packages[@]}"; do
  dpkg-deb --show --showformat='${Package} ${Version}: ${Depends}\n' "$package"
  contents=$(dpkg-deb --contents "$package")
  grep -q '/usr/share/doc/.*LICENSE' <<<"$contents" || { echo "$package: no licence in it" >&2; exit 1; }
done
