#!/usr/bin/env python3
"""Prints the tables of docs/tunneling.md from finished studies.

usage: tools/lab_tables.py FOLDER...

Each folder is one that `firstcontact lab` has filled. For every study a table by method: counts with their shares, and errors; then what the engine does not keep, and median processor times of a step.
"""
import csv
import json
import pathlib
import statistics
import sys


def share(count, of):
    return f"{int(count)} ({100 * int(count) / int(of):.3g} %)" if int(of) else "-"


def number(text):
    return f"{float(text):.2g}" if text else "-"


def table(folder):
    study = json.loads((folder / "study.json").read_text())
    rows = list(csv.DictReader((folder / "methods.csv").open()))
    print(f"**{study['name']}**: {rows[0]['runs']} cases; {rows[0]['meet']} meet, {rows[0]['clear']} stay clear, "
          f"{rows[0]['unjudged']} graze.\n")
    print("| method | missed | late | late by more than a step | wrong side | contact though apart | deepest overlap, m | "
          "velocity error: median, of 99 in 100 below | energy error: of 99 in 100 below, greatest | time lost, s |")
    print("| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |")
    for row in rows:
        cells = [f"`{row['method']}`", share(row["missed"], row["meet"]), share(row["late"], row["meet"]),
                 share(row["late_by_a_step"], row["meet"]), share(row["wrong_side"], row["walls"]),
                 share(row["ghosts"], row["clear"]), number(row["deepest_m"]),
                 number(row["velocity_error_median"]) + ", " + number(row["velocity_error_99"]),
                 number(row["energy_error_99"]) + ", " + number(row["energy_error_greatest"]), number(row["time_lost_s"])]
        print("| " + " | ".join(cells) + " |")
    print()


def limits(folder):
    """What the engine itself does not keep to rounding: how often, and the worst case's number."""
    runs = [row for row in csv.DictReader((folder / "runs.csv").open()) if row["method"] == "first_contact"]
    wanted = {
        "energy grows": lambda row: float(row["energy_ratio"]) - 1,
        "elastic, and energy is lost": lambda row: 1 - float(row["energy_ratio"]) if row["restitution"] == "1" else 0.0,
        "angular momentum changes": lambda row: float(row["angular_momentum_error"] or 0),
        "time is lost, s": lambda row: float(row["time_lost_s"]),
    }
    for what, amount in wanted.items():
        wrong = [row for row in runs if amount(row) > 1e-9]
        if wrong:
            worst = max(wrong, key=amount)
            print(f"- {folder.name}: {what}: {len(wrong)} of {len(runs)}, at most {amount(worst):.2g} (case {worst['case']})")


def cost(folder):
    rows = list(csv.DictReader((folder / "timing" / "seconds_per_step.csv").open()))
    methods = [key for key in rows[0] if key != "case"]
    medians = [statistics.median(float(row[method]) for row in rows) for method in methods]
    print(f"| {folder.name}, µs per step | " + " | ".join(f"{1e6 * median:.2g}" for median in medians) + " |")


def total(folders):
    sums = dict.fromkeys(["runs", "missed", "late", "wrong_side", "ghosts"], 0)
    for folder in folders:
        for row in csv.DictReader((folder / "methods.csv").open()):
            if row["method"] == "first_contact":
                sums = {key: value + int(row[key]) for key, value in sums.items()}
    print("`first_contact` in all of them: " + ", ".join(f"{value} {key.replace('_', ' ')}" for key, value in sums.items()))


def main():
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    folders = [pathlib.Path(name) for name in sys.argv[1:]]
    for folder in folders:
        table(folder)
    print("`first_contact`, by more than 1e-9:\n")
    for folder in folders:
        limits(folder)
    print()
    total(folders)
    print()
    for folder in folders:
        cost(folder)


if __name__ == "__main__":
    main()
