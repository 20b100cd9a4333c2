#!/usr/bin/env python3
"""Compiles the library with each compiler that is asked for, runs ten scenes with each, and prints the table of their
final bits that docs/portability.md shows. Fails when two of them differ.

    tools/hash_table.py [--build FOLDER] [--cmake OPTION]... [--write PAGE] [COMPILER...]      COMPILER: one below; default: all

PAGE: a text in which the table, and the commit that it was made at, are replaced. FOLDER (default build/hash_table) keeps
what was compiled. OPTION goes to CMake: --cmake=-DCMAKE_CXX_FLAGS_RELEASE=-O1 compiles twice as fast. Needs what
`tools/install_packages.sh port` installs.
"""
import argparse
import concurrent.futures
import os
import pathlib
import re
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
    "arm64": ("GCC 12, arm64 (qemu-user)", []),
    "windows": ("GCC 12, Windows (wine)", []),
    "webassembly": ("emscripten, Node.js", []),
}

# What is compiled for another system: the script that puts its libraries into a folder, what its toolchain calls that
# folder, what runs its programs, and how these are named.
CROSS = {
    "arm64": (["arm64_libraries.sh"], "FIRSTCONTACT_ARM64_LIBRARIES", ["qemu-aarch64", "-L", "/usr/aarch64-linux-gnu"], "run_scene"),
    "windows": (["ported_libraries.sh", "windows"], "FIRSTCONTACT_PORTED_LIBRARIES", ["/usr/lib/wine/wine64"], "run_scene.exe"),
    "webassembly": (["ported_libraries.sh", "webassembly"], "FIRSTCONTACT_PORTED_LIBRARIES", ["node", "--no-experimental-fetch"], "run_scene.js"),
}

# wine is silent; any Node.js finds the modules that Debian's emscripten asks of it.
ENVIRONMENT = {**os.environ, "WINEDEBUG": "-all", "NODE_PATH": "/usr/share/nodejs"}


def run(*command):
    done = subprocess.run([str(part) for part in command], capture_output=True, text=True, check=False, env=ENVIRONMENT)
    if done.returncode != 0:
        sys.exit(f"{' '.join(str(part) for part in command)}\n{done.stdout[-3000:]}{done.stderr[-3000:]}")
    return done.stdout


def program(name, folder, more):
    """The command that runs a scene, compiled by `name`."""
    options = list(COMPILERS[name][1])
    emulator, file = [], "run_scene"
    if name in CROSS:
        script, variable, emulator, file = CROSS[name]
        libraries = folder / f"{name}_libraries"
        if not (libraries / "usr").exists():
            run(ROOT / "tools" / script[0], *script[1:], libraries)
        options += ["--toolchain", ROOT / "cmake" / "toolchains" / f"{name}.cmake", f"-D{variable}={libraries}"]
    build = folder / name
    run("cmake", "-S", CONSUMER, "-B", build, "-G", "Ninja", "-DCMAKE_BUILD_TYPE=Release", *options, *more)
    run("cmake", "--build", build)
    return [*emulator, build / file]


def table_of(programs):
    """The lines of the table, and the scenes whose bits differ."""

    def hash_of(scene, duration, command):
        return run(*command, ROOT / "scenes" / scene, "2", duration).strip()

    lines = ["| scene | simulated | " + " | ".join(COMPILERS[name][0] for name in programs) + " |"]
    lines.append("| --- | --- |" + " --- |" * len(programs))
    differ = []
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        rows = [[pool.submit(hash_of, scene, duration, command) for command in programs.values()] for scene, duration in SCENES]
        for (scene, duration), row in zip(SCENES, rows):
            hashes = [cell.result() for cell in row]
            lines.append(f"| `{scene}` | {duration} s | " + " | ".join(f"`{value}`" for value in hashes) + " |")
            differ += [scene] if len(set(hashes)) > 1 else []
    return lines, differ


def write(page, lines, commit):
    text = page.read_text()
    table = re.compile(r"^\| scene \| simulated \|.*\n(\|.*\n)+", re.MULTILINE)
    made = re.compile(r"at commit `[^`]*`")
    if not table.search(text) or not made.search(text):
        sys.exit(f"{page}: found no table of scenes, or no commit that it was made at, expected both")
    text = table.sub(lambda _: "\n".join(lines) + "\n", text)
    page.write_text(made.sub(f"at commit `{commit}`", text))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("compilers", nargs="*", metavar="COMPILER")
    parser.add_argument("--build", type=pathlib.Path, default=ROOT / "build" / "hash_table", metavar="FOLDER")
    parser.add_argument("--cmake", action="append", default=[], metavar="OPTION")
    parser.add_argument("--write", type=pathlib.Path, metavar="PAGE")
    arguments = parser.parse_args()
    names = arguments.compilers or list(COMPILERS)
    unknown = [name for name in names if name not in COMPILERS]
    if unknown:
        sys.exit(f"{unknown[0]}: found no such compiler, expected one of {', '.join(COMPILERS)}")
    folder = arguments.build.resolve()
    folder.mkdir(parents=True, exist_ok=True)
    commit = run("git", "-C", ROOT, "describe", "--always", "--dirty", "--exclude=*").strip()  # before anything takes time
    lines, differ = table_of({name: program(name, folder, arguments.cmake) for name in names})
    print("\n".join(lines))
    if differ:
        sys.exit(f"different bits: {', '.join(differ)}")
    if arguments.write:
        write(arguments.write, lines, commit)


if __name__ == "__main__":
    main()
