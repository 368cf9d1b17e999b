#!/usr/bin/env python3
"""Kills runs while they measure and save, and resumes them; prints what came of each, a line each; then, with tabs
   between them, figures beside their goals (measure_kills.sh).
   measure_kills.py [--short] [--count N] [--seed N] PROGRAM LAYER DRIVER     as measure_faults.py; N random kills
   --short: only around one save, none by the clock"""
import argparse
import json
import os
import random
import subprocess
import sys
import tempfile
import time

import jsonschema

from measure_faults import HANG_SECONDS, ROOT, goal

ROWS = ["--filter", "*Load4*"]
SCRIPT = ("load | * | * | 0.01 | 0.01\nload | *, floor | * | 0.004 | 0.01\nload | *, serial | * | 0.02 | 0.01\n"
          "epoch | * | * | 0.004\n")
MINUTES = 120  # seconds after which a leftover is one

with open(os.path.join(ROOT, "results", "results-1.schema.json"), encoding="utf-8") as schema_file:
    SCHEMA = jsonschema.validators.validator_for(schema := json.load(schema_file))(schema)


class Process:
    """The program in a folder, and what it said when it ended."""

    def __init__(self, options, folder, arguments, **variables):
        files = os.path.join(options.layer, "libhostile_files.so")
        preload = {"LD_PRELOAD": files} if variables else {}
        self.folder = folder
        self.process = subprocess.Popen([options.program, *arguments], cwd=folder, stdin=subprocess.DEVNULL,
                                        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                                        env=dict(os.environ, COLUMNS="1000", **preload, **variables))

    def end(self):
        try:
            self.out, self.err = self.process.communicate(timeout=HANG_SECONDS * 4)
            self.code = self.process.returncode
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.out, self.err = self.process.communicate()
            self.code = "hangs"
        return self


class Campaign:
    """What was done so far, and what of it came out wrong."""

    def __init__(self):
        self.done, self.wrong = 0, 0

    def tell(self, what, wrong, outcome=""):
        self.done += 1
        self.wrong += bool(wrong)
        print(f"{what} | " + ("WRONG: " + ", ".join(wrong) + ": " if wrong else "") + outcome, flush=True)


def read(file):
    """The results file; None if there is none."""
    if not os.path.exists(file):
        return None
    with open(file, encoding="utf-8") as text:
        return json.load(text)


def all_rows(result):
    return result["rows"] + result["serial_twins"] + result["floors"] + [result["null_row"]]


def finished(result):
    """The rows that are finished, with all that was measured of them."""
    if result is None:
        return {}
    return {row["name"]: [row["baseline_nanoseconds"], *(each["nanoseconds"] for each in row["strategies"])]
            for row in all_rows(result) if row["stopped"] in ("precision", "time")}


def holds(rows, name, samples):
    """Whether the row is there with these samples. The null row gets more behind them while others are measured."""
    return name in rows and all(now[:len(before)] == before for now, before in zip(rows[name], samples))


def judge_file(options, folder, known):
    """What is wrong with the file that a kill left; `known`: the finished rows that it was seen to hold."""
    file = os.path.join(folder, "x.json")
    try:
        result = read(file)
    except ValueError:
        return ["the file does not parse"], {}
    if result is None:
        return (["the file is gone"] if known else []), {}
    wrong = []
    if next(SCHEMA.iter_errors(result), None):
        wrong.append("the file is not as the schema says")
    if Process(options, folder, ["show", "x.json", "--format", "csv"]).end().code != 0:
        wrong.append("`show` does not read the file")
    rows = finished(result)
    if lost := [name for name in known if not holds(rows, name, known[name])]:
        wrong.append(f"{len(lost)} finished rows are lost: {lost[:3]}")
    return wrong, rows


def leftovers(folder):
    return [name for name in os.listdir(folder) if name.endswith(".tmp")]


def judge_resumed(options, folder, how, rows, known):
    """What is wrong once the run was resumed to its end."""
    for name in leftovers(folder):
        old = time.time() - MINUTES
        os.utime(os.path.join(folder, name), (old, old))
    if not os.path.exists(os.path.join(folder, "x.json")):
        run = Process(options, folder, ["run", *how, "--output", "x.json"]).end()  # killed before the first save
    else:
        run = Process(options, folder, ["run", *how[:2], "--resume", "x.json"]).end()
    wrong = [] if run.code == 0 else [f"resumed with exit code {run.code}: {run.err[:200]}"]
    more, whole = judge_file(options, folder, known)
    wrong += more
    if len(whole) != rows:
        wrong.append(f"{len(whole)} of {rows} rows are finished")
    if leftovers(folder):
        wrong.append("temporary files stay")
    return wrong


# Kills at each step of a save ---------------------------------------------------------------------------------------


def steps(options, folder, how):
    """The steps in which a run saves, by name; and how many rows it finishes."""
    log = os.path.join(folder, "steps")
    Process(options, folder, ["run", *how, "--output", "x.json"], HOSTILE_FILE="x.json", HOSTILE_STEPS=log).end()
    with open(log, encoding="utf-8") as text:
        names = [line.split()[0] for line in text]
    os.remove(log)
    rows = len(finished(read(os.path.join(folder, "x.json"))))
    os.remove(os.path.join(folder, "x.json"))
    return names, rows


def kill_at_steps(options, campaign):
    """Dies before and after each step of each save: nothing but a rename changes what the file holds."""
    with tempfile.TemporaryDirectory() as folder:
        with open(os.path.join(folder, "script"), "w", encoding="utf-8") as file:
            file.write(SCRIPT)
        how = ["--script", "script", "--seed", "1", *ROWS]
        names, rows = steps(options, folder, how)
        renames = [at for at, name in enumerate(names, 1) if name == "rename"]
        # The first save, one midway and the last; in short, the middle one.
        midway = renames[len(renames) // 2]
        chosen = [midway] if options.short else [renames[0], midway, renames[-1]]
        held = {}
        for at, name in enumerate(names, 1):
            near = any(at <= rename + 1 and at > max([0, *(r for r in renames if r < rename)]) for rename in chosen)
            if not near or options.short and name == "write" and names[at - 2] == "write":
                continue
            for moment in ("before", "after"):
                run = Process(options, folder, ["run", *how, "--output", "x.json"],
                              HOSTILE_FILE=f"x.json any {at} {moment}").end()
                saves = sum(rename < at + (moment == "after") for rename in renames)
                wrong, kept = judge_file(options, folder, held.get(saves, {}))
                held.setdefault(saves, kept)
                if run.code != -9:
                    wrong.append(f"exit code {run.code} instead of a kill")
                if (saves > 0) != os.path.exists(os.path.join(folder, "x.json")):
                    wrong.append(f"after {saves} saves the file is" + (" not there" if saves else " there"))
                if len(leftovers(folder)) > 1:
                    wrong.append(f"{len(leftovers(folder))} temporary files")
                wrong += judge_resumed(options, folder, how, rows, kept)
                campaign.tell(f"{moment} {name}, step {at} of {len(names)}", wrong,
                              f"{len(kept)} of {rows} rows kept, all after --resume")
                os.remove(os.path.join(folder, "x.json"))


# Kills at random ------------------------------------------------------------------------------------------------------


def watched(run, file, seconds):
    """The finished rows that the file was seen to hold until the process is killed, or ends."""
    seen, last = {}, None
    end = time.monotonic() + seconds
    while time.monotonic() < end and run.process.poll() is None:
        time.sleep(min(0.01, max(0, end - time.monotonic())))
        try:
            at = os.stat(file)
            if (at.st_ino, at.st_mtime_ns) != last:
                seen, last = finished(read(file)) or seen, (at.st_ino, at.st_mtime_ns)
        except OSError:
            pass
    run.process.kill()
    return seen


def kill_at_random(options, campaign, chance, count, how, script):
    """Chains of five kills: of a run, then of those that resume it; at the end one is let go on."""
    killed = resumes = 0
    with tempfile.TemporaryDirectory() as folder:
        file = os.path.join(folder, "x.json")
        if script:
            with open(os.path.join(folder, "script"), "w", encoding="utf-8") as text:
                text.write(script)
        begin = time.monotonic()
        run = Process(options, folder, ["run", *how, "--output", "x.json"]).end()
        whole = time.monotonic() - begin
        rows = len(finished(read(file)))
        if run.code != 0:
            sys.exit(f"{how}: exit code {run.code}: {run.err}")
        while killed < count:
            if os.path.exists(file):
                os.remove(file)
            known = {}
            for _ in range(min(5, count - killed)):
                resumed = os.path.exists(file)
                arguments = ["--resume", "x.json"] if resumed else [*how[2:], "--output", "x.json"]
                run = Process(options, folder, ["run", *how[:2], *arguments])
                after = chance.uniform(0, whole / 2 if resumed else whole)
                known = {**known, **watched(run, file, after)}
                run.end()
                if run.code == 0:
                    break  # it was over before
                wrong, kept = judge_file(options, folder, known)
                if run.code != -9:
                    wrong.append(f"exit code {run.code}: {run.err[:200]}")
                known = kept
                killed, resumes = killed + 1, resumes + resumed
                what = f"{'script' if script else 'driver'}, {'--resume' if resumed else 'run'} after {after:.2f} s"
                campaign.tell(what, wrong, f"{len(kept)} of {rows} rows finished, {len(leftovers(folder))} temporary files")
            campaign.tell("resumed", judge_resumed(options, folder, how, rows, known))
    return killed, resumes


def arguments_of(description):
    """The options that this script and measure_saves.py share."""
    parser = argparse.ArgumentParser(description=description)
    parser.add_argument("--short", action="store_true")
    for name in ("program", "layer", "driver"):
        parser.add_argument(name, type=os.path.realpath)
    return parser


def main():
    parser = arguments_of(__doc__)
    parser.add_argument("--count", type=int, default=200)
    parser.add_argument("--seed", type=int, default=int(time.time()))
    options = parser.parse_args()
    campaign = Campaign()
    kill_at_steps(options, campaign)
    goals = [("kills at a step of a save", campaign.done, ">=", 1)]
    if not options.short:
        print(f"seed {options.seed}")
        chance = random.Random(options.seed)
        on_driver = options.count // 4
        kinds = ((options.count - on_driver, ["--script", "script", "--seed", "1"], SCRIPT),
                 (on_driver, ["--driver", options.driver, *ROWS], ""))
        both = [kill_at_random(options, campaign, chance, *kind) for kind in kinds]
        goals.append(("kills at random", sum(killed for killed, _ in both), ">=", options.count))
        goals.append(("of them, of --resume", sum(resumed for _, resumed in both), ">=", 1))
    for each in goals:
        goal(*each)
    goal("kills with a wrong outcome", campaign.wrong, "<=", 0)
    return campaign.wrong > 0


if __name__ == "__main__":
    sys.exit(main())
