#!/usr/bin/env python3
"""Measures what the program promises about `isa`; goals in seconds are for two cores. Needs the drivers that
scripts/mesa-versions.sh fetches, but no GPU. Takes more than half an hour, most of it for the last part."""
import hashlib

import goals
from goals import goal

MANIFESTS = ("radv-*", "anv-*", "hasvk-*", "trixie/anv-*", "trixie/nvk-*")
# Not memory, whose kernels are those of others, nor bindless: Intel's compilers compute its messages' descriptors at
# run time, so the code does not show what they load.
SUITES = ("matrix", "uniform", "binding", "vector", "stride", "integer", "mixed", "store", "atomic", "shared",
          "storage", "narrow", "format", "texture", "pattern", "constant")
STRATEGIES = "set,push,push-template,dynamic,inline,general-layout,buffer,address-4,address-8,address-16"


def drivers():
    fetched = goals.Process([goals.ROOT / "scripts/mesa-versions.sh"]).end()
    if fetched.code != 0:
        raise SystemExit(fetched.err)
    return [path for manifest in MANIFESTS for path in sorted((goals.ROOT / "build/mesa").glob(f"{manifest}.json"))]


def targets(options, driver):
    """Those that it compiles for."""
    rows = options.program.rows("isa", "--driver", driver, "--target", "all", "--filter", "raw-load4-linear", codes=None)
    return [row["target"] for row in rows]


def times(options):
    for driver in drivers():
        isa = ["isa", "--driver", driver, "--target"]
        seconds = [options.program(*isa, target).seconds for target in targets(options, driver)]
        goal(f"{driver.stem}, 138 rows, slowest target", max(seconds), "<=", 5, "s")
        goal(f"{driver.stem}, 138 rows, all targets", options.program(*isa, "all").seconds, "<=", 60, "s")


def equal(options):
    """Of each target the code of all rows, which ends with its hash in JSON."""
    for driver in drivers():
        different = 0
        for target in targets(options, driver):
            isa = ["isa", "--driver", driver, "--target", target]
            texts = {hashlib.sha256("".join(options.program(*isa, *how, codes=None).out for how in (
                ["--full"], ["--format", "json"])).encode()).digest() for _ in range(20)}
            different += len(texts) > 1
        goal(f"{driver.stem}, targets with texts that differ in 20 runs", different, "<=", 0)


def unknown(options):
    for driver in drivers():
        loads = [row["loads"] for suite in SUITES for row in options.program.rows(
            "isa", "--driver", driver, "--target", "all", "--suite", suite, "--strategy", STRATEGIES, codes=None)]
        unread = [load for load in loads if load.startswith("unknown: ")]
        lacking = sum(load.endswith("an instruction that this GPU does not have") for load in unread)
        goal(f"{driver.stem}, unknown loads in {len(loads)} rows of all targets, suites and strategies",
             len(unread) - lacking, "<=", 0)
        print(f"  {lacking} more rows have an instruction that their GPU lacks")


goals.main(goals.parser_of_program(__doc__), times, equal, unknown)
