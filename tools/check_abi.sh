#!/usr/bin/env bash
# Compares what the shared libraries promise to programs that are compiled already with what they promised at a revision,
# and fails when docs/abi.md does not allow the change under the version that the sources bear.
# usage: check_abi.sh REVISION [FOLDER]      REVISION: a release's tag; FOLDER (default build/abi): to build in
# Needs abidiff (`tools/install_packages.sh port`).
set -euo pipefail
cd "$(dirname "$0")/.."
revision=$1
folder=$(realpath -m "${2:-build/abi}")
mkdir -p "$folder"

build() {  # NAME SOURCES
  cmake -S "$2" -B "$folder/$1" -G Ninja -DCMAKE_BUILD_TYPE=Debug -DFIRSTCONTACT_SHARED=ON -DFIRSTCONTACT_BUILD_PROGRAM=OFF \
    -DFIRSTCONTACT_BUILD_TESTS=OFF -DFIRSTCONTACT_BUILD_BENCHMARKS=OFF >"$folder/$1.log"
  cmake --build "$folder/$1" >>"$folder/$1.log" || { tail -30 "$folder/$1.log" >&2; exit 1; }
}

git worktree prune
rm -rf "$folder/sources"
git worktree add --quiet --detach "$folder/sources" "$revision"
trap 'git worktree remove --force "$folder/sources"' EXIT
build before "$folder/sources"
build after .

soname() { objdump -p "$1" | sed -n 's/^ *SONAME *//p'; }
status=0
for library in libfirstcontact libfirstcontact_scene; do
  old=$(soname "$folder/before/src/$library.so")
  new=$(soname "$folder/after/src/$library.so")
  changes=0
  abidiff --headers-dir1 "$folder/sources/include" --headers-dir2 include --drop-private-types \
    "$folder/before/src/$library.so" "$folder/after/src/$library.so" >"$folder/$library.txt" || changes=$?
  ((changes & 3)) && { cat "$folder/$library.txt" >&2; exit 3; }  # abidiff itself has failed
  # Its bit of 8: old programs break; of 4: anything has changed, which a patch of 0.x may not.
  forbidden=$([[ $new == *.so.0.* ]] && echo 12 || echo 8)
  if [[ $old != "$new" ]]; then
    echo "$library: was $old, is $new: may change"
  elif ((changes & forbidden)); then
    cat "$folder/$library.txt"
    echo "$library: $new stands for something else than at $revision: its version must grow (docs/abi.md)" >&2
    status=1
  else
    echo "$library: $new, as at $revision"
  fi
done
exit $status
