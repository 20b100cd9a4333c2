#!/usr/bin/env python3
"""Runs every scene of a folder, judges each check of its `expect`, and sets its processor time against Rigid-IPC's.

usage: tools/rigid_ipc_table.py PROGRAM FOLDER [PART_OF_A_NAME]

FOLDER holds one folder per scene, with its scene.json and its meshes. Scenes of convex hulls alone come first, those whose
meshes have to be taken apart after them. One line per scene: bodies, hulls, steps, CPU
milliseconds per step (stepping alone), Rigid-IPC's where it was timed and how many times ours that is, the smallest certified
gap, time lost, checks that hold. What does not hold is listed on standard error, and the exit status is then 1.
"""
import json
import pathlib
import subprocess
import sys
import tempfile

# CPU seconds per step of Rigid-IPC (Ferguson et al. 2021), one thread, on two shared cores of the same kind; measured
# once, outside this repository, with the scenes these were converted from.
RIGID_IPC = {
    "unit-tests--5-cubes": 0.0028,
    "unit-tests--tunneling": 0.026,
    "unit-tests--erleben--spike-in-hole": 0.028,
    "unit-tests--erleben--wedges": 0.044,
    "friction--arch--arch-25-stones": 0.125,
    "chain--3-links": 0.20,
    "chain--chain-net--chain-net-4x4": 0.044,
    "unit-tests--tunnel--4-walls": 0.0048,
    "friction--incline-plane--slopeTest_highSchoolPhysics_mu_0.5": 0.0065,
    "friction--card-house--card-tent": 5.6,
}
COLUMNS = ["scene", "bodies", "hulls", "steps", "CPU ms/step", "Rigid-IPC ms/step", "times ours", "min gap m", "time lost s", "checks"]


def run(program, scene):
    with tempfile.TemporaryDirectory() as scratch:
        summary = pathlib.Path(scratch) / "summary.json"
        ended = subprocess.run([program, "simulate", scene, "--no-sleeping", "--check", "--summary", summary, "--summary-final", "false", "--quiet"],
                               stderr=subprocess.PIPE, text=True)
        if ended.returncode not in (0, 1):
            sys.exit(ended.stderr)
        return json.loads(summary.read_text())


def row(name, summary):
    per_step = summary["cpu_s"] / summary["steps"]
    theirs = RIGID_IPC.get(name)
    held = sum(check["status"] == "passed" for check in summary["checks"])
    return {"scene": name, "bodies": sum(summary["bodies"].values()), "hulls": summary["hulls"], "steps": summary["steps"],
            "CPU ms/step": f"{1e3 * per_step:.3g}", "Rigid-IPC ms/step": f"{1e3 * theirs:.3g}" if theirs else "-",
            "times ours": f"{theirs / per_step:.3g}" if theirs else "-",
            "min gap m": f"{summary['min_gap_m']:.2g}" if summary["min_gap_m"] is not None else "-",
            "time lost s": f"{summary['time_lost_s']:.3g}", "checks": f"{held} of {len(summary['checks'])}"}


def needs_decomposition(scene):
    """What the conversion of the scene noted: whether some mesh is no convex hull."""
    needs = json.loads(scene.read_text()).get("x_needs", [])
    return any("decomposition" in need for need in needs)


def main():
    if len(sys.argv) not in (3, 4):
        sys.exit(__doc__)
    part = sys.argv[3] if len(sys.argv) == 4 else ""
    scenes = [scene for scene in pathlib.Path(sys.argv[2]).glob("*/scene.json") if part in scene.parent.name]
    scenes.sort(key=lambda scene: (needs_decomposition(scene), scene))
    if not scenes:
        sys.exit(f"{sys.argv[2]}: no */scene.json in it" + (f" named like {part}" if part else ""))
    print("| " + " | ".join(COLUMNS) + " |\n" + "| --- " * len(COLUMNS) + "|")
    failed = []
    for scene in scenes:
        name = scene.parent.name
        summary = run(sys.argv[1], scene)
        values = row(name, summary)
        print("| " + " | ".join(str(values[column]) for column in COLUMNS) + " |", flush=True)
        failed += [f"{name}: {check['check']}: {check['message']}" for check in summary["checks"] if check["status"] != "passed"]
    if failed:
        sys.exit("\n".join(failed))  # to standard error, with status 1


if __name__ == "__main__":
    main()
