#!/usr/bin/env python3
"""Measures what the program promises about `isa FILE`: on shaders of the given folders, which may hold anybody's, and on
the project's own kernels. Needs the drivers that scripts/mesa-versions.sh fetches, but no GPU."""
import collections
import json
import pathlib
import re
import statistics

import goals
from goals import goal

MESA = goals.ROOT / "build/mesa"
# By target: the manifest of a driver that compiles for it.
DRIVERS = {"polaris10": "radv-22.3.6.json", "navi10": "radv-25.0.7.json", "tgl": "anv-25.0.7.json", "dg2": "anv-25.0.7.json",
           "ada": "trixie/nvk-25.0.7.json"}
# What a load looks like in the text: of memory, shared memory, an image or a descriptor.
AMD = re.compile(r"^\t((?:s|s_buffer|buffer|tbuffer|global|flat|scratch)_load_\S+|"
                 r"image_(?:load|sample|gather4|msaa_load)\S*|ds_read\S*|ds_load\S*)", re.MULTILINE)
NVIDIA = re.compile(r"(?:^|= |\s)((?:ld|ldc|tex|tld|tld4|txd|suld)\.\S+)")
SHADERS = (".comp", ".hlsl", ".glsl", ".spv", ".spvasm")


def records(options, target, *arguments):
    ran = options.program("isa", *arguments, "--driver", MESA / DRIVERS[target], "--target", target, "--format", "json",
                          codes=None, seconds=120)
    return (json.loads(ran.out) if ran.out else []), ran


def shaders_of(options):
    return [path for folder in options.folders for path in sorted(pathlib.Path(folder).rglob("*")) if path.suffix in SHADERS]


def coverage(options):
    """Which of the compute shaders that compile to SPIR-V get a summary, and how long one takes."""
    for target in DRIVERS:
        read, summaries, crashes, seconds, reasons = 0, 0, 0, [], collections.Counter()
        for path in shaders_of(options):
            rows, ran = records(options, target, path)
            crashes += ran.code == "hangs" or (isinstance(ran.code, int) and ran.code < 0)
            if not rows:
                continue
            entries = {row["entry_point"]: row["missing"] for row in rows}
            read += len(entries)
            summaries += sum(not missing for missing in entries.values())
            reasons.update(re.sub(r"'.*?'|\d+", "…", missing) for missing in entries.values() if missing)
            seconds.append(ran.seconds / len(entries))
        if not read:
            raise SystemExit("the folders hold no compute shader")
        goal(f"{target}, shaders with a summary, of {read}", 100 * summaries / read, ">=", 95, "%")
        goal(f"{target}, crashes and hangs of the program", crashes, "<=", 0)
        goal(f"{target}, one shader, median", statistics.median(seconds), "<=", 1, "s")
        fast = sum(each <= 1 for each in seconds)
        print(f"  {100 * fast / len(seconds):.1f} % take at most 1 s, and the slowest takes {max(seconds):.1f} s")
        for reason, count in reasons.most_common(5):
            print(f"  {count} x {reason}")


def counted(target, text):
    """Loads in the driver's text, counted by name without the program's parsers."""
    if target in ("polaris10", "navi10"):
        loads = [match.split(".")[0] for match in AMD.findall(text)]
        repeats = [int(number) for number in re.findall(r"\(then repeated (\d+) times\)", text)]
        return collections.Counter(loads) if not repeats else None
    if target == "ada":
        code = "\n".join(line.split("//")[0] for line in text[text.index("\nblock"):].splitlines())
        return collections.Counter(NVIDIA.findall(code))
    return None


def second_count(options):
    """Loads against those that a regular expression finds in the driver's text."""
    for target in ("polaris10", "navi10", "ada"):
        compared, equal = 0, 0
        for path in shaders_of(options):
            rows, _ = records(options, target, path)
            if len({row["entry_point"] for row in rows}) != 1 or rows[0]["missing"]:
                continue
            full = options.program("isa", path, "--full", "--driver", MESA / DRIVERS[target], "--target", target, codes=None).out
            wanted = counted(target, full)
            if wanted is None:
                continue
            found = collections.Counter()
            for row in rows:
                if row["access"] == "load":
                    found[row["instruction"].split(".")[0] if target != "ada" else row["instruction"]] += row["count"]
            compared += 1
            equal += found == wanted
            if found != wanted:
                print(f"  {target} {path}: {dict(found - wanted)} more, {dict(wanted - found)} fewer")
            if compared == options.count:
                break
        goal(f"{target}, shaders whose loads equal a second count, of {compared}", 100 * equal / max(compared, 1), ">=", 100, "%")


def own_rows(options):
    """The project's kernels, as files and as rows."""
    kernels = goals.ROOT / "build/kernels"
    for target in DRIVERS:
        rows = {row["id"]: row for row in options.program.rows("isa", "--driver", MESA / DRIVERS[target], "--target", target)}
        compared, equal = 0, 0
        for listed in options.program.rows("list"):
            made = sorted(kernels.glob(f"{listed['kernel']}-*.spv"), key=lambda path: path.stat().st_mtime)
            if not made or listed["id"] not in rows:
                continue
            found, _ = records(options, target, made[-1])
            compared += 1
            equal += bool(found) and found[0]["code"] == rows[listed["id"]]["code"]
        goal(f"{target}, kernels with the same code as file and as row, of {compared}", 100 * equal / max(compared, 1), ">=",
             100, "%")


if __name__ == "__main__":
    parser = goals.parser_of_program(__doc__)
    parser.add_argument("--folder", dest="folders", action="append", default=[], help="with compute shaders; repeatable")
    parser.add_argument("--count", type=int, default=50, help="shaders that are counted a second time (default: 50)")
    goals.main(parser, own_rows, coverage, second_count)
