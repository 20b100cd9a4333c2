#!/usr/bin/env python3
"""Runs clang-tidy over every file of src, several to a translation unit.

    .ci/tidy.py BUILD [JOBS]      BUILD: a folder with a compile_commands.json made for clang

Nearly all of clang-tidy's time goes into the system's headers, which it walks anew for every translation unit; files
that are compiled alike share one, as cmake/unity_groups.py puts them together. A unit that doesn't compile is asked
file by file, so that nothing rests on how they were put together.
Ends with 1 if there is a finding.
"""
import concurrent.futures
import json
import os
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
sys.path.append(str(ROOT / "cmake"))
from unity_groups import units

TIDY = "clang-tidy-14"
SOURCES = ROOT / "src"


def commands(build):
    """The files of src by the command that compiles them, the file and its object left out. One that this build leaves
    out, because another takes its place, is compiled like one beside it."""
    groups = {}
    command_of_folder = {}
    for entry in json.loads((build / "compile_commands.json").read_text()):
        if entry["file"].startswith(f"{SOURCES}/") and entry["file"].endswith(".cpp"):
            command = re.sub(r" -o \S+ -c \S+", "", entry["command"])
            groups.setdefault(command, []).append(entry["file"])
            command_of_folder[os.path.dirname(entry["file"])] = command
    known = {file for files in groups.values() for file in files}
    for file in sorted(str(path) for path in SOURCES.rglob("*.cpp")):
        command = command_of_folder.get(os.path.dirname(file))
        if file not in known and command is not None:
            groups[command].append(file)
    return groups


def findings(folder, files):
    """What clang-tidy says of the files, whose unit stands in the folder; None: they don't compile together."""
    result = subprocess.run([TIDY, "-quiet", "-p", folder, *files], capture_output=True, text=True, check=False)
    if "clang-diagnostic-error" in result.stdout and len(files) == 1 and "/tidy/" in files[0]:
        return None
    return result.stdout if result.returncode else ""


def main():
    build = pathlib.Path(sys.argv[1]).resolve()
    jobs = int(sys.argv[2]) if len(sys.argv) > 2 else os.cpu_count()
    folder = build / "tidy"
    folder.mkdir(exist_ok=True)
    rules = pathlib.Path(".clang-tidy").read_text()
    rules = rules.replace(r".*\.hpp$", r".*\.[ch]pp$")
    rules = rules.replace("  bugprone-*,", "  bugprone-*,\n  -bugprone-suspicious-include,")
    (folder / ".clang-tidy").write_text(rules)
    database = []
    members = {}
    for command, files in commands(build).items():
        for unit in units(files):
            source = str(folder / f"{len(members)}.cpp")
            pathlib.Path(source).write_text("".join(f'#include "{file}"\n' for file in unit))
            members[source] = unit
            database.append({"directory": str(build), "command": f"{command} -w -c {source}", "file": source})
    (folder / "compile_commands.json").write_text(json.dumps(database, indent=1))

    def asked(source):
        together = findings(folder, [source])
        return findings(build, members[source]) if together is None else together

    said = []
    with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
        for source, text in zip(members, pool.map(asked, members)):
            print(f"{len(members[source])} files, {pathlib.Path(members[source][0]).parent.name}"
                  f"{', one by one' if text is None else ''}", flush=True)
            said.append(text)
    print("".join(said), end="")
    print(f"clang-tidy: {sum(map(len, members.values()))} files in {len(members)} units")
    sys.exit(1 if any(said) else 0)


if __name__ == "__main__":
    main()
