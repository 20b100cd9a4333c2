#!/usr/bin/env python3
"""Runs every scene of a folder of JSON-lines files and counts missed, late and false first contacts.

usage: tools/tunnelling_table.py PROGRAM FOLDER

Each line is a scene with `x_oracle`: whether the free motions overlap at all, and from which time on (sampled, so the first
touch is up to one sample earlier). Mesh paths are relative to FOLDER. Scenes in which anything is wrong, or motion was cut,
are listed by name on standard error, and the exit status is 1.
"""
import json
import pathlib
import subprocess
import sys
import tempfile

# Missed by the peers in five times as many scenes of the same kind, each in its strongest continuous mode.
PEERS = {
    "bullet": "Box3D 6, Jolt 0, Bullet 0, ODE 211 of 240",
    "blade": "Box3D 86, Jolt 77, Bullet 71, ODE 155 of 255",
    "plates": "Box3D 493, Jolt 340, Bullet 28, ODE 856 of 938",
}
COLUMNS = ["file", "scenes", "meet", "missed", "late", "false", "wrong side", "cut", "time lost s", "min gap m", "peers missed"]


def run(program, scene, folder):
    scene = dict(scene, bodies=[dict(b, mesh=str(folder / b["mesh"])) for b in scene["bodies"]])
    with tempfile.TemporaryDirectory() as scratch:
        path = pathlib.Path(scratch)
        (path / "scene.json").write_text(json.dumps(scene))
        subprocess.run([program, "simulate", str(path / "scene.json"), "--summary", str(path / "summary.json"),
                        "--events", str(path / "events.csv"), "--quiet"], check=True)
        summary = json.loads((path / "summary.json").read_text())
        events = (path / "events.csv").read_text().splitlines()[1:]
    return summary, float(events[0].split(",")[0]) if events else None


def crossed(scene, summary):
    plane = scene["x_oracle"].get("plane")
    if not plane:
        return False
    body = plane["body"]
    side = lambda at: sum(a * b for a, b in zip(at, plane["normal"])) - plane["offset"]
    end = summary["final"][body]["position"]
    return side(end) * side(scene["bodies"][body]["position"]) < 0 and all(abs(c) < plane["limit"] for c in end)


def judge(scene, summary, first):
    """What is wrong with one run: column -> amount."""
    oracle = scene["x_oracle"]
    return {
        "missed": oracle["overlap"] and first is None,
        "late": oracle["overlap"] and first is not None and first > oracle["t"],
        "false": not oracle["overlap"] and first is not None,
        "wrong side": crossed(scene, summary),
        "gap not > 0": summary["min_gap_m"] is not None and summary["min_gap_m"] <= 0,
        "time lost s": summary["time_lost_s"],
    }


def score(program, file):
    row = dict.fromkeys(COLUMNS, 0)
    row.update({"file": file.stem, "min gap m": float("inf"), "peers missed": PEERS.get(file.stem, "")})
    wrong_scenes = []
    for line in file.read_text().splitlines():
        scene = json.loads(line)
        summary, first = run(program, scene, file.parent.resolve())
        wrong = judge(scene, summary, first)
        row["scenes"] += 1
        row["meet"] += scene["x_oracle"]["overlap"]
        row["cut"] += wrong["time lost s"] > 0
        for column in ("missed", "late", "false", "wrong side", "time lost s"):
            row[column] += wrong[column]
        row["min gap m"] = min(row["min gap m"], summary["min_gap_m"] if summary["min_gap_m"] is not None else float("inf"))
        if any(wrong.values()):
            reasons = [f"{what} {amount:.3g}" if what == "time lost s" else what for what, amount in wrong.items() if amount]
            wrong_scenes.append(f"{file.name}: {scene['name']}: {', '.join(reasons)}")
    return row, wrong_scenes


def main():
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    files = sorted(pathlib.Path(sys.argv[2]).glob("*.jsonl"))
    if not files:
        sys.exit(f"{sys.argv[2]}: no *.jsonl in it")
    print(" | ".join(COLUMNS))
    wrong_scenes = []
    for file in files:
        row, wrong = score(sys.argv[1], file)
        wrong_scenes += wrong
        print(" | ".join(f"{row[c]:.3g}" if isinstance(row[c], float) else str(row[c]) for c in COLUMNS), flush=True)
    if wrong_scenes:
        sys.exit("\n".join(wrong_scenes))  # to standard error, with status 1


if __name__ == "__main__":
    main()
