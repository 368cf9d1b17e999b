#!/usr/bin/env python3
"""Measures one driver again and again with --quick, half of the times beside busy loops, and compares each run with each
other: nothing changed, so no row may be FASTER or SLOWER. Then makes a seventh of the rows of one run of a pair take 10 % longer."""
import itertools
import json
import math
import subprocess

import goals

SLOWER = 1.1


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


def slowed(path, result):
    """Every seventh row takes longer; returns their names."""
    rows = result["rows"][::7]
    for row in rows:
        for strategy in row["strategies"]:
            strategy["nanoseconds"] = [SLOWER * sample for sample in strategy.get("nanoseconds", [])]
    goals.write(path, json.dumps(result))
    return {row["name"] for row in rows}


def pairs(options):
    files = [path for path in options.files] or measured(options)
    false, thresholds, allowed, found, injected, slower_rows = 0, [], 0, 0, 0, 0
    for base, now in itertools.combinations(files, 2):
        comparison = compare(options, base, now)
        thresholds.append(100 * comparison["threshold"])
        false += comparison["counts"]["faster"] + comparison["counts"]["slower"]
    for base, now in list(itertools.combinations(files, 2))[::7]:
        names = slowed(options.folder / "slowed.json", goals.load(now))
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
            if math.log1p(comparison["threshold"]) + width < math.log(SLOWER):
                allowed += 1
                found += slower
    print(f"{len(thresholds)} pairs; threshold {min(thresholds):.0f} to {max(thresholds):.0f} %")
    goals.goal("verdicts on rows that did not change", false, "<=", 0)
    print(f"10 % longer: {slower_rows} of {injected} rows are SLOWER")
    if allowed == 0:
        print("10 % longer: no interval is so narrow that it must be found")
    else:
        goals.goal(f"10 % longer, where intervals allow ({allowed}): found", 100 * found / allowed, ">=", 95, "%")


if __name__ == "__main__":
    asked = goals.parser_of_program(__doc__)
    asked.add_argument("--runs", type=int, default=30)
    asked.add_argument("--files", nargs="*", default=[], help="of runs that were measured before")
    goals.main(asked, pairs)
