#!/usr/bin/env python3
"""Measures how well `isa FILE --cost` predicts: for each row of the suite mixed, its kernel's source is priced by the rows of
the suite matrix alone, and compared with what the row took. On simulated GPUs, whose costs are planted by another model, and
on lavapipe (some minutes); or for the two results files of one device that --rows and --mixed name."""
import statistics

import goals
from goals import goal

GPUS = ("nvidia", "hopper", "rdna3", "arc")
BASELINE = "Buffer<RGBA8>.Load random"
SHADER = goals.ROOT / "shaders/mixed.hlsl"
LOADS = 4 * 256  # of an iteration of a workgroup
CLOSE = 1.25


def levels(options, file):
    """By row: its time against the baseline, at most its time, and what limits it."""
    found = {}
    for row in options.program.rows("show", file):
        if row["status"] == "measured" and row["strategy"] == "set":
            found[row["name"]] = 1 / float(row["ratio"]), 1 / float(row["ratio_low"] or row["ratio"]), row["bound"]
    return found


def baseline_nanoseconds(options, file):
    rows = {row["name"]: row for row in options.program.rows("show", file) if row["strategy"] == "set"}
    return 1 / float(rows[BASELINE]["loads_per_ns"])


def words_of(row):
    """What selects the row's kernel, and the formats of its texels."""
    _, *slots, pattern = row["kernel"].split(".")
    words = ["-D", f"PATTERN=PATTERN_{pattern.upper()}"]
    for number, (slot, part) in enumerate(zip(slots, row["load"]["parts"])):
        words += ["-D", f"SLOT{number}=SLOT_{slot.upper()}"]
        if part["kind"] in ("typed", "texture"):
            words += ["--texels", f"source{number}={part['format']}"]
    return words


def predicted(options, row, rows_file):
    """Nanoseconds of a load, and its interval."""
    records = options.program.rows("isa", SHADER, "-I", SHADER.parent, *words_of(row), "--cost", rows_file)
    loop = next(record for record in records if record["loop"] == "1")
    return [float(loop[key] or 0) / LOADS for key in ("loop_least", "loop_low", "loop_high")]


def judge(options, name, rows_file, mixed_file):
    took, baseline = levels(options, mixed_file), baseline_nanoseconds(options, rows_file)
    holds, close, errors = [], [], []
    for row in goals.load(mixed_file)["rows"]:
        if not row["kernel"].startswith("mixed.") or row["name"] not in took:
            continue
        level, high, bound = took[row["name"]]
        least, low, _ = predicted(options, row, rows_file)
        share = least / (level * baseline)
        print(f"  {row['name']} {row['pattern']}: at least {least:.4g} ns, took {level * baseline:.4g} ns, "
              f"{100 * share:.0f} % ({bound})")
        holds.append(low <= high * baseline)
        if bound in ("loads", "limit"):
            close.append(CLOSE * share >= 1)
            errors.append(100 * abs(share - 1))
    goal(f"{name}: bounds that hold, of {len(holds)}", 100 * sum(holds) / len(holds), ">=", 95, "%")
    if close:
        goal(f"{name}: within 25 %, of {len(close)} that loads limit", 100 * sum(close) / len(close), ">=", 50, "%")
        print(f"  {name}: error of these, median {statistics.median(errors):.1f} %, largest {max(errors):.1f} %")


def run_both(options, name, *how):
    files = []
    for suite in ("matrix", "mixed"):
        files.append(options.folder / f"{name}-{suite}.json")
        options.program(*how, "--suite", suite, "--output", files[-1], "--format", "csv")
    judge(options, name, *files)


def simulated(options):
    for gpu in GPUS:
        script = goals.write(options.folder / f"{gpu}.script", f"simulate | {gpu}\n")
        run_both(options, gpu, "--script", script, "--seed", 1)


def lavapipe(options):
    run_both(options, "lavapipe", "--driver", goals.LAVAPIPE)


def files(options):
    if options.rows and options.mixed:
        judge(options, "files", options.rows, options.mixed)


if __name__ == "__main__":
    parser = goals.parser_of_program(__doc__)
    parser.add_argument("--rows", help="results of the suite matrix")
    parser.add_argument("--mixed", help="results of the suite mixed, from the same device and driver")
    goals.main(parser, simulated, lavapipe, files)
