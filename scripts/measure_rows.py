#!/usr/bin/env python3
"""Measures what the suites beside PerfTest's matrix promise: how many rows they have, how little code they need, and with
--all the time of a quick run of all, which takes about four minutes on two cores."""
import re
import statistics

import goals
from goals import goal

# Suites whose rows came with the wider matrix.
SUITES = ("store", "atomic", "shared", "bindless", "storage", "narrow", "format", "texture", "pattern", "memory",
          "constant")

CASES = goals.ROOT / "source/cases"
BASELINE = "typed-rgba8-random"


def lines_of_code(file):
    """But for comments, includes and the namespace."""
    return sum(not re.match(r"\s*(//|#include|$)|(} // )?namespace", line) for line in file.read_text().splitlines())


def group(row):
    """What one kernel's file serves, by the kind that its key names, without widths and patterns."""
    return re.match(r"\w+(\.(?!uniform|linear|random)[a-z_]+)?", row["kernel"])[0]


def measure(options):
    rows = options.program.rows("list", "--suite", "all")
    goal("rows of all suites", len(rows), ">=", 700)
    groups = {suite: {group(row) for row in rows if suite in row["suites"].split() and row["id"] != BASELINE}
              for suite in SUITES}
    lines = {suite: lines_of_code(CASES / f"suites/{suite}.cpp") for suite in SUITES}
    for suite in SUITES:
        print(f"  {suite}: {lines[suite]} lines for {len(groups[suite])} groups of rows")
    goal("lines of a suite for a group of rows, in the suite with most",
         max(lines[suite] / len(groups[suite]) for suite in SUITES), "<=", 12)
    families = [file for file in (CASES / "families").glob("*.cpp") if file.stem != "families"]
    print(f"  a file of a family has {statistics.median(map(lines_of_code, families))} lines (median)")
    if options.all:
        whole = options.program("--driver", goals.LAVAPIPE, "--quick", "--suite", "all", codes=(0,))
        goal("quick run of all suites, wall time", whole.seconds, "<=", 480, "s")


parser = goals.parser_of_program(__doc__)
parser.add_argument("--all", action="store_true", help="also measure the quick run of all")
goals.main(parser, measure)
