#!/usr/bin/env python3
"""Measures whether verdicts hold. In 20 pairs of runs of one unchanged driver, quiet and beside one to three busy loops, no
row may be judged FASTER or SLOWER, and if everything is, only the machine may be blamed. Changes planted on simulated
GPUs, and two versions of lavapipe, are compared too. Takes about twenty minutes on two cores."""
import goals
import measure_simulated
from goals import goal

SIX = ["--filter", "cbuffer", "--filter", "ByteAddressBuffer.Load linear", "--filter", "*<RGBA8>.Load linear"]
PAIRS = (  # effort, rows, busy loops beside the first run and beside the second
    ("quick", "six", 0, 0), ("quick", "six", 0, 0), ("quick", "six", 0, 1), ("quick", "six", 1, 0),
    ("quick", "six", 0, 2), ("quick", "six", 1, 1), ("quick", "six", 2, 3), ("quick", "six", 3, 0),
    ("default", "six", 0, 0), ("default", "six", 0, 0), ("default", "six", 1, 0), ("default", "six", 0, 2),
    ("default", "six", 2, 1), ("default", "six", 0, 3),
    ("quick", "whole", 0, 0), ("quick", "whole", 0, 1), ("quick", "whole", 2, 0), ("quick", "whole", 1, 3),
    ("default", "whole", 0, 0), ("default", "whole", 0, 2))


def measured(options, side, effort, rows, busy):
    """A run of lavapipe beside so many busy loops."""
    loops = [goals.Process(["sh", "-c", "while :; do :; done"]) for _ in range(busy)]
    try:
        # A row that fails, since the machine is that busy, is no verdict.
        options.program("--driver", goals.LAVAPIPE, "--output", options.folder / f"{side}.json",
                        *(["--quick"] if effort == "quick" else []), *(SIX if rows == "six" else []), codes=(0, 4))
    finally:
        for loop in loops:
            loop.kill()
            loop.end()
    return options.folder / f"{side}.json"


def pairs(options):
    wrong = judged = everything = blamed = 0
    for nth, (effort, rows, first, second) in enumerate(PAIRS, 1):
        files = [measured(options, "base", effort, rows, first), measured(options, "new", effort, rows, second)]
        changes = options.program.rows("compare", *files, codes=None)
        found = goals.verdicts(changes)
        told = next(((each["everything_verdict"], each["everything_cause"]) for each in changes), ("", ""))
        grades = [goals.load(file)["quality"]["grade"] for file in files]
        print(f"  pair {nth} ({effort}, {rows}, {first} and {second} loops, {' and '.join(grades)}): "
              f"{goals.in_words(found)}{', everything ' + ', '.join(told) if told[0] else ''}", flush=True)
        wrong += found["FASTER"] + found["SLOWER"] > 0
        everything += told[0] in ("FASTER", "SLOWER")
        blamed += told[0] in ("FASTER", "SLOWER") and told[1] != "machine"
        judged += grades == ["good", "good"]
    print(f"  {judged} of {len(PAIRS)} pairs consist of good runs only")
    print(f"  in {everything} of {len(PAIRS)} pairs everything was judged FASTER or SLOWER")
    goal(f"pairs of runs of one driver with FASTER or SLOWER, of {len(PAIRS)}", wrong, "<=", 0)
    goal(f"pairs in which the driver is blamed for everything, of {len(PAIRS)}", blamed, "<=", 0)


def planted(options):
    """Twenty rows are a tenth slower on one side, or none; each side has a seed of its own."""
    for gpu in measure_simulated.GPUS:
        scripts, slower = measure_simulated.plant(options, gpu, measure_simulated.truth_of(options, gpu), 10)
        comparisons = []
        for seed in (10, 20, 30):
            for side, script in scripts.items():
                options.program("--script", script, "--seed", seed, "--quick", "--output", options.folder / f"{side}.json")
            for side in ("equal", "slower"):
                rows = options.program.rows("compare", options.folder / "base.json", options.folder / f"{side}.json")
                comparisons.append((side, rows))
        measure_simulated.judge(f"{gpu}, quick, compare", slower, 10, comparisons)


def ab(options):
    fetched = goals.Process([goals.ROOT / "scripts/mesa-versions.sh"]).end()
    if fetched.code != 0:
        raise SystemExit(fetched.err)
    older, newer = fetched.out.splitlines()[:2]
    ran = options.program("ab", "--driver", older, "--driver", newer, "--filter", "ByteAddressBuffer.Load*", "--format",
                          "csv")
    found = goals.verdicts(goals.table(ran.out))
    names = " against ".join(path.rpartition("/")[2] for path in (older, newer))
    print(f"  {names}: {goals.in_words(found)} in {ran.seconds:.2f} s")
    print("".join(f"{line}\n" for line in ran.err.splitlines() if "Noise widens" in line), end="")
    goal("ab finds the raw loads faster in the newer driver, of 36", found["FASTER"], ">=", 36)


goals.main(goals.parser_of_program(__doc__), pairs, planted, ab)
