#!/usr/bin/env python3
"""Draws where the bodies of a run went, from the side and from above, as SVG on standard output.

usage: tools/draw_paths.py SCENE.json POSES.csv EVENTS.csv

POSES.csv is `firstcontact export RECORDING -o POSES.csv`, EVENTS.csv is `firstcontact simulate SCENE.json --events`. Lines
are the paths of the bodies' origins, shapes the outlines at the end (grey: what never moves), dots impacts above 1 m/s.
"""
import collections
import csv
import json
import math
import pathlib
import sys

WIDTH = 960  # pixels, of a view
MARGIN = 0.6  # m, around the paths
SMOOTH = 0.02  # m: how far a drawn path may stray from the run's
LOUD = 1.0  # m/s: slower impacts get no dot
STYLE = """<style>
.hall { fill: #fbfaf7; } .frame { fill: none; stroke: #555; stroke-width: 1.5; } .still { fill: #b9b4a8; }
.way { fill: none; stroke-opacity: .55; } .impact { stroke: black; stroke-width: 3; stroke-linecap: round; }
</style>"""
PALETTE = ["#1f5fa8", "#c0501a", "#2f8f5b", "#8a4fa3", "#b58900", "#177f8f", "#a8325e", "#5c6f1f"]


def turned(rotation, point):
    """The point turned by the quaternion [x, y, z, w]."""
    x, y, z, w = rotation
    a, b, c = point
    tx, ty, tz = 2 * (y * c - z * b), 2 * (z * a - x * c), 2 * (x * b - y * a)
    return (a + w * tx + y * tz - z * ty, b + w * ty + z * tx - x * tz, c + w * tz + x * ty - y * tx)


def parts_of(file):
    """The corners of each object or group of an OBJ file."""
    vertices, parts = [], [set()]
    for line in file.read_text().splitlines():
        words = line.split()
        if words[:1] == ["v"]:
            vertices.append(tuple(float(word) for word in words[1:4]))
        elif words[:1] in (["o"], ["g"]):
            parts.append(set())
        elif words[:1] == ["f"]:
            indices = (int(word.split("/")[0]) for word in words[1:])
            parts[-1].update(index - 1 if index > 0 else len(vertices) + index for index in indices)
    return [[vertices[index] for index in part] for part in parts if part]


def outline(points):
    """The convex hull of points of the plane, counter-clockwise (Andrew 1979)."""

    def half(ordered):
        chain = []
        for at in ordered:
            while len(chain) > 1 and cross(chain[-2], chain[-1], at) <= 0:
                chain.pop()
            chain.append(at)
        return chain[:-1]

    def cross(o, a, b):
        return (a[0] - o[0]) * (b[1] - o[1]) - (a[1] - o[1]) * (b[0] - o[0])

    ordered = sorted(set(points))
    return half(ordered) + half(ordered[::-1])


def simplified(path):
    """As few of the path's points as keep within SMOOTH of it (Douglas, Peucker 1973)."""
    if len(path) < 3:
        return path
    (x0, y0), (x1, y1) = path[0], path[-1]
    length = math.hypot(x1 - x0, y1 - y0)

    def stray(at):
        if length == 0:
            return math.hypot(at[0] - x0, at[1] - y0)
        along = max(0, min(1, ((at[0] - x0) * (x1 - x0) + (at[1] - y0) * (y1 - y0)) / length**2))
        return math.hypot(at[0] - x0 - along * (x1 - x0), at[1] - y0 - along * (y1 - y0))

    worst = max(range(1, len(path) - 1), key=lambda i: stray(path[i]))
    if stray(path[worst]) <= SMOOTH:
        return [path[0], path[-1]]
    return simplified(path[: worst + 1])[:-1] + simplified(path[worst:])


class View:
    """The world along one axis: from the side (x right, y up) or from above (x right, z down)."""

    def __init__(self, title, from_above, paths, top):
        self.title, self.from_above, self.top = title, from_above, top  # top: pixel row of the upper edge
        flat = [self.flat(pose) for path in paths.values() for pose in path]
        self.low = [min(at[k] for at in flat) - MARGIN for k in (0, 1)]
        self.size = [max(at[k] for at in flat) + MARGIN - self.low[k] for k in (0, 1)]
        self.height = WIDTH * self.size[1] / self.size[0]

    def flat(self, point):
        return (point[0], point[2] if self.from_above else -point[1])

    def pixel(self, flat):
        scale = WIDTH / self.size[0]
        return f"{20 + (flat[0] - self.low[0]) * scale:.1f} {self.top + (flat[1] - self.low[1]) * scale:.1f}"

    def line(self, points):
        return "M" + " ".join(self.pixel(at) for at in simplified(points))

    def shapes(self, body, pose):
        """The outlines of a body's parts; those that would hide most of the picture (floor, near wall) are left out."""
        shown = []
        for part in body["parts"]:
            corners = (turned(pose[3:7], [c * s for c, s in zip(corner, body.get("scale", [1, 1, 1]))]) for corner in part)
            flat = outline([self.flat([a + b for a, b in zip(corner, pose)]) for corner in corners])
            spans = [max(at[k] for at in flat) - min(at[k] for at in flat) for k in (0, 1)]
            if spans[0] * spans[1] < 0.5 * self.size[0] * self.size[1]:
                shown.append(self.line(flat + flat[:1]) + "Z")
        return "".join(shown)

    def draw(self, scene, paths, impacts):
        frame = f'<rect x="20" y="{self.top}" width="{WIDTH}" height="{self.height:.0f}"'
        name = "above" if self.from_above else "side"
        print(f'<text x="20" y="{self.top - 9}" font-size="15" font-weight="bold">{self.title}</text>')
        print(f'<clipPath id="{name}">{frame}/></clipPath><g clip-path="url(#{name})">{frame} class="hall"/>')
        for body in scene:
            if body["name"] not in paths:
                pose = body.get("position", [0, 0, 0]) + body.get("rotation", [0, 0, 0, 1])
                print(f'<path class="still" d="{self.shapes(body, pose)}"/>')
        for body in scene:
            if body["name"] in paths:
                way = self.line([self.flat(pose) for pose in paths[body["name"]]])
                print(f'<path class="way" stroke="{body["ink"]}" d="{way}"/>')
        for body in scene:
            if body["name"] in paths:
                print(f'<path fill="{body["ink"]}" d="{self.shapes(body, paths[body["name"]][-1])}"/>')
        dots = "".join("M" + self.pixel(self.flat(at)) + "h0" for at in impacts)
        print(f'<path class="impact" d="{dots}"/></g>{frame} class="frame"/>')


def bodies_of(scene_file):
    """The scene's bodies with their OBJ parts and, for those that move, a colour by model."""
    scene = json.loads(scene_file.read_text())["bodies"]
    kinds = sorted({body["mesh"] for body in scene if body.get("type", "dynamic") == "dynamic"})
    for body in scene:
        body["parts"] = parts_of(scene_file.parent / body["mesh"])
        body["ink"] = PALETTE[kinds.index(body["mesh"]) % len(PALETTE)] if body.get("type", "dynamic") == "dynamic" else None
    return scene


def table(file):
    with file.open() as rows:
        return list(csv.DictReader(rows))


def main():
    if len(sys.argv) != 4:
        sys.exit(__doc__)
    scene_file, poses_file, events_file = map(pathlib.Path, sys.argv[1:])
    scene = bodies_of(scene_file)
    moving = {body["name"] for body in scene if body["ink"]}
    paths = collections.defaultdict(list)
    for row in table(poses_file):
        if row["body"] in moving:
            paths[row["body"]].append([float(row[key]) for key in ("x", "y", "z", "qx", "qy", "qz", "qw")])
    loud = [row for row in table(events_file) if row["kind"] == "impact" and float(row["approach_m_s"]) > LOUD]
    impacts = [[float(row[key]) for key in "xyz"] for row in loud]
    side = View("From the side", False, paths, 35)
    above = View("From above", True, paths, 75 + round(side.height))
    size = f"{WIDTH + 40} {above.top + above.height + 20:.0f}"
    print(f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {size}" font-family="Helvetica, Arial, sans-serif">')
    print(STYLE)
    print('<rect width="100%" height="100%" fill="white"/>')
    side.draw(scene, paths, impacts)
    above.draw(scene, paths, impacts)
    print("</svg>")


if __name__ == "__main__":
    main()
