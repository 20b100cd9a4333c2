#!/usr/bin/env python3
"""Small random scenes of everything that a scene file can say, each run, recorded and proved.

    tools/random_scenes.py build/release/firstcontact 0 500          # seeds 0 to 499
    tools/random_scenes.py build/release/firstcontact 0 500 --keep found/
    tools/random_scenes.py --write 203 scene.json                    # the scene of one seed

Each has 3 to 7 bodies of 1 mm to 10 m, most of them above a static ground of 1 m to 10 km. Some have constant forces
and torques, locked axes, belts or kinematic bodies. No two overlap at the start.

A scene passes when `simulate` ends with 0, its least gap is above 0, and `verify` proves the recording with every
impulse. Where nothing does work on the bodies but gravity, their energy must not grow either.
"""
import argparse
import json
import math
import os
import random
import subprocess
import tempfile
from concurrent.futures import ThreadPoolExecutor

from medley import reach_of, rotation_of

SLOWEST = 120  # s
KINDS = ["box", "box", "plank", "sphere", "capsule", "cylinder", "hull"]
AXES = ["x", "y", "z", "rx", "ry", "rz"]


def shape_of(rng, size):
    def side():
        return 0.5 * size * math.exp(rng.uniform(-0.7, 0.7))

    kind = rng.choice(KINDS)
    if kind == "box":
        return {"box": [side() for _ in range(3)]}
    if kind == "plank":
        sides = [side() for _ in range(3)]
        sides[rng.randrange(3)] *= 0.1
        return {"box": sides}
    if kind == "sphere":
        return {"sphere": side()}
    if kind in ("capsule", "cylinder"):
        return {kind: [0.5 * side(), 0.7 * side()]}
    points = []
    for _ in range(rng.randrange(6, 16)):
        point = [rng.gauss(0, 1) for _ in range(3)]
        points.append([side() * x / math.dist(point, (0, 0, 0)) for x in point])
    return {"hull": points}


def vector(rng, size):
    return [size * rng.gauss(0, 0.5) for _ in range(3)]


def ground_of(rng):
    half, thickness = 0.5 * 10 ** rng.uniform(0, 4), 10 ** rng.uniform(-1, 2)
    ground = {"name": "ground", "type": "static", "shape": {"box": [half, thickness, half]},
              "position": [0, -thickness, 0], "friction": rng.choice([0, 0.3, 0.6, 1])}
    if rng.random() < 0.15:
        ground["surface_velocity"] = [rng.gauss(0, 1), 0, rng.gauss(0, 1)]
    return ground


def place(rng, bodies, reach, scale):
    """Somewhere above the ground and clear of the others; further up after each failure."""
    room = 2.0 * scale
    while True:
        at = [rng.uniform(-room, room), reach * 1.001 + rng.random() ** 2 * 2 * room, rng.uniform(-room, room)]
        if all(math.dist(at, other) > 1.001 * (reach + far) for other, far in bodies):
            return at
        room *= 1.05


def mover_of(rng, scale, gravity, duration):
    """A dynamic or kinematic body without its place."""
    size = min(10.0, max(1e-3, scale * math.exp(rng.gauss(0, 0.6))))
    speed = math.sqrt(9.81 * scale) * rng.choice([0, 0, 1, 3])
    body = {"shape": shape_of(rng, size), "friction": rng.choice([0, 0.2, 0.5, 1]),
            "restitution": rng.choice([0, 0, 0.3, 0.8, 1]), "linear_velocity": vector(rng, speed),
            "angular_velocity": vector(rng, rng.choice([0, 0, 0.5, 2]) * math.sqrt(9.81 / size))}
    if rng.random() < 0.7:
        body["rotation"] = rotation_of(rng)
    if rng.random() < 0.15:
        return body | {"type": "kinematic", "linear_velocity": vector(rng, 0.5 * math.sqrt(9.81 * scale))}
    body["density"] = 1000 * 10 ** rng.uniform(-0.5, 0.5)
    weight = body["density"] * size ** 3 * max(gravity, 1.0)
    if rng.random() < 0.25:
        body["force"] = vector(rng, weight)
    if rng.random() < 0.25:
        spun_up = min(1.0, 10 * math.sqrt(size / 9.81) / duration)  # no faster than some turns while it falls by its size
        body["torque"] = vector(rng, 0.05 * spun_up * weight * size)
    if rng.random() < 0.3:
        body["lock"] = rng.sample(AXES, rng.choice([1, 1, 2, 3, 3, 5]))
    if rng.random() < 0.1:
        body["surface_velocity"] = vector(rng, math.sqrt(9.81 * size))
    return body


def scene_of(seed):
    rng = random.Random(seed)
    scale = 10 ** rng.uniform(-3, 1)  # m
    gravity = rng.choice([0, 1.6, 9.81, 9.81, 9.81])
    duration = min(1.5, 60 * math.sqrt(scale / 9.81))
    bodies = [ground_of(rng)] if rng.random() < 0.85 else []
    placed = []
    for i in range(rng.randrange(3, 8) - len(bodies)):
        body = mover_of(rng, scale, gravity, duration)
        reach = reach_of(body["shape"])
        body["position"] = place(rng, placed, reach, scale)
        placed.append((body["position"], reach))
        bodies.append({"name": f"body_{i}"} | body)
    return {"version": 1, "name": f"random {seed}", "gravity": [0, -gravity, 0],
            "time_step": rng.choice([1 / 30, 1 / 60, 1 / 60, 1 / 240]), "duration": duration, "bodies": bodies}


def is_closed(scene):
    """True where nothing but gravity does work on the bodies."""
    return not any(key in body for body in scene["bodies"] for key in ("force", "torque", "surface_velocity")) and \
        not any(body.get("type") == "kinematic" for body in scene["bodies"])


def judge(program, scene, folder):
    """What does not hold."""
    file, recording, summary = (os.path.join(folder, name) for name in ("scene.json", "run.fcr", "summary.json"))
    if is_closed(scene):
        scene = scene | {"expect": [{"check": "energy_never_grows"}]}
    with open(file, "w") as out:
        json.dump(scene, out)
    simulate = [program, "simulate", file, "--check", "--quiet", "--record", recording, "--record-impulses",
                "--summary", summary, "--summary-final", "false"]
    run = subprocess.run(simulate, capture_output=True, text=True, timeout=SLOWEST)
    if run.returncode not in (0, 1):
        return [f"simulate ends with {run.returncode}: {run.stderr.strip()}"]
    with open(summary) as text:
        told = json.load(text)
    wrong = [check["check"] + ": " + check["message"] for check in told["checks"] if check["status"] != "passed"]
    least = told["min_gap_m"]
    if least is not None and not least > 0:
        wrong.append(f"gap: {least} m")
    proof = subprocess.run([program, "verify", recording], capture_output=True, text=True, timeout=SLOWEST)
    if proof.returncode != 0:
        lines = [line for line in (proof.stdout or proof.stderr).splitlines()]
        wrong += ["verify: " + line for line in lines[:3]]
    return wrong


def judge_seed(program, seed, keep):
    with tempfile.TemporaryDirectory() as folder:
        try:
            wrong = judge(program, scene_of(seed), folder)
        except subprocess.TimeoutExpired as slow:
            wrong = [f"slow: {slow.cmd[1]} takes more than {SLOWEST} s"]
        if wrong and keep:
            os.makedirs(keep, exist_ok=True)
            write(seed, os.path.join(keep, f"random_{seed}.json"))
    return seed, wrong


def write(seed, file):
    with open(file, "w") as out:
        json.dump(scene_of(seed), out, indent=1)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--write", action="store_true", help="SEED FILE: writes one scene")
    parser.add_argument("--keep", metavar="FOLDER", help="scenes that fail are written there")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("arguments", nargs="+", help="PROGRAM FROM TO, or SEED FILE")
    options = parser.parse_args()
    if options.write:
        write(int(options.arguments[0]), options.arguments[1])
        return 0
    program, begin, end = options.arguments[0], int(options.arguments[1]), int(options.arguments[2])
    failed = 0
    with ThreadPoolExecutor(options.jobs) as pool:
        for seed, wrong in pool.map(lambda seed: judge_seed(program, seed, options.keep), range(begin, end)):
            failed += 1 if wrong else 0
            for what in wrong:
                print(f"{seed}: {what}", flush=True)
    print(f"{end - begin - failed} of {end - begin} scenes pass")
    return 1 if failed else 0


if __name__ == "__main__":
    raise SystemExit(main())
