#!/usr/bin/env python3
"""Prints the project's own figures beside their goals: lines and files of the sources, of the tests and of the scripts, the
lines of tests that quote a sentence, with `screens` how many lines of 80 columns each command prints, with `times` how
long the steps of the last .ci/run took (build/steps), and with `default_run` how long the program runs by default (both
build/release; the latter only on a quiet machine)."""
import os
import re
import subprocess

import goals

SENTENCE = re.compile(r'"((?:[^"\\]|\\.)*)"')


def tracked(folder, *endings):
    names = subprocess.run(["git", "ls-files", "-co", "--exclude-standard", folder], cwd=goals.ROOT, check=True,
                           stdout=subprocess.PIPE, text=True).stdout.splitlines()
    return [path for path in (goals.ROOT / name for name in names)
            if path.exists() and (not endings or path.suffix in endings)]


def lines(paths):
    return sum(path.read_text(encoding="utf-8").count("\n") for path in paths)


def quotes(line):
    """Whether it holds a literal of five words or more."""
    return any(sum(bool(re.search("[A-Za-z]", word)) for word in literal.split()) >= 5 for literal in SENTENCE.findall(line))


def sizes(_):
    source = tracked("source", ".cpp", ".h", ".js", ".css", ".html")
    tests = tracked("tests", ".cpp", ".h")
    goals.goal("lines of C++, JavaScript, CSS and HTML in source/", lines(source), "<=", 46000)
    goals.goal("files in source/", len(tracked("source")), "<=", 420)
    goals.goal("lines of C++ in tests/", lines(tests), "<=", 30000)
    goals.goal("lines of scripts/", lines(tracked("scripts")), "<=", 3600)
    quoting = sum(quotes(line) for path in tests for line in path.read_text(encoding="utf-8").splitlines())
    goals.goal("lines of tests that quote five words or more", quoting, "<=", 300)


def screens(_):
    """Of stored files, and of lavapipe."""
    path = goals.ROOT / os.environ.get("VKPERFTEST", "build/release/vkperftest")
    stored = sorted(file.stem for file in (goals.ROOT / "results").glob("nvidia-*.json"))
    named = lambda stem: f"results/{stem}.json"
    if not path.exists():
        print("the screens need build/release/vkperftest")
        return
    ran = lambda words: goals.Process([path, *words], folder=goals.ROOT, COLUMNS="80").end()
    commands = [[name, "--help"] for name in re.findall(r"^  ([a-z]+)  ", ran(["--help"]).out, re.M)]
    commands += [["--help"], ["list"], ["devices"], ["compare", named("nvidia-h100"), named("nvidia-h200")],
                 ["compare", "perftest:RTX 3090", named("nvidia-h100")], ["advise", "perftest:RTX 3090"]]
    commands += [[command, named(stem)] for stem in ["lavapipe-22.3.6", *stored] for command in ("show", "advise")]
    commands += [["experiment", stem.split("-")[-1], named(stem)] for stem in stored
                 if stem.split("-")[-1] in ("uniform", "binding", "vector", "stride", "robustness", "cache")]
    shaders = ["tests/cli/shaders/gather.comp", "tests/cli/shaders/narrow.comp"]
    commands += [[*words, "--target", "navi10"] for words in (["isa", shaders[0]], ["isa", *shaders], ["try", shaders[0]])]
    commands += [["show", named("nvidia-h100"), "--format", "perftest"]]
    runs = [["try", shaders[0], "--quick"], ["run", "--quick"], ["run", "--quick", "--suite", "store"],
            ["experiment", "robustness", "--quick"]]
    commands += [[*run, "--driver", goals.LAVAPIPE] for run in runs if goals.LAVAPIPE]
    for words in commands:
        printed = ran(words)
        text = printed.err if "perftest" in words else printed.out + printed.err  # its own format has 140 lines
        goals.goal(" ".join(words), text.count("\n"), "<=", 20, "lines")


def times(_):
    """Written by .ci/run: "    123 s  NAME"."""
    path = goals.ROOT / "build/steps/times"
    if not path.exists():
        print("no .ci/run has ended here yet")
        return
    print(path.read_text(encoding="utf-8"), end="")
    together = re.findall(r"(\d+) s  together", path.read_text(encoding="utf-8"))
    goals.goal(".ci/run", int(together[-1]), "<=", 1200, "s")


def default_run(_):
    path = goals.ROOT / "build/release/vkperftest"
    if not path.exists() or not goals.LAVAPIPE:
        print("the default run needs build/release/vkperftest and lavapipe")
        return
    goals.goal("default run on lavapipe", goals.Program(path)("run", "--driver", goals.LAVAPIPE).seconds, "<=", 60, "s")


if __name__ == "__main__":
    goals.main(goals.parser(__doc__), sizes, screens, times, default_run)
