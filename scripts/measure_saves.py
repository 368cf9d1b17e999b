#!/usr/bin/env python3
"""Lets the saves of every command that writes files fail, and fills its disk; prints what came of each, a line each;
   then, with tabs between them, figures beside their goals (measure_kills.sh).
   measure_saves.py [--short] PROGRAM LAYER DRIVER     as measure_faults.py
   --short: one error for each command, and no disks"""
import errno
import os
import shutil
import subprocess
import sys
import tempfile
import time

from measure_faults import goal
from measure_kills import (ROWS, SCRIPT, Campaign, Process, arguments_of, finished, judge_file, judge_resumed,
                           leftovers, read)

OLD = "what was there before\n"

WRITERS = {  # a command, the file that it writes, and what stdout shows all the same
    "run, json": (["run", "--script", "script", "--seed", "1", *ROWS, "--output", "x.json"], "x.json", "Load4"),
    "run, csv": (["run", "--script", "script", *ROWS, "--output", "x.csv"], "x.csv", "Load4"),
    "show": (["show", "old.json", "--output", "x.md"], "x.md", "Load4"),
    "compare": (["compare", "old.json", "old.json", "--all", "--output", "x.html"], "x.html", "Load4"),
    "advise": (["advise", "matrix.json", "--output", "x.json"], "x.json", "uniform"),
    "experiment": (["experiment", "uniform", "--script", "script", "--seed", "1", "--output", "x.json"], "x.json",
                   "subgroup"),
    "ab": (["ab", "--script", "script", "--script", "script", *ROWS, "--blocks", "2", "--output", "x.csv"], "x.csv",
           "12 compared"),
    "ab --keep": (["ab", "--script", "script", "--script", "script", *ROWS, "--blocks", "2", "--keep", "x"], "x-a.json",
                  "12 compared"),
    "report": (["report", "old.json", "--output", "x.html"], "x.html", ""),
    "report --svg": (["report", "old.json", "--svg", "."], "old.svg", ""),
    "import": (["import", "perftest.txt", "--output", "x.json"], "x.json", ""),
    "lint": (["lint", "a.hlsl", "--output", "x.json", "--fail-on", "never"], "x.json", "no findings"),
}
FAILURES = [("open", errno.EACCES), ("open", errno.EROFS), ("open", errno.ENOSPC), ("write", errno.ENOSPC),
            ("write", errno.EDQUOT), ("write", errno.EIO), ("close", errno.EIO), ("close", errno.EDQUOT),
            ("rename", errno.ENOSPC), ("rename", errno.EIO)]


def make_inputs(options, folder):
    """What the commands read."""
    for name, content in {"script": SCRIPT, "a.hlsl": "[numthreads(64, 1, 1)] void main() {}\n",
                          "perftest.txt": "Buffer<R8>.Load uniform: 8.963ms 3.911x\n"
                                          "Buffer<RGBA8>.Load random: 35.046ms 1.000x\n"}.items():
        with open(os.path.join(folder, name), "w", encoding="utf-8") as file:
            file.write(content)
    for name, arguments in {"old.json": ROWS, "matrix.json": []}.items():
        Process(options, folder, ["run", "--script", "script", *arguments, "--quick", "--output", name]).end()


def judge_failure(options, run, folder, file, reason, shown, early):
    """What is wrong with a command whose file could not be written."""
    wrong = []
    if run.code != 2:
        wrong.append(f"exit code {run.code}")
    errors = [line for line in run.err.splitlines() if line.startswith("vkperftest: error: ")]
    if not errors or file not in errors[0] or reason not in errors[0]:
        wrong.append(f"the error is {errors}")
    with open(os.path.join(folder, file), encoding="utf-8") as text:
        held = text.read()
    saves_before = run.code == 2 and not early and held.startswith("{")  # while it measures: `show` reads that
    if held != OLD and not (saves_before and not judge_file(options, folder, {})[0]):
        wrong.append("the old file changed")
    if leftovers(folder):
        wrong.append("a temporary file stays")
    if not early and shown not in run.out:
        wrong.append("what was found is not printed")
    return wrong


def fail_saves(options, campaign):
    """Every command that writes files, and every way in which the last write of one fails."""
    with tempfile.TemporaryDirectory() as folder:
        make_inputs(options, folder)
        for name, (command, file, shown) in WRITERS.items():
            log = os.path.join(folder, "steps")
            healthy = Process(options, folder, command, HOSTILE_FILE=file, HOSTILE_STEPS=log).end()
            if healthy.code != 0:
                campaign.tell(name, [f"exit code {healthy.code} without a fault: {healthy.err[:200]}"])
                continue
            with open(log, encoding="utf-8") as text:
                counts = [line.split()[0] for line in text]
            os.remove(log)
            for step, number in FAILURES[3:4] if options.short else FAILURES:
                # At once, of which is told before anything is measured; and the last save.
                for use in sorted({1, counts.count(step)}):
                    with open(os.path.join(folder, file), "w", encoding="utf-8") as text:
                        text.write(OLD)
                    early = use == 1 and step != "rename"
                    run = Process(options, folder, command, HOSTILE_FILE=f"{file} {step} {use}+ {number}").end()
                    wrong = judge_failure(options, run, folder, file, os.strerror(number), shown, early)
                    campaign.tell(f"{name} | {step} {use} | {errno.errorcode[number]}", wrong,
                                  run.err.strip().splitlines()[-1][:150] if run.err.strip() else "nothing said")


# Disks that are full --------------------------------------------------------------------------------------------------


def full_disks(options, campaign):
    """A disk of 1 MB that is full, that fills midway or has room again; one that is read-only; a folder of others."""
    if subprocess.run(["unshare", "-m", "true"], check=False, capture_output=True).returncode != 0:
        print("full disks: left out, since nothing can be mounted here", file=sys.stderr)
        return
    command = [sys.executable, os.path.abspath(__file__), "--mounted", options.program, options.layer, options.driver]
    done = subprocess.run(["unshare", "-m", *command], check=False, capture_output=True, text=True)
    sys.stderr.write(done.stderr)
    for line in done.stdout.splitlines():
        campaign.done += 1
        campaign.wrong += "WRONG" in line
        print(line)
    if done.returncode != 0:
        campaign.tell("full disks", ["the script failed"])


def filled(folder, left):
    """Takes all of the disk but so many bytes."""
    disk = os.statvfs(folder)
    with open(os.path.join(folder, "filler"), "wb") as file:
        file.write(b"x" * max(0, disk.f_bavail * disk.f_frsize - left))


def on_mounts(options):
    """In a name space of mounts of its own."""
    campaign = Campaign()
    no_space = os.strerror(errno.ENOSPC)
    with tempfile.TemporaryDirectory() as folder:
        disk = os.path.join(folder, "disk")
        os.mkdir(disk)
        subprocess.run(["mount", "-t", "tmpfs", "-o", "size=1m", "none", disk], check=True)
        make_inputs(options, folder)
        for name in ("script", "old.json", "a.hlsl", "perftest.txt"):
            shutil.copy(os.path.join(folder, name), disk)
        os.symlink(os.path.join(folder, "matrix.json"), os.path.join(disk, "matrix.json"))
        for name, (command, file, _) in WRITERS.items():
            for left in (0, 8192):  # found before, and while it is written
                with open(os.path.join(disk, file), "w", encoding="utf-8") as text:
                    text.write(OLD)
                filled(disk, left)
                run = Process(options, disk, command).end()
                os.remove(os.path.join(disk, "filler"))
                small = left > 0 and run.code == 0  # it had room enough
                wrong = [] if small else judge_failure(options, run, disk, file, no_space, "", left == 0)
                campaign.tell(f"{name} | disk with {left} bytes left", wrong,
                              "written" if small else run.err.strip().splitlines()[-1][:150])
                os.remove(os.path.join(disk, file))
        fill_midway(options, campaign, disk, no_space)
        unwritable(options, campaign, disk)
        subprocess.run(["umount", disk], check=True)


def fill_midway(options, campaign, disk, no_space):
    """Full from the second save on; then there is room again, for --resume or for the same run."""
    how = ["--driver", options.driver, "--precise", *ROWS]
    file = os.path.join(disk, "x.json")
    Process(options, disk, ["run", *how, "--output", "x.json"]).end()
    rows = len(finished(read(file)))
    os.remove(file)
    for again in (False, True):
        run = Process(options, disk, ["run", *how, "--output", "x.json"])
        while run.process.poll() is None and not os.path.exists(file):
            time.sleep(0.01)
        filled(disk, 0)
        if again:
            time.sleep(4)
            os.remove(os.path.join(disk, "filler"))
        run.end()
        wrong = [] if run.code == (0 if again else 2) else [f"exit code {run.code}"]
        if run.err.count("measuring continues") != 1 and not again:
            wrong.append("the failed saves were not told once")
        if "Load4" not in run.out:
            wrong.append("the table is not printed")
        if not again:
            if no_space not in run.err.strip().splitlines()[-1]:
                wrong.append("the error does not say why")
            os.remove(os.path.join(disk, "filler"))
        more, kept = judge_file(options, disk, {})
        wrong += more + judge_resumed(options, disk, how, rows, kept)
        campaign.tell("run | the disk fills midway" + (", then has room again" if again else ""), wrong,
                      run.err.strip().splitlines()[-1][:150])
        os.remove(file)


def unwritable(options, campaign, disk):
    with open(os.path.join(disk, "x.json"), "w", encoding="utf-8") as text:
        text.write(OLD)
    command = ["run", "--script", "script", *ROWS, "--output", "x.json"]
    subprocess.run(["mount", "-o", "remount,ro", disk], check=True)
    run = Process(options, disk, command).end()
    wrong = judge_failure(options, run, disk, "x.json", os.strerror(errno.EROFS), "", True)
    campaign.tell("run | read-only disk", wrong, run.err.strip())
    subprocess.run(["mount", "-o", "remount,rw", disk], check=True)


def main():
    parser = arguments_of(__doc__)
    parser.add_argument("--mounted", action="store_true", help="the disks alone, in a name space of mounts of its own")
    options = parser.parse_args()
    if options.mounted:
        return on_mounts(options)
    campaign = Campaign()
    fail_saves(options, campaign)
    if not options.short:
        full_disks(options, campaign)
    goal("saves that failed", campaign.done, ">=", 1)
    goal("failed saves with a wrong outcome", campaign.wrong, "<=", 0)
    return campaign.wrong > 0


if __name__ == "__main__":
    sys.exit(main())
