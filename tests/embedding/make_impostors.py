#!/usr/bin/env python3
"""Writes a C++ file of functions that end the program, under the names of all inline functions and templates that the
engine was compiled with a copy of.

    make_impostors.py NM ENGINE.a HOST.o... > impostors.cpp

Weak, as another object's are, which was compiled with other flags, and there before the engine's own are looked at.
Left out is what the host's own objects, or the C++ library, would call.
"""
import subprocess
import sys


def symbols(nm, file, *options):
    listing = subprocess.run([nm, *options, file], capture_output=True, text=True, check=True).stdout
    return [line.split()[-2:] for line in listing.splitlines() if len(line.split()) >= 2]


def main():
    nm, engine, hosts = sys.argv[1], sys.argv[2], sys.argv[3:]
    spared = set()
    for host in hosts:
        spared |= {name for _, name in symbols(nm, host)}
    runtime = subprocess.run(["c++", "-print-file-name=libstdc++.so"], capture_output=True, text=True, check=True)
    spared |= {name.split("@")[0] for _, name in symbols(nm, runtime.stdout.strip(), "-D")}
    names = {name for kind, name in symbols(nm, engine) if kind == "W" and name.startswith("_Z")} - spared
    names = {name for name in names if name.replace("_", "").isalnum()}
    if len(names) < 100:
        sys.exit(f"{len(names)} names of inline functions in {engine}: looked in the wrong place")
    print("#include <cstdlib>\n")
    for name in sorted(names):
        print(f'extern "C" __attribute__((weak, visibility("default"))) void {name}() {{ std::abort(); }}')


if __name__ == "__main__":
    main()
