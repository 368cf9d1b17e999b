#!/usr/bin/env python3
"""Measures whether the Windows program, under Wine, gets the results that the Linux program gets on the same lavapipe.
Takes about three minutes on two cores; leave the machine alone meanwhile. Needs the Windows program
(scripts/test-windows.sh)."""
import os

import goals

SCRIPTS, EXE = goals.ROOT / "scripts", goals.ROOT / "build/windows-cross/vkperftest.exe"


def measure(options):
    if not EXE.exists():
        raise SystemExit(f"{EXE} is missing: run scripts/test-windows.sh first")
    windows = goals.write(options.folder / "windows.sh", f'#!/bin/sh\nexec "{SCRIPTS}/wine.sh" "{EXE}" "$@"\n')
    windows.chmod(0o755)
    # In many processes by turns: each process has its own luck with memory, and a shared machine its own from minute to
    # minute. Lavapipe is steadier on one core, when others work.
    ran = goals.Process([SCRIPTS / "wine-display.sh", options.program.path, "ab", "--program", options.program.path,
                         "--program", windows, "--blocks", 16, "--keep", options.folder / "kept", "--format", "csv"],
                        VK_DRIVER_FILES=goals.LAVAPIPE, VK_ICD_FILENAMES=goals.LAVAPIPE,
                        LP_NUM_THREADS=os.environ.get("LP_NUM_THREADS", "1")).end()
    if ran.code != 0:
        raise SystemExit(f"{ran.err}failed with exit code {ran.code}: {' '.join(ran.command)}")
    print(f"  ab, pair by pair: {goals.in_words(goals.verdicts(goals.table(ran.out)))}")
    for metric in ("time", "ratio"):
        found = goals.verdicts(options.program.rows("compare", options.folder / "kept-a.json",
                                                    options.folder / "kept-b.json", "--metric", metric))
        print(f"  compare, {metric}s: {goals.in_words(found)}")
        goals.goal(f"Linux and Windows on one lavapipe: {metric}s that are SAME", 100 * found["SAME"] / found.total(),
                   ">=", 90, "%")


goals.main(goals.parser_of_program(__doc__), measure)
