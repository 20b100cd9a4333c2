#!/usr/bin/env python3
"""Random scenes that nobody would think of, and which promises they break.

    tools/medley.py build/release/firstcontact 0 600          # seeds 0 to 599
    tools/medley.py build/release/firstcontact 0 600 --wild   # with densities and shapes of a hundredfold spread
    tools/medley.py --write 203 scene.json                    # the scene of one seed

Two to seventy boxes, planks, rods, balls, capsules, cylinders and hulls rain into a room, or are dropped in a column,
as they come or upright: any size from 3 cm to 3 m, friction 0 to 1, restitution 0 to 1, spin, gravity, time step. Every
scene is judged by `simulate --check`: no overlap, energy grows in no step by more than 1e-9, no time is lost.
"""
import argparse
import json
import math
import os
import random
import subprocess
import tempfile
from concurrent.futures import ThreadPoolExecutor

ALL = ["box", "plank", "rod", "sphere", "capsule", "cylinder", "hull"]
CHECKS = ["never_overlap", "energy_never_grows", "no_time_lost"]
SLOWEST = 120  # s


def shape_of(rng, size, kinds, wild):
    def stretch():
        return math.exp(rng.uniform(-1, 1) * math.log(rng.choice([1.2, 2, 4] if wild else [1.1, 1.5, 2])))

    kind = rng.choice(kinds)
    if kind == "box":
        return {"box": [0.5 * size * stretch() for _ in range(3)]}
    if kind == "plank":
        sides = [0.5 * size * rng.uniform(0.5, 1.5) for _ in range(3)]
        sides[rng.randrange(3)] *= rng.choice([0.02, 0.1])
        return {"box": sides}
    if kind == "rod":
        sides = [0.05 * size * rng.uniform(0.5, 1.5) for _ in range(3)]
        sides[rng.randrange(3)] = size * rng.uniform(0.6, 1.2)
        return {"box": sides}
    if kind == "sphere":
        return {"sphere": 0.5 * size * stretch()}
    if kind == "capsule":
        return {"capsule": [0.25 * size * stretch(), 0.3 * size * stretch()]}
    if kind == "cylinder":
        return {"cylinder": [0.4 * size * stretch(), 0.4 * size * stretch()]}
    axes = [0.5 * size * stretch() for _ in range(3)]
    points = []
    for _ in range(rng.randrange(6, 24)):
        point = [rng.gauss(0, 1) for _ in range(3)]
        points.append([a * x / math.dist(point, (0, 0, 0)) for a, x in zip(axes, point)])
    return {"hull": points}


def reach_of(shape):
    """m: of the furthest point from the origin."""
    kind, sizes = next(iter(shape.items()))
    if kind == "sphere":
        return sizes
    if kind == "capsule":
        return sum(sizes)
    if kind == "hull":
        return max(math.dist(point, (0, 0, 0)) for point in sizes)
    return math.dist(sizes, [0] * len(sizes))


def scaled(shape, by):
    kind, sizes = next(iter(shape.items()))
    if kind == "hull":
        return {kind: [[by * x for x in point] for point in sizes]}
    return {kind: by * sizes if kind == "sphere" else [by * x for x in sizes]}


def rotation_of(rng):
    q = [rng.gauss(0, 1) for _ in range(4)]
    return [x / math.dist(q, [0] * 4) for x in q]


def velocities(rng, speed):
    return [speed * rng.gauss(0, 0.5) for _ in range(3)]


def rain(rng, shapes, room, speed, spin):
    """Layers of bodies side by side, one in each cell."""
    y, bodies = 0.0, []
    while shapes:
        reach = max(reach_of(shape) for shape in shapes)
        across = max(1, int(room / (1.01 * reach)))
        cell, layer, shapes = 2 * room / across, shapes[:across * across], shapes[across * across:]
        y += 1.02 * reach
        for i, shape in enumerate(layer):
            x, z = (-room + cell * (k + 0.5) for k in (i % across, i // across))
            bodies.append({"shape": shape, "position": [x, y, z], "rotation": rotation_of(rng),
                           "linear_velocity": velocities(rng, speed), "angular_velocity": velocities(rng, spin)})
        y += 1.02 * reach
    return y, bodies


def column(rng, shapes, room, size, gap, upright, spin):
    """One above the other."""
    y, bodies = 0.0, []
    for shape in shapes:
        reach = reach_of(shape)
        half = shape["box"][1] if upright and "box" in shape else reach
        free = room - 1.0001 * reach
        y += (1 + gap) * half
        body = {"shape": shape, "position": [max(-free, min(free, 0.05 * size * rng.gauss(0, 1))) for _ in range(3)]}
        body["position"][1] = y
        if not upright:
            body |= {"rotation": rotation_of(rng), "angular_velocity": velocities(rng, spin)}
        bodies.append(body)
        y += (1 + gap) * half
    return y, bodies


def scene_of(seed, wild):
    rng = random.Random(seed)
    size, count = 10 ** rng.uniform(-1.5, 0.5), rng.choice([2, 3, 5, 8, 12, 20, 40, 70])
    kinds = rng.choice([ALL, ["box"], ["hull"], ["box", "plank"], ["rod"], ["sphere", "capsule", "cylinder"],
                        ["box", "hull"]])
    gravity, dt = rng.choice([0, 1.6, 9.81, 9.81, 9.81, 20]), rng.choice([1 / 30, 1 / 60, 1 / 60, 1 / 60, 1 / 240])
    surface = {"friction": rng.choice([0, 0.2, 0.5, 1]), "restitution": rng.choice([0, 0, 0.3, 0.8, 1])}
    speed, spin, spread = rng.choice([0, 1, 10, 50]) * size, rng.choice([0, 0, 5, 50]), rng.choice([0, 0.3])
    room = size * max(2.0, 1.4 * count ** (1 / 3))
    shapes = [shape_of(rng, size * math.exp(rng.uniform(-1, 1) * spread), kinds, wild) for _ in range(count)]
    shapes = [scaled(s, min(1.0, 0.9 * room / reach_of(s))) for s in shapes]
    way = rng.choice(["rain", "column", "upright"])
    if way == "rain":
        height, bodies = rain(rng, shapes, room, speed, spin)
    else:
        height, bodies = column(rng, shapes, room, size, 0.002 if wild else 0.01, way == "upright", spin)
    for i, body in enumerate(bodies):
        body["density"] = 1000 * 10 ** rng.uniform(*((-1, 1) if wild else (-0.3, 0.3)))
        bodies[i] = {"name": f"body_{i}"} | body | surface
    walls = [{"name": "floor", "shape": {"box": [2 * room, size, 2 * room]}, "position": [0, -size, 0]}]
    if rng.random() < 0.75:
        for x, z in ((1, 0), (-1, 0), (0, 1), (0, -1)):
            half = [size if x else 3 * room, height + 6 * size, size if z else 3 * room]
            walls.append({"name": f"wall_{x}_{z}", "shape": {"box": half},
                          "position": [x * (room + size), height + 2 * size, z * (room + size)]})
        walls.append({"name": "lid", "shape": {"box": [3 * room, size, 3 * room]},
                      "position": [0, 2 * height + 3 * size, 0]})
    walls = [wall | {"type": "static"} | surface for wall in walls]
    return {"version": 1, "name": f"medley {seed}", "gravity": [0, -gravity * math.sqrt(size), 0], "time_step": dt,
            "duration": 3.0 if dt > 0.01 else 1.0, "bodies": walls + bodies, "expect": [{"check": c} for c in CHECKS]}


def judge(program, seed, wild):
    """What does not hold, or None."""
    with tempfile.TemporaryDirectory() as folder:
        file, summary = os.path.join(folder, "scene.json"), os.path.join(folder, "summary.json")
        with open(file, "w") as out:
            json.dump(scene_of(seed, wild), out)
        command = [program, "simulate", file, "--check", "--quiet", "--summary", summary, "--summary-final", "false"]
        try:
            run = subprocess.run(command, capture_output=True, text=True, timeout=SLOWEST)
        except subprocess.TimeoutExpired:
            return ["slow"]
        if not os.path.exists(summary):
            return [f"ended with {run.returncode}: {run.stderr.strip()}"]
        with open(summary) as text:
            return [check["check"] + ": " + check["message"] for check in json.load(text)["checks"]
                    if check["status"] != "passed"]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--write", action="store_true", help="SEED FILE: writes one scene")
    parser.add_argument("--wild", action="store_true", help="a hundredfold spread of densities, flatter shapes")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("arguments", nargs="+", help="PROGRAM FROM TO, or SEED FILE")
    options = parser.parse_args()
    if options.write:
        seed, file = options.arguments
        with open(file, "w") as out:
            json.dump(scene_of(int(seed), options.wild), out, indent=1)
        return
    program, begin, end = options.arguments[0], int(options.arguments[1]), int(options.arguments[2])
    broken = dict.fromkeys(CHECKS + ["slow"], 0)
    with ThreadPoolExecutor(options.jobs) as pool:
        judged = pool.map(lambda seed: (seed, judge(program, seed, options.wild)), range(begin, end))
        for seed, wrong in judged:
            for what in wrong:
                print(f"{seed}: {what}", flush=True)
                broken[what.split(":")[0]] = broken.get(what.split(":")[0], 0) + 1
    print(f"{end - begin} scenes: " + ", ".join(f"{name} broken in {count}" for name, count in broken.items()))


if __name__ == "__main__":
    main()
