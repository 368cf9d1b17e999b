#!/usr/bin/env python3
"""Measures what the program promises about itself: times, memory, repeatability. Takes about eight minutes; leave the
machine alone meanwhile. Goals for times are for two cores and lavapipe."""
import collections
import math
import os
import pty
import re
import signal
import statistics
import time

import goals
from goals import goal

SWIFTSHADER = "/usr/lib/chromium/vk_swiftshader_icd.json"


def first_ratio(program):
    """The seconds until it stands on a terminal."""
    begin, seen = time.monotonic(), b""
    process, terminal = pty.fork()
    if process == 0:
        os.execve(program.path, [program.path, "--driver", goals.LAVAPIPE], {**os.environ, "TERM": "xterm"})
    try:
        while not re.search(rb"\d\.\d{3}x", seen) and time.monotonic() < begin + 30:
            seen += os.read(terminal, 1 << 16)
        return time.monotonic() - begin
    except OSError:  # it ended
        return math.inf
    finally:
        os.kill(process, signal.SIGKILL)
        os.waitpid(process, 0)
        os.close(terminal)


def null_error(rows):
    return next(100 * abs(float(row["ratio"]) - 1) for row in rows if row["id"] == "null-row")


def full_run(options):
    whole = options.program("--driver", goals.LAVAPIPE)
    goal("full run, wall time", whole.seconds, "<=", 90, "s")
    goal("full run, per row and strategy", whole.seconds / 276, "<=", 0.2, "s")
    goal("full run, peak memory", whole.peak, "<=", 400, "MB")
    share = int(re.search(r" s, (\d+) % of it in ", whole.out)[1])
    goal("full run, share of wall time in dispatches", share, ">=", 80, "%")


def start(options):
    goals.goal_of_list(options.program)
    goal("first ratio on a terminal", first_ratio(options.program), "<=", 2, "s")


def quick_runs(options):
    runs = [options.program("--driver", goals.LAVAPIPE, "--quick", "--format", "csv") for _ in range(10)]
    goal("quick run, wall time (slowest of 10)", max(run.seconds for run in runs), "<=", 30, "s")
    tables = [goals.table(run.out) for run in runs]
    ratios = collections.defaultdict(list)
    for row in sum(tables, []):
        if row["status"] == "measured" and row["id"] != "null-row":
            ratios[row["id"], row["strategy"]].append(float(row["ratio"]))
    variations = sorted(100 * statistics.stdev(each) / statistics.fmean(each) for each in ratios.values()
                        if len(each) > 1)
    goal(f"quick runs, CV of a ratio, median over {len(variations)} rows", statistics.median(variations), "<=", 1, "%")
    goal("quick runs, CV of a ratio, 95th percentile", variations[int(0.95 * len(variations) - 0.5)], "<=", 3, "%")
    goal("null row on lavapipe, worst of 10 quick runs", max(map(null_error, tables)), "<=", 1, "%")


def swiftshader(options):
    if not os.path.exists(SWIFTSHADER):
        print("SwiftShader was not found (Debian: apt install chromium); its null row is not measured")
        return
    tables = [options.program.rows("--driver", SWIFTSHADER, "--quick") for _ in range(3)]
    goal("null row on SwiftShader, worst of 3 quick runs", max(map(null_error, tables)), "<=", 2, "%")


goals.main(goals.parser_of_program(__doc__), full_run, start, quick_runs, swiftshader)
