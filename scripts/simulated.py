#!/usr/bin/env python3
"""Measures simulated GPUs with planted truth (docs/measuring.md), and prints the results beside the truth and the goals.
Takes a few minutes on two cores; the speed of this machine does not count."""
import concurrent.futures
import json
import os
import statistics

import goals

GPUS = ("nvidia", "hopper", "rdna3", "arc")
BASELINE = "Buffer<RGBA8>.Load random"
TRIES = 5
SLOWER_ROWS = 20
# What limits a row is found by making one cost of the GPU smaller: the rows that it limits become faster.
CHANGES = {"loads": "property | path-speed | 1.05", "latency": "property | waiting | 0.95",
           "instructions": "property | arithmetic-lanes | {lanes}"}
LANES = {"nvidia": 128, "hopper": 128, "rdna3": 64, "arc": 128}
INSTRUCTIONS_ALONE = "property | path-speed | 1000\nproperty | waiting | 0\n"
NEAR = 1.05  # costs that differ by less limit a row alike
# What a verdict of an experiment says of the times that are planted for the rows of its figures: that one of them, or all,
# lie between these bounds. Other verdicts say nothing of times alone.
SAYS = {("stride", "slower"): (any, 1.25, None), ("stride", "not slower"): (all, None, 1.25),
        ("stride", "faster"): (any, None, 1 / 1.25), ("stride", "as fast"): (all, 1 / 1.25, 1.25),
        ("vector", "costs"): (any, 1.1, None), ("vector", "costs nothing"): (all, None, 1.1),
        ("vector", "slower"): (any, 1.1, None), ("vector", "faster"): (any, None, 1 / 1.1),
        ("vector", "the same"): (all, 1 / 1.25, 1.25), ("binding", "slower"): (any, 1.05, None),
        ("binding", "faster"): (any, None, 1 / 1.05), ("binding", "the same"): (all, 1 / 1.25, 1.25),
        ("uniform", "faster"): (any, 1.25, None), ("uniform", "not slower"): (all, None, 1.25)}
EXPERIMENTS = ("uniform", "binding", "vector", "stride")
TIMERS = (0.5, 0.97, 0.985, 1, 1.015, 1.03, 2)  # nanoseconds that a timer counts in one


def truth_of(options, gpu, change=""):
    """What is planted, exactly; or what it were with one of its properties changed."""
    script = goals.write(options.folder / "exact", f"simulate | {gpu}\n{change}\nexact\n")
    options.program("--script", script, "--seed", 1, "--output", options.folder / "truth.json")
    return goals.load(options.folder / "truth.json")


def limits_of(options, gpu, truth):
    """What may be said to limit each row, by what makes it faster: its loads, latency, or its instructions; then those
    that only loads need (issue) if all would take a quarter less without them, or else the others (adds)."""
    def milliseconds(change):
        run = truth_of(options, gpu, change) if change else truth
        return {key: found["milliseconds"] for key, found in summaries(run).items()}

    before = milliseconds("")
    changed = {name: milliseconds(change.format(lanes=LANES[gpu] * NEAR)) for name, change in CHANGES.items()}
    alone, without_sends = (milliseconds(INSTRUCTIONS_ALONE + sends) for sends in ("", "property | sends | 0"))
    limits = {}
    for key, time in before.items():
        may = {name for name, after in changed.items() if time / after[key] > 0.995 * NEAR} or set(CHANGES) | {"?"}
        if "instructions" in may:
            sends = alone[key] / without_sends[key]
            may |= {"issue"} if sends > 1.25 * NEAR else {"adds"} if sends < 1.25 / NEAR else {"issue", "adds"}
        limits[key] = may | ({"limit"} if "loads" in may else set())
    return limits


def plant(options, gpu, truth, percent):
    """Scripts of the GPU, of the same with a seed of its own, and of one on which some rows are so much slower; and the
    names of these rows."""
    rows = [row["name"] for row in truth["rows"]]
    slower = {rows[i * len(rows) // SLOWER_ROWS] for i in range(SLOWER_ROWS)}
    base = f"simulate | {gpu}\n"
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


def summaries(run, with_all=False):
    """What was found, by row and strategy; without the baseline, which is 1 by definition, or with it and with the floors."""
    rows = run["rows"] + (run["floors"] if with_all else [])
    return {(row["name"], strategy["strategy"]): strategy["summary"] for row in rows
            for strategy in row["strategies"] if strategy["summary"]
            and (with_all or (row["name"], strategy["strategy"]) != (run["settings"]["baseline"], "set"))}


def judge_bounds(gpu, limits, runs):
    """The column "bound" beside what was planted. Few rows may be called unclear; none may be said to be limited by loads
    that is not."""
    said = [(limits[key], found["bound"], key) for run in runs for key, found in summaries(run).items()]
    right = [bound in may for may, bound, _ in said]
    false = [each for each in said if each[1] in ("loads", "limit", "latency") and each[1] not in each[0]]
    goals.goal(f"{gpu}, rows whose limit is right", 100 * statistics.fmean(right), ">=", 95, "%")
    goals.goal(f"{gpu}, rows wrongly called limited by loads", len(false), "<=", 0)
    wrong = {(" ".join(key), " or ".join(sorted(may)), bound) for (may, bound, key), good in zip(said, right) if not good}
    for key, limit, bound in sorted(wrong)[:12]:
        print(f"  {key}: planted {limit}, found {bound}")


def judge_ratios(gpu, truth, runs):
    errors = {key: [] for key in truth}
    covered = []
    for run in runs:
        for key, found in summaries(run).items():
            planted, ratio = truth[key]["ratio"]["median"], found["ratio"]
            errors[key].append(100 * (ratio["median"] / planted - 1))
            covered.append(ratio["low"] is not None and ratio["low"] <= planted <= ratio["high"])
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


def judge_advice(options, gpu, truth, files):
    """What the advice claims of two rows, beside their planted ratios: a figure that is off by more than 3 % is wrong, and so
    is a load that is called the fastest and planted to be a tenth slower than another."""
    def planted(name):
        return truth[name, "set"]["ratio"]["median"]

    wrong, claims = set(), 0
    for file in files:
        advice = json.loads(options.program("advise", file, "--format", "json").out)
        for claim in [each for said in advice["advice"] for each in said["claims"]]:
            if BASELINE in (claim["name"], claim["reference"]):
                continue
            claims += 1
            if not 0.97 < claim["times"] / (planted(claim["reference"]) / planted(claim["name"])) < 1.03:
                wrong.add((claim["name"], claim["reference"]))
        for choice in advice["choices"]:
            best = max(planted(cost["name"]) for cost in choice["costs"])
            wrong |= {(cost["name"], "the fastest") for cost in choice["costs"]
                      if cost["kind"] in choice["fastest"] and best / planted(cost["name"]) > 1.1 * 1.03}
    goals.goal(f"{gpu}, wrong claims of the advice, of {claims}", len(wrong), "<=", 0)
    for row, reference in sorted(wrong)[:12]:
        print(f"  {row} against {reference}")


def contradicts(experiment, finding, planted):
    """Whether what is planted, of each figure, is not what the finding's verdict says."""
    quantor, low, high = SAYS.get((experiment, finding["verdict"]), (all, None, None))
    return not quantor((low is None or times > low / 1.03) and (high is None or times < high * 1.03)
                       for times in planted)


def judge_experiments(options, gpu):
    """What the experiments find, beside what is planted for the rows of their figures: a figure whose interval does not hold
    it, and that is off by more than 3 %, is wrong, and so is a verdict that the planted times contradict. Nearly all must
    be said: a finding that cannot say anything says less than is planted."""
    wrong, figures, found, said = set(), 0, 0, 0
    for experiment in EXPERIMENTS:
        exact, base = (goals.write(options.folder / name, f"simulate | {gpu}\n{text}\n")
                       for name, text in (("exact", "exact"), ("base", "")))
        options.program("experiment", experiment, "--script", exact, "--output", options.folder / "truth.json")
        truth = {key: summary["milliseconds"] for key, summary
                 in summaries(goals.load(options.folder / "truth.json"), True).items()}
        ran = options.program("experiment", experiment, "--script", base, "--seed", 1, "--format", "json")
        for finding in json.loads(ran.out)["findings"]:
            of_rows = [each for each in finding["figures"] if "times" in each]
            if not of_rows:
                continue
            found += 1
            said += finding["verdict"] != "no verdict"
            planted = [truth[each["name"], each["strategy"]] / truth[each["reference"], each["reference_strategy"]]
                       for each in of_rows]
            figures += len(planted)
            wrong |= {(experiment, finding["subject"], each["name"]) for each, times in zip(of_rows, planted)
                      if not (0.97 < each["times"] / times < 1.03 or each["times_low"] <= times <= each["times_high"])}
            if contradicts(experiment, finding, planted):
                wrong.add((experiment, finding["subject"], finding["verdict"]))
    goals.goal(f"{gpu}, wrong findings of the experiments, of {found} with {figures} figures", len(wrong), "<=", 0)
    goals.goal(f"{gpu}, findings with a verdict", 100 * said / found, ">=", 90, "%")
    for each in sorted(wrong)[:12]:
        print("  " + ": ".join(each))


def judge_timer(options, gpu):
    """Timers that are off by more than 2 % are called wrong, and no others."""
    told = {}
    for rate in TIMERS:
        script = goals.write(options.folder / "timer", f"simulate | {gpu}\ntimer | {rate}\n")
        ran = options.program("--script", script, "--seed", 1, "--quick", "--filter", "cbuffer", "--format", "csv")
        told[rate] = "timer is wrong" in ran.err
    wrong = [rate for rate in TIMERS if told[rate] != (abs(rate - 1) > 0.02)]
    goals.goal(f"{gpu}, timers misjudged, of {len(TIMERS)} ({min(TIMERS)} to {max(TIMERS)})", len(wrong), "<=", 0)


def measure(options):
    def at_once(arguments):
        with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as threads:
            return list(threads.map(lambda each: options.program(*each), arguments))

    for gpu in GPUS:
        truth = truth_of(options, gpu)
        scripts, slower = plant(options, gpu, truth, 5)
        runs = [options.folder / f"run{seed}.json" for seed in range(1, options.runs + 1)]
        at_once(["--script", scripts["base"], "--seed", seed, "--output", run, "--format", "csv"]
                for seed, run in enumerate(runs, 1))
        judge_timer(options, gpu)
        judge_advice(options, gpu, summaries(truth), runs)
        judge_experiments(options, gpu)
        loaded = [goals.load(run) for run in runs]
        judge_ratios(gpu, summaries(truth), loaded)
        judge_bounds(gpu, limits_of(options, gpu, truth), loaded)
        tries = [(side, nth) for nth in range(TRIES) for side in ("equal", "slower")]
        at_once(["--script", scripts[side], "--seed", options.runs + nth + 1, "--output",
                 options.folder / f"{side}{nth}.json"] for side, nth in tries)
        commands = {
            "compare": lambda side, nth: ["compare", runs[nth], options.folder / f"{side}{nth}.json"],
            "ab": lambda side, nth: ["ab", "--script", scripts["base"], "--script", scripts[side], "--seed",
                                     100 * (nth + 1)],
        }
        for command, arguments in commands.items():
            # Slower rows cannot be told from slower clocks by times, so that only false alarms count.
            for metric, sides, name in (("auto", ("equal", "slower"), command), ("time", ("equal",), f"{command} by time")):
                chosen = [each for each in tries if each[0] in sides]
                ran = at_once([*arguments(*each), "--metric", metric, "--format", "csv"] for each in chosen)
                judge(f"{gpu}, {name}", slower, 5,
                      [(side, goals.table(each.out)) for (side, _), each in zip(chosen, ran)])


if __name__ == "__main__":
    parser = goals.parser_of_program(__doc__)
    parser.add_argument("runs", nargs="?", type=int, default=20, help=f"runs of each GPU, at least {TRIES} (default: 20)")
    goals.main(parser, measure)
