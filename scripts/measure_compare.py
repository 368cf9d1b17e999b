#!/usr/bin/env python3
"""Measures what the program promises about comparisons; whether verdicts hold on real runs, measure_verdicts.py measures.
Takes a minute; leave the machine alone meanwhile."""
import statistics

import goals
from goals import goal


def measure(options):
    # All but the baseline a tenth slower.
    for side, milliseconds in (("base", 0.01), ("new", 0.011)):
        script = goals.write(options.folder / "slower", f"load | * | * | {milliseconds} | 0.02\n"
                             "load | Buffer<RGBA8>.Load random | * | 0.01 | 0.02\nepoch | * | * | 0.005\n")
        options.program("--script", script, "--output", options.folder / f"{side}.json")
    found = goals.verdicts(options.program.rows("compare", options.folder / "base.json", options.folder / "new.json"))
    goal("a tenth slower: share of rows that come out SLOWER", 100 * found["SLOWER"] / found.total(), ">=", 95, "%")
    goal("a tenth slower: rows that come out FASTER", found["FASTER"], "<=", 0)

    files = goals.long_files(options, "many")
    seconds = statistics.median(options.program("compare", *files[:2]).seconds for _ in range(11))
    goal("compare two files of 276 rows x 100 samples (median of 11)", 1000 * seconds, "<=", 150, "ms")
    few, many = options.program("compare", *files[:50]), options.program("compare", *files)
    goal("compare 200 such files", many.seconds, "<=", 5, "s")
    goal("compare: memory of 200 files over that of 50", many.peak / few.peak, "<=", 4)


goals.main(goals.parser_of_program(__doc__), measure)
