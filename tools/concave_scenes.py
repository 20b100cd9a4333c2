"""Scenes of bodies with hollows, taken apart by the engine itself: scenes/concave."""

import itertools
import math


def linking_number(a, b):
    """Gauss's integral over two closed polygons, each side cut small: near enough to round to a whole number."""
    def fine(loop):
        pieces = 12
        for p, q in zip(loop, loop[1:] + loop[:1]):
            for i in range(pieces):
                yield [x + (y - x) * (i + 0.5) / pieces for x, y in zip(p, q)], [(y - x) / pieces for x, y in zip(p, q)]
    total = 0.0
    for (r, dr), (s, ds) in itertools.product(list(fine(a)), list(fine(b))):
        gap = [x - y for x, y in zip(r, s)]
        cross = (dr[1] * ds[2] - dr[2] * ds[1], dr[2] * ds[0] - dr[0] * ds[2], dr[0] * ds[1] - dr[1] * ds[0])
        total += sum(x * y for x, y in zip(gap, cross)) / math.hypot(*gap) ** 3
    return round(total / (4 * math.pi))


def link_line():
    """The centre line of models/link.obj: two half circles of radius 0.4 and what lies between; its plane is z = 0."""
    half = [(0.4 * math.cos(math.pi * i / 8), 0.25 + 0.4 * math.sin(math.pi * i / 8), 0.0) for i in range(9)]
    return half + [(-x, -y, z) for x, y, z in half]


def placed(loop, height, quarter_turned):
    """Where a loop lies whose body stands at (0, height, 0), turned by 90 degrees about Y or not at all."""
    return [[z, y + height, -x] if quarter_turned else [x, y + height, z] for x, y, z in loop]


def shaken_chain(speed, links, duration):
    """The end of the chain is shaken to and fro with `speed`, and the chain holds."""
    spacing = 1.05  # m: the wires of neighbours are 6 cm apart then, and 0.2 m thick
    bodies, lines = [], []
    for i in range(links + 1):
        bodies.append({"name": f"link-{i}" if i > 0 else "hand", "mesh": "link.obj", "position": [0, -spacing * i, 0],
                       **({"rotation": [0, math.sqrt(0.5), 0, math.sqrt(0.5)]} if i % 2 == 1 else {}),
                       "density": 7800, "restitution": 0.1, "friction": 0.2})
        lines.append(placed(link_line(), -spacing * i, i % 2 == 1))
    swing = 0.1  # s from end to end
    phases = [{"seconds": s, "linear_velocity": [v, 0, 0]} for s, v in
              ((swing / 2, speed), (swing, -speed), (swing / 2, speed))]
    bodies[0].update(type="kinematic", phases=phases)
    pairs = [[i, i + 1, linking_number(lines[i], lines[i + 1])] for i in range(links)]
    return {"version": 1, "name": f"chain of {links} links shaken at {speed} m/s",
            "x_note": f"real OBJ links 1.5 m long, each taken apart into convex hulls; the first goes 2 m to and fro at "
                      f"{speed} m/s, and no link ever leaves its neighbour",
            "gravity": [0, -9.81, 0], "time_step": 1 / 60, "duration": duration, "bodies": bodies,
            "expect": [{"check": "never_overlap"}, {"check": "no_time_lost", "at_most": 0.01},
                       {"check": "linked", "pairs": pairs, "loops": {"link.obj": [list(p) for p in link_line()]}}]}


def bowl_of_balls():
    balls = [{"name": f"ball-{i}", "shape": {"sphere": 0.05}, "restitution": 0.5, "friction": 0.4,
              "position": [0.18 * math.cos(2.4 * i), 0.3 + 0.11 * i, 0.18 * math.sin(2.4 * i)]} for i in range(12)]
    return {"version": 1, "name": "a bowl catches balls",
            "x_note": "the bowl is half a hollow ball, taken apart into convex hulls; there is nothing below it",
            "gravity": [0, -9.81, 0], "time_step": 1 / 60, "duration": 6.0,
            "bodies": [{"name": "bowl", "type": "static", "mesh": "bowl.obj"}] + balls,
            "expect": [{"check": "never_overlap"}, {"check": "no_time_lost"}, {"check": "y_above", "y": -0.42}]}


def ring_on_hook():
    upright = [0, 0, -math.sqrt(0.5), math.sqrt(0.5)]
    return {"version": 1, "name": "a ring hangs on a hook",
            "x_note": "two meshes that are not convex; the ring falls a little, swings and stays",
            "gravity": [0, -9.81, 0], "time_step": 1 / 60, "duration": 6.0,
            "bodies": [{"name": "hook", "type": "static", "mesh": "hook.obj", "decompose": {"tolerance": 0.005}},
                       {"name": "ring", "mesh": "ring.obj", "position": [0.1, -0.03, 0], "rotation": upright,
                        "decompose": {"tolerance": 0.01}, "density": 2700, "angular_velocity": [0, 0, 3]}],
            "expect": [{"check": "never_overlap"}, {"check": "no_time_lost"},
                       {"check": "y_above", "bodies": ["ring"], "y": -0.075}]}


def on_hills():
    """Bodies of all kinds come down on a mesh of 10082 triangles that is used as it is."""
    kinds = ({"shape": {"sphere": 0.15}}, {"shape": {"box": [0.2, 0.1, 0.15]}}, {"shape": {"capsule": [0.08, 0.15]}},
             {"shape": {"cylinder": [0.15, 0.08]}}, {"mesh": "ring.obj", "scale": [2, 2, 2]},
             {"mesh": "link.obj", "scale": [0.3, 0.3, 0.3]})
    bodies = [{"name": "hills", "type": "static", "mesh": "terrain.obj", "decompose": "triangles", "friction": 0.8}]
    for i in range(36):
        bodies.append({"name": f"body-{i}", "position": [-3 + 1.2 * (i % 6), 1.4 + 0.1 * (i * 7 % 5), -3 + 1.2 * (i // 6)],
                       "angular_velocity": [i % 3 - 1, 2, i % 5 - 2], "friction": 0.8, **kinds[i % len(kinds)]})
    bodies.append({"name": "bullet", "shape": {"sphere": 0.02}, "position": [4.2, 40, 4.2], "density": 7800,
                   "linear_velocity": [20, -1500, 10], "restitution": 0.6})
    return {"version": 1, "name": "bodies on hills of 10082 triangles",
            "x_note": "the hills are an open sheet without a thickness, used as it is: each triangle is solid from both sides",
            "gravity": [0, -9.81, 0], "time_step": 1 / 60, "duration": 4.0, "bodies": bodies,
            "expect": [{"check": "never_overlap"}, {"check": "no_time_lost"},
                       {"check": "y_above", "bodies": [b["name"] for b in bodies[1:]], "y": -0.7}]}


def scenes():
    yield "concave/hills", on_hills()
    yield "concave/bowl_of_balls", bowl_of_balls()
    yield "concave/ring_on_hook", ring_on_hook()
    yield "concave/shaken_chain", shaken_chain(20, 10, 20.0)
