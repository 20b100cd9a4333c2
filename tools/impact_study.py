#!/usr/bin/env python3
"""One impact, by each law and each rival: what is left of the energy, where it goes, and what becomes of the slip.

    tools/impact_study.py build/release/firstcontact docs/images/impact_study.svg [--table impact_study.csv]

A ball, a rod that leans by 30 degrees and a box on its edge come down on a floor at 2 m/s, at angles of 5 to 80 degrees
from its normal, with friction 0.2 and 0.8 and restitution 0, 0.5 and 1. Each impact is a scene of its own, run by
`simulate`. Three figures of each, by angle: the share of the kinetic energy that is left; the angle (degrees from the
normal) at which the centre of mass goes on; and the slip at the point of contact afterwards over that before (1:
frictionless; 0: sticks; below 0: turned round), from the velocities 1 ms after the impact.
"""
import argparse
import csv
import json
import math
import os
import subprocess
import tempfile
from concurrent.futures import ThreadPoolExecutor

ANGLES = [5, 15, 25, 35, 45, 55, 65, 75, 80]  # degrees
FRICTIONS = [0.2, 0.8]
RESTITUTIONS = [0.0, 0.5, 1.0]
SPEED = 2.0  # m/s
WAY = 0.01  # m, to the floor
STEP = 1e-4  # s
LATER = 1e-3  # s
# Name, its method, its law, colour, dashes.
ANSWERS = [("Stronge (default)", "first_contact", "stronge", "#1f5fbf", ""), ("Poisson", "first_contact", "poisson", "#2a9d5c", ""),
           ("Newton", "first_contact", "newton", "#8a4fbf", ""), ("discrete", "discrete", None, "#d0442c", "5 3"),
           ("speculative", "speculative", None, "#d98e04", "2 2"), ("linear_cast", "linear_cast", None, "#555555", "7 2 2 2")]
# Name, shape, attitude (rad about z), lowest point from the centre of mass in its own axes.
SHAPES = [("ball", {"sphere": 0.1}, 0.0, None), ("rod, leaning by 30 degrees", {"box": [0.5, 0.05, 0.2]}, math.radians(30), (-0.5, -0.05)),
          ("box on its edge", {"box": [0.2, 0.15, 0.2]}, math.radians(40), (-0.2, -0.15))]
MEASURES = [("energy left", 0.0, 1.2), ("goes on at, degrees", -90.0, 90.0), ("slip left", -0.6, 1.05)]


def arm_of(shape, turn):
    if shape[3] is None:
        return 0.0, -shape[1]["sphere"]
    x, y = shape[3]
    return x * math.cos(turn) - y * math.sin(turn), x * math.sin(turn) + y * math.cos(turn)


def slip_of(body, arm):
    return body["linear_velocity"][0] - body["angular_velocity"][2] * arm[1]


def scene_of(shape, angle, friction, restitution, law):
    way = math.radians(angle)
    height = WAY - arm_of(shape, shape[2])[1]
    surface = {"friction": friction, "restitution": restitution}
    scene = {"version": 1, "name": "one impact", "gravity": [0, 0, 0], "sleeping": False, "time_step": STEP, "skin": 1e-5,
             "duration": WAY / (SPEED * math.cos(way)) + LATER, "restitution_rule": "min", "friction_rule": "min",
             "bodies": [{"name": "floor", "type": "static", "shape": {"box": [50, 0.5, 50]}, "position": [0, -0.5, 0], **surface},
                        {"name": "it", "mass": 1.0, "shape": shape[1], "position": [0, height, 0],
                         "rotation": [0, 0, math.sin(0.5 * shape[2]), math.cos(0.5 * shape[2])],
                         "linear_velocity": [SPEED * math.sin(way), -SPEED * math.cos(way), 0], **surface}]}
    if law:
        scene["impact_law"] = law
    return scene


def outcome(program, case):
    shape, angle, friction, restitution, (name, method, law, _, _) = case
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "scene.json")
        with open(path, "w") as file:
            json.dump(scene_of(shape, angle, friction, restitution, law), file)
        done = subprocess.run([program, "simulate", path, "--quiet", "--method", method, "--summary", "-"],
                              capture_output=True, text=True, check=True)
    summary = json.loads(done.stdout)
    body = summary["final"][1]
    turn = 2.0 * math.atan2(body["rotation"][2], body["rotation"][3])
    vx, vy, _ = body["linear_velocity"]
    has_met = math.hypot(vx - SPEED * math.sin(math.radians(angle)), vy + SPEED * math.cos(math.radians(angle))) > 1e-6
    energy = summary["kinetic_j"]["end"] / summary["kinetic_j"]["start"]
    slip = slip_of(body, arm_of(shape, turn)) / (SPEED * math.sin(math.radians(angle)))
    rests = math.hypot(vx, vy) < 1e-6
    direction = float("nan") if rests else math.degrees(math.atan2(vx, abs(vy)))
    return [energy, direction, slip] if has_met else [float("nan")] * 3


def panel(x, y, width, height, low, high, lines, title, is_first):
    def place(angle, value):
        share = (min(max(value, low), high) - low) / (high - low)
        return x + width * angle / 90.0, y + height * (1.0 - share)

    out = [f'<rect x="{x}" y="{y}" width="{width}" height="{height}" fill="none" stroke="#bbb"/>']
    for value in [low, 0.5 * (low + high), high]:
        py = place(0, value)[1]
        out.append(f'<line x1="{x}" x2="{x + width}" y1="{py:.1f}" y2="{py:.1f}" stroke="#eee"/>')
        if is_first:
            out.append(f'<text x="{x - 4}" y="{py + 3:.1f}" text-anchor="end">{value:g}</text>')
    for (_, _, _, colour, dashes), values in lines:
        runs = [place(angle, value) for angle, value in zip(ANGLES, values) if not math.isnan(value)]
        points = " ".join(f"{px:.1f},{py:.1f}" for px, py in runs)
        out.append(f'<polyline points="{points}" fill="none" stroke="{colour}" stroke-width="1.4" stroke-dasharray="{dashes}"/>')
    if title:
        out.append(f'<text x="{x + 0.5 * width}" y="{y - 5}" text-anchor="middle">{title}</text>')
    return out


def draw(results):
    width, height, gap, left, top = 118, 62, 10, 118, 62
    columns = [(shape, friction) for shape in SHAPES for friction in FRICTIONS]
    rows = [(restitution, index) for restitution in RESTITUTIONS for index in range(len(MEASURES))]
    total_width = left + len(columns) * (width + gap) + 10
    total_height = top + len(rows) * (height + gap) + 12 * len(RESTITUTIONS) + 30
    out = [f'<svg xmlns="http://www.w3.org/2000/svg" width="{total_width}" height="{total_height}" '
           'font-family="sans-serif" font-size="10">', '<rect width="100%" height="100%" fill="white"/>']
    for i, (name, _, _, colour, dashes) in enumerate(ANSWERS):
        px = left + 125 * i
        out.append(f'<line x1="{px}" x2="{px + 24}" y1="12" y2="12" stroke="{colour}" stroke-width="2" stroke-dasharray="{dashes}"/>')
        out.append(f'<text x="{px + 28}" y="16">{name}</text>')
    for column, (shape, friction) in enumerate(columns):
        x = left + column * (width + gap)
        if column % len(FRICTIONS) == 0:
            out.append(f'<text x="{x + width + 0.5 * gap}" y="36" text-anchor="middle" font-size="12">{shape[0]}</text>')
        for row, (restitution, index) in enumerate(rows):
            y = top + row * (height + gap) + 12 * (row // len(MEASURES))
            lines = [(answer, [results[shape[0], angle, friction, restitution, answer[0]][index] for angle in ANGLES])
                     for answer in ANSWERS]
            name, low, high = MEASURES[index]
            out += panel(x, y, width, height, low, high, lines, f"friction {friction}" if row == 0 else "", column == 0)
            if column == 0:
                out.append(f'<text x="4" y="{y + 0.5 * height}">{name}</text>')
                out.append(f'<text x="4" y="{y + 0.5 * height + 12}" fill="#777">restitution {restitution:g}</text>')
    out.append(f'<text x="{left}" y="{total_height - 10}">across: angle of approach from the floor\'s normal, 0 to 90 degrees</text>')
    return "\n".join(out + ["</svg>"]) + "\n"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program")
    parser.add_argument("figure")
    parser.add_argument("--table", help="the figures as CSV")
    parser.add_argument("--jobs", type=int, default=2)
    arguments = parser.parse_args()
    cases = [(shape, angle, friction, restitution, answer) for shape in SHAPES for angle in ANGLES
             for friction in FRICTIONS for restitution in RESTITUTIONS for answer in ANSWERS]
    with ThreadPoolExecutor(arguments.jobs) as pool:
        outcomes = list(pool.map(lambda case: outcome(arguments.program, case), cases))
    keys = [(shape[0], angle, friction, restitution, answer[0]) for shape, angle, friction, restitution, answer in cases]
    with open(arguments.figure, "w") as file:
        file.write(draw(dict(zip(keys, outcomes))))
    if arguments.table:
        with open(arguments.table, "w", newline="") as file:
            writer = csv.writer(file)
            writer.writerow(["shape", "angle_degrees", "friction", "restitution", "answer", "energy_left", "direction_degrees", "slip_left"])
            writer.writerows([*key, *(f"{value:.6g}" for value in values)] for key, values in zip(keys, outcomes))
    for answer in ANSWERS:
        energies = [values[0] for key, values in zip(keys, outcomes) if key[4] == answer[0] and not math.isnan(values[0])]
        print(f"{answer[0]}: {len(energies)} impacts, energy left {min(energies):.4f} to {max(energies):.4f}, "
              f"more than there was in {sum(energy > 1 + 1e-9 for energy in energies)}")


if __name__ == "__main__":
    main()
