#!/usr/bin/env python3
"""Takes models apart and has an independent judge measure the hulls; prints a table.

    tools/decomposition_table.py PROGRAM JUDGE MODEL.obj... [--tolerance 0.02]

PROGRAM is build/release/firstcontact. JUDGE is called as `JUDGE mesh.obj hulls.obj SAMPLES` and prints JSON with
`puff_max`, `puff_mean`, `miss_max`, `miss_depth` (shares of the longest side) and `uncov_v4` (vertices further than
1e-4 outside). CPU time and peak memory are PROGRAM's own, reading and writing included.
"""

import argparse
import json
import os
import pathlib
import re
import subprocess
import tempfile


def run_measured(command):
    """Exit status, CPU s, peak memory MB."""
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    return process.returncode, usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024


def judged_hulls(arguments, model, hulls):
    """What JUDGE finds. Where a flat mesh has no volume it writes C's inf and nan, which are not JSON."""
    found = subprocess.run([arguments.judge, model, hulls, str(arguments.samples)], check=True, capture_output=True, text=True)
    return json.loads(re.sub(r":\s*-?(nan|inf)", ": null", found.stdout))


def row(arguments, model, folder):
    hulls, report = folder / "hulls.obj", folder / "report.json"
    status, seconds, memory = run_measured(
        [arguments.program, "decompose", model, "-o", hulls, "--report", report, "--quiet", "--no-cache", "--tolerance",
         str(arguments.tolerance)])
    if status != 0:
        return [model.stem, f"exit {status}"]
    found = json.loads(report.read_text())
    judged = judged_hulls(arguments, model, hulls)
    percent = lambda key: f"{100 * judged[key]:.3f}"
    return [model.stem, str(found["mesh"]["triangles"]), "yes" if found["mesh"]["closed"] else "no",
            str(found["hulls"]), str(max(hull["vertices"] for hull in found["each"])), percent("puff_max"),
            percent("puff_mean"), f"{100 * found['puffing_bound_m'] / found['longest_side_m']:.3f}",
            f"{100 * judged['miss_max']:.6f}", percent("miss_depth"), str(judged["uncov_v4"]), f"{seconds:.2f}",
            f"{memory:.0f}"]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program")
    parser.add_argument("judge")
    parser.add_argument("models", nargs="+", type=pathlib.Path)
    parser.add_argument("--tolerance", type=float, default=0.02)
    parser.add_argument("--samples", type=int, default=100_000)
    arguments = parser.parse_args()
    head = ["model", "triangles", "closed", "hulls", "vertices", "puffing max %", "mean %", "bound %", "surface missed %",
            "depth of gaps %", "vertices uncovered", "CPU s", "memory MB"]
    print("| " + " | ".join(head) + " |\n|" + "---|" * len(head))
    with tempfile.TemporaryDirectory() as folder:
        for model in arguments.models:
            print("| " + " | ".join(row(arguments, model, pathlib.Path(folder))) + " |", flush=True)


if __name__ == "__main__":
    main()
