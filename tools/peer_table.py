#!/usr/bin/env python3
"""Time of impact beside other engines, as the table in docs/benchmarks.md.

Usage: taskset -c 0 build/release/benchmarks/firstcontact_benchmarks --benchmark_filter=impact_beside_peers \\
           --benchmark_format=json | tools/peer_table.py
A row per spin: nanoseconds per query, distance queries per query, how many times as long the others take (over a whole pass, the
same where ours is asked the other's own question, and query by query: each the median over the shapes), and how many of the others' answers are wrong. `hulls` rows are medians over
hulls of 8 to 64 vertices: of hits, of misses, of both. --hulls prints these alone.
"""
import json
import statistics
import sys

HULLS = ("hull8", "hull16", "hull32", "hull64")


def families(report):
    for run in report["benchmarks"]:
        if not run["name"].startswith("impact_beside_peers/"):
            continue
        _, shape, spin, answer = run["name"].split("/")[:4]
        yield {**run, "shape": shape, "spin": float(spin.split(":")[1]), "answer": answer}


def cells(runs, peers):
    middle = lambda key: statistics.median(run[key] for run in runs)
    row = [f"{middle('ours_ns'):.0f}", f"{middle('ours_median_query_ns'):.0f}", f"{middle('ours_looks'):.1f}"]
    for peer in peers:
        wrong = sum(int(run[peer + "_wrong"]) for run in runs)
        row += [f"{middle(peer + '_ns'):.0f}", f"{middle(peer + '_ratio'):.2f}", f"{middle(peer + '_question_ratio'):.2f}",
                f"{middle(peer + '_query_ratio'):.2f}",
                f"{wrong} of {256 * len(runs)}"]
    return row


def main():
    runs = list(families(json.load(sys.stdin)))
    peers = [peer for peer in ("box3d", "bullet") if peer + "_ns" in runs[0]]
    head = ["spin, rad", "shape", "answer", "ours, ns", "median query", "looks"]
    for peer in peers:
        head += [f"{peer}, ns", "times ours", "its own question", "query by query", "wrong"]
    print("| " + " | ".join(head) + " |")
    print("|" + " --- |" * len(head))
    for spin in sorted({run["spin"] for run in runs}):
        here = [run for run in runs if run["spin"] == spin]
        if "--hulls" not in sys.argv:
            for run in here:
                print("| " + " | ".join([f"{spin:g}", run["shape"], run["answer"]] + cells([run], peers)) + " |")
        for answers in (("hits",), ("misses",), ("hits", "misses")):
            hulls = [run for run in here if run["shape"] in HULLS and run["answer"] in answers]
            if hulls:
                row = [f"{spin:g}", "hulls", " and ".join(answers)] + cells(hulls, peers)
                print("| " + " | ".join(row) + " |")


if __name__ == "__main__":
    main()
