#!/usr/bin/env python3
"""Writes the scene files: tools/make_scenes.py scenes

Random places and spins come from a fixed seed, so the files come out the same every time. Standard library only.
"""

import json
import math
import pathlib
import random
import sys

import concave_scenes
import contact_scenes
import plane_scenes
import resting_scenes
import scene_views

NO_GRAVITY = [0, 0, 0]
ORANGE, BLUE = [0.95, 0.42, 0.08], [0.16, 0.36, 0.72]  # what comes, and what is in its way
STEP = 1 / 60


def body(name, mesh, position=(0, 0, 0), **more):
    """A dynamic body; `mesh` is a file name in models/."""
    return {"name": name, "type": "dynamic", "mesh": f"{mesh}.obj", "position": list(position), **more}


def static(name, mesh, position=(0, 0, 0), **more):
    return {**body(name, mesh, position), "type": "static", **more}


def checks(*names, **with_values):
    return [{"check": name} for name in names] + [{"check": name, **values} for name, values in with_values.items()]


def turned(axis, angle):
    """[x, y, z, w] of the rotation by `angle` radians about `axis`."""
    length = math.sqrt(sum(c * c for c in axis))
    return [c / length * math.sin(angle / 2) for c in axis] + [math.cos(angle / 2)]


def random_direction(rng):
    while True:
        v = [rng.uniform(-1, 1) for _ in range(3)]
        length = math.sqrt(sum(c * c for c in v))
        if 0.1 < length < 1:
            return [c / length for c in v]


def random_rotation(rng):
    return turned(random_direction(rng), rng.uniform(0, 2 * math.pi))


def scene(name, note, bodies, expect, gravity=(0, -9.81, 0), duration=10.0, **more):
    return {"version": 1, "name": name, "x_note": note, "gravity": list(gravity), "time_step": STEP,
            "duration": duration, **more, "bodies": bodies, "expect": expect}


# --- tunnelling

def bullet(speed):
    start = -(0.3 + speed * STEP * 1.37)  # the plate is met inside a step, never at its ends
    duration = 3 * STEP if speed > 50 else 0.25
    return scene(
        f"bullet {speed} m/s", f"A 0.1 m cube at {speed} m/s against a plate 1 mm thick: {speed * STEP:.3g} m a step.",
        [body("bullet", "cube", (start, 0.2, -0.1), scale=[0.1] * 3, rotation=turned((1, 2, 3), 0.7),
              linear_velocity=[speed, 0, 0], angular_velocity=[3, -2, 5], color=ORANGE),
         static("plate", "cube", scale=[0.001, 0.8, 0.8], color=BLUE)],
        checks("never_overlap", "energy_never_grows", x_below={"bodies": ["bullet"], "x": -0.0005}),
        NO_GRAVITY, duration)


def rod_and_post(spin):
    return scene(
        f"rod at {spin} rad/s and post", f"A 2 m rod, 2 cm thin, turns {spin * STEP / (2 * math.pi):.2g} times a step and drifts towards a post as thin.",
        [body("rod", "cube", (1.06, 0.4, 0), scale=[2, 0.02, 0.02], rotation=turned((0, 1, 0), 1.3),
              linear_velocity=[-0.032 * spin, 0, 0], angular_velocity=[0, spin, 0], restitution=0, color=ORANGE),
         static("post", "cube", scale=[0.02, 2, 0.02], color=BLUE)],
        checks("never_overlap", "energy_never_grows"), NO_GRAVITY, max(40 / spin, 3 * STEP))


def rod_through_propeller(spin):
    return scene(
        f"rod through a propeller at {spin} rad/s", f"A rod falls lengthways through the disc of a 2 m propeller whose tips move at {spin} m/s; a blade must hit it.",
        [body("rod", "rod", (0.6, 0.9, 0.02), rotation=turned((0, 0, 1), math.pi / 2), linear_velocity=[0, -4, 0], density=7800, restitution=0.2,
              color=ORANGE),
         body("propeller", "propeller", density=2700, angular_velocity=[0, spin, 0], restitution=0.2, color=BLUE)],
        checks("never_overlap", "energy_never_grows"), NO_GRAVITY, 0.35)


def plates(rng):
    bodies = [body(f"plate_{i}", "cube", (side * 4.1, rng.uniform(-0.3, 0.3), rng.uniform(-0.3, 0.3)), scale=[1, 0.005, 1],
                   rotation=random_rotation(rng), linear_velocity=[-side * 200, 0, 0],
                   angular_velocity=[100 * c for c in random_direction(rng)], restitution=0,
                   color=(ORANGE, BLUE)[i])
              for i, side in enumerate((-1, 1))]
    return scene("spinning plates head-on", "Two plates 5 mm thin meet at 400 m/s, each spinning at 100 rad/s.", bodies,
                 checks("never_overlap", "energy_never_grows"), NO_GRAVITY, 0.1)


# --- spin, rest, many

def t_handle():
    return scene("T-handle", "Spun about its middle axis without gravity, it turns over again and again (Dzhanibekov 1985).",
                 [body("handle", "t_handle", density=7800, angular_velocity=[0.01, 10, 0.01])],
                 checks("never_overlap", "conserved"), NO_GRAVITY, 10.0)


def top():
    return scene("free top", "A symmetric top without gravity: its axis goes round the fixed angular momentum (Euler).",
                 [body("top", "top", rotation=turned((0, 0, 1), 0.3), angular_velocity=[2, 20, 0])],
                 checks("never_overlap", "conserved"), NO_GRAVITY, 5.0)


def crate():
    return scene("crate comes to rest", "Dropped askew from two metres, it bounces, tumbles and lies still.",
                 [static("floor", "slab", (0, -0.5, 0)),
                  body("crate", "crate", (0, 2.5, 0), rotation=turned((1, 0.3, 0.6), 0.5), angular_velocity=[0, 2, 1], density=600)],
                 checks("never_overlap", "energy_never_grows", at_rest={"bodies": ["crate"], "speed": 0.01},
                        y_above={"bodies": ["crate"], "y": 0.49}), duration=6.0)


def dice(rng):
    thrown = [body(f"die_{i}", "die", [0.55 * (i % 3 - 1) - 1.2, 0.5 + 0.3 * (i // 3), 0.5 * (i // 3) - 0.3], scale=[0.16] * 3,
                   rotation=random_rotation(rng), density=1200, restitution=0.4, friction=0.4,
                   linear_velocity=[rng.uniform(1.5, 2.5), rng.uniform(0, 0.5), rng.uniform(-0.4, 0.4)],
                   angular_velocity=[rng.uniform(10, 25) * c for c in random_direction(rng)]) for i in range(6)]
    return scene("dice", "Six dice, thrown; their pips are a texture.",
                 [static("table", "cube", (0, -0.1, 0), scale=[6, 0.2, 4], color=[0.16, 0.36, 0.27], restitution=0.3)] + thrown,
                 checks("never_overlap", "energy_never_grows", at_rest={"speed": 0.01}, y_above={"y": 0.07}), duration=4.0)


def shower(rng, side, duration):
    """side^3 boxes above a floor, each turned and spinning."""
    def coarse(values):
        return [round(c, 3) for c in values]
    boxes = [{"name": f"box_{i}", "shape": {"box": coarse(rng.uniform(0.15, 0.45) for _ in range(3))},
              "position": coarse(1.6 * (k - (side - 1) / 2) + (0.5 * side * 1.6 + 1.2 if axis == 1 else 0)
                                 for axis, k in enumerate((i % side, i // side ** 2, i // side % side))),
              "rotation": random_rotation(rng), "linear_velocity": coarse([0, -rng.uniform(2, 6), 0]),
              "angular_velocity": coarse(rng.uniform(0, 8) * c for c in random_direction(rng))} for i in range(side ** 3)]
    rng.shuffle(boxes)  # colours go by their order: no stripes
    return scene(f"shower of {side ** 3}", f"{side ** 3} boxes, each turned and spinning, pour down on a floor.",
                 [static("floor", "cube", (0, -0.5, 0), scale=[60, 1, 60])] + boxes,
                 checks("never_overlap", "energy_never_grows"), duration=duration)


def walls(inside, thick, **more):
    """Six slabs around a cube of side `inside`."""
    made = []
    for axis in range(3):
        for sign in (-1, 1):
            position, size = [0.0] * 3, [inside + 2 * thick] * 3
            position[axis], size[axis] = sign * (inside + thick) / 2, thick
            made.append(static(f"wall_{'xyz'[axis]}{'-+'[sign > 0]}", "cube", position, scale=size, **more))
    return made


def elastic(rng, haste):
    """`haste` multiplies every velocity and spin."""
    perfect = {"restitution": 1, "friction": 0}
    places = [(6 * x - 9, 6 * y - 9, 6 * z - 9) for x in range(4) for y in range(4) for z in range(4)]  # bodies reach 2.1 m
    bodies = [body(f"bar_{i}", "cube", [c + rng.uniform(-0.8, 0.8) for c in place], scale=[4, 0.3, 0.3], rotation=random_rotation(rng),
                   linear_velocity=[haste * rng.uniform(2, 6) * c for c in random_direction(rng)],
                   angular_velocity=[haste * rng.uniform(0, 5) * c for c in random_direction(rng)], **perfect)
              for i, place in enumerate(places)]
    return scene("64 elastic bars" + (", fast" if haste > 1 else ""), "A gas of long bars in a closed room: no gravity, no friction, nothing lost in any of the impacts.",
                 walls(25, 1, **perfect) + bodies, checks("never_overlap", "energy_never_grows"), NO_GRAVITY, 5.0)


# --- the hall

THROWN = [  # mesh, scale, decompose, density, how many
    ("spot", 0.42, "auto", 400, 4), ("penguin", 0.26, "auto", 400, 4), ("wingnut", 0.11, "auto", 2700, 4),
    ("goathead", 0.05, "auto", 500, 3), ("plate", 0.6, "auto", 2000, 4), ("keg", 0.36, "auto", 500, 3),
    ("gear", 0.4, "auto", 2700, 4), ("link", 0.6, "auto", 7800, 3), ("chair", 0.8, "auto", 300, 2),
    ("chair_parts", 1.0, "objects", 600, 4), ("crate", 0.7, "auto", 500, 4), ("icosahedron", 0.8, "auto", 900, 4),
    ("t_handle", 1.2, "objects", 2700, 2), ("top", 1.5, "auto", 800, 2), ("rod", 1.5, "auto", 2700, 2),
    ("propeller", 0.7, "objects", 1200, 1)]


def radius_of(models, mesh):
    lines = (models / f"{mesh}.obj").read_text().splitlines()
    return max(math.dist((0, 0, 0), tuple(map(float, line.split()[1:4]))) for line in lines if line.startswith("v "))


def furnished_hall():
    hall = [static("floor", "cube", (0, -0.5, 0), scale=[30, 1, 20])]
    for name, at, size in (("wall_west", (-15.25, 4, 0), (0.5, 10, 20)), ("wall_east", (15.25, 4, 0), (0.5, 10, 20)),
                           ("wall_north", (0, 4, -10.25), (31, 10, 0.5)), ("wall_south", (0, 4, 10.25), (31, 10, 0.5))):
        hall.append(static(name, "cube", at, scale=list(size)))
    hall += [static(f"table_{i}", "table", at, decompose="objects", rotation=turned((0, 1, 0), turn))
             for i, (at, turn) in enumerate((((-6, 0, -3), 0.2), ((1, 0, 4), -0.6), ((8, 0, -2), 1.2)))]
    hall += [static("shelf", "shelf", (-3, 0, -9.5), decompose="objects"),
             static("fixed_chair", "chair_parts", (-6, 0, -1.9), decompose="objects", rotation=turned((0, 1, 0), math.pi))]
    return hall


def free_place(rng, radius, taken):
    """A place in the air of the hall whose bounding sphere stays 0.2 m clear of every other and of the furniture."""
    while True:
        at = [rng.uniform(-13.5, 13.5), rng.uniform(2.2 + radius, 6.5), rng.uniform(-8.5, 8.5)]
        if all(math.dist(at, other) > radius + r + 0.2 for other, r in taken):
            taken.append((at, radius))
            return at


def thesis_demo(rng, models):
    thrown, taken = [], []
    for mesh, scale, decompose, density, count in THROWN:
        for i in range(count):
            at = free_place(rng, radius_of(models, mesh) * scale, taken)
            aim = [rng.uniform(-6, 6) - at[0], rng.uniform(0, 2) - at[1], rng.uniform(-4, 4) - at[2]]
            speed = 30 ** rng.random() / math.dist(aim, (0, 0, 0))  # 1 to 30 m/s, slow and fast alike
            spin = 60 if mesh == "propeller" else rng.uniform(0, 30)
            axis = [0, 1, 0] if mesh == "propeller" else random_direction(rng)
            thrown.append(body(f"{mesh}_{i}", mesh, at, decompose=decompose, scale=[scale] * 3,
                               rotation=[0, 0, 0, 1] if mesh == "propeller" else random_rotation(rng),
                               linear_velocity=[speed * c for c in aim], angular_velocity=[spin * c for c in axis],
                               density=density, restitution=rng.choice([0.1, 0.2, 0.3, 0.4]), friction=0.5))
    return scene("thesis demo", "Fifty OBJ bodies thrown, spinning, through a furnished hall; the propeller turns at 60 rad/s.",
                 furnished_hall() + thrown, checks("never_overlap"), duration=10.0,
                 bounds={"min": [-60, -30, -60], "max": [60, 60, 60]})


def scenes(models):
    for speed in (10, 100, 1000, 10000):
        yield f"tunnelling/bullet_{speed}", bullet(speed)
    for spin in (50, 100, 200, 500, 1000):
        yield f"tunnelling/rod_post_{spin}", rod_and_post(spin)
    for spin in (10, 100, 1000):
        yield f"tunnelling/propeller_{spin}", rod_through_propeller(spin)
    yield "tunnelling/plates", plates(random.Random(5))
    yield "spin/t_handle", t_handle()
    yield "spin/top", top()
    yield "rest/crate", crate()
    yield "rest/dice", dice(random.Random(6))
    yield from resting_scenes.scenes()
    yield from concave_scenes.scenes()
    yield from contact_scenes.scenes()
    yield from plane_scenes.scenes()
    yield "many/elastic_64", elastic(random.Random(64), 1)
    yield "many/elastic_64_fast", elastic(random.Random(64), 8)
    yield "many/shower_1000", shower(random.Random(1000), 10, 0.5)
    yield "thesis_demo", thesis_demo(random.Random(2012), models)


def rounded(value):
    if isinstance(value, float):
        return round(value, 9) + 0.0
    if isinstance(value, list):
        return [rounded(v) for v in value]
    return {k: rounded(v) for k, v in value.items()} if isinstance(value, dict) else value


def write(folder, path, made):
    target = folder / f"{path}.json"
    target.parent.mkdir(parents=True, exist_ok=True)
    up = "../" * (path.count("/") + 1)
    for each in made["bodies"]:
        if "mesh" in each:
            each["mesh"] = f"{up}models/{each['mesh']}"
    for check in made["expect"]:
        if "loops" in check:
            check["loops"] = {f"{up}models/{mesh}": loop for mesh, loop in check["loops"].items()}
    lists = {key: made.pop(key) for key in ("bodies", "expect")}
    lines = [f"  {json.dumps(k)}: {json.dumps(v if k == 'time_step' else rounded(v))}" for k, v in made.items()]
    for key, items in lists.items():  # one body, one check a line
        lines.append(f"  {json.dumps(key)}: [\n" + ",\n".join(f"    {json.dumps(rounded(i))}" for i in items) + "\n  ]")
    target.write_text("{\n" + ",\n".join(lines) + "\n}\n")


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    for path, made in scenes(pathlib.Path(__file__).parent.parent / "models"):
        write(pathlib.Path(sys.argv[1]), path, scene_views.with_view(path, made))
