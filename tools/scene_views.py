"""From where each scene wants to be seen, and what its picture in docs/gallery.md shows.

`VIEWS`: by path below scenes/ (a prefix serves a family), the scene file's "camera" and its note "x_picture":
"time" in seconds, "overlay" as `firstcontact render --overlay` takes it. `FILMS`: the file's "view" of scenes that open
on an impact.
"""

STEP = 1 / 60


def still(position, target, **more):
    return {"keys": [{"position": list(position), "target": list(target)}], **more}


def bullet_picture(speed):
    """Just after the impact: it comes after 1.37 steps."""
    return {"time": round(1.37 * STEP + 0.34 / speed, 9), "overlay": "trails,impulses"}


VIEWS = {
    "tunnelling/plates": (still((1.2, 1.4, 3.4), (0, 0, 0)), {"time": 0.0195, "overlay": "impulses,spin"}),
    "spin/t_handle": (still((0.75, 0.6, 1.4), (0, 0.13, 0)), {"time": 6.0, "overlay": "spin,trails"}),
    "spin/top": (None, {"time": 1.0, "overlay": "spin"}),
    "rest/crate": (None, {"time": 0.75, "overlay": "trails,impulses"}),
    "rest/": (None, {"time": 2.0, "overlay": ""}),
    "rest/dice": (still((0.15, 0.85, 1.05), (-0.06, 0, -0.14)), {"time": 4.0, "overlay": ""}),
    "rest/kapla": (still((0.75, 0.75, 1.15), (0, 0.4, 0)), {"time": 0.5, "overlay": ""}),
    "contact/belts": (still((0.6, 2.6, 4.2), (0.6, 0, 0.6)), {"time": 2.2, "overlay": ""}),
    "contact/rolling": (still((2.2, 2.6, 5.0), (2.2, 0, 0)), {"time": 4.0, "overlay": "trails"}),
    "contact/sieve": (still((2.6, 2.9, 4.0), (0, 0.8, 0)), {"time": 0.75, "overlay": ""}),
    "contact/balloons": (still((0, 3.0, 8.0), (0, 2.0, 0), walls="shown"), {"time": 1.6, "overlay": "trails"}),
    "contact/mill": (still((2.5, 1.6, 4.5), (0.2, 0.2, 0)), {"time": 0.9, "overlay": "spin"}),
    "contact/slopes": (still((-1.0, 4.0, 6.0), (-2.5, 0.7, 0), walls="shown"), {"time": 1.3, "overlay": "trails"}),
    "contact/break": (still((-0.1, 0.75, 0.55), (0.05, 0, 0)), {"time": 0.12, "overlay": "trails"}),
    "contact/wall_hit": (still((4.5, 3.2, 6.5), (0, 2.2, 0.5)), {"time": 0.3, "overlay": ""}),
    "issues/lands_flat": (still((4, 4, 9), (0, 2.5, 0)), {"time": 0.5, "overlay": "trails"}),
    "issues/lands_on_slope": (still((1.5, 2.5, 6), (0, 0, 0), walls="shown"), {"time": 0.3, "overlay": ""}),
    "issues/narrow_gap": (still((3, 3, 8), (2.5, 0.5, 0), walls="shown"), {"time": 0.4, "overlay": "trails"}),
    "many/shower": (still((18, 17, 24), (0, 7.2, 0)), {"time": 0.45, "overlay": ""}),
    "many/": (still((19, 15, 34), (0, -1.5, 0)), {"time": 1.0, "overlay": "trails"}),
    "concave/bowl_of_balls": (still((0.55, 0.75, 1.05), (0, -0.2, 0), walls="shown"), {"time": 2.0, "overlay": ""}),
    "concave/ring_on_hook": (still((0.3, 0.25, 0.75), (0.06, 0.12, 0), walls="shown"), {"time": 0.3, "overlay": ""}),
    "concave/shaken_chain": (still((7, -3, 12), (0, -4.5, 0), walls="shown"), {"time": 3.2, "overlay": ""}),
    "concave/hills": (still((4.5, 3.2, 6), (0, -0.2, 0), walls="shown"), {"time": 1.2, "overlay": "trails"}),
    "thesis_demo": (
        {"keys": [{"time": 0, "position": [12, 9, 19], "target": [0, 1.5, 0]},
                  {"time": 2.5, "position": [12, 7, 15], "target": [0, 1, 0]},
                  {"time": 6, "position": [-3, 6, 12.5], "target": [0, 0.6, 0]},
                  {"time": 10, "position": [-12, 7, 12], "target": [0, 0.5, 0]}]},
        {"time": 1.5, "overlay": "trails"}),
}
# A second for what matters, two before and after it; the eye nearly in the plane of what is met.
FILM_SECONDS = 4.0


def film(eye, target, loop, overlays):
    return {"camera": {"eye": list(eye), "target": list(target), "field_of_view": 40},
            "speed": float(f"{(loop[1] - loop[0]) / FILM_SECONDS:.3g}"), "loop": [round(time, 9) for time in loop],
            "overlays": overlays}


FILMS = {"tunnelling/plates.json": film((0.25, 0.9, 2.9), (0, 0.05, 0), (0.0163, 0.0223), ["impulses"])}
for speed in (10, 100, 1000, 10000):  # from half a metre before the plate; a bullet that passes gets half a metre behind
    FILMS[f"tunnelling/bullet_{speed}.json"] = film((-0.2, 0.42, 1.55), (0, 0.19, -0.1),
                                                    (1.37 * STEP - 0.2 / speed, 1.37 * STEP + 0.8 / speed), ["impulses"])
    VIEWS[f"tunnelling/bullet_{speed}.json"] = (None, bullet_picture(speed))
for spin in (50, 100, 200, 500, 1000):  # the rod meets the post after 1.82 s rad/s, at its spin
    FILMS[f"tunnelling/rod_post_{spin}.json"] = film((1.15, 1.75, 1.55), (0.42, 0.3, 0), (0.9 / spin, 3.1 / spin), ["impulses"])
    VIEWS[f"tunnelling/rod_post_{spin}.json"] = (None, {"time": round(1.82136 / spin, 9), "overlay": "impulses,spin"})
for spin, time, loop in ((10, 0.1925, (0.1, 0.34)), (100, 0.1035, (0.09, 0.15)), (1000, 0.0923, (0.0909, 0.0969))):
    FILMS[f"tunnelling/propeller_{spin}.json"] = film((1.7, 1.15, 1.9), (0.3, 0.2, 0), loop, ["impulses"])
    VIEWS[f"tunnelling/propeller_{spin}.json"] = (None, {"time": time, "overlay": "trails,impulses"})
VIEWS["tunnelling/plates"] = (None, {"time": 0.0195, "overlay": "impulses,spin"})


def with_view(path, made):
    """The scene with its camera and its picture, if `VIEWS` knows them."""
    if f"{path}.json" in FILMS:
        made = {**made, "view": FILMS[f"{path}.json"]}
    matching = [prefix for prefix in VIEWS if f"{path}.json".startswith(prefix)]
    if not matching:
        return made
    camera, picture = VIEWS[max(matching, key=len)]
    return {**made, **({"camera": camera} if camera and "camera" not in made else {}), "x_picture": picture}
