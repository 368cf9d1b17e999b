#!/usr/bin/env python3
"""Runs two programs over all stored results files, in every format, and over scripted runs, and prints which outputs
differ: standard output and error, exit codes, written files. For JSON that differs, it prints the members that NEW adds (+),
lacks (-) or changes (~): a minor version of results files only adds members. Times of day and the programs' versions may
differ. Takes two minutes; exits with 1 if any output differs by more than added members."""
import argparse
import concurrent.futures
import difflib
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
FORMATS = ("table", "perftest", "csv", "markdown", "json", "html")
RESULTS = sorted(path for path in [*ROOT.glob("results/*.json"), *ROOT.glob("tests/model/results-*.json")]
                 if "schema" not in path.name)
PUBLISHED = ("perftest:RX 480", "perftest:RTX 2080 Ti", "perftest:600/700 series")
EXPERIMENTS = ("uniform", "binding", "vector", "stride")
SCRIPTS = {
    "fast": "load | * | * | 0.01\nload | ByteAddressBuffer* | * | 0.0025\nload | *, floor | * | 0.001\n",
    "mixed": "gpu\nload | * | * | 0.01 | 0.02\nepoch | * | * | 0.005\nunsupported | *random* | push | no extension\n"
             "wrong | *R8* | *\nlost | *Load4 uniform | * | 3\nrecord | * | 200\nrecord | bind only | 1 | not here\n",
    "refused": "load | * | * | 0.01\nunsupported | * | set | subgroups have 32 lanes, not 16\nrefused | * | * | no code\n",
    "simulated": "simulate | nvidia\n",
}
SUITES = ("matrix", *EXPERIMENTS)


def commands():
    """Name: arguments; what they write into the file x.json is compared, too."""
    for path in [*map(str, RESULTS), *PUBLISHED]:
        name = pathlib.Path(path).name
        for form in FORMATS:
            yield f"show {name} {form}", ["show", path, "--format", form]
            if form not in ("perftest", "json"):
                yield f"show --wide {name} {form}", ["show", path, "--format", form, "--wide", "--explain"]
            if form != "perftest":
                yield f"advise {name} {form}", ["advise", path, "--why", "--format", form]
                yield f"compare {name} {form}", ["compare", path, str(RESULTS[0]), "--all", "--format", form]
        yield f"nearest {name}", ["compare", "--nearest", path]
        yield f"report {name}", ["report", path, "--output", "-"]
        for experiment in EXPERIMENTS:
            yield f"experiment {experiment} {name}", ["experiment", experiment, path, "--format", "json"]
        yield f"claims {name}", ["experiment", "claims", path]
    for script in SCRIPTS:
        for suite in SUITES:
            run = ["run", "--suite", suite, "--script", script, "--seed", "1", "--quick"]
            yield f"run {suite} {script}", [*run, "--output", "x.json"]
            yield f"run {suite} {script} csv", [*run, "--format", "csv"]
        for experiment in EXPERIMENTS:
            yield (f"experiment {experiment} {script}",
                   ["experiment", experiment, "--script", script, "--seed", "1", "--quick", "--output", "x.json"])
        ab = ["ab", "--script", script, "--script", "fast", "--blocks", "2", "--filter", "*Load4*", "--seed", "1"]
        yield f"ab {script}", [*ab, "--all"]


def outputs(program, arguments):
    """What it prints and writes, by name."""
    with tempfile.TemporaryDirectory() as folder:
        for name, text in SCRIPTS.items():
            pathlib.Path(folder, name).write_text(text, encoding="utf-8")
        done = subprocess.run([program, *arguments], cwd=folder, capture_output=True, text=True, errors="replace",
                              timeout=300, check=False)
        written = pathlib.Path(folder, "x.json")
        file = written.read_text(encoding="utf-8") if written.exists() else ""
    texts = {"stdout": done.stdout, "stderr": done.stderr, "file": file, "exit code": str(done.returncode)}
    return {name: re.sub(r'("(commit|version|started)": )"[^"]*"', r'\1""', text) for name, text in texts.items()}


def json_changes(old, new, place, changes):
    """Adds "+member", "-member" and "~member", without the numbers of lists' elements, to the set."""
    if isinstance(old, dict) and isinstance(new, dict):
        changes |= {f"+{place}.{key}" for key in new.keys() - old.keys()}
        changes |= {f"-{place}.{key}" for key in old.keys() - new.keys()}
        for key in old.keys() & new.keys():
            json_changes(old[key], new[key], f"{place}.{key}", changes)
    elif isinstance(old, list) and isinstance(new, list) and len(old) == len(new):
        for before, after in zip(old, new):
            json_changes(before, after, place + "[]", changes)
    elif old != new:
        changes.add(f"~{place}")
    return changes


def difference(old, new):
    """A line on how two texts differ, and whether one of them only has more members."""
    try:
        changes = json_changes(json.loads(old), json.loads(new), "", set())
        only_adds = all(change[0] == "+" or change == "~.schema_version" for change in changes)
        return ", ".join(sorted(changes)) or "the order or layout of the JSON", bool(changes) and only_adds
    except ValueError:
        lines = sum(line[0] in "+-" for line in list(difflib.unified_diff(old.split("\n"), new.split("\n"), n=0))[2:])
        return f"{lines} lines", False


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("old", type=os.path.realpath)
    parser.add_argument("new", type=os.path.realpath)
    parser.add_argument("--show", metavar="NAME", help="also print the differing lines of this command's output")
    options = parser.parse_args()
    cases = list(commands())
    worse = added = 0
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        pairs = pool.map(lambda case: [outputs(program, case[1]) for program in (options.old, options.new)], cases)
        for (name, _), (before, after) in zip(cases, pairs):
            for what in before:
                if before[what] == after[what]:
                    continue
                told, only_adds = difference(before[what], after[what])
                print(f"{name}: {what}: {told}")
                added, worse = added + only_adds, worse + (not only_adds)
                if name == options.show:
                    print("\n".join(difflib.unified_diff(before[what].split("\n"), after[what].split("\n"), lineterm="")))
    print(f"{len(cases)} commands: {worse} outputs differ, {added} more have members that OLD does not write")
    sys.exit(1 if worse else 0)


if __name__ == "__main__":
    main()
