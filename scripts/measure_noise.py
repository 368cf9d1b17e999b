#!/usr/bin/env python3
"""Measures lavapipe beside busy loops: how wide intervals become, and whether they hold the results of a --precise run on
the idle machine. Takes about half an hour on two cores; leave the machine alone meanwhile. On a host that is busy anyway
this reference is not reliable, so its disturbance is printed first."""
import contextlib
import itertools
import json
import math
import pathlib
import statistics
import subprocess
import sys

import goals
from goals import goal

# By busy loops: the least share of figures with intervals up to +-5 %, the largest error (%) in the median and at the 95th
# percentile, and the longest run (s).
GOALS = {0: (100, 1, 3, 60), 1: (97, 1.5, 5, None), 3: (90, 2, 8, 120)}
BASELINE = "Buffer<RGBA8>.Load random"
PAIRS = 60
EVERY = 10  # every so manieth row is planted to take longer
# By how much longer: the widest interval (+-) of either run with which it must be found.
PLANTED = {2: float("inf"), 1.1: 0.03}


@contextlib.contextmanager
def busy(loops):
    running = [subprocess.Popen([sys.executable, "-c", "while True: pass"]) for _ in range(loops)]
    try:
        yield
    finally:
        for each in running:
            each.kill()
            each.wait()


def figures(rows):
    """Ratio and interval by row and strategy, but for the baseline's, which is 1."""
    return {(row["name"], row["strategy"]): tuple(float(row[key] or "nan") for key in ("ratio", "ratio_low", "ratio_high"))
            for row in rows if row["status"] == "measured" and row["name"] not in ("null row", BASELINE)}


def measured(options, name, *effort):
    """The file of a run, which a run before may have left in the folder that --keep names."""
    file = options.folder / f"{name}.json"
    if not file.exists():
        options.program("--driver", goals.LAVAPIPE, *options.filter, *effort, "--output", file, "--format", "csv")
    return file


def runs_beside(options, loops):
    """Files of --runs runs, and their seconds."""
    with busy(loops):
        files = [measured(options, f"beside{loops}-{nth}") for nth in range(options.runs)]
    return files, [goals.load(file)["wall_seconds"] for file in files]


def agree(now, was):
    """Whether two figures differ by no more than both intervals allow for."""
    reach = [max(math.log(high / ratio), math.log(ratio / low)) for ratio, low, high in (now, was)]
    return abs(math.log(now[0] / was[0])) <= math.hypot(*reach)


def shown(options, file):
    return figures(options.program.rows("show", file))


def judge(options, loops, files, seconds, truth):
    least, median, most, longest = GOALS[loops]
    narrow, holding, errors, missing = [], [], [], 0
    for file in files:
        found = shown(options, file)
        text = options.program("show", file, "--format", "perftest").out
        missing += text.count(": not measured")
        narrow.append(100 * sum(high - low <= 0.1 * ratio for ratio, low, high in found.values()) / len(found))
        both = [(found[key], truth[key]) for key in found if key in truth]
        holding.append(100 * sum(agree(now, was) for now, was in both) / len(both))
        errors.append(sorted(100 * abs(now[0] / was[0] - 1) for now, was in both))
    name = f"beside {loops} busy loops"
    of_runs = statistics.median
    goal(f"{name}, intervals up to +-5 % (median of {len(files)})", of_runs(narrow), ">=", least, "%")
    goal(f"{name}, error, median", of_runs(statistics.median(each) for each in errors), "<=", median, "%")
    goal(f"{name}, error, 95th percentile", of_runs(each[int(0.95 * len(each))] for each in errors), "<=", most, "%")
    goal(f"{name}, intervals that hold the reference", of_runs(holding), ">=", 93, "%")
    goal(f"{name}, rows missing in PerfTest's text", missing, "<=", 0)
    if longest and not options.filter:
        goal(f"{name}, wall time (median)", of_runs(seconds), "<=", longest, "s")


def planted(file, factor):
    """The same run, some of whose rows take that many times as long; and their names."""
    result = goals.load(file)
    slower = [row for row in result["rows"] if row["name"] != result["settings"]["baseline"]][::EVERY]
    for row in slower:
        for strategy in row["strategies"]:
            if strategy["status"] == "measured":
                strategy["nanoseconds"] = [factor * each for each in strategy["nanoseconds"]]
    return goals.write(file.with_suffix(".planted.json"), json.dumps(result)), {row["name"] for row in slower}


def narrow_in(run, widest):
    """Its rows whose intervals, under all strategies, are no wider."""
    wide = {name for (name, _), (ratio, low, high) in run.items() if max(high - ratio, ratio - low) > widest * ratio}
    return {name for name, _ in run} - wide


def judge_pairs(options, files):
    pairs = list(itertools.permutations(files, 2))[:: max(1, len(files) * (len(files) - 1) // PAIRS)][:PAIRS]
    runs = {file: shown(options, file) for file in files}
    wrong = sum(any(row["verdict"] in ("FASTER", "SLOWER") for row in options.program.rows("compare", base, now))
                for base, now in pairs)
    goal(f"pairs of runs with a false verdict, of {len(pairs)}", wrong, "<=", 0)
    for factor, widest in PLANTED.items():
        verdicts = []
        for base, now in pairs:
            slower, names = planted(now, factor)
            names &= narrow_in(runs[base], widest) & narrow_in(runs[now], widest)
            verdicts += [row["verdict"] for row in options.program.rows("compare", base, slower) if row["name"] in names]
        found = 100 * verdicts.count("SLOWER") / len(verdicts) if verdicts else 0
        goal(f"rows planted {factor}x slower that are found, of {len(verdicts)}", found, ">=", 95, "%")


def judge_spread(options, files):
    """How much a ratio differs between fresh processes: its coefficient of variation, row by row."""
    runs = [shown(options, file) for file in files]
    same = [[run[key][0] for run in runs] for key in runs[0] if all(key in run for run in runs)]
    spread = sorted(100 * statistics.stdev(row) / statistics.fmean(row) for row in same)
    goal(f"CV of a ratio over {len(files)} processes on the idle machine, median", statistics.median(spread), "<=", 0.6, "%")
    goal("the same, 95th percentile", spread[int(0.95 * len(spread) - 0.5)], "<=", 1.5, "%")


def measure(options):
    if options.keep:
        options.folder = options.keep
    reference = measured(options, "reference", "--precise")
    quality = goals.load(reference)["quality"]
    print(f"  reference: {quality['grade']}, {100 * quality['set_aside_share']:.0f} % of the samples disturbed")
    truth, files = shown(options, reference), []
    for loops in GOALS:
        more, seconds = runs_beside(options, loops)
        judge(options, loops, more, seconds, truth)
        if loops == 0:
            judge_spread(options, more)
        files += more
    judge_pairs(options, files)


if __name__ == "__main__":
    parser = goals.parser_of_program(__doc__)
    parser.add_argument("--runs", type=int, default=5, help="runs beside each number of busy loops (default: 5)")
    parser.add_argument("--filter", action="append", default=[], type=lambda glob: f"--filter={glob}",
                        help="the program's --filter; without it, all rows and wall times are measured")
    parser.add_argument("--keep", metavar="FOLDER", type=pathlib.Path,
                        help="an existing folder for the runs; those that it has are not measured again")
    goals.main(parser, measure)
