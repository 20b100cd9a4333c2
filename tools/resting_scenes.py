"""Scenes of bodies that stand on each other, for make_scenes.py: stacks, a pyramid, a house of cards, an arch, a wall.

Each starts at the gap at which bodies rest, so that nothing has to be moved before the first step.
"""
import math

REST_GAP = 0.8 * 8e-4  # of a body's size, the cube root of its volume (src/core/tolerances.hpp)


def box(name, half_extents, position, **more):
    return {"name": name, "shape": {"box": half_extents}, "position": position, **more}


def floor():
    return box("floor", [40, 0.5, 40], [0, -0.5, 0], type="static")


def checks(*names, **more):
    return [{"check": name} for name in names] + list(more.get("and_also", []))


def scene(name, note, bodies, expect, **keys):
    return {"version": 1, "name": name, "x_note": note, "gravity": [0, -9.81, 0], "time_step": 1 / 60, **keys,
            "bodies": [dict(b, restitution=b.get("restitution", 0.0)) for b in bodies], "expect": expect}


def stands(names, distance):
    return [{"check": "moved_less", "bodies": names, "distance": distance}]


def stack(count, duration):
    boxes = [box(f"box_{i}", [0.5] * 3, [0, 0.5 + i + (i + 1) * REST_GAP, 0]) for i in range(count)]
    return scene(f"stack of {count}", f"{count} boxes on top of each other stand still.", [floor()] + boxes,
                 checks("never_overlap", "energy_never_grows", and_also=stands([b["name"] for b in boxes], 1e-3)),
                 duration=duration)


def pyramid(rows, duration):
    boxes = [box(f"box_{row}_{i}", [0.5] * 3, [1.05 * (i - 0.5 * (rows - row - 1)), 0.5 + row + (row + 1) * REST_GAP, 0])
             for row in range(rows) for i in range(rows - row)]
    return scene(f"pyramid of {rows} rows", f"{len(boxes)} boxes, each on two below.", [floor()] + boxes,
                 checks("never_overlap", "energy_never_grows", and_also=stands([b["name"] for b in boxes], 1e-3)),
                 duration=duration)


def leaning_card(name, foot, apex, toward):
    """A card of 1 m x 0.6 m x 2 cm that leans 20 degrees `toward` (1: right), its edge `foot` high, its top at `apex`."""
    length, thickness, angle = 1.0, 0.02, math.radians(20)
    x = apex - toward * 0.5 * (length * math.sin(angle) + thickness * math.cos(angle))
    y = foot + 0.5 * (length * math.cos(angle) + thickness * math.sin(angle))
    turn = [0, 0, -toward * math.sin(angle / 2), math.cos(angle / 2)]
    return box(name, [thickness / 2, length / 2, 0.3], [x, y, 0], rotation=turn)


def card_house(storeys, duration):
    length, thickness, angle = 1.0, 0.02, math.radians(20)
    gap = REST_GAP * (length * thickness * 0.6) ** (1 / 3)
    pitch = 2 * (length * math.sin(angle) + thickness * math.cos(angle)) + 0.02
    height = length * math.cos(angle) + thickness * math.sin(angle)
    cards, base = [], 0.0
    for storey in range(storeys):
        tents = storeys - storey
        for i in range(tents):
            center = pitch * (i - 0.5 * (tents - 1))
            for side, toward in (("left", 1), ("right", -1)):
                cards.append(leaning_card(f"{side}_{storey}_{i}", base + gap, center - toward * gap / 2, toward))
        base += gap + height
        for i in range(tents - 1):
            center = pitch * (i - 0.5 * (tents - 2))
            cards.append(box(f"flat_{storey}_{i}", [pitch / 2 - 0.005, thickness / 2, 0.3],
                             [center, base + gap + thickness / 2, 0]))
        base += gap + thickness
    for card in cards:
        card["friction"] = 0.8
    return scene(f"house of cards of {storeys} storeys", "Cards that lean on each other, held by friction alone.",
                 [dict(floor(), friction=0.8)] + cards,
                 checks("never_overlap", "energy_never_grows", and_also=stands([c["name"] for c in cards], 1e-3)),
                 duration=duration)


def arch(count, duration):
    inner, outer, depth = 4.0, 5.0, 0.5
    volume = depth * 0.5 * math.pi * (outer ** 2 - inner ** 2) / count
    gap = REST_GAP * volume ** (1 / 3)
    stones = []
    for i in range(count):
        corners = []
        for k, side in ((i, 1), (i + 1, -1)):
            angle = math.pi * k / count
            along = (-math.sin(angle), math.cos(angle))  # half the gap off each joint
            for radius in (inner, outer):
                corner = [radius * math.cos(angle) + side * 0.5 * gap * along[0],
                          radius * math.sin(angle) + side * 0.5 * gap * along[1] + 0.5 * gap]
                corners += [corner + [-depth / 2], corner + [depth / 2]]
        stones.append({"name": f"stone_{i}", "shape": {"hull": corners}, "position": [0, 0, 0], "friction": 1.0})
    return scene(f"arch of {count} stones", "A half circle of stones without glue.",
                 [dict(floor(), friction=1.0)] + stones,
                 checks("never_overlap", "energy_never_grows", and_also=stands([s["name"] for s in stones], 1e-3)),
                 duration=duration)


def bricks_of_wall():
    half = [0.25, 0.125, 0.125]
    gap = REST_GAP * (8 * half[0] * half[1] * half[2]) ** (1 / 3)
    return [box(f"brick_{row}_{i}", half, [0.501 * (i - 4.5) + (0.0625 if row % 2 else -0.0625),
                                         half[1] + row * 2 * half[1] + (row + 1) * gap, 0], density=2000)
            for row in range(20) for i in range(10)]


def wall(duration):
    bricks = bricks_of_wall()
    return scene("wall of 200 bricks", "Five metres high, without mortar.", [floor()] + bricks,
                 checks("never_overlap", "energy_never_grows", and_also=stands([b["name"] for b in bricks], 1e-3)),
                 duration=duration)


def wall_hit(duration):
    """What lies in the ball's way is driven out, what carries it falls, and the wall's ends stand."""
    ball = {"name": "ball", "shape": {"sphere": 0.3}, "density": 8842, "position": [0, 2.5, -3],
            "linear_velocity": [0, 0, 30]}
    in_the_way = [f"brick_{row}_{i}" for row in (9, 10) for i in (4, 5)]
    at_the_foot = [f"brick_{row}_{i}" for row in (0, 1) for i in (0, 1, 8, 9)]
    return scene("a ball of a ton hits a wall", "At 30 m/s, in the middle.", [floor()] + bricks_of_wall() + [ball],
                 checks("never_overlap", "energy_never_grows", "no_time_lost",
                        and_also=stands(at_the_foot, 0.25) +
                        [{"check": "moved_more", "bodies": in_the_way, "distance": 1.0}]), duration=duration)


def scenes():
    yield "rest/stack_10", stack(10, 60.0)
    yield "rest/stack_30", stack(30, 20.0)
    yield "rest/pyramid_20", pyramid(20, 2.0)
    yield "rest/card_house_3", card_house(3, 20.0)
    yield "rest/arch_25", arch(25, 20.0)
    yield "rest/wall_200", wall(1.0)
    yield "contact/wall_hit", wall_hit(0.6)
