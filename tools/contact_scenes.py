"""Scenes of contact, for make_scenes.py: belts, rolling friction, a filter, gravity of one's own, locks, slopes, a
break, a tower of planks; and, below issues/, what once went wrong.
"""
import math

from resting_scenes import REST_GAP, box, checks, floor

STEP = 1 / 60


def scene(name, note, bodies, expect, **keys):
    return {"version": 1, "name": name, "x_note": note, "gravity": [0, -9.81, 0], "time_step": STEP, **keys, "bodies": bodies,
            "expect": expect}


def sphere(name, radius, position, **more):
    return {"name": name, "shape": {"sphere": radius}, "position": position, **more}


def on_floor(half_extents):
    """The height of a box's centre when it rests on a floor at y = 0."""
    return half_extents[1] + REST_GAP * (8 * math.prod(half_extents)) ** (1 / 3)


def belts():
    half = [0.14, 0.1, 0.12]
    crates = [box(f"crate_{i}", half, [0.6 * i - 1.7, 0.1 + on_floor(half), 0.02 * i], density=300, restitution=0.1)
              for i in range(5)]
    fixed = [box("belt", [2.0, 0.1, 0.35], [0, 0, 0], type="static", surface_velocity=[1.0, 0, 0], color=[0.25, 0.27, 0.3]),
             box("cross_belt", [0.5, 0.1, 2.0], [2.52, -0.02, 1.5], type="static", surface_velocity=[0, 0, 0.8],
                 color=[0.32, 0.3, 0.26]),
             box("light_barrier", [0.004, 0.3, 0.35], [1.2, 0.42, 0], type="static", sensor=True, color=[0.9, 0.25, 0.2])]
    return scene("belts", "Crates ride on a belt through a light barrier, which reports them, and over to a belt across.",
                 fixed + crates,
                 checks("never_overlap", and_also=[{"check": "y_above", "bodies": [c["name"] for c in crates], "y": 0.1}]),
                 duration=4.0)


def rolling():
    radius, speed, balls, expect = 0.25, 1.0, [], []
    for i, lever in enumerate((0.0, 0.005, 0.01, 0.02, 0.04)):
        name, duration = f"lever_{round(1e3 * lever)}_mm", 8.0
        start = [0, radius + REST_GAP * radius * (4 / 3 * math.pi) ** (1 / 3), 0.7 * i - 1.4]
        balls.append(sphere(name, radius, start, linear_velocity=[speed, 0, 0], angular_velocity=[0, 0, -speed / radius],
                            restitution=0, rolling_friction=lever))
        # m v' = -F, I w' = F r - c N, v = w r, I = 0.4 m r^2: v' = -c g / (1.4 r)
        way = speed ** 2 * 1.4 * radius / (2 * lever * 9.81) if lever else speed * duration
        expect.append({"check": "final_at", "body": name, "position": [way, start[1], start[2]], "tolerance": 0.005 * way})
    return scene("rolling friction", "Balls roll off with 1 m/s; their rolling friction's lever is 0, 5, 10, 20 and 40 mm.",
                 [dict(floor(), restitution=0)] + balls, checks("never_overlap", "energy_never_grows", and_also=expect),
                 duration=8.0)


def sieve():
    red, blue = {"category": 2, "color": [0.8, 0.25, 0.2]}, {"category": 4, "color": [0.25, 0.4, 0.8]}
    half, crates = [0.12, 0.12, 0.12], []
    for i in range(16):
        kind = red if (i + i // 4) % 2 == 0 else blue
        crates.append(box(f"crate_{i}", half, [0.5 * (i % 4) - 0.75, 2.2 + 0.1 * (i % 3), 0.5 * (i // 4) - 0.75],
                          restitution=0.1, density=500, **kind))
    names = {kind["category"]: [c["name"] for c in crates if c["category"] == kind["category"]] for kind in (red, blue)}
    shelf = box("sieve", [1.5, 0.03, 1.5], [0, 1.2, 0], type="static", category=1, mask=2, color=[0.7, 0.6, 0.5])
    return scene("sieve", "The shelf collides with what is red and lets through what is blue: category and mask.",
                 [floor(), shelf] + crates,
                 checks("never_overlap", "energy_never_grows", and_also=[
                     {"check": "y_above", "bodies": names[2], "y": 1.3}, {"check": "at_rest", "speed": 0.01},
                     {"check": "y_above", "bodies": names[4], "y": 0.1}] + [
                     {"check": "final_at", "body": name, "position": next(c["position"][:1] + [0.12] + c["position"][2:] for c in crates
                                                                            if c["name"] == name), "tolerance": 0.05}
                     for name in names[4]]), duration=3.0)


def balloons():
    bodies = [floor(), box("ceiling", [3, 0.1, 2], [0, 4.1, 0], type="static", color=[0.85, 0.85, 0.8])]
    expect = []
    for i in range(7):
        x = 0.7 * (i - 3)
        bodies.append(sphere(f"balloon_{i}", 0.2, [x, 0.6 + 0.15 * i, 0.5], gravity=[0, 1.0, 0], density=1.3, restitution=0.1,
                             rolling_friction=0.01, color=[0.85, 0.3, 0.35]))
        bodies.append(box(f"stone_{i}", [0.15, 0.12, 0.13], [x, 3.4 - 0.2 * i, -0.5], restitution=0.1, color=[0.5, 0.5, 0.52]))
        expect += [{"check": "final_at", "body": f"balloon_{i}", "position": [x, 3.8, 0.5], "tolerance": 0.02},
                   {"check": "final_at", "body": f"stone_{i}", "position": [x, 0.12, -0.5], "tolerance": 0.02}]
    return scene("balloons and stones", "Gravity of one's own: the balloons' points up.", bodies,
                 checks("never_overlap", "energy_never_grows", and_also=expect), duration=5.0)


def mill():
    falling = [sphere(f"ball_{i}", 0.12, [0.55 + 0.05 * (i % 3), 1.6 + 0.45 * i, 0.03 * (i % 2)], restitution=0.2, friction=0.3)
               for i in range(10)]
    wheel = {"name": "wheel", "mesh": "propeller.obj", "decompose": "objects", "rotation": [math.sqrt(0.5), 0, 0, math.sqrt(0.5)],
             "density": 300, "lock": ["x", "y", "z", "rx", "ry"], "restitution": 0.2, "friction": 0.3}
    return scene("mill", "Every degree of freedom of the wheel but one is locked: balls that fall on it turn it.",
                 [dict(floor(), position=[0, -2.5, 0]), wheel] + falling,
                 checks("never_overlap", "energy_never_grows",
                        and_also=[{"check": "moved_less", "bodies": ["wheel"], "distance": 1e-9}]), duration=3.0)


def slopes():
    angle, half, length = math.radians(20), [0.2, 0.1, 0.15], 6.0
    turn = [0, 0, -math.sin(angle / 2), math.cos(angle / 2)]
    down, up = (math.cos(angle), -math.sin(angle)), (math.sin(angle), math.cos(angle))
    gap, bricks, expect = REST_GAP * (8 * math.prod(half)) ** (1 / 3), [], []
    for i, friction in enumerate((0.2, 0.3, math.tan(angle) / 1.02, math.tan(angle) / 0.98, 0.5)):
        at = [-length + 0.5, half[1] + gap]
        name = f"friction_{i}"
        bricks.append(box(name, half, [at[0] * down[0] + at[1] * up[0], at[0] * down[1] + at[1] * up[1], 0.5 * i - 1.0],
                          rotation=turn, friction=friction, restitution=0))
        acceleration = 9.81 * (math.sin(angle) - friction * math.cos(angle))
        expect.append({"check": "slides", "body": name, "acceleration": acceleration, "slope_degrees": 20} if acceleration > 0
                      else {"check": "moved_less", "bodies": [name], "distance": 1e-4})
    slab = box("slope", [length, 0.1, 1.5], [-0.1 * up[0], -0.1 * up[1], 0], type="static", rotation=turn, friction=1, restitution=0)
    return scene("bricks on a slope of 20 degrees", "Friction 0.2, 0.3, 1/1.02 and 1/0.98 of the slope's tangent, and 0.5: three slide, two stay.",
                 [slab] + bricks, checks("never_overlap", "energy_never_grows", and_also=expect), duration=2.0,
                 friction_rule="multiply")


def rack(radius):
    """Fifteen balls in a triangle, its point at the origin, opening along x; they touch but for the gap of rest."""
    pitch = 2 * radius + REST_GAP * radius * (4 / 3 * math.pi) ** (1 / 3)
    return [[row * pitch * math.sqrt(3) / 2, 0, (i - row / 2) * pitch] for row in range(5) for i in range(row + 1)]


def opening_break():
    radius, perfect = 0.028575, {"restitution": 1, "friction": 0, "density": 1740}
    balls = [sphere(f"ball_{i + 1}", radius, at, **perfect) for i, at in enumerate(rack(radius))]
    cue = sphere("cue_ball", radius, [-0.4, 0, 0], linear_velocity=[8, 0, 0], color=[0.95, 0.95, 0.9], **perfect)
    return scene("break", "A cue ball meets fifteen balls at 8 m/s: without friction and loss, and symmetric.", [cue] + balls,
                 checks("never_overlap", "conserved"), duration=0.15, gravity=[0, 0, 0])


def kapla():
    """Six floors of 17 planks: eight uprights in two rows, two beams on each row, a deck of five; each floor is turned
    by a quarter against the one below."""
    long, wide, thin = 0.1176, 0.0235, 0.0078
    gap, friction = REST_GAP * (long * wide * thin) ** (1 / 3), 0.5
    planks, base = [], 0.0

    def plank(name, extents, at, turned):
        x, y, z = extents
        half = [z / 2, y / 2, x / 2] if turned else [x / 2, y / 2, z / 2]
        place = [at[2], at[1], -at[0]] if turned else list(at)
        planks.append(box(name, half, place, density=600, friction=friction, restitution=0))

    for storey in range(6):
        turned = storey % 2 == 1
        for side in (-1, 1):
            for i in range(4):
                plank(f"upright_{storey}_{side}_{i}", (thin, long, wide), (side * 0.048, base + gap + long / 2, 0.0295 * (i - 1.5)), turned)
        base += gap + long
        for layer in range(2):
            for side in (-1, 1):
                plank(f"beam_{storey}_{layer}_{side}", (wide, thin, long), (side * 0.046, base + gap + thin / 2, 0), turned)
            base += gap + thin
        for i in range(5):
            plank(f"deck_{storey}_{i}", (long, thin, wide), (0, base + gap + thin / 2, 0.0237 * (i - 2)), turned)
        base += gap + thin
    return scene("tower of 102 planks", "Six floors of Kapla planks, in steps of 0.01 s. --duration 600 runs 60 000 of them.",
                 [dict(box("floor", [1, 0.1, 1], [0, -0.1, 0], type="static", friction=friction, restitution=0))] + planks,
                 checks("never_overlap", "energy_never_grows",
                        and_also=[{"check": "moved_less", "bodies": "all", "distance": 1e-3}]), duration=3.0, time_step=0.01)


def narrow_gap():
    """A gap of an eighth of the skin: nothing presses, so nothing may push."""
    spinning = box("cube", [0.5] * 3, [0, 0.5001, 0], angular_velocity=[0, 3, 0], restitution=0, friction=0)
    slot = [box(f"wall_{name}", half, at, type="static", restitution=0, friction=0)
            for name, half, at in (("below", [1, 0.5, 6], [5, -0.5, 0]), ("above", [1, 0.5, 6], [5, 1.5002, 0]),
                                   ("left", [0.5, 0.5, 6], [3.9999, 0.5001, 0]), ("right", [0.5, 0.5, 6], [6.0001, 0.5001, 0]))]
    runner = box("runner", [0.5] * 3, [5, 0.5001, -5], linear_velocity=[0, 0, 10], restitution=0, friction=0)
    return scene("within the skin, untouched", "A cube that spins 0.1 mm above a floor, and one that flies down a slot with 0.1 mm on all sides, touch nothing.",
                 [floor() | {"position": [0, -0.5, 0], "shape": {"box": [2, 0.5, 2]}}, spinning] + slot + [runner],
                 checks("never_overlap", "conserved", and_also=[
                     {"check": "coasts", "body": "cube", "velocity": [0, 0, 0], "angular_velocity": [0, 3, 0]},
                     {"check": "coasts", "body": "runner", "velocity": [0, 0, 10]}]), duration=1.0, gravity=[0, 0, 0])


def lands_flat():
    """Without friction nothing pushes sideways: five cubes that fall on each other stay in line."""
    cubes = [box(f"cube_{i}", [0.5] * 3, [0, 0.6 + 1.7 * i, 0], restitution=0, friction=0) for i in range(5)]
    expect = [{"check": "final_at", "body": f"cube_{i}", "position": [0, 0.5 + i, 0], "tolerance": 0.004} for i in range(5)]
    return scene("five cubes fall on each other", "Flat, and without friction: what lands flat gets no spin, and the stack stands straight.",
                 [dict(floor(), friction=0, restitution=0)] + cubes,
                 checks("never_overlap", "energy_never_grows", and_also=expect), duration=6.0)


def lands_on_slope():
    """Friction takes mu times the normal impulse of the landing too: at the friction angle a cube stops where it lands."""
    angle = math.atan(0.5)
    turn = [0, 0, -math.sin(angle / 2), math.cos(angle / 2)]
    down, up = (math.cos(angle), -math.sin(angle)), (math.sin(angle), math.cos(angle))
    slab = box("slope", [6, 0.5, 2], [-0.5 * up[0], -0.5 * up[1], 0], type="static", rotation=turn, friction=0.501, restitution=0)
    cube = box("cube", [0.5] * 3, [0.506 * up[0], 0.506 * up[1], 0], rotation=turn, friction=0.501, restitution=0)
    fall = 0.0054 / math.cos(angle)  # it meets the slope after this, at the impact gap, and friction holds it from there
    return scene("a cube lands on a slope", "At the friction angle, by a thousandth: it stays where it lands.", [cube, slab],
                 checks("never_overlap", "energy_never_grows",
                        and_also=[{"check": "final_at", "body": "cube", "tolerance": 1e-3,
                                   "position": [0.506 * up[0], 0.506 * up[1] - fall, 0]}]), duration=5.0, time_step=0.025)


def scenes():
    yield "contact/belts", belts()
    yield "contact/rolling", rolling()
    yield "contact/sieve", sieve()
    yield "contact/balloons", balloons()
    yield "contact/mill", mill()
    yield "contact/slopes", slopes()
    yield "contact/break", opening_break()
    yield "rest/kapla_102", kapla()
    yield "issues/narrow_gap", narrow_gap()
    yield "issues/lands_flat", lands_flat()
    yield "issues/lands_on_slope", lands_on_slope()
