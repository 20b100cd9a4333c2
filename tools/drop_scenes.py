#!/usr/bin/env python3
"""Bodies dropped on a floor, each alone: whether all come to rest and fall asleep in 25 s.

    tools/drop_scenes.py build/release/firstcontact 0 500                     # seeds 0 to 499
    tools/drop_scenes.py --write 203 scene.json                               # the scene of one seed
    tools/drop_scenes.py - 0 500 --together all.json                          # one scene, with one floor

Each is a cube, a box, a keg, a table or another of `models/`, of half a metre to two, in any attitude, with a spin of
up to 3 rad/s in each axis, from twice its size; restitution 0 to 0.9, friction 0.1 to 0.9. A body that is awake after
25 s rolls if it is on its way and has either no impacts or rests within a minute: a faceted top with restitution 0.9
clatters as it rolls. All else is a fault, and so is lost time. Bodies that meet the floor more often than 1000 times
are told of.
"""
import argparse
import csv
import json
import math
import os
import random
import subprocess
import tempfile
from concurrent.futures import ThreadPoolExecutor

SECONDS = 25.0
LONG = 60.0  # s
SLOWEST = 300  # s
MANY_IMPACTS = 1000
HERE = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
MODELS = ["cube", "crate", "die", "table", "chair_parts", "shelf", "keg", "gear", "hook", "icosahedron", "link", "plate",
          "propeller", "ring", "rod", "t_handle", "top", "wingnut", "bowl", "penguin", "spot", "goathead"]
PLAIN = ["cube", "box", "table", "keg"]


def rotation_of(rng):
    parts = [rng.gauss(0, 1) for _ in range(4)]
    size = math.sqrt(sum(part * part for part in parts))
    return [part / size for part in parts]


def longest_side(path):
    corners = [[float(x) for x in line.split()[1:4]] for line in open(path) if line.startswith("v ")]
    return max(max(c[i] for c in corners) - min(c[i] for c in corners) for i in range(3))


def scene_of(seed):
    rng = random.Random(seed)
    name = PLAIN[seed // 2 % len(PLAIN)] if seed % 2 == 0 else MODELS[seed // 2 % len(MODELS)]
    size = rng.uniform(0.5, 2.0)
    restitution = 0.1 * rng.randrange(10)
    friction = rng.uniform(0.1, 0.9)
    body = {"name": name, "restitution": restitution, "friction": friction, "rotation": rotation_of(rng),
            "position": [0, 2.0 * size, 0], "angular_velocity": [rng.uniform(-3, 3) for _ in range(3)]}
    if name == "box":
        body["shape"] = {"box": [0.5 * size * math.exp(rng.uniform(-1.5, 0.0)) for _ in range(3)]}
    else:
        path = os.path.join(HERE, "models", name + ".obj")
        body["mesh"] = path
        body["scale"] = [size / longest_side(path)] * 3
    floor = {"name": "floor", "type": "static", "shape": {"box": [50, 0.5, 50]}, "position": [0, -0.5, 0],
             "restitution": restitution, "friction": friction}
    scene = {"version": 1, "name": f"drop {seed}: {name}", "duration": SECONDS, "bodies": [floor, body]}
    return scene


def together(first, end):
    """All of them in one scene, on one floor, 4 m apart."""
    side = math.ceil(math.sqrt(end - first))
    scene = scene_of(first)
    scene["name"] = f"drops {first} to {end}"
    scene["bodies"][0]["shape"]["box"] = [4.0 * side, 0.5, 4.0 * side]
    scene["bodies"] = scene["bodies"][:1]
    for number, seed in enumerate(range(first, end)):
        body = scene_of(seed)["bodies"][1]
        body["name"] = f"{seed} {body['name']}"
        body["position"][0] = 4.0 * (number % side) - 2.0 * side
        body["position"][2] = 4.0 * (number // side) - 2.0 * side
        scene["bodies"].append(body)
    return scene


def run(program, seed, seconds=SECONDS):
    scene = scene_of(seed)
    scene["duration"] = seconds
    with tempfile.TemporaryDirectory() as folder:
        path, events = os.path.join(folder, "scene.json"), os.path.join(folder, "events.csv")
        json.dump(scene, open(path, "w"))
        try:
            done = subprocess.run([program, "simulate", path, "--quiet", "--summary", "-", "--events", events],
                                  capture_output=True, text=True, timeout=SLOWEST)
        except subprocess.TimeoutExpired:
            return seed, scene, f"FAULT: more than {SLOWEST} s"
        if done.returncode != 0:
            return seed, scene, "FAULT: " + done.stderr.strip()
        told = list(csv.DictReader(open(events)))
    verdict = verdict_of(json.loads(done.stdout), told)
    if "does not rest" in verdict and "impacts in the last" in verdict and seconds < LONG:
        later = run(program, seed, LONG)[2]
        verdict = "rolls, " + later if later.startswith("asleep") else verdict
    return seed, scene, verdict


def verdict_of(summary, events):
    impacts = [float(event["time_s"]) for event in events if event["kind"] == "impact"]
    sleeps = [event for event in events if event["kind"] in ("sleep", "wake")]
    body = summary["final"][1]
    speed, spin = (math.sqrt(sum(x * x for x in body[key])) for key in ("linear_velocity", "angular_velocity"))
    faults = []
    if summary["time_lost_s"] > 0.0:
        faults.append(f"lost {summary['time_lost_s']:.2g} s")
    if summary["min_gap_m"] is not None and summary["min_gap_m"] <= 0.0:
        faults.append(f"gap {summary['min_gap_m']:.2g} m")
    state = "asleep at %.2f s" % float(sleeps[-1]["time_s"]) if sleeps and sleeps[-1]["kind"] == "sleep" else ""
    if not state:
        late = [time for time in impacts if time > SECONDS - 5.0]
        state = f"awake, {speed:.2g} m/s, {spin:.2g} rad/s, {len(late)} impacts in the last 5 s"
        is_rolling = not late and speed > 1e-3
        if body["position"][1] < -1.0 or is_rolling:
            state += ", rolls"
        else:
            faults.append("does not rest")
    text = f"{state}, {len(impacts)} impacts" + (", many" if len(impacts) > MANY_IMPACTS else "")
    return ("FAULT: " + ", ".join(faults) + ": " if faults else "") + text


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program", nargs="?")
    parser.add_argument("first", nargs="?", type=int, default=0)
    parser.add_argument("end", nargs="?", type=int, default=500)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--all", action="store_true", help="tell of every body")
    parser.add_argument("--write", nargs=2, metavar=("SEED", "FILE"), help="the scene of one seed")
    parser.add_argument("--together", metavar="FILE", help="one scene of all seeds, instead of running them")
    arguments = parser.parse_args()
    if arguments.together:
        json.dump(together(arguments.first, arguments.end), open(arguments.together, "w"))
        return 0
    if arguments.write:
        json.dump(scene_of(int(arguments.write[0])), open(arguments.write[1], "w"), indent=1)
        return 0
    if not arguments.program:
        parser.error("which program?")
    with ThreadPoolExecutor(arguments.jobs) as pool:
        seeds = range(arguments.first, arguments.end)
        results = list(pool.map(lambda seed: run(arguments.program, seed), seeds))
    faults = [result for result in results if result[2].startswith("FAULT")]
    for seed, scene, verdict in results:
        if arguments.all or "FAULT" in verdict or "many" in verdict or "rolls" in verdict:
            body = scene["bodies"][1]
            print(f"{seed} {body['name']} e {body['restitution']:.1f} mu {body['friction']:.2f}: {verdict}")
    asleep = sum(verdict.startswith("asleep") and "FAULT" not in verdict for _, _, verdict in results)
    rolling = sum("rolls" in verdict and "FAULT" not in verdict for _, _, verdict in results)
    print(f"{len(results)} bodies: {asleep} asleep, {rolling} roll, {len(faults)} faults")
    return 1 if faults else 0


if __name__ == "__main__":
    raise SystemExit(main())
