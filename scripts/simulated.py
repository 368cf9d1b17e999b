#!/usr/bin/env python3
"""Measures simulated GPUs with injected truth (docs/method.md), and prints the results beside the truth and the goals.
Takes a few minutes on two cores; the speed of this machine does not count."""
import concurrent.futures
import json
import os
import statistics

import goals

GPUS = ("nvidia", "hopper", "rdna3", "arc")
TRIES = 5
SLOWER_ROWS = 20


def truth_of(options, gpu):
    """What is injected, exactly."""
    script = goals.write(options.folder / "exact", f"simulate | {gpu}\nexact\n")
    options.program("--script", script, "--seed", 1, "--output", options.folder / "truth.json")
    return goals.load(options.folder / "truth.json")


def inject(options, gpu, truth, percent):
    """Scripts of the GPU, of the same with a seed of its own, and of one on which some rows are so much slower; and the
    names of these rows."""
    rows = [row["name"] for row in truth["rows"]]
    slower = {rows[i * len(rows) // SLOWER_ROWS] for i in range(SLOWER_ROWS)}
    base = f"simulate | {gpu}\ncounter | core\n"
    texts = {"base": base, "equal": base + "seed | 2\n",
             "slower": base + "seed | 2\n" + "".join(f"slower | {row} | * | {percent}\n" for row in sorted(slower))}
    return {side: goals.write(options.folder / side, text) for side, text in texts.items()}, slower


def judge(what, slower, percent, comparisons):
    """Of comparisons: the side and what came out. Rows that are slower must be found, and nothing else."""
    found, alarms = [], 0
    for side, changes in comparisons:
        for change in changes:
            if side == "slower" and change["name"] in slower:
                found.append(change["verdict"] == "SLOWER")
            else:
                alarms += change["verdict"] in ("FASTER", "SLOWER")
    if found:
        goals.goal(f"{what}, rows {percent} % slower that are found", 100 * statistics.fmean(found), ">=", 95, "%")
    goals.goal(f"{what}, false alarms in {len(comparisons)} tries", alarms, "<=", 0)


def summaries(run):
    """What was found, by row and strategy; without the baseline, which is 1 by definition."""
    return {(row["name"], strategy["strategy"]): strategy["summary"] for row in run["rows"]
            for strategy in row["strategies"] if strategy["summary"]
            and (row["name"], strategy["strategy"]) != (run["settings"]["baseline"], "set")}


def judge_ratios(gpu, truth, runs):
    errors = {key: [] for key in truth}
    covered = []
    for run in runs:
        for key, found in summaries(run).items():
            injected, ratio = truth[key]["ratio"]["median"], found["ratio"]
            errors[key].append(100 * (ratio["median"] / injected - 1))
            covered.append(ratio["low"] is not None and ratio["low"] <= injected <= ratio["high"])
    every = [abs(error) for row in errors.values() for error in row]
    bias = {key: abs(statistics.fmean(row)) for key, row in errors.items()}
    worst = max(bias, key=bias.get)
    shares = [100 * run["timed_nanoseconds"] * 1e-9 / run["wall_seconds"] for run in runs]
    for figure in ((f"largest error of a ratio, {len(runs)} runs", max(every), "<=", 1, "%"),
                   ("median error of a ratio", statistics.median(every), "<=", 0.3, "%"),
                   ("largest bias of a row", bias[worst], "<=", 0.5, "%"),
                   ("95 % intervals that hold the truth", 100 * statistics.fmean(covered), ">=", 93, "%"),
                   ("slowest run, time of the GPU", max(run["wall_seconds"] for run in runs), "<=", 60, "s"),
                   ("smallest share of it in timed dispatches", min(shares), ">=", 70, "%")):
        goals.goal(f"{gpu}, {figure[0]}", *figure[1:])
    if bias[worst] > 0.5:
        print(f"  rows biased by more: {sum(b > 0.5 for b in bias.values())}, the worst {' '.join(worst)}")


def judge_advice(options, gpu, truth, runs):
    """Verdicts of `advise` against the injected times, and the load that it names the fastest."""
    ratio = {name: summary["ratio"]["median"] for (name, strategy), summary in truth.items() if strategy == "set"}
    limits = {"slower": (1.1, float("inf")), "faster": (0, 1 / 1.1), "as fast": (1 / 1.25, 1.25)}
    right = []
    for run in runs:
        advice = json.loads(options.program("advise", run, "--format", "json").out)
        for row in (row for finding in advice["avoid"] + advice["topics"] for row in finding["rows"]):
            if row["outcome"] in limits and row["name"] != row["reference"]:
                least, most = limits[row["outcome"]]
                right.append(least <= ratio[row["reference"]] / ratio[row["name"]] <= most)
        for line in advice["loads"]:
            known = {cost["kind"]: ratio[cost["name"]] for cost in line["costs"]}
            if line["fastest"]:
                right.append(1.1 * known[line["fastest"][0]] >= max(known.values()))
    goals.goal(f"{gpu}, advice that is right, of {len(right)}", 100 * statistics.fmean(right), ">=", 100, "%")


def measure(options):
    def at_once(arguments):
        with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as threads:
            return list(threads.map(lambda each: options.program(*each), arguments))

    for gpu in GPUS:
        truth = truth_of(options, gpu)
        scripts, slower = inject(options, gpu, truth, 5)
        runs = [options.folder / f"run{seed}.json" for seed in range(1, options.runs + 1)]
        at_once(["--script", scripts["base"], "--seed", seed, "--output", run, "--format", "csv"]
                for seed, run in enumerate(runs, 1))
        judge_ratios(gpu, summaries(truth), [goals.load(run) for run in runs])
        judge_advice(options, gpu, summaries(truth), runs)
        tries = [(side, nth) for nth in range(TRIES) for side in ("equal", "slower")]
        at_once(["--script", scripts[side], "--seed", options.runs + nth + 1, "--output",
                 options.folder / f"{side}{nth}.json"] for side, nth in tries)
        commands = {
            "compare": lambda side, nth: ["compare", runs[nth], options.folder / f"{side}{nth}.json"],
            "ab": lambda side, nth: ["ab", "--script", scripts["base"], "--script", scripts[side], "--seed",
                                     100 * (nth + 1)],
        }
        for command, arguments in commands.items():
            for metric, sides, name in (("auto", ("equal", "slower"), command), ("time", ("equal",), f"{command} by time")):
                chosen = [each for each in tries if each[0] in sides]
                ran = at_once([*arguments(*each), "--metric", metric, "--format", "csv"] for each in chosen)
                judge(f"{gpu}, {name}", slower, 5,
                      [(side, goals.table(each.out)) for (side, _), each in zip(chosen, ran)])


if __name__ == "__main__":
    parser = goals.parser_of_program(__doc__)
    parser.add_argument("runs", nargs="?", type=int, default=20, help=f"runs of each GPU, at least {TRIES} (default: 20)")
    goals.main(parser, measure)
