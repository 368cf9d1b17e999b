#!/usr/bin/env python3
"""Plants ratios on a software driver and prints what `run`, `compare` and `ab` find, a line each; then, with tabs
   between them, figures beside their goals (measure_faults.sh). The layer gives the timed dispatches of one kernel so
   many times their workgroups, and the process its own processor time for a clock, so that other work takes none of it.
   measure_answers.py [--short] PROGRAM LAYER DRIVER KERNELS     KERNELS: the folder of the SPIR-V that the build made
   --short: one ratio, once, and only verdicts have a goal, since one interval of 20 may miss"""
import argparse
import csv
import glob
import hashlib
import json
import math
import os
import stat
import subprocess
import sys
import tempfile

from measure_faults import goal

FACTORS = [1.0, 1.02, 1.1, 2.0]
ROW = "typed-rg16f-linear"
# Timers that count otherwise.
TIMERS = ["period 52.083", "timestamps wrap, period 0.015625", "queues several"]
OTHERS = ["typed-r16f-linear", "raw-load-linear"]  # nothing is planted in them


class Bench:
    """The program behind the layer."""

    def __init__(self, program, layer, driver, folder):
        self.program, self.driver, self.folder = program, driver, folder
        self.variables = dict(os.environ, LP_NUM_THREADS="1", VK_ADD_LAYER_PATH=layer,
                              VK_INSTANCE_LAYERS="VK_LAYER_VKPERFTEST_hostile",
                              LD_PRELOAD=os.path.join(layer, "libhostile_layer.so"))

    def file(self, name):
        return os.path.join(self.folder, name)

    def call(self, repeat, *arguments, lie=""):
        variables = dict(self.variables, HOSTILE_REPEAT=repeat, HOSTILE_LIE=lie)
        done = subprocess.run([self.program, *arguments, "--format", "csv"], capture_output=True, text=True,
                              check=False, env=variables)
        if done.returncode != 0:
            sys.exit(f"{arguments}: exit code {done.returncode}: {done.stderr}")
        return list(csv.DictReader(done.stdout.splitlines()))

    def run(self, repeat, name, strategies, *rows, lie=""):
        filters = [word for row in rows for word in ("--filter", row)]
        return self.call(repeat, "run", "--driver", self.driver, "--strategy", strategies, "--output", self.file(name),
                         *filters, lie=lie)

    def load_time(self, lie):
        """Of the row, in nanoseconds, the fastest sample."""
        self.run("", "time.json", "set", ROW, lie=lie)
        strategy = load(self.file("time.json"))["rows"][0]["strategies"][0]
        return min(strategy["nanoseconds"]) / strategy["loads"]

    def ab(self, repeat):
        other = self.file("other")
        with open(other, "w", encoding="utf-8") as script:
            script.write(f'#!/bin/sh\nHOSTILE_REPEAT="{repeat}" exec "{self.program}" "$@"\n')
        os.chmod(other, os.stat(other).st_mode | stat.S_IXUSR)
        filters = [word for row in [ROW, *OTHERS] for word in ("--filter", row)]
        return self.call("", "ab", "--program", self.program, "--program", other, "--driver", self.driver, "--strategy",
                         "set", "--all", "--keep", self.file("ab"), *filters)


def load(path):
    with open(path, encoding="utf-8") as file:
        return json.load(file)


def planted(path, factor):
    """What the rounded number of workgroups makes of the factor."""
    row = next(row for row in load(path)["rows"] if row["id"] == ROW)
    groups = row["strategies"][0]["loads"] / 65536
    return math.floor(groups * factor + 0.5) / groups


def changes(rows, slower):
    """Of a comparison: each change, its interval, and what was planted."""
    for row in rows:
        truth = 1 / slower if row["name"].startswith("Buffer<RG16f>") else 1.0
        yield truth, *(1 + float(row[key]) for key in ("change", "change_low", "change_high")), row["verdict"]


def kernel_file(result, folder):
    """The SPIR-V of the row's kernel, by its hash."""
    row = next(row for row in result["rows"] if row["id"] == ROW)
    for path in glob.glob(os.path.join(folder, "*.spv")):
        with open(path, "rb") as file:
            if hashlib.sha256(file.read()).hexdigest() == result["kernels"][row["kernel"]]:
                return path
    sys.exit(f"{folder} does not hold the kernel of {ROW}")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--short", action="store_true")
    for name in ("program", "layer", "driver", "kernels"):
        parser.add_argument(name, type=os.path.realpath)
    options = parser.parse_args()
    factors, tries = ([1.1], 1) if options.short else (FACTORS, 5)
    held = {command: [] for command in ("run", "compare", "ab")}
    verdicts = []
    with tempfile.TemporaryDirectory() as folder:
        bench = Bench(options.program, options.layer, options.driver, folder)
        bench.run("", "base.json", "set", ROW)
        kernel = kernel_file(load(bench.file("base.json")), options.kernels)
        honest = bench.load_time("")
        times = {lie: bench.load_time(lie) / honest for lie in TIMERS}
        for lie, time in times.items():
            print(f"{lie} | {time:.3f} of the time by an honest timer", flush=True)
        print("command | planted | found, with its 95 % interval | is it in there")
        for factor in factors:
            for _ in range(tries):
                repeat = f"{kernel} {factor}"
                rows = bench.run(repeat + " push", "push.json", "set,push", ROW)
                push = next(row for row in rows if row["strategy"] == "push" and row["id"] == ROW)
                slower = planted(bench.file("push.json"), factor)
                found = [("run", 1 / slower, *(float(push["against_first" + end]) for end in ("", "_low", "_high")), "")]
                bench.run("", "base.json", "set", ROW, *OTHERS)
                bench.run(repeat, "new.json", "set", ROW, *OTHERS)
                slower = planted(bench.file("new.json"), factor)
                rows = bench.call("", "compare", "--all", bench.file("base.json"), bench.file("new.json"))
                found += [("compare", *change) for change in changes(rows, slower)]
                rows = bench.ab(repeat)
                slower = planted(bench.file("ab-b.json"), factor)
                found += [("ab", *change) for change in changes(rows, slower)]
                for command, truth, middle, low, high, verdict in found:
                    held[command].append(low <= truth <= high)
                    print(f"{command} | {truth:.4f} | {middle:.4f} [{low:.4f}, {high:.4f}] {verdict} | "
                          f"{'yes' if low <= truth <= high else 'NO'}", flush=True)
                    if verdict:
                        verdicts.append((truth, verdict))
    off = max(abs(time - 1) for time in times.values())
    goal("times by other timers: farthest from those by an honest one", f"{100 * off:.1f}", "<=", 10, "%")
    for command, all_held in ({} if options.short else held).items():
        goal(f"{command}: intervals that hold what was planted, of {len(all_held)}",
             f"{100 * sum(all_held) / len(all_held):.0f}", ">=", 90, "%")
    wrong = [verdict for truth, verdict in verdicts if verdict == "FASTER" or verdict == "SLOWER" and truth == 1]
    goal(f"wrong verdicts, of {len(verdicts)}", len(wrong), "<=", 0)
    return len(wrong) > 0


if __name__ == "__main__":
    sys.exit(main())
