#!/usr/bin/env python3
"""Turns scenes of two boxes with a known first contact into time-of-impact queries (.toi), on standard output.

usage: tools/scene_queries.py SCENES.jsonl > QUERIES.toi

Each line of SCENES.jsonl is a scene as in tests/scene/data/tunnelling, with `x_oracle`: from which time on the free motions
overlap (sampled at 1e-5 of a step, so that the first touch is up to that much earlier). The query is the one step in which that
happens: what an engine would ask. Scenes whose motions never overlap are left out. Spins must be about principal axes: only
then is free motion a screw.
"""
import json
import math
import pathlib
import sys

CORNERS = [[x, y, z] for x in (-0.5, 0.5) for y in (-0.5, 0.5) for z in (-0.5, 0.5)]
FACES = [[0, 1, 3, 2], [4, 6, 7, 5], [0, 4, 5, 1], [2, 3, 7, 6], [0, 2, 6, 4], [1, 5, 7, 3]]
SAMPLING = 1e-5  # of a step


def product(p, q):
    """The quaternion [x, y, z, w] of the turn q, then p."""
    (a, b, c, d), (x, y, z, w) = p, q
    return [d * x + a * w + b * z - c * y, d * y - a * z + b * w + c * x, d * z + a * y - b * x + c * w, d * w - a * x - b * y - c * z]


def turn(spin, time):
    rate = math.sqrt(sum(c * c for c in spin))
    half = 0.5 * rate * time
    return [math.sin(half) * c / rate for c in spin] + [math.cos(half)] if rate else [0, 0, 0, 1]


def motion(body, start, step):
    """Pose at `start`, velocity and spin per step."""
    velocity = body.get("linear_velocity", [0, 0, 0])
    spin = body.get("angular_velocity", [0, 0, 0])
    place = [p + v * start for p, v in zip(body["position"], velocity)]
    rotation = product(turn(spin, start), body.get("rotation", [0, 0, 0, 1]))
    return place + rotation + [v * step for v in velocity] + [w * step for w in spin]


def text(numbers):
    return " ".join(repr(float(n)) for n in numbers)


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    file = pathlib.Path(sys.argv[1])
    scenes = [json.loads(line) for line in file.read_text().splitlines()]
    scenes = [scene for scene in scenes if scene["x_oracle"]["overlap"]]
    print("toiset 1", file.stem, 0, 2 * len(scenes), len(scenes))
    for i, body in enumerate(body for scene in scenes for body in scene["bodies"]):
        print("shape", i, len(CORNERS), len(FACES))
        for corner in CORNERS:
            print("v", text(c * s for c, s in zip(corner, body["scale"])))
        for face in FACES:
            print("f", len(face), *face)
    for i, scene in enumerate(scenes):
        step, contact = scene["time_step"], scene["x_oracle"]["t"]
        start = step * math.floor(contact / step)
        high = (contact - start) / step
        print("query", i, 2 * i, 2 * i + 1, 0)
        for name, body in zip("AB", scene["bodies"]):
            print(name, text(motion(body, start, step)))
        print("expect hit", text([max(0.0, high - SAMPLING), high, 0, 0, 0, high, scene["x_oracle"]["depth"], 0, 1, 0, 0]))


if __name__ == "__main__":
    main()
