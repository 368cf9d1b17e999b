#!/usr/bin/env python3
"""Measures one driver again and again with --quick, half of the times beside busy loops, and compares each run with each
other: nothing changed, so no row may be FASTER or SLOWER. Then makes a seventh of the rows of one run of a pair take 10 % longer,
which may be less than two quick runs can tell, and 40 % longer."""
import itertools
import json
import math
import subprocess

import goals

FACTORS = (1.1, 1.4)


def compare(options, base, now):
    return json.loads(options.program("compare", base, now, "--format", "json").out)[0]


def measured(options):
    """Names of the files."""
    files = []
    for nth in range(options.runs):
        loops = [subprocess.Popen(["sh", "-c", "while :; do :; done"]) for _ in range(3 * (nth % 2))]
        files.append(options.folder / f"run{nth}.json")
        options.program("run", "--quick", "--no-code", "--driver", goals.LAVAPIPE, "--output", files[-1])
        for loop in loops:
            loop.kill()
            loop.wait()
    return files


def slowed(path, result, factor):
    """Every seventh row takes longer; returns their names."""
    rows = result["rows"][::7]
    for row in rows:
        for strategy in row["strategies"]:
            strategy["nanoseconds"] = [factor * sample for sample in strategy.get("nanoseconds", [])]
    goals.write(path, json.dumps(result))
    return {row["name"] for row in rows}


def slower_rows_are_found(options, factor, pairs_of_files):
    """Returns the verdicts on rows that did not change."""
    false, allowed, found, injected, slower_rows = 0, 0, 0, 0, 0
    for base, now in pairs_of_files:
        names = slowed(options.folder / "slowed.json", goals.load(now), factor)
        comparison = compare(options, base, options.folder / "slowed.json")
        for change in comparison["changes"]:
            slower = change["verdict"] == "SLOWER"
            if change["name"] not in names:
                false += slower or change["verdict"] == "FASTER"
                continue
            injected += 1
            slower_rows += slower
            if change["change_high"] is None:  # no interval allows a verdict
                continue
            width = math.log((1 + change["change_high"]) / (1 + change["change_low"]))
            # An interval that holds the truth, wherever it lies in it, then lies above the threshold as a whole.
            if math.log1p(comparison["threshold"]) + width < math.log(factor):
                allowed += 1
                found += slower
    what = f"{100 * factor - 100:.0f} % longer"
    print(f"{what}: {slower_rows} of {injected} rows are SLOWER")
    if allowed == 0:
        print(f"{what}: no interval is so narrow that it must be found")
    else:
        goals.goal(f"{what}, where intervals allow ({allowed}): found", 100 * found / allowed, ">=", 95, "%")
    return false


def pairs(options):
    files = [path for path in options.files] or measured(options)
    all_pairs = list(itertools.combinations(files, 2))
    false, thresholds = 0, []
    for base, now in all_pairs:
        comparison = compare(options, base, now)
        thresholds.append(100 * comparison["threshold"])
        false += comparison["counts"]["faster"] + comparison["counts"]["slower"]
    print(f"{len(thresholds)} pairs; threshold {min(thresholds):.0f} to {max(thresholds):.0f} %")
    for factor in FACTORS:
        false += slower_rows_are_found(options, factor, all_pairs[::7])
    goals.goal("verdicts on rows that did not change", false, "<=", 0)


if __name__ == "__main__":
    asked = goals.parser_of_program(__doc__)
    asked.add_argument("--runs", type=int, default=30)
    asked.add_argument("--files", nargs="*", default=[], help="of runs that were measured before")
    goals.main(asked, pairs)
