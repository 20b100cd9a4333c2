"""Scenes in a plane, for make_scenes.py: two boxes and their axes, a circle against a box, bodies that the mouse pours, and
drag. What moves keeps to z = 0 and turns about z alone.
"""
import math

from resting_scenes import box, checks

STEP = 1 / 60
IN_PLANE = {"lock": ["z", "rx", "ry"]}
LYING = [math.sqrt(0.5), 0, 0, math.sqrt(0.5)]  # a cylinder's axis along z: a circle in the plane
RED, BLUE, GREEN, GREY = [0.82, 0.28, 0.2], [0.22, 0.42, 0.8], [0.3, 0.62, 0.35], [0.42, 0.45, 0.5]


def about_z(degrees):
    return [0, 0, math.sin(math.radians(degrees) / 2), math.cos(math.radians(degrees) / 2)]


def front(height, distance):
    return {"eye": [0, height, distance], "target": [0, height, 0], "field_of_view": 40}


def circle(name, radius, position, **more):
    return {"name": name, "shape": {"cylinder": [radius, 0.2]}, "position": position, "rotation": LYING, **IN_PLANE, **more}


def scene(name, note, bodies, expect, **keys):
    return {"version": 1, "name": name, "x_note": note, "gravity": [0, 0, 0], "time_step": STEP, **keys, "bodies": bodies,
            "expect": expect}


def pair(name, note, first, second):
    return scene(name, note, [first, second], checks("never_overlap", "energy_never_grows"), time_step=0.1, duration=1.5,
                 view={"camera": front(0, 6.2), "paused": True, "pair": [first["name"], second["name"]]},
                 x_picture={"time": 0.0, "overlay": ""})


def two_boxes():
    return pair("two boxes in a plane",
                "Arrows move the first box, Q and E turn it: green apart, red in each other, with the shortest way out.",
                box("first", [0.5, 0.3, 0.2], [-1.25, 0.2, 0], rotation=about_z(20), linear_velocity=[2, 0, 0], color=BLUE,
                    **IN_PLANE),
                box("second", [0.45, 0.45, 0.2], [0.6, -0.1, 0], rotation=about_z(-30), color=RED, **IN_PLANE))


def circle_and_box():
    return pair("circle against box", "The circle is a circle, no polygon: arrows move it, and the way out is exact.",
                circle("circle", 0.45, [-1.25, 0.75, 0], linear_velocity=[2, -0.6, 0], color=BLUE),
                box("box", [0.7, 0.4, 0.2], [0.5, -0.1, 0], rotation=about_z(25), color=RED, **IN_PLANE))


def kinds(x, y):
    return [box("brick", [0.16, 0.1, 0.2], [x - 0.4, y, 0], rotation=about_z(10), color=RED, restitution=0.2, **IN_PLANE),
            circle("disc", 0.11, [x + 0.4, y, 0], color=BLUE, restitution=0.2)]


def poured():
    fixed = [box("left_chute", [1.1, 0.05, 0.5], [-1.35, 2.1, 0], type="static", rotation=about_z(-25), color=GREY),
             box("right_chute", [1.1, 0.05, 0.5], [1.5, 1.1, 0], type="static", rotation=about_z(25), color=GREY),
             box("shelf", [1.5, 0.06, 0.5], [-0.2, 0, 0], type="static", color=GREY)]
    return scene("poured by hand",
                 "Hold the left mouse button for bricks, the right one for discs: 20 a second. What falls off is removed.",
                 fixed + kinds(-1.2, 3.0), checks("never_overlap", "energy_never_grows"), gravity=[0, -9.81, 0], duration=6.0,
                 bounds={"min": [-6, -3, -1], "max": [6, 8, 1]},
                 view={"camera": front(1.3, 7.2), "spawn": ["brick", "disc"]}, x_picture={"time": 0.7, "overlay": "trails"})


def thick_air():
    walls = [box(f"wall_{name}", half, at, type="static", color=GREY)
             for name, half, at in (("left", [0.05, 1.5, 0.4], [-2.2, 0, 0]), ("right", [0.05, 1.5, 0.4], [2.2, 0, 0]),
                                    ("below", [2.3, 0.05, 0.4], [0, -1.56, 0]), ("above", [2.3, 0.05, 0.4], [0, 1.56, 0]))]
    moving = kinds(0, 0.9)
    for i in range(12):
        angle = 2 * math.pi * i / 12
        at = [round(1.5 * math.cos(angle), 3), round(0.95 * math.sin(angle) - 0.2, 3), 0]
        moving.append(circle(f"disc_{i}", 0.12, at, color=GREEN, restitution=0.9, friction=0.1,
                             linear_velocity=[round(-4 * math.sin(angle), 3), round(4 * math.cos(angle), 3), 0]))
    return scene("thick air",
                 "The fluid trick: drag takes a share of every velocity. Slide drag and gravity, and put more in by mouse.",
                 walls + moving, checks("never_overlap", "energy_never_grows"), duration=8.0,
                 damping={"linear": 0.4, "angular": 0.4},
                 bounds={"min": [-3, -2.5, -1], "max": [3, 2.5, 1]},
                 view={"camera": front(0, 5.4), "spawn": ["brick", "disc"]}, x_picture={"time": 1.2, "overlay": "trails"})


def scenes():
    yield "plane/two_boxes", two_boxes()
    yield "plane/circle_and_box", circle_and_box()
    yield "plane/poured", poured()
    yield "plane/thick_air", thick_air()
