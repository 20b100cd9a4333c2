#!/usr/bin/env python3
"""Writes an OBJ file of about the given number of triangles: a wavy torus, closed, concave all over.

    tools/make_dense_mesh.py 1000000 dense.obj
    /usr/bin/time -v firstcontact decompose dense.obj -o hulls.obj
"""

import math
import sys


def vertex(around, across):
    """Angles in rad; m."""
    radius = 0.3 + 0.03 * math.sin(7 * around) * math.cos(3 * across)
    out = 1.0 + radius * math.cos(across)
    return out * math.cos(around), out * math.sin(around), radius * math.sin(across)


def write_mesh(triangles, file):
    rows = max(3, round(math.sqrt(triangles)))
    columns = max(3, round(triangles / (2 * rows)))
    for row in range(rows):
        for column in range(columns):
            file.write("v %.9g %.9g %.9g\n" % vertex(2 * math.pi * row / rows, 2 * math.pi * column / columns))
    for row in range(rows):
        for column in range(columns):
            after, beside = (row + 1) % rows, (column + 1) % columns
            a, b = row * columns + column + 1, after * columns + column + 1
            c, d = after * columns + beside + 1, row * columns + beside + 1
            file.write(f"f {a} {b} {c}\nf {a} {c} {d}\n")


if __name__ == "__main__":
    if len(sys.argv) != 3 or not sys.argv[1].isdigit():
        sys.exit(__doc__)
    with open(sys.argv[2], "w", encoding="ascii") as output:
        write_mesh(int(sys.argv[1]), output)
