#!/usr/bin/env python3
"""Sets decompositions against those of CoACD and V-HACD at an equal measured maximum puffing; prints two tables.

    tools/decomposition_anchors.py PROGRAM JUDGE FOLDER [NAME...] [--repeats 1] [--threads 1] [--coacd COACD] [--v-hacd V_HACD]

PROGRAM is build/release/firstcontact, JUDGE the one of decomposition_table.py, FOLDER holds NAME.obj for any of the names
below; `tools/fetch_models.py FOLDER anchors` gets them. The anchors' figures were measured once with the
same JUDGE (CoACD 1.0.13 at its default threshold of 0.05, V-HACD 4 at its defaults; CPU seconds of a core that may have
been faster or slower than this one). Where COACD names CoACD's program, or V_HACD V-HACD 4's TestVHACD, it runs here, in
turn with ours: CoACD on one thread and from the seed 0 (it draws at random), and all three of its figures are this run's;
V-HACD for its time alone, for it always makes the same.

Each model is taken apart with tolerances at and a little above what the anchor reached, the widest that JUDGE does not find
to stick out further than the anchor's hulls counts: the same puffing, judged by the same program. CPU time is that of
one run of PROGRAM, of several `--repeats` the least, reading and writing included. The exit status is 1 where the goals
are missed: no more hulls than CoACD on 9 models of 10 and never more than V-HACD, a fifth of CoACD's CPU time and no
more than V-HACD's.
"""

import argparse
import contextlib
import json
import os
import pathlib
import sys
import tempfile

from decomposition_table import judged_hulls, run_measured

# name: (hulls, CPU s, maximum puffing in % of the longest side); None where it came to no end
COACD = {
    "alligator": (4, 1.07, 2.90), "b3_coll01": (6, 20.17, 2.07), "b3_stairs": (9, 34.92, 2.35),
    "beetle": (48, 62.13, 2.87), "cheburashka": (20, 32.84, 2.24), "cow": (22, 48.21, 2.89),
    "fandisk": (31, 35.01, 2.20), "bowl": (47, 17.18, 2.43), "torus": (11, 5.73, 2.43),
    "homer": (20, 18.52, 1.83), "ripc_anchor": (11, 15.76, 2.94), "ripc_benchy": (98, 176.74, 3.02),
    "ripc_cog": (34, 11.11, 2.29), "ripc_link": (10, 2.88, 2.46), "ripc_octopus": (84, 130.66, 1.99),
    "ripc_sprocket8": (20, 8.83, 2.44), "ripc_wingnut": (13, 21.05, 2.01), "rocker-arm": (35, 46.14, 2.50),
    "spot": (33, 21.84, 2.31), "suzanne": (40, 75.39, 3.03), "teapot": (10, 57.49, 2.85), "woody": (5, 7.00, 1.72),
}
V_HACD = {
    "alligator": (64, 0.07, 1.38), "b3_coll01": (64, 1.64, 1.71), "b3_stairs": (64, 3.53, 3.35),
    "beetle": (64, 1.14, 3.90), "cheburashka": (64, 5.67, 3.46), "cow": (64, 3.36, 3.40),
    "fandisk": (64, 5.05, 3.89), "bowl": (64, 7.11, 4.23), "torus": (64, 5.47, 2.49), "homer": (64, 3.24, 3.03),
    "nefertiti": (64, 6.64, 2.84), "ogre": (64, 6.04, 4.20), "ripc_anchor": (64, 2.04, 2.15),
    "ripc_benchy": (64, 4.70, 4.48), "ripc_cog": (64, 3.87, 2.59), "ripc_link": (64, 0.37, 1.40),
    "ripc_octopus": (64, 3.75, 3.74), "ripc_sprocket8": (64, 1.68, 1.67), "ripc_wingnut": (64, 2.38, 2.44),
    "rocker-arm": (64, 3.99, 3.34), "spot": (64, 5.83, 3.96), "stanford-bunny": (64, 5.77, 6.42),
    "suzanne": (64, 5.37, 3.98), "teapot": (64, 2.96, 3.56), "woody": (64, 0.31, 1.53),
}
# Of the anchor's puffing: tolerances that are tried, the widest first: what comes out sticks out by less than it may.
WIDENED = (1.12, 1.06, 1.0)


def taken_apart(arguments, model, tolerance, scratch):
    """Hulls, CPU s and judged puffing in %; the hulls are left in `scratch`."""
    hulls, report = scratch / "hulls.obj", scratch / "report.json"
    command = [arguments.program, "decompose", model, "-o", hulls, "--report", report, "--quiet", "--no-cache", "--threads",
               str(arguments.threads), "--tolerance", f"{tolerance:.6f}"]
    seconds = []
    for _ in range(arguments.repeats):
        status, spent, _ = run_measured(command)
        if status != 0:
            sys.exit(f"{model}: exit {status}")
        seconds.append(spent)
    return {"hulls": json.loads(report.read_text())["hulls"], "seconds": min(seconds),
            "puffing": 100 * judged_hulls(arguments, model, hulls)["puff_max"]}


def matched(arguments, model, puffing, scratch):
    """As wide a tolerance as leaves no more puffing than the anchor's."""
    for widened in WIDENED:
        found = taken_apart(arguments, model, min(1.0, widened * puffing / 100), scratch)
        if found["puffing"] <= puffing:
            break
    return found


def coacd_measured(arguments, model):
    """Hulls, the least CPU s of several repeats, and the judged puffing in %."""
    program, model = arguments.coacd.resolve(), model.resolve()
    os.environ["OMP_NUM_THREADS"] = "1"
    with tempfile.TemporaryDirectory() as folder:
        inner = pathlib.Path(folder, "inner")  # it also writes into the folder above the current one
        inner.mkdir()
        hulls = inner / "hulls.obj"
        with contextlib.chdir(inner):
            seconds = min(run_measured([program, "-i", model, "-o", hulls, "-s", "0"])[1] for _ in range(arguments.repeats))
        count = sum(line.startswith("o ") for line in hulls.read_text().splitlines())
        return count, seconds, 100 * judged_hulls(arguments, model, hulls)["puff_max"]


def v_hacd_seconds(arguments, model):
    """The least CPU s of several repeats. It writes into the current folder, and there is no other way."""
    program, model = arguments.v_hacd.resolve(), model.resolve()
    with tempfile.TemporaryDirectory() as folder, contextlib.chdir(folder):
        return min(run_measured([program, model, "-g", "false"])[1] for _ in range(arguments.repeats))


def compare(arguments, title, anchors, share, scratch):
    """Prints a table; the numbers of models on which hulls, time and puffing hold, and of models."""
    print(f"\n| model | hulls | {title} | CPU s | {title} | puffing max % | {title} |\n|" + "---|" * 7)
    rows = []
    for name, (hulls, seconds, puffing) in anchors.items():
        model = arguments.folder / f"{name}.obj"
        if not model.exists() or (arguments.names and name not in arguments.names):
            continue
        if arguments.coacd and anchors is COACD:
            hulls, seconds, puffing = coacd_measured(arguments, model)
        found = matched(arguments, model, puffing, scratch)
        if arguments.v_hacd and anchors is V_HACD:
            seconds = v_hacd_seconds(arguments, model)
        rows.append((found["hulls"] <= hulls, found["seconds"] <= share * seconds, found["puffing"] <= puffing))
        marks = ["" if held else " (!)" for held in rows[-1]]
        print(f"| {name} | {found['hulls']}{marks[0]} | {hulls} | {found['seconds']:.2f}{marks[1]} | {seconds:.2f} "
              f"| {found['puffing']:.2f}{marks[2]} | {puffing:.2f} |", flush=True)
    held = [sum(column) for column in zip(*rows)] or [0, 0, 0]
    print(f"\nOf {len(rows)} models: no more hulls than {title} on {held[0]}, no more than {share:g} of its time on {held[1]}, "
          f"no more puffing on {held[2]}.")
    return held, len(rows)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program")
    parser.add_argument("judge")
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("names", nargs="*")
    parser.add_argument("--repeats", type=int, default=1)
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--coacd", type=pathlib.Path)
    parser.add_argument("--v-hacd", type=pathlib.Path)
    parser.add_argument("--samples", type=int, default=60_000)
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        coacd, models = compare(arguments, "CoACD", COACD, 0.2, pathlib.Path(folder))
        v_hacd, more_models = compare(arguments, "V-HACD", V_HACD, 1.0, pathlib.Path(folder))
    holds = (coacd[0] >= 0.9 * models and coacd[1:] == [models] * 2 and v_hacd == [more_models] * 3)
    sys.exit(0 if holds else 1)


if __name__ == "__main__":
    main()
