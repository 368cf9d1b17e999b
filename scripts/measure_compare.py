#!/usr/bin/env python3
"""Measures what the program promises about comparisons, on scripted and simulated devices with planted truth.
measure_verdicts.py measures whether verdicts hold on real runs. Takes a few minutes; leave the machine alone meanwhile.
"""
import itertools
import json
import math
import random
import statistics

import goals
import measure_simulated
from goals import goal

# The relative deviation of samples that makes a default run so: of a GPU's method, and of a software driver's.
NOISY = {"gpu": 0.035, "software": 0.04}
DISTURBED = {"gpu": 0.1, "software": 0.1}
BASELINE = "Buffer<RGBA8>.Load random"
PAIRS = 20
TRIES = 3
PROCESSES = 16
READING = {"epoch": 0, "clock_mhz": 2000, "clock_limit_mhz": 2100, "memory_clock_mhz": 1000, "temperature_celsius": 60,
           "power_watts": 200, "power_state": "P0", "throttling": []}


def speed(options):
    # All but the baseline a tenth slower.
    for side, milliseconds in (("base", 0.01), ("new", 0.011)):
        script = goals.write(options.folder / "slower", f"load | * | * | {milliseconds} | 0.02\n"
                             f"load | {BASELINE} | * | 0.01 | 0.02\nepoch | * | * | 0.005\n")
        options.program("--script", script, "--output", options.folder / f"{side}.json")
    found = goals.verdicts(options.program.rows("compare", options.folder / "base.json", options.folder / "new.json"))
    goal("a tenth slower: share of rows judged SLOWER", 100 * found["SLOWER"] / found.total(), ">=", 95, "%")
    goal("a tenth slower: rows judged FASTER", found["FASTER"], "<=", 0)

    files = goals.long_files(options, "many")
    seconds = statistics.median(options.program("compare", *files[:2]).seconds for _ in range(11))
    goal("compare two files of 276 rows x 100 samples (median of 11)", 1000 * seconds, "<=", 150, "ms")
    few, many = options.program("compare", *files[:50]), options.program("compare", *files)
    goal("compare 200 such files", many.seconds, "<=", 5, "s")
    goal("compare: memory of 200 files over that of 50", many.peak / few.peak, "<=", 4)


def measured(options, name, text, seed, *more):
    script = goals.write(options.folder / f"{name}.script", text)
    options.program("--script", script, "--seed", seed, "--output", options.folder / f"{name}.json", *more, codes=(0, 4))
    return options.folder / f"{name}.json"


def noise(options):
    """Rows are planted in pairs of runs that are noisy, or disturbed; in others nothing is."""
    for kind in NOISY:
        def run(name, deviation, seed, slower=""):
            head = "gpu\n" if kind == "gpu" else ""
            noisy = f"load | * | * | 0.01 | {deviation}\nepoch | * | * | 0.005\n"
            planted = f"load | {BASELINE} | * | 0.01 | {deviation}\n" if slower else ""
            return measured(options, name, head + noisy.replace("0.01", str(slower or 0.01), 1) + planted, seed)

        for grade, deviation, change, times in (("noisy", NOISY[kind], "10 %", 0.011),
                                                ("disturbed", DISTURBED[kind], "2x", 0.02)):
            found, faster, wrong, grades = [], 0, 0, []
            for nth in range(TRIES):
                base, planted = run("base", deviation, 2 * nth + 1), run("planted", deviation, 2 * nth + 2, times)
                grades += [goals.load(file)["quality"]["grade"] for file in (base, planted)]
                rows = [row["verdict"] for row in options.program.rows("compare", base, planted)
                        if row["name"] != BASELINE]
                found.append(rows.count("SLOWER") / len(rows))
                faster += rows.count("FASTER")
            counted = ", ".join(f"{grades.count(each)} {each}" for each in sorted(set(grades)))
            shares = ", ".join(f"{100 * share:.0f} %" for share in found)
            print(f"  {kind}: {counted} runs; share of the rows found: {shares}")
            what = f"{kind}, {grade} runs, all rows but the baseline {change} slower"
            goal(f"{what}: pairs that find it, of {TRIES}", sum(share > 0 for share in found), ">=", TRIES)
            goal(f"{what}: FASTER", faster, "<=", 0)
            files = [run(f"equal{nth}", deviation, 100 + nth) for nth in range(7)]
            pairs = [(a, b) for a in files for b in files if a < b][:PAIRS]
            for a, b in pairs:
                counts = goals.verdicts(options.program.rows("compare", a, b))
                wrong += counts["FASTER"] + counts["SLOWER"] > 0
            goal(f"{kind}, {grade} runs: pairs with a false verdict, of {len(pairs)}", wrong, "<=", 0)


def everything(options):
    """All rows and the baseline take 9 % longer; what the device reported under load, and another driver's version, are
    written into the files."""
    def told(path, clock=2000, version=0):
        result = goals.load(path)
        result["conditions"] = [{**READING, "clock_mhz": clock}]
        result["device"]["driver_version"] = version
        return goals.write(path.with_suffix(f".{clock:.0f}.{version}.json"), json.dumps(result))

    cases = [(gpu, f"simulate | {gpu}\n", f"simulate | {gpu}\nseed | 2\nslower | * | * | 9\n")
             for gpu in measure_simulated.GPUS]
    cases.append(("software", "load | * | * | 0.01 | 0.01\n", "load | * | * | 0.0109 | 0.01\n"))
    for name, before, after in cases:
        base, new = measured(options, "base", before, 1), measured(options, "new", after, 2)
        known = {"machine": (base, new)} if name == "software" else {
            "driver": (told(base), told(new, version=1)), "machine": (told(base), told(new, 2000 / 1.09)),
            "unknown": (told(base), told(new))}
        right = exits = 0
        for cause, files in known.items():
            said = json.loads(options.program("compare", *files, "--format", "json").out)[0]["everything"] or {}
            right += said.get("cause") == cause and said["verdict"] == "SLOWER"
            exits += [options.program("compare", *files, "--fail-on", "slower", *metric, codes=None).code
                      for metric in (["--metric", "time"], [])] == [1, 0]
            print(f"  {name}, {cause}: " + (f"{100 * said['change']:.1f} % [{100 * said['low']:.1f}, "
                                             f"{100 * said['high']:.1f}], {said['cause']}" if said else "not found"))
        goal(f"{name}, everything 9 % slower: right causes, of {len(known)}", right, ">=", len(known))
        goal(f"{name}, everything 9 % slower: exit codes 1 by time, 0 by ratio", exits, ">=", len(known))


def processes(options):
    """Processes of a software driver differ by 2 %, all rows alike: nothing may blame them, and no gate pass unjudged."""
    speed, files = random.Random(5), []
    for nth in range(PROCESSES):
        milliseconds = 0.01 * math.exp(speed.gauss(0, 0.02))
        files.append(measured(options, f"process{nth}",
                              f"load | * | * | {milliseconds:.7f} | 0.02\nepoch | * | * | 0.005\n", nth + 1,
                              "--quick", "--filter", "Byte*linear"))
    wrong = green = unclear = 0
    pairs = list(itertools.combinations(files, 2))
    for pair in pairs:
        ran = options.program("compare", *pair, "--metric", "time", "--fail-on", "slower", "--format", "json", codes=None)
        verdict = (json.loads(ran.out)[0]["everything"] or {}).get("verdict")
        wrong += verdict in ("FASTER", "SLOWER")
        unclear += verdict == "UNCLEAR"
        green += verdict == "UNCLEAR" and ran.code == 0
    print(f"  in {unclear} of {len(pairs)} pairs it is UNCLEAR whether everything changed")
    goal(f"processes that differ by 2 %: everything FASTER or SLOWER, of {len(pairs)}", wrong, "<=", 0)
    goal("processes that differ by 2 %: exit code 0 where everything is UNCLEAR", green, "<=", 0)


def gate(options):
    """--fail-on must not stay green where nothing could be judged."""
    files = [measured(options, side, "load | * | * | 0.01 | 0.01\n", seed) for side, seed in (("base", 1), ("new", 2))]
    blind = ([files[0], "perftest:RTX 3090"], ["perftest:RTX 2080 Ti", files[0]],
             [goals.ROOT / "results/nvidia-h100.json", goals.ROOT / "results/nvidia-h200.json"])
    codes = [options.program("compare", *pair, "--fail-on", "slower", codes=None).code for pair in blind]
    goal(f"blind gates that end with exit code 4, of {len(codes)}", codes.count(4), ">=", len(codes))
    goal("equal runs: exit code", options.program("compare", *files, "--fail-on", "slower", codes=None).code, "<=", 0)


goals.main(goals.parser_of_program(__doc__), speed, noise, everything, processes, gate)
