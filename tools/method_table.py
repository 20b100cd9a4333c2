#!/usr/bin/env python3
"""Answers query files by every method and prints a table: of the known hits, how many were missed / late / early.

usage: tools/method_table.py PROGRAM FILE.toi...
"""
import json
import subprocess
import sys

METHODS = ["discrete", "sampled", "swept_faces", "swept_full", "advancement", "certified"]


def scores(program, method, files):
    run = subprocess.run([program, "toi", *files, "--method", method, "--summary", "-"], check=True, capture_output=True, text=True)
    summary = json.loads(run.stdout)
    return summary["sets"] + [dict(summary["total"], set="all")]


def main():
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    rows = {method: scores(sys.argv[1], method, sys.argv[2:]) for method in METHODS}
    sets = rows["certified"]
    print("| missed / late / early |", " | ".join(score["set"] for score in sets), "| µs |")
    print("|" + " --- |" * (len(sets) + 2))
    print("| *hits* |", " | ".join(f"*{score['hits']}*" for score in sets), "| |")
    for method, row in rows.items():
        cells = [f"{score['missed']} / {score['late']} / {score['early']}" for score in row]
        print(f"| `{method}` |", " | ".join(cells), f"| {row[-1]['ns_median'] / 1000:.1f} |")


if __name__ == "__main__":
    main()
