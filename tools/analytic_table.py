#!/usr/bin/env python3
"""Runs the scenes with closed-form answers and prints reference, ours, difference and what the method allows.

usage: tools/analytic_table.py PROGRAM FOLDER

FOLDER has `comparisons.json` (one row per comparison, with its tolerance and why), `reference.json` and a folder per scene:
tests/scene/data/analytic. Everything is measured from what the program writes: the summary, the events, and 600 poses a second.
tests/scene/analytic_test.cpp makes the same comparisons from inside. Exit status 1 when one is outside.
"""
import csv
import json
import math
import pathlib
import subprocess
import sys
import tempfile

RATE = 600  # Hz, ten poses a step of 1/60 s
AXES = "xyz"


def dot(a, b):
    return sum(p * q for p, q in zip(a, b))


def cross(a, b):
    return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]


def length(a):
    return math.sqrt(dot(a, a))


def conjugate(q):
    return [-q[0], -q[1], -q[2], q[3]]


def rotated(q, v):
    t = [2 * c for c in cross(q, v)]
    return [v[i] + q[3] * t[i] + cross(q, t)[i] for i in range(3)]


class Run:
    """One scene's results; what a measure needs is a method of its name."""

    def __init__(self, program, folder):
        self.scene = json.loads((folder / "scene.json").read_text())
        with tempfile.TemporaryDirectory() as scratch:
            out = pathlib.Path(scratch)
            subprocess.run([program, "simulate", str(folder / "scene.json"), "--no-sleeping", "--summary", str(out / "summary.json"), "--events",
                            str(out / "events.csv"), "--record", str(out / "run.fcr"), "--quiet"], check=True)
            subprocess.run([program, "export", str(out / "run.fcr"), "-o", str(out / "poses.csv"), "--fps", str(RATE)],
                           check=True, stdout=subprocess.DEVNULL)
            self.summary = json.loads((out / "summary.json").read_text())
            with open(out / "events.csv") as lines:
                self.events = [event for event in csv.DictReader(lines) if event["kind"] == "impact"]
            self.states = {}
            with open(out / "poses.csv") as lines:
                for line in csv.DictReader(lines):
                    self.states.setdefault(line.pop("body"), []).append({k: float(v) for k, v in line.items()})
        self.gravity = length(self.scene["gravity"])

    def start(self, body):
        return next(b for b in self.scene["bodies"] if b["name"] == body)

    def at(self, body, time):
        return self.states[body][-1 if time == "end" else round(time * RATE)]

    def before(self, body, time):
        return [s for s in self.states[body] if s["time_s"] < time][-1]

    def impact_time(self, row):
        return float(self.events[row["index"]]["time_s"])

    def last_impact_time(self, row):
        return float(self.events[-1]["time_s"])

    def impact(self, row):
        event = self.events[row["index"]]
        values = {"impulse": float(event["impulse_n_s"]), "friction_impulse": float(event["friction_impulse_n_s"])}
        return values["friction_impulse"] / values["impulse"] if row["value"] == "friction_ratio" else values[row["value"]]

    def impact_arm(self, row):
        event, axis = self.events[row["index"]], AXES[row["value"]]
        state = self.before(row["body"], float(event["time_s"]))
        return float(event[axis]) - state[axis] - state["v" + axis] * (float(event["time_s"]) - state["time_s"])

    def turn_at_impact(self, row):
        return self.impact_time(row) * length(self.start(row["body"])["angular_velocity"])

    def state(self, row):
        return self.at(row["body"], row["time"])[row["value"]]

    def travel(self, row):
        state = self.at(row["body"], row["time"])
        return dot(row["direction"], [state[c] - p for c, p in zip(AXES, self.start(row["body"])["position"])])

    def speed_along(self, row):
        state = self.at(row["body"], row["time"])
        return dot(row["direction"], [state["v" + c] for c in AXES])

    def peak(self, row):
        begin = self.impact_time(row)
        state = next(s for s in self.states[row["body"]] if s["time_s"] > begin)
        return state["y"] - row["rest"] + state["vy"] ** 2 / (2 * self.gravity)

    def rest_time(self, row):
        moving = [s["time_s"] for s in self.states[row["body"]] if length([s["v" + c] for c in AXES]) > row["speed"]]
        return moving[-1] + 1 / RATE

    def kinetic(self, row):
        return self.summary["kinetic_j"][row["time"]]

    def angular_momentum(self, row):
        return length(self.summary["angular_momentum"][row["time"]])

    def energy_ratio(self, row):
        total = lambda when: self.summary["kinetic_j"][when] + self.summary["potential_j"][when]
        return total("end") / total("start")

    def spin_in_body(self, state):
        return rotated(conjugate(orientation(state)), spin(state))

    def sign_changes(self, row):
        times = []
        samples = [(s["time_s"], self.spin_in_body(s)[row["axis"]]) for s in self.states[row["body"]]]
        for i in range(1, len(samples) - 2):
            if samples[i][1] * samples[i + 1][1] < 0:
                times.append(root(samples[max(0, i - 3):i + 5]))
        return times

    def sign_change(self, row):
        return self.sign_changes(row)[row["index"]]

    def sign_change_interval(self, row):
        times = self.sign_changes(row)
        return times[row["index"] + 1] - times[row["index"]]

    def phase_rate(self, row):
        """How fast the spin goes round the y axis in the body, or the y axis round the spin momentum in space."""
        momentum = self.summary["angular_momentum"]["start"]
        pole = [c / length(momentum) for c in momentum]
        side = cross(pole, [0, 0, 1])
        side = [c / length(side) for c in side]
        turned, last = 0.0, None
        for s in self.states[row["body"]]:
            if row["of"] == "spin":
                w = self.spin_in_body(s)
                angle = math.atan2(w[2], w[0])
            else:
                axis = rotated(orientation(s), [0, 1, 0])
                angle = math.atan2(dot(axis, cross(pole, side)), dot(axis, side))
            turned += 0 if last is None else math.remainder(angle - last, 2 * math.pi)
            last = angle
        return abs(turned) / self.states[row["body"]][-1]["time_s"]

    def turn(self, row):
        a, b = self.states[row["body"]][0], self.at(row["body"], row["time"])
        return 2 * math.acos(min(1.0, abs(dot(orientation(a), orientation(b)))))

    def greatest_turn(self, row):
        turned = greatest = 0.0
        states = self.states[row["body"]]
        for a, b in zip(states, states[1:]):
            turned += 0.5 * (spin(a)[row["axis"]] + spin(b)[row["axis"]]) / RATE
            greatest = max(greatest, abs(turned))
        return greatest

    def greatest_spin(self, row):
        return max(length(spin(s)) for s in self.states[row["body"]])

    def reach(self, row):
        return max(dot(row["direction"], [s[c] for c in AXES]) +
                   dot(map(abs, rotated(conjugate(orientation(s)), row["direction"])), row["half_extents"])
                   for s in self.states[row["body"]])


def orientation(state):
    return [state["q" + c] for c in "xyzw"]


def spin(state):
    return [state["w" + c] for c in AXES]


def root(samples):
    """Where the polynomial through the samples (t, v), one sign change in their middle, is zero: inverse interpolation."""
    total = 0.0
    for i, (t, v) in enumerate(samples):
        weight = 1.0
        for j, (_, other) in enumerate(samples):
            weight *= other / (other - v) if j != i else 1.0
        total += weight * (t - samples[0][0])
    return samples[0][0] + total


def expected(row, reference):
    value = row.get("expected")
    if value is None:
        value = reference
        for key in row["reference"]:
            value = value[key]
    return value * row.get("scale", 1)


def is_within(row, difference):
    return (row["below"] is None or difference >= -row["below"]) and (row["above"] is None or difference <= row["above"])


def allowed(row):
    show = lambda side: "any" if row[side] is None else f"{row[side]:.3g}"
    return "±" + show("above") if row["above"] == row["below"] else f"-{show('below')} +{show('above')}"


def main():
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    folder = pathlib.Path(sys.argv[2])
    reference = json.loads((folder / "reference.json").read_text())
    rows = json.loads((folder / "comparisons.json").read_text())["rows"]
    runs, outside = {}, 0
    print("| scene | what | reference | ours | difference | allowed |")
    print("| --- | --- | --- | --- | --- | --- |")
    for row in rows:
        run = runs.setdefault(row["scene"], None) or Run(sys.argv[1], folder / row["scene"])
        runs[row["scene"]] = run
        ours, wanted = getattr(run, row["measure"]["kind"])(row["measure"]), expected(row, reference)
        mark = "" if is_within(row, ours - wanted) else " **outside**"
        outside += mark != ""
        print(f"| `{row['scene']}` | {row['what']} | {wanted:.10g} | {ours:.10g} | {ours - wanted:+.2g}{mark} | {allowed(row)} |")
    sys.exit(1 if outside else 0)


if __name__ == "__main__":
    main()
