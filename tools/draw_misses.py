#!/usr/bin/env python3
"""Draws one step of three scenes as each method of the time of impact sees it, as SVG on standard output.

usage: tools/draw_misses.py build/release/firstcontact tests/scene/data/tunnelling > docs/images/misses.svg

The scenes are looked for, not chosen by hand: the first fast bullet that `sampled` lets through, the first rod that slips past
its post for `discrete`, `sampled` and `swept_full`, and the plates that `swept_faces` holds apart the furthest. Every word
about an answer is what `firstcontact toi --method` answered.
"""
import json
import math
import pathlib
import subprocess
import sys
import tempfile

import draw_paths
import scene_queries

SAMPLES = 16
FAST = 900.0  # m/s
INK = {"discrete": "#1f5fa8", "sampled": "#2f8f5b", "swept_full": "#8a4fa3", "swept_faces": "#a8325e", "certified": "#c0501a"}
STILL = "#8d877a"


def dot(a, b):
    return sum(p * q for p, q in zip(a, b))


def scaled(a, factor):
    return [factor * c for c in a]


def unit(a):
    return scaled(a, 1.0 / math.sqrt(dot(a, a)))


def square_to(a, axis):
    """The unit direction of what is left of `a` without its part along the unit `axis`."""
    return unit([p - dot(a, axis) * q for p, q in zip(a, axis)])


class Step:
    """The step of a scene in which its two bodies first meet, and what the methods say about it."""

    def __init__(self, scene, answers):
        step = scene["time_step"]
        start = step * math.floor(scene["x_oracle"]["t"] / step)
        self.bodies = scene["bodies"]
        self.motions = [scene_queries.motion(body, start, step) for body in self.bodies]
        self.speed = math.sqrt(dot(self.closing(), self.closing())) / step  # m/s
        self.answers = answers

    def closing(self):
        """How far b goes, seen from a, in the step."""
        return [q - p for p, q in zip(self.motions[0][7:10], self.motions[1][7:10])]

    def misses(self, *methods):
        return all(self.answers[method]["status"] == "clear" for method in methods)

    def early_by(self, method):
        """Metres that the shapes still have to go when `method` says that they touch."""
        if self.answers[method]["status"] != "touches":
            return 0.0
        certified = self.answers["certified"]
        return (certified["time"] - self.answers[method]["time"]) * -dot(certified["normal"], self.closing())

    def corners(self, which, time, spins):
        """The corners of body `which` at that part of the step; without its spin, as the swept methods think of it."""
        motion = self.motions[which]
        turn = scene_queries.turn(motion[10:13], time if spins else 0.0)
        rotation = scene_queries.product(turn, motion[3:7])
        place = [p + v * time for p, v in zip(motion[0:3], motion[7:10])]
        box = ([c * s for c, s in zip(corner, self.bodies[which]["scale"])] for corner in scene_queries.CORNERS)
        return [[p + c for p, c in zip(place, draw_paths.turned(rotation, corner))] for corner in box]


class Panel:
    """A window onto a plane of the world: `right` and `up` are unit, `middle` is the point (m) in the window's middle."""

    def __init__(self, name, window, plane, middle, scale):
        self.name, self.window, self.plane, self.middle, self.scale = name, window, plane, middle, scale  # scale: pixels a metre

    def pixel(self, point):
        x, y, width, height = self.window
        away = [p - m for p, m in zip(point, self.middle)]
        return (x + width / 2 + self.scale * dot(away, self.plane[0]), y + height / 2 - self.scale * dot(away, self.plane[1]))

    def shape(self, corners, style):
        flat = draw_paths.outline([self.pixel(corner) for corner in corners])
        print(f'<path d="M{" ".join(f"{x:.1f} {y:.1f}" for x, y in flat)}Z" {style}/>')

    def begin(self, title):
        x, y, width, height = self.window
        frame = f'<rect x="{x}" y="{y}" width="{width}" height="{height}"'
        print(f'<text x="{x}" y="{y - 8}" font-weight="bold">{title}</text>')
        print(f'<clipPath id="{self.name}">{frame}/></clipPath>{frame} fill="#fbfaf7"/><g clip-path="url(#{self.name})">')

    def end(self, step, methods):
        x, y, width, height = self.window
        print(f'</g><rect x="{x}" y="{y}" width="{width}" height="{height}" fill="none" stroke="#555"/>')
        for i, method in enumerate(methods):
            answer = step.answers[method]
            told = "clear" if answer["status"] == "clear" else f'{answer["status"]} at {answer["time"]:.4f} of the step'
            looks = f", {SAMPLES} parts" if method == "sampled" else ""
            columns = width // 450
            left, row = x + (i % columns) * 460, y + height + 18 + 18 * (i // columns)
            print(f'<text x="{left:.0f}" y="{row}" fill="{INK[method]}">{method}{looks}: {told}</text>')


def line(method, width=1.0):
    return f'fill="{INK[method]}" fill-opacity=".25" stroke="{INK[method]}" stroke-width="{width}"'


def draw_looks(panel, step, which):
    """The body at every look of `sampled`, at the ends, which `discrete` sees too, and where it truly touches."""
    for k in range(1, SAMPLES):
        panel.shape(step.corners(which, k / SAMPLES, True), line("sampled"))
    for time in (0.0, 1.0):
        panel.shape(step.corners(which, time, True), line("discrete", 2.0))
    panel.shape(step.corners(which, step.answers["certified"]["time"], True), line("certified", 2.0))


def draw_bullet(step):
    way = scaled(step.closing(), -1.0)
    right = unit(way)
    middle = [p + 0.5 * v for p, v in zip(step.motions[0][0:3], way)]
    scale = 860 / math.sqrt(dot(way, way))
    panel = Panel("bullet", (20, 34, 920, 90), (right, square_to([0, 1, 0], right)), middle, scale)
    panel.begin(f"A bullet at {step.speed:.0f} m/s and a thin plate, from the side")
    panel.shape(step.corners(1, 0.0, True), f'fill="{STILL}" stroke="{STILL}" stroke-width="1.5"')
    draw_looks(panel, step, 0)
    panel.end(step, ["discrete", "sampled", "swept_full", "certified"])


def draw_rod(step):
    spin = math.sqrt(dot(step.motions[0][10:13], step.motions[0][10:13]))
    panel = Panel("rod", (20, 210, 450, 330), ([1, 0, 0], [0, 0, -1]), step.motions[0][0:3], 200)
    panel.begin(f"A rod that turns by {spin:.1f} rad, and a post, from above")
    for time in (0.0, 1.0):
        panel.shape(step.corners(0, time, False), f'fill="none" stroke="{INK["swept_full"]}" stroke-width="5" opacity=".4"')
    draw_looks(panel, step, 0)
    panel.shape(step.corners(1, 0.0, True), 'fill="black" stroke="black" stroke-width="2"')
    panel.end(step, ["discrete", "sampled", "swept_full", "certified"])


def draw_plates(step):
    # Seen square to the normal, the gap is as wide as it is.
    normal = step.answers["certified"]["normal"]
    time = step.answers["swept_faces"]["time"]
    middle = [0.5 * (p + q) + 0.5 * time * (v + w) for p, q, v, w in zip(*(m[k : k + 3] for k in (0, 7) for m in step.motions))]
    panel = Panel("plates", (490, 210, 450, 330), (square_to(step.closing(), normal), normal), middle, 190)
    panel.begin(f"swept_faces stops plates that are {1000 * step.early_by('swept_faces'):.0f} mm apart")
    for method in ("swept_faces", "certified"):
        for which in (0, 1):
            panel.shape(step.corners(which, step.answers[method]["time"], True), line(method, 2.0))
    panel.end(step, ["swept_faces", "certified", "swept_full"])


def answers_of(program, queries, method):
    """By number of the query, what the method says."""
    with tempfile.NamedTemporaryFile(suffix=".jsonl") as results:
        command = [program, "toi", queries, "--method", method, "--samples", str(SAMPLES), "--results", results.name]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
        rows = [json.loads(row) for row in pathlib.Path(results.name).read_text().splitlines()]
    return {row["id"]: row for row in rows}


def steps_of(program, scene_file):
    """The steps of a file of scenes in which two bodies meet."""
    scenes = [json.loads(row) for row in scene_file.read_text().splitlines()]
    scenes = [scene for scene in scenes if scene["x_oracle"]["overlap"]]  # as scene_queries numbers them
    with tempfile.NamedTemporaryFile(suffix=".toi") as queries:
        tool = pathlib.Path(__file__).with_name("scene_queries.py")
        subprocess.run([sys.executable, tool, scene_file], check=True, stdout=queries)
        answers = {method: answers_of(program, queries.name, method) for method in INK}
    return [Step(scene, {method: answers[method][i] for method in INK}) for i, scene in enumerate(scenes)]


def main():
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    program, folder = sys.argv[1], pathlib.Path(sys.argv[2])
    bullets, rods, plates = (steps_of(program, folder / f"{name}.jsonl") for name in ("bullet", "rodpost", "plates_nospin"))
    print('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 960 630" font-family="Helvetica, Arial, sans-serif" font-size="14">')
    print('<rect width="100%" height="100%" fill="white"/>')
    draw_bullet(next(step for step in bullets if step.speed > FAST and step.misses("discrete", "sampled")))
    draw_rod(next(step for step in rods if step.misses("discrete", "sampled", "swept_full")))
    draw_plates(max(plates, key=lambda step: step.early_by("swept_faces")))
    print("</svg>")


if __name__ == "__main__":
    main()
