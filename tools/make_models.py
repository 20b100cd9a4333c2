#!/usr/bin/env python3
"""Writes our own models as OBJ files: tools/make_models.py models

Metres, Y up. A model is a list of convex parts, each one `o` object: (name, vertices, polygons counter-clockwise seen
from outside, colour or None). Standard library only.
"""

import math
import pathlib
import struct
import sys
import zlib

import concave_models

WOOD, DARK_WOOD, STEEL, RED, GREY = (0.72, 0.52, 0.32), (0.45, 0.30, 0.18), (0.62, 0.65, 0.70), (0.75, 0.16, 0.12), (0.6, 0.6, 0.58)


def hexahedron(bottom, top):
    """Two quads, counter-clockwise seen from above, bottom below top."""
    sides = [[i, (i + 1) % 4, (i + 1) % 4 + 4, i + 4] for i in range(4)]
    return list(bottom) + list(top), [[3, 2, 1, 0], [4, 5, 6, 7]] + sides


def box(size, center=(0, 0, 0)):
    (x, y, z), (cx, cy, cz) = (s / 2 for s in size), center
    corners = lambda h: [(cx - x, cy + h, cz + z), (cx + x, cy + h, cz + z), (cx + x, cy + h, cz - z), (cx - x, cy + h, cz - z)]
    return hexahedron(corners(-y), corners(y))


def revolved(profile, sides):
    """A convex solid about Y from (radius, height) pairs, bottom to top; radius 0 is a tip."""
    vertices, rings = [], []
    for radius, height in profile:
        ring = []
        for k in range(sides if radius > 0 else 1):
            angle = 2 * math.pi * k / sides
            ring.append(len(vertices))
            vertices.append((radius * math.cos(angle), height, -radius * math.sin(angle)))
        rings.append(ring)
    polygons = [r for r in (rings[0][::-1], rings[-1]) if len(r) > 1]
    for low, high in zip(rings, rings[1:]):
        for k in range(sides):
            at = lambda ring, i: ring[i % len(ring)]
            corners = [at(low, k), at(low, k + 1), at(high, k + 1), at(high, k)]
            polygons.append(list(dict.fromkeys(corners)))
    return vertices, polygons


def bevelled_cube(half, bevel):
    """A cube with its edges and corners cut: 6 face quads, 12 edge quads, 8 corner triangles."""
    inner = half - bevel
    index, vertices = {}, []
    for axis in range(3):
        for signs in ((x, y, z) for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)):
            index[axis, signs] = len(vertices)
            vertices.append(tuple(s * (half if i == axis else inner) for i, s in enumerate(signs)))
    around = ((1, 1), (-1, 1), (-1, -1), (1, -1))
    polygons = []
    for axis in range(3):
        b, c = (axis + 1) % 3, (axis + 2) % 3

        def corner(of_axis, a_sign, b_sign, c_sign):
            signs = [0, 0, 0]
            signs[axis], signs[b], signs[c] = a_sign, b_sign, c_sign
            return index[of_axis, tuple(signs)]

        for sign in (1, -1):
            polygons.append([corner(axis, sign, p, q) for p, q in around])
        for p, q in around:  # the edge along `axis` between the faces of b and c
            polygons.append([corner(b, -1, p, q), corner(b, 1, p, q), corner(c, 1, p, q), corner(c, -1, p, q)])
    for signs in ((x, y, z) for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)):
        polygons.append([index[axis, signs] for axis in range(3)])
    return vertices, [outward(vertices, polygon) for polygon in polygons]


def outward(vertices, polygon):
    """The polygon of a solid around the origin, turned so that it is counter-clockwise seen from outside."""
    a, b, c = (vertices[i] for i in polygon[:3])
    u, v = [b[i] - a[i] for i in range(3)], [c[i] - b[i] for i in range(3)]
    normal = (u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0])
    return polygon if sum(n * x for n, x in zip(normal, a)) > 0 else polygon[::-1]


def icosahedron(radius):
    golden = (1 + math.sqrt(5)) / 2
    scale = radius / math.hypot(1, golden)
    vertices = [p for s in (-1, 1) for t in (-1, 1) for p in
                ((0, s * scale, t * golden * scale), (s * scale, t * golden * scale, 0), (t * golden * scale, 0, s * scale))]
    near = lambda i, j: math.dist(vertices[i], vertices[j]) < 2.01 * scale
    triples = ((i, j, k) for i in range(12) for j in range(i) for k in range(j))
    return vertices, [outward(vertices, [i, j, k]) for i, j, k in triples if near(i, j) and near(j, k) and near(i, k)]


def blade(angle, root=0.10, tip=0.995, pitch=math.radians(20)):
    """Tapered and pitched, along the direction `angle` in the XZ plane; its sections are parallel, so its faces are flat."""
    def section(radius, chord, thickness):
        corners = []
        for along, up in ((-1, -1), (-1, 1), (1, 1), (1, -1)):
            c, t = along * chord / 2, up * thickness / 2
            y, side = c * math.sin(pitch) + t * math.cos(pitch), c * math.cos(pitch) - t * math.sin(pitch)
            corners.append((radius * math.cos(angle) + side * math.sin(angle), y,
                            -radius * math.sin(angle) + side * math.cos(angle)))
        return corners
    vertices, polygons = hexahedron(section(root, 0.18, 0.024), section(tip, 0.12, 0.012))
    return vertices, polygons


def furniture(legs, leg, height, inset):
    """Four legs of square section under a board of legs = (width, depth)."""
    return [(f"leg_{i}", *box((leg, height, leg), (sx * (legs[0] / 2 - inset), height / 2, sz * (legs[1] / 2 - inset))), DARK_WOOD)
            for i, (sx, sz) in enumerate(((1, 1), (-1, 1), (-1, -1), (1, -1)))]


def models():
    yield "cube", "unit cube", [("cube", *box((1, 1, 1)), None)]
    yield "slab", "floor slab 20 x 1 x 20, top at y = 0.5", [("slab", *box((20, 1, 20)), GREY)]
    yield "crate", "1 m crate with cut edges", [("crate", *bevelled_cube(0.5, 0.03), WOOD)]
    yield "rod", "square rod along X, 1 x 0.02 x 0.02", [("rod", *box((1, 0.02, 0.02)), STEEL)]
    yield "icosahedron", "regular, circumscribed radius 0.5", [("icosahedron", *icosahedron(0.5), None)]
    yield "top", "spinning top about Y, tip at the origin", [
        ("top", *revolved([(0, 0), (0.22, 0.20), (0.25, 0.24), (0.22, 0.28), (0.04, 0.36)], 24), RED)]
    yield "t_handle", "T: bar along X on a stem along Y; the stem's axis is the middle one", [
        ("bar", *box((0.6, 0.1, 0.1), (0, 0.3, 0)), STEEL), ("stem", *box((0.1, 0.25, 0.1), (0, 0.125, 0)), STEEL)]
    yield "table", "1.4 x 0.75 x 0.8, top and four legs", [
        ("top", *box((1.4, 0.05, 0.8), (0, 0.725, 0)), WOOD), *furniture((1.4, 0.8), 0.07, 0.70, 0.08)]
    yield "chair_parts", "0.5 x 1 x 0.5, eight convex parts", [
        ("seat", *box((0.5, 0.05, 0.5), (0, 0.475, 0)), WOOD), *furniture((0.5, 0.5), 0.05, 0.45, 0.035),
        ("post_left", *box((0.05, 0.5, 0.05), (-0.215, 0.75, -0.215)), DARK_WOOD),
        ("post_right", *box((0.05, 0.5, 0.05), (0.215, 0.75, -0.215)), DARK_WOOD),
        ("back", *box((0.38, 0.25, 0.03), (0, 0.82, -0.215)), WOOD)]
    yield "shelf", "1.2 x 2 x 0.4, two sides and four boards", [
        *((f"side_{i}", *box((0.04, 2, 0.4), (x, 1, 0)), DARK_WOOD) for i, x in enumerate((-0.58, 0.58))),
        *((f"board_{i}", *box((1.12, 0.03, 0.4), (0, 0.1 + 0.6 * i, 0)), WOOD) for i in range(4))]
    for name, about, mesh in concave_models.models():
        yield name, about, [(name, *mesh, None)]
    yield "propeller", "diameter 2, axis Y, hub and three blades", [
        ("hub", *revolved([(0.12, -0.07), (0.12, 0.05), (0.05, 0.1)], 12), STEEL),
        *((f"blade_{i}", *blade(2 * math.pi * i / 3), RED) for i in range(3))]


# --- the die: the one model with a picture on it (MTL's map_Kd)

PIPS = {1: [(0, 0)], 2: [(-1, -1), (1, 1)], 3: [(-1, -1), (0, 0), (1, 1)], 4: [(x, y) for x in (-1, 1) for y in (-1, 1)],
        5: [(x, y) for x in (-1, 1) for y in (-1, 1)] + [(0, 0)], 6: [(x, y) for x in (-1, 1) for y in (-1, 0, 1)]}
TILE = 96  # pixels; the picture has three tiles across and two down, one a side: 1 2 3 above 4 5 6
SIDES = {(0, 1): 1, (1, 1): 2, (2, 1): 3, (2, -1): 4, (1, -1): 5, (0, -1): 6}  # (axis, sign): opposite sides add up to 7


def die_picture():
    """Rows of RGB bytes, top row first: ivory, dark pips with soft rims, the one red."""
    rows = []
    for y in range(2 * TILE):
        row = bytearray()
        for x in range(3 * TILE):
            number = 1 + x // TILE + 3 * (y // TILE)
            place = [((c % TILE) + 0.5) / TILE * 2 - 1 for c in (x, y)]
            radius = 0.26 if number == 1 else 0.17
            nearest = min(math.dist(place, (0.5 * px, 0.5 * py)) for px, py in PIPS[number])
            ink = min(max((radius - nearest) * TILE / 2 + 0.5, 0), 1)
            pip = (196, 30, 38) if number == 1 else (34, 34, 40)
            row += bytes(round(i * ink + p * (1 - ink)) for i, p in zip(pip, (244, 238, 222)))
        rows.append(bytes(row))
    return rows


def png(rows):
    """A PNG file of rows of RGB bytes."""
    def chunk(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
    header = struct.pack(">IIBBBBB", len(rows[0]) // 3, len(rows), 8, 2, 0, 0, 0)
    return (b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) +
            chunk(b"IDAT", zlib.compress(b"".join(b"\0" + row for row in rows), 9)) + chunk(b"IEND", b""))


def die_corner(vertices, polygon, corner):
    """Where a corner of a polygon lies in the picture: on the tile of the side that the polygon looks to most."""
    middle = [sum(vertices[i][axis] for i in polygon) for axis in range(3)]
    axis = max(range(3), key=lambda k: (round(abs(middle[k]), 9), -k))
    tile = SIDES[axis, 1 if middle[axis] > 0 else -1] - 1
    u, v = (vertices[corner][(axis + 1 + k) % 3] + 0.5 for k in range(2))
    return (tile % 3 + u) / 3, 1 - (tile // 3 + 1 - v) / 2


def write_die(folder):
    vertices, polygons = bevelled_cube(0.5, 0.06)
    corners = [[die_corner(vertices, polygon, i) for i in polygon] for polygon in polygons]
    places = sorted({place for polygon in corners for place in polygon})
    number = {place: i + 1 for i, place in enumerate(places)}
    lines = ["# die: 1 m across, opposite sides add up to seven. MIT, First Contact authors; written by tools/make_models.py",
             "mtllib die.mtl", "o die", "usemtl ivory"]
    lines += ["v " + " ".join(repr(float(c)) for c in v) for v in vertices]
    lines += [f"vt {u:.6f} {v:.6f}" for u, v in places]
    lines += ["f " + " ".join(f"{i + 1}/{number[place]}" for i, place in zip(polygon, at))
              for polygon, at in zip(polygons, corners)]
    (folder / "die.obj").write_text("\n".join(lines) + "\n")
    (folder / "die.mtl").write_text("newmtl ivory\nKd 1 1 1\nKs 0.5 0.5 0.5\nNs 60\nmap_Kd die.png\n")
    (folder / "die.png").write_bytes(png(die_picture()))


def write(folder, name, about, parts):
    colours = list(dict.fromkeys(p[3] for p in parts if p[3]))
    lines = [f"# {name}: {about}. MIT, First Contact authors; written by tools/make_models.py"]
    lines += [f"mtllib {name}.mtl"] if colours else []
    first = 1
    for part, vertices, polygons, colour in parts:
        lines.append(f"o {part}")
        lines += [f"usemtl colour_{colours.index(colour)}"] if colour else []
        lines += ["v " + " ".join(repr(float(c) + 0.0) for c in v) for v in vertices]
        lines += ["f " + " ".join(str(first + i) for i in p) for p in polygons]
        first += len(vertices)
    (folder / f"{name}.obj").write_text("\n".join(lines) + "\n")
    if colours:
        text = "".join(f"newmtl colour_{i}\nKd {r} {g} {b}\n" for i, (r, g, b) in enumerate(colours))
        (folder / f"{name}.mtl").write_text(text)


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    for model in models():
        write(pathlib.Path(sys.argv[1]), *model)
    write_die(pathlib.Path(sys.argv[1]))
