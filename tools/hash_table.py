#!/usr/bin/env python3
"""Compiles the library with each compiler that is asked for, runs ten scenes with each, and prints the table of their
final bits that docs/portability.md shows. Fails when two of them differ.

    tools/hash_table.py [--build FOLDER] [--cmake OPTION]... [COMPILER...]      COMPILER: gcc, clang, libcxx, arm64; default: all

Needs what `tools/install_packages.sh port` installs. FOLDER (default build/hash_table) keeps what was compiled. OPTION goes
to CMake: --cmake=-DCMAKE_CXX_FLAGS_RELEASE=-O1 compiles twice as fast.
"""
import argparse
import concurrent.futures
import pathlib
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
CONSUMER = ROOT / "examples" / "consumers" / "add_subdirectory"

# Scene, and how long it is run: of each kind one, and no longer than takes a second or two.
SCENES = [
    ("rest/crate.json", 1.0),
    ("rest/dice.json", 1.0),
    ("rest/pyramid_20.json", 0.5),
    ("rest/arch_25.json", 0.5),
    ("tunnelling/bullet_1000.json", 0.1),
    ("tunnelling/propeller_100.json", 0.2),
    ("tunnelling/plates.json", 0.1),
    ("spin/t_handle.json", 2.0),
    ("many/elastic_64.json", 0.5),
    ("thesis_demo.json", 2.0),
]

COMPILERS = {
    "gcc": ("GCC 12, libstdc++", ["-DCMAKE_CXX_COMPILER=g++-12"]),
    "clang": ("Clang 14, libstdc++", ["-DCMAKE_CXX_COMPILER=clang++-14"]),
    "libcxx": ("Clang 14, libc++", ["-DCMAKE_CXX_COMPILER=clang++-14", "-DCMAKE_CXX_FLAGS=-stdlib=libc++"]),
    "arm64": ("GCC 12, arm64 (qemu-user)", ["--toolchain", str(ROOT / "cmake" / "toolchains" / "arm64.cmake")]),
}


def run(*command):
    done = subprocess.run([str(part) for part in command], capture_output=True, text=True, check=False)
    if done.returncode != 0:
        sys.exit(f"{' '.join(str(part) for part in command)}\n{done.stdout[-3000:]}{done.stderr[-3000:]}")
    return done.stdout


def program(name, folder, more):
    """The command that runs a scene, compiled by `name`."""
    options = list(COMPILERS[name][1])
    if name == "arm64":
        libraries = folder / "arm64_libraries"
        if not (libraries / "usr").exists():
            run(ROOT / "tools" / "arm64_libraries.sh", libraries)
        options.append(f"-DFIRSTCONTACT_ARM64_LIBRARIES={libraries}")
    build = folder / name
    run("cmake", "-S", CONSUMER, "-B", build, "-G", "Ninja", "-DCMAKE_BUILD_TYPE=Release", *options, *more)
    run("cmake", "--build", build)
    emulator = ["qemu-aarch64", "-L", "/usr/aarch64-linux-gnu"] if name == "arm64" else []
    return [*emulator, build / "run_scene"]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("compilers", nargs="*", metavar="COMPILER")
    parser.add_argument("--build", type=pathlib.Path, default=ROOT / "build" / "hash_table")
    parser.add_argument("--cmake", action="append", default=[], metavar="OPTION")
    arguments = parser.parse_args()
    names = arguments.compilers or list(COMPILERS)
    unknown = [name for name in names if name not in COMPILERS]
    if unknown:
        sys.exit(f"{unknown[0]}: found no such compiler, expected one of {', '.join(COMPILERS)}")
    folder = arguments.build.resolve()
    folder.mkdir(parents=True, exist_ok=True)
    programs = {name: program(name, folder, arguments.cmake) for name in names}

    def hash_of(scene, duration, name):
        return run(*programs[name], ROOT / "scenes" / scene, "2", duration).strip()

    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        rows = [[pool.submit(hash_of, scene, duration, name) for name in names] for scene, duration in SCENES]
        print("| scene | simulated | " + " | ".join(COMPILERS[name][0] for name in names) + " |")
        print("| --- | --- |" + " --- |" * len(names))
        differ = []
        for (scene, duration), row in zip(SCENES, rows):
            hashes = [cell.result() for cell in row]
            print(f"| `{scene}` | {duration} s | " + " | ".join(f"`{value}`" for value in hashes) + " |", flush=True)
            differ += [scene] if len(set(hashes)) > 1 else []
    if differ:
        sys.exit(f"different bits: {', '.join(differ)}")


if __name__ == "__main__":
    main()
