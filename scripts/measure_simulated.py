#!/usr/bin/env python3
"""The figures of measure_simulated.sh: what was found on a simulated GPU against what was planted, one line each:
   name, figure, operator, goal and unit, with tabs between them.
   measure_simulated.py ratios TRUTH RUN…
   measure_simulated.py plant TRUTH [PERCENT]          the statements that make some rows so much slower (default: 5)
   measure_simulated.py verdicts COMMAND PLANTED CSV…  (files named …equal… and …slower…)"""
import csv
import json
import os
import statistics
import sys

SLOWER_ROWS = 20
LOAD_BOUND = 1.25
UNDECIDED = 0.05  # so near to the bound, a row's not being known is right, too


def goal(name, figure, operator, bound, unit):
    print(name, f"{figure:.2f}" if isinstance(figure, float) else figure, operator, bound, unit, sep="\t")


def load(path):
    with open(path, encoding="utf-8") as file:
        return json.load(file)


def summaries(run):
    """What was found, by row and strategy; the baseline is 1 by definition."""
    return {(row["name"], strategy["strategy"]): strategy["summary"] for row in run["rows"]
            for strategy in row["strategies"]
            if (row["name"], strategy["strategy"]) != (run["settings"]["baseline"], "set")}


def bound_is_right(truth, found):
    over_floor = truth["over_floor"]["median"]
    right = {"loads" if over_floor >= LOAD_BOUND else "adds"}
    if abs(over_floor / LOAD_BOUND - 1) < UNDECIDED:
        right.add("?")
    return found["bound"] in right


def ratios(truth_path, *run_paths):
    truth = summaries(load(truth_path))
    errors = {key: [] for key in truth}
    covered, bounds, seconds, shares = [], [], [], []
    for path in run_paths:
        run = load(path)
        seconds.append(run["wall_seconds"])
        shares.append(100 * run["timed_nanoseconds"] * 1e-9 / run["wall_seconds"])
        for key, found in summaries(run).items():
            planted, ratio = truth[key]["ratio"]["median"], found["ratio"]
            errors[key].append(100 * (ratio["median"] / planted - 1))
            covered.append(ratio["low"] is not None and ratio["low"] <= planted <= ratio["high"])
            if "bound" in found:
                bounds.append(bound_is_right(truth[key], found))
    every = [abs(error) for row in errors.values() for error in row]
    bias = {key: abs(statistics.fmean(row)) for key, row in errors.items()}
    worst = max(bias, key=bias.get)
    goal(f"largest error of a ratio, {len(run_paths)} runs", max(every), "<=", 1, "%")
    goal("median error of a ratio", statistics.median(every), "<=", 0.3, "%")
    goal("largest bias of a row", bias[worst], "<=", 0.5, "%")
    if bias[worst] > 0.5:
        print(f"  rows biased by more: {sum(b > 0.5 for b in bias.values())}, the worst {' '.join(worst)}",
              file=sys.stderr)
    goal("95 % intervals that hold the truth", 100 * statistics.fmean(covered), ">=", 93, "%")
    if bounds:
        goal("bounds that are right", 100 * statistics.fmean(bounds), ">=", 95, "%")
    else:
        print("  the column `bound` is not there yet", file=sys.stderr)
        goal("bounds that are right", 0, ">=", 95, "%")
    goal("slowest run, time of the GPU", max(seconds), "<=", 60, "s")
    goal("least share of it in timed dispatches", min(shares), ">=", 70, "%")


def plant(truth_path, percent="5"):
    rows = [row["name"] for row in load(truth_path)["rows"]]
    for i in range(SLOWER_ROWS):
        print(f"slower | {rows[i * len(rows) // SLOWER_ROWS]} | * | {percent}")


def verdicts(command, planted_path, *paths):
    with open(planted_path, encoding="utf-8") as file:
        statements = [line.split(" | ") for line in file]
    planted, percent = {fields[1] for fields in statements}, statements[0][3].strip()
    found, alarms = [], 0
    for path in paths:
        with open(path, encoding="utf-8", newline="") as file:
            for change in csv.DictReader(file):
                slower = "slower" in os.path.basename(path) and change["name"] in planted
                if slower:
                    found.append(change["verdict"] == "SLOWER")
                elif change["verdict"] in ("FASTER", "SLOWER"):
                    alarms += 1
    if found:
        goal(f"{command}, rows {percent} % slower that are found", 100 * statistics.fmean(found), ">=", 95, "%")
    goal(f"{command}, false alarms in {len(paths)} tries", alarms, "<=", 0, "")


{"ratios": ratios, "plant": plant, "verdicts": verdicts}[sys.argv[1]](*sys.argv[2:])
