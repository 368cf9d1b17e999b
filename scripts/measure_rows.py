#!/usr/bin/env python3
"""Measures what the suites beside PerfTest's matrix promise: how many rows they have, how little code a row needs, and the
time of a quick run of all. Takes about four minutes on two cores."""
import collections
import re

import goals
from goals import goal

# Suites whose rows came with the wider matrix.
SUITES = ("store", "atomic", "shared", "bindless", "storage", "narrow", "format", "texture", "pattern", "memory",
          "constant")


def lines_of_code(file):
    """But for comments, includes and the namespace."""
    return sum(not re.match(r"\s*(//|#include|$)|(} // )?namespace", line) for line in file.read_text().splitlines())


def group(row):
    """What one kernel's file serves, by the kind that its key names, without widths and patterns."""
    return re.match(r"\w+(\.(?!uniform|linear|random)[a-z_]+)?", row["kernel"])[0]


def measure(options):
    rows = options.program.rows("list", "--suite", "all")
    goal("rows of all suites", len(rows), ">=", 700)
    groups = collections.defaultdict(set)
    for row in rows:
        for suite in set(SUITES) & set(row["suites"].split()):
            groups[suite].add(group(row))
    lines = {suite: lines_of_code(goals.ROOT / f"source/cases/suites/{suite}.cpp") for suite in SUITES}
    for suite in SUITES:
        print(f"  {suite}: {lines[suite]} lines of C++ for {len(groups[suite])} groups of rows")
    goal("lines of C++ for a group of rows, in the suite with most",
         max(lines[suite] / len(groups[suite]) for suite in SUITES), "<=", 12)
    if options.all:
        whole = options.program("--driver", goals.LAVAPIPE, "--quick", "--suite", "all", codes=(0,))
        goal("quick run of all suites, wall time", whole.seconds, "<=", 480, "s")


parser = goals.parser_of_program(__doc__)
parser.add_argument("--all", action="store_true", help="also measure the quick run of all")
goals.main(parser, measure)
