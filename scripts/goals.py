"""The runner of the measure_* scripts: starts the program, prints figures beside their goals, and exits with 1 if a goal
was missed. A script has one or several functions, its questions; each gets the options, with a folder of its own."""
import argparse
import collections
import csv
import glob
import io
import json
import os
import pathlib
import signal
import statistics
import subprocess
import sys
import tempfile
import threading
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
LAVAPIPE = next(iter(sorted(glob.glob("/usr/share/vulkan/icd.d/lvp_icd*.json"))), "")
SOFTWARE_DRIVER = "load | * | * | 0.01 | 0.02\nrestart | * | * | 0.005\n"  # a script: 2 % noise a sample, 0.5 % a restart
VERDICTS = ("FASTER", "SLOWER", "SAME", "UNCLEAR")
missed = []  # the names of goals


class Process:
    """A program that was started. `end` waits for it, for so many seconds if there are any, and adds what came of it: its
    exit code ("hangs" if it was killed then), what it printed, its wall seconds, and with the processes that it had
    waited for, the processor's seconds and the peak of memory (MB)."""

    def __init__(self, command, seconds=None, folder=None, **variables):
        self.command = [str(word) for word in command]
        self.streams = tempfile.TemporaryFile(), tempfile.TemporaryFile()
        self.limit, self.begin = seconds, time.monotonic()
        self.process = subprocess.Popen(self.command, cwd=folder, env={**os.environ, **variables},
                                        stdin=subprocess.DEVNULL, stdout=self.streams[0], stderr=self.streams[1])

    def running(self):
        return os.waitid(os.P_PID, self.process.pid, os.WEXITED | os.WNOHANG | os.WNOWAIT) is None

    def kill(self):
        os.kill(self.process.pid, signal.SIGKILL)

    def end(self):
        hangs = threading.Event()
        if self.limit:
            timer = threading.Timer(self.limit, lambda: (hangs.set(), self.kill()))
            timer.start()
        _, status, usage = os.wait4(self.process.pid, 0)
        self.seconds = time.monotonic() - self.begin
        if self.limit:
            timer.cancel()
        self.process.returncode = os.waitstatus_to_exitcode(status)
        self.code = "hangs" if hangs.is_set() else self.process.returncode
        self.processor, self.peak = usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024
        texts = []
        for stream in self.streams:
            stream.seek(0)
            texts.append(stream.read().decode(errors="replace"))
            stream.close()
        self.out, self.err = texts
        return self


class Program:
    """The program, called with its arguments; other exit codes than these end the script."""

    def __init__(self, path):
        self.path = os.path.realpath(path)
        if not os.access(self.path, os.X_OK):
            raise argparse.ArgumentTypeError(f"{path} is not a program")

    def __call__(self, *arguments, codes=(0,), **how):
        ran = Process([self.path, *arguments], **how).end()
        if codes and ran.code not in codes:
            sys.exit(f"{ran.err}failed with exit code {ran.code}: {' '.join(ran.command)}")
        return ran

    def rows(self, *arguments, **how):
        return table(self(*arguments, "--format", "csv", **how).out)


def table(text):
    return list(csv.DictReader(io.StringIO(text)))


def load(path):
    with open(path, encoding="utf-8") as file:
        return json.load(file)


def all_rows(result):
    """Of a results file, controls included."""
    return result["rows"] + result["dependent_controls"] + result["no_load_controls"] + [result["aa_control"]]


def verdicts(rows):
    """How often each verdict stands in the rows of a comparison."""
    return collections.Counter(row["verdict"] for row in rows)


def in_words(found):
    return ", ".join(f"{found[verdict]} {verdict}" for verdict in VERDICTS)


def write(path, text):
    pathlib.Path(path).write_text(text, encoding="utf-8")
    return path


def long_files(options, name, count=200):
    """Results files of 276 rows with 100 samples each, of two runs in turns."""
    script = write(options.folder / "script", SOFTWARE_DRIVER)
    for nth in (0, 1):
        if not (options.folder / f"long{nth}.json").exists():
            options.program("--script", script, "--precise", "--block", 100, "--output",
                            options.folder / f"long{nth}.json")
    return copies(options, name, [options.folder / "long0.json", options.folder / "long1.json"], count)


def copies(options, name, files, count=200):
    """So many files, which are these in turns."""
    made = [options.folder / f"{name}{nth}.json" for nth in range(count)]
    for nth, path in enumerate(made):
        os.symlink(files[nth % len(files)], path)
    return made


def goal(name, figure, operator, bound, unit=""):
    """Fractions are rounded before they are compared, as the reader does it."""
    shown = f"{figure:.2f}" if isinstance(figure, float) else str(figure)
    met = float(shown) <= bound if operator == "<=" else float(shown) >= bound
    print(f"{name:<58} {shown:>10} {unit:<4} goal {operator} {bound:<6} {'met' if met else 'MISSED'}", flush=True)
    if not met:
        missed.append(name)


def goal_of_list(program):
    goal("list (median of 21)", 1000 * statistics.median(program("list").seconds for _ in range(21)), "<=", 50, "ms")


def parser(text):
    """Of a script that needs no program."""
    return argparse.ArgumentParser(description=text, formatter_class=argparse.RawDescriptionHelpFormatter)


def parser_of_program(text):
    made = parser(text)
    made.add_argument("program", nargs="?", type=Program, default=str(ROOT / "build/release/tests/vkperftest_scripted"),
                      help="default: build/release/tests/vkperftest_scripted, which can also measure scripted devices")
    return made


def parser_of_build(text):
    """Of a script that puts the layers of a build before its program."""
    made = parser(text)
    made.add_argument("build", nargs="?", type=pathlib.Path, default=ROOT / "build/release", help="default: build/release")
    return made


def main(asked, *questions):
    """Asks the questions, or those that the last arguments name, and exits."""
    names = {question.__name__: question for question in questions}
    if len(names) > 1:
        asked.add_argument("parts", nargs="*", metavar="part", choices=[*names, "all"], default="all",
                           help=f"{', '.join(names)}; default: all of them")
    options = asked.parse_args()
    if "build" in options:
        options.program = Program(options.build / "tests/vkperftest_scripted")
        options.layer = (options.build / "tests/layer").resolve()
    if "program" in options:
        version = options.program("--version").out.splitlines()[0]
        print(f"{version}, {os.cpu_count()} cores, load {os.getloadavg()[0]:.2f}", flush=True)
    with tempfile.TemporaryDirectory() as folder:
        options.folder = pathlib.Path(folder)
        for name, question in names.items():
            if len(names) == 1 or name in options.parts or "all" in options.parts:
                question(options)
    print(f"{len(missed)} goals missed")
    sys.exit(len(missed) > 0)
