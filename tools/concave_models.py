"""Closed meshes that are not convex, for scenes/concave; tools/make_models.py writes them with the others.

A mesh is (vertices, polygons), polygons counter-clockwise seen from outside. Metres, Y up.
"""

import math


def turn_profile(profile, sides):
    """The solid about Y of a closed (radius, height) outline that runs counter-clockwise, radius to the right.

    Where two points in a row have radius 0 the outline runs along the axis, and there is no surface."""
    vertices, rings = [], []
    for radius, height in profile:
        count = sides if radius > 0 else 1
        rings.append(list(range(len(vertices), len(vertices) + count)))
        vertices += [(radius * math.cos(2 * math.pi * k / sides), height, -radius * math.sin(2 * math.pi * k / sides))
                     for k in range(count)]
    polygons = []
    for low, high in zip(rings, rings[1:] + rings[:1]):
        if len(low) == len(high) == 1:
            continue
        for k in range(sides):
            at = lambda ring, i: ring[i % len(ring)]
            corners = [at(low, k), at(low, k + 1), at(high, k + 1), at(high, k)]
            polygons.append(list(dict.fromkeys(corners)))
    return vertices, polygons


def bowl(radius, thickness, steps, sides):
    """Half a ball, hollow, open upwards, its middle at the origin."""
    arc = lambda r, i: (r * math.sin(math.pi / 2 * i / steps), -r * math.cos(math.pi / 2 * i / steps))
    outer = [arc(radius, i) for i in range(steps + 1)]
    inner = [arc(radius - thickness, i) for i in range(steps, -1, -1)]
    return turn_profile([(0.0, outer[0][1])] + outer[1:] + inner[:-1] + [(0.0, inner[-1][1])], sides)


def ring(radius, thickness, around, across):
    """A torus about Y; `radius` is that of its centre line, `thickness` that of its wire."""
    outline = [(radius + thickness * math.cos(2 * math.pi * i / across), thickness * math.sin(2 * math.pi * i / across))
               for i in range(across)]
    return turn_profile(outline, around)


def tube(path, thickness, across):
    """A round wire along a path in the plane z = 0, with flat ends; seen along the path, outside is outside."""
    vertices, polygons = [], []
    for i, (x, y) in enumerate(path):
        before, after = path[max(i - 1, 0)], path[min(i + 1, len(path) - 1)]
        along = (after[0] - before[0], after[1] - before[1])
        length = math.hypot(*along)
        side = (-along[1] / length, along[0] / length)
        for k in range(across):
            u = thickness * math.cos(2 * math.pi * k / across)
            vertices.append((x + u * side[0], y + u * side[1], thickness * math.sin(2 * math.pi * k / across)))
    for i in range(len(path) - 1):
        for k in range(across):
            a, b = i * across + k, i * across + (k + 1) % across
            polygons.append([a, b, b + across, a + across])
    last = (len(path) - 1) * across
    polygons.append(list(reversed(range(across))))
    polygons.append([last + k for k in range(across)])
    return vertices, polygons


def arc(center, radius, begin_degrees, end_degrees, steps):
    angles = [math.radians(begin_degrees + (end_degrees - begin_degrees) * i / steps) for i in range(steps + 1)]
    return [(center[0] + radius * math.cos(a), center[1] + radius * math.sin(a)) for a in angles]


def terrain(side, height, cells):
    """A sheet of 2 cells^2 triangles above [-side/2, side/2]^2: hills from a few waves. It has no inside."""
    def y(x, z):
        waves = ((1.0, 2.0, 1.0, 0.3), (0.5, -3.0, 4.0, 1.1), (0.25, 7.0, 5.0, 2.0), (0.12, -11.0, 13.0, 0.7))
        return height * sum(a * math.sin(2 * math.pi / side * (p * x + q * z) + f) for a, p, q, f in waves)
    at = lambda i, j: i * (cells + 1) + j
    place = lambda i: side * (i / cells - 0.5)
    vertices = [(place(i), y(place(i), place(j)), place(j)) for i in range(cells + 1) for j in range(cells + 1)]
    polygons = []
    for i in range(cells):
        for j in range(cells):
            a, b, c, d = at(i, j), at(i, j + 1), at(i + 1, j + 1), at(i + 1, j)
            polygons += [[a, b, c], [a, c, d]] if (i + j) % 2 == 0 else [[a, b, d], [b, c, d]]
    return [tuple(round(c, 4) for c in v) for v in vertices], polygons


def models():
    """(name, about, mesh)"""
    yield "bowl", "half a hollow ball, 1 m across, 4 cm thick", bowl(0.5, 0.04, 6, 24)
    yield "ring", "a torus about Y, 20 cm across, its wire 3 cm thick", ring(0.085, 0.015, 20, 10)
    hook = [(0.0, 0.5), (0.0, 0.4), (0.0, 0.3), (0.0, 0.2)] + arc((0.1, 0.1), 0.1, 180, 380, 14)
    yield "hook", "a hook of round wire, 2.4 cm thick, its stem up", tube(hook, 0.012, 8)
    yield "terrain", "a sheet of hills, 10 m by 10 m, 10082 triangles, without an inside", terrain(10.0, 0.35, 71)
