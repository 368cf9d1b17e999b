#!/usr/bin/env python3
"""Injects ratios on a software driver and prints what `run`, `compare` and `ab` find. The layer multiplies the workgroups of
one kernel's timed dispatches, and gives the process its own CPU time as a clock, so that other work does not count. Takes
ten minutes on two cores. --short injects one ratio, once, and has goals for verdicts only, because one interval in 20 may
miss."""
import hashlib
import math
import pathlib

import goals
import hostile
from goals import goal

FACTORS = [1.0, 1.02, 1.1, 2.0]
ROW = "typed-rg16f-linear"
# Timers that count otherwise.
TIMERS = ["period 52.083", "timestamps wrap, period 0.015625", "queues several"]
OTHERS = ["typed-r16f-linear", "raw-load-linear"]  # nothing is injected in them


class Bench:
    """The program behind the layer."""

    def __init__(self, options):
        self.program, self.driver, self.folder = options.program, options.driver, options.folder
        self.variables = hostile.variables(options) | {"LD_PRELOAD": str(options.layer / "libhostile_layer.so")}

    def call(self, repeat, *arguments, lie=""):
        return self.program.rows(*arguments, **self.variables, HOSTILE_REPEAT=repeat, HOSTILE_LIE=lie)

    def run(self, repeat, name, strategies, *rows, lie=""):
        filters = [word for row in rows for word in ("--filter", row)]
        return self.call(repeat, "run", "--driver", self.driver, "--strategy", strategies, "--output", self.folder / name,
                         *filters, lie=lie)

    def load_time(self, lie):
        """Of the row, in nanoseconds, the fastest sample."""
        self.run("", "time.json", "set", ROW, lie=lie)
        strategy = row_of(goals.load(self.folder / "time.json"))["strategies"][0]
        return min(strategy["nanoseconds"]) / strategy["loads"]

    def ab(self, repeat):
        other = goals.write(self.folder / "other", f'#!/bin/sh\nHOSTILE_REPEAT="{repeat}" exec "{self.program.path}" "$@"\n')
        other.chmod(0o755)
        filters = [word for row in [ROW, *OTHERS] for word in ("--filter", row)]
        return self.call("", "ab", "--program", self.program.path, "--program", other, "--driver", self.driver,
                         "--strategy", "set", "--all", "--keep", self.folder / "ab", *filters)

    def injected(self, name, factor):
        """What the rounded number of workgroups makes of the factor."""
        groups = row_of(goals.load(self.folder / name))["strategies"][0]["loads"] / 65536
        return math.floor(groups * factor + 0.5) / groups


def row_of(result):
    return next(row for row in result["rows"] if row["id"] == ROW)


def changes(rows, slower):
    """Of a comparison: each change, its interval, and what was injected."""
    for row in rows:
        truth = 1 / slower if row["name"].startswith("Buffer<RG16f>") else 1.0
        yield truth, *(1 + float(row[key]) for key in ("change", "change_low", "change_high")), row["verdict"]


def kernel_file(options, result):
    """The SPIR-V of the row's kernel, by its hash."""
    wanted = result["kernels"][row_of(result)["kernel"]]
    for path in options.kernels.glob("*.spv"):
        if hashlib.sha256(path.read_bytes()).hexdigest() == wanted:
            return path
    raise SystemExit(f"{options.kernels} does not contain the kernel of {ROW}")


def found_of(bench, kernel, factor):
    """What each command finds: its name, what was injected, the ratio and its interval, and a verdict."""
    repeat = f"{kernel} {factor}"
    rows = bench.run(repeat + " push", "push.json", "set,push", ROW)
    push = next(row for row in rows if row["strategy"] == "push" and row["id"] == ROW)
    found = [("run", 1 / bench.injected("push.json", factor),
              *(float(push["against_first_strategy" + end]) for end in ("", "_low", "_high")), "")]
    bench.run("", "base.json", "set", ROW, *OTHERS)
    bench.run(repeat, "new.json", "set", ROW, *OTHERS)
    rows = bench.call("", "compare", "--all", bench.folder / "base.json", bench.folder / "new.json")
    found += [("compare", *change) for change in changes(rows, bench.injected("new.json", factor))]
    rows = bench.ab(repeat)
    return found + [("ab", *change) for change in changes(rows, bench.injected("ab-b.json", factor))]


def measure(options):
    factors, tries = ([1.1], 1) if options.short else (FACTORS, 5)
    bench = Bench(options)
    bench.run("", "base.json", "set", ROW)
    kernel = kernel_file(options, goals.load(bench.folder / "base.json"))
    honest = bench.load_time("")
    times = {lie: bench.load_time(lie) / honest for lie in TIMERS}
    for lie, time in times.items():
        print(f"{lie} | {time:.3f} of the time by an honest timer", flush=True)
    print("command | injected | found, with its 95 % interval | does it hold the injected value")
    held, verdicts = {"run": [], "compare": [], "ab": []}, []
    for factor in sorted(factors * tries):
        for command, truth, middle, low, high, verdict in found_of(bench, kernel, factor):
            held[command].append(low <= truth <= high)
            print(f"{command} | {truth:.4f} | {middle:.4f} [{low:.4f}, {high:.4f}] {verdict} | "
                  f"{'yes' if low <= truth <= high else 'NO'}", flush=True)
            if verdict:
                verdicts.append((truth, verdict))
    if not options.short:
        off = max(abs(time - 1) for time in times.values())
        goal("times by other timers: farthest from an honest timer's", 100 * off, "<=", 10, "%")
        for command, every in held.items():
            goal(f"{command}: intervals that hold the injected value, of {len(every)}", 100 * sum(every) / len(every),
                 ">=", 90, "%")
    wrong = [verdict for truth, verdict in verdicts if verdict == "FASTER" or verdict == "SLOWER" and truth == 1]
    goal(f"wrong verdicts, of {len(verdicts)}", len(wrong), "<=", 0)


parser = hostile.parser(__doc__)
parser.add_argument("kernels", nargs="?", type=pathlib.Path, default=goals.ROOT / "build/kernels",
                    help="the folder of the build's SPIR-V; default: build/kernels")
goals.main(parser, measure)
