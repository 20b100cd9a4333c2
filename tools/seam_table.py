#!/usr/bin/env python3
"""How many of a folder's scenes slide and roll over borders as if these were not there.

    tools/seam_table.py build/release/firstcontact FOLDER            # the table
    tools/seam_table.py build/release/firstcontact FOLDER --list     # and every scene that is wrong, with its figures
    tools/seam_table.py build/release/firstcontact FOLDER --only tiles --before ../before/firstcontact

FOLDER holds scenes and a meta.json, which says of each by its name: `watch`, the number of the body that moves; its
speed `v` (m/s); `mu`, the friction; `rad`, the radius on which it rolls (m; 0: it slides); `TT`, how long it has room
(s); `skin` (m); `dh`, by how many skins the floor's pieces differ in height; `kind`, of the floor, and `sh`, of the
body. A `step` is to be hit.

Right, at the end of a scene: speed kept to 1e-4 (rolling to 3e-3; with friction as v - mu g t, to 3e-3), spin below
1e-3 rad/s (rolling: 3e-3 off v / r), no further up or down than 2 skins. Where heights differ, wider by what falling
through the difference gives. Always: nothing overlaps
that did not at the start, no time is lost.
"""
import argparse
import collections
import json
import math
import os
import subprocess
from concurrent.futures import ThreadPoolExecutor

GRAVITY = 10.0  # m/s^2, of all scenes
SLOWEST = 300  # s


def run(program, path):
    """The summary of a scene's run; none where it did not end well."""
    command = [program, "simulate", path, "--summary", "-", "--quiet", "--no-cache"]
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=SLOWEST)
    except subprocess.TimeoutExpired:
        return None
    return json.loads(done.stdout) if done.returncode == 0 else None


def speed_of(body):
    x, _, z = body["linear_velocity"]
    return math.hypot(x, z)


def way_off(meta, scene, summary):
    """What is off, by name, each as a share of what may be."""
    body, start = summary["final"][meta["watch"]], scene["bodies"][meta["watch"]]
    fall = abs(meta["dh"]) * meta["skin"]
    slack = math.sqrt(2 * GRAVITY * fall) + GRAVITY * fall / meta["v"]
    rolls = meta["rad"] > 0
    slides_out = meta["mu"] > 0 and not rolls
    speed = max(0.0, meta["v"] - meta["mu"] * GRAVITY * summary["simulated_s"]) if slides_out else meta["v"]
    share = 3e-3 if rolls or slides_out else 1e-4
    spin = math.dist(body["angular_velocity"], start.get("angular_velocity", [0, 0, 0]))
    most_spin = 3e-3 * meta["v"] / meta["rad"] if rolls else 1e-3
    size = 0.1  # m: of all bodies
    hop = abs(body["position"][1] - start["position"][1])
    return {
        "speed": abs(speed_of(body) - speed) / (share * meta["v"] + slack),
        "spin": spin / (most_spin + slack / size),
        "hop": hop / (2 * meta["skin"] + 2 * fall),
    }


def judge(program, folder, name, meta):
    """What is wrong with a scene, in words, and whether a promise is broken; none where all is right."""
    path = os.path.join(folder, name + ".json")
    with open(path) as file:
        scene = json.load(file)
    summary = run(program, path)
    if summary is None:
        return ["failed"], {}
    wrong = []
    if not summary["initial_overlaps"] and (summary["min_gap_m"] or 1.0) <= 0:
        wrong.append("overlap")
    if summary["time_lost_s"] > 0:
        wrong.append("lost")
    if meta["kind"] == "step":
        was_hit = speed_of(summary["final"][meta["watch"]]) < 0.999 * meta["v"]
        return wrong + ([] if was_hit else ["passes"]), {}
    off = way_off(meta, scene, summary)
    return wrong + [name for name, share in off.items() if not share <= 1.0], off


def table(metas, results):
    kinds = sorted({meta["kind"] + (" dh" if meta["dh"] and meta["kind"] != "step" else "") for meta in metas.values()})
    shapes = sorted({meta["sh"] for meta in metas.values()})
    count, right = collections.Counter(), collections.Counter()
    for name, meta in metas.items():
        kind = meta["kind"] + (" dh" if meta["dh"] and meta["kind"] != "step" else "")
        for row, column in ((kind, meta["sh"]), (kind, "all"), ("all", meta["sh"]), ("all", "all")):
            count[row, column] += 1
            right[row, column] += not results[name][0]
    print("| floor |", " | ".join(shapes + ["all"]), "|")
    print("|" + " --- |" * (len(shapes) + 2))
    for kind in kinds + ["all"]:
        cells = (f"{right[kind, s]} of {count[kind, s]}" if count[kind, s] else "-" for s in shapes + ["all"])
        print(f"| {kind} |", " | ".join(cells), "|")
    reasons = collections.Counter(reason for wrong, _ in results.values() for reason in wrong)
    print("wrong:", ", ".join(f"{reason} {n}" for reason, n in reasons.most_common()) or "nothing")


def results_of(program, folder, metas, workers):
    with ThreadPoolExecutor(workers) as pool:
        return dict(zip(metas, pool.map(lambda item: judge(program, folder, *item), metas.items())))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program")
    parser.add_argument("folder")
    parser.add_argument("--only", default="", help="scenes with this in their name")
    parser.add_argument("--list", action="store_true")
    parser.add_argument("--before", help="another program: the scenes of which the verdict differs")
    parser.add_argument("--workers", type=int, default=2)
    options = parser.parse_args()
    with open(os.path.join(options.folder, "meta.json")) as file:
        metas = {name: meta for name, meta in json.load(file).items() if options.only in name}
    results = results_of(options.program, options.folder, metas, options.workers)
    table(metas, results)
    for name, (wrong, off) in results.items():
        if options.list and wrong:
            print(f"{name}: {', '.join(wrong)};", ", ".join(f"{key} {share:.3g}" for key, share in off.items()))
    if options.before:
        before = results_of(options.before, options.folder, metas, options.workers)
        for name, (wrong, _) in results.items():
            if bool(wrong) != bool(before[name][0]):
                print("worse" if wrong else "better", name, wrong or before[name][0])


if __name__ == "__main__":
    main()
