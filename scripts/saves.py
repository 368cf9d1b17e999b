#!/usr/bin/python3
"""Fails the saves of every command that writes files, and fills its disk; prints each outcome (docs/trust.md). Takes five
minutes on two cores; with --short, one error for each command, and no disks. Disks need permission to mount, and are
skipped without it. Needs python3-jsonschema."""
import ctypes
import errno
import os
import shutil
import subprocess
import sys
import time

import goals
import hostile
from kills import ROWS, SCRIPTED, finished, judge_file, judge_resumed, leftovers, made, run, start, steps_of

NEW_MOUNTS = 0x20000  # CLONE_NEWNS of sched.h
OLD = "what was there before\n"

WRITERS = {  # a command, the file that it writes, and what stdout shows all the same
    "run, json": (["run", *SCRIPTED, *ROWS, "--output", "x.json"], "x.json", "Load4"),
    "experiment": (["experiment", "uniform", *SCRIPTED, "--output", "x.json"], "x.json", "subgroup"),
    "ab --keep": (["ab", "--script", "script", "--script", "script", *ROWS, "--blocks", "2", "--keep", "x"], "x-a.json",
                  "figures compared"),
    "report": (["report", "old.json", "--output", "x.html"], "x.html", ""),
    "report, svg": (["report", "matrix.json", "--output", "x.svg"], "x.svg", ""),
    "report of a site": (["report", "old.json", "--output", "site"], "site/devices/scripted-device.html", ""),
    "import": (["import", "perftest.txt", "--output", "x.json"], "x.json", ""),
}
FAILURES = [("open", errno.EACCES), ("open", errno.EROFS), ("open", errno.ENOSPC), ("write", errno.ENOSPC),
            ("write", errno.EDQUOT), ("write", errno.EIO), ("close", errno.EIO), ("close", errno.EDQUOT),
            ("rename", errno.ENOSPC), ("rename", errno.EIO)]


def make_inputs(options, name):
    """A folder with what the commands read."""
    folder = made(options, name)
    goals.write(folder / "perftest.txt", "Buffer<R8>.Load uniform: 8.963ms 3.911x\n"
                                         "Buffer<RGBA8>.Load random: 35.046ms 1.000x\n")
    for file, arguments in {"old.json": ROWS, "matrix.json": []}.items():
        run(options, folder, ["run", "--script", "script", *arguments, "--quick", "--output", file])
    return folder


def last_words(ran):
    return ran.err.strip().splitlines()[-1][:150] if ran.err.strip() else "no message"


def judge_failure(options, ran, folder, file, reason, shown, early):
    """What is wrong with a command whose file could not be written."""
    wrong = []
    if ran.code != 2:
        wrong.append(f"exit code {ran.code}")
    errors = [line for line in ran.err.splitlines() if line.startswith("vkperftest: error: ")]
    if not errors or file not in errors[0] or reason not in errors[0]:
        wrong.append(f"the error is {errors}")
    held = (folder / file).read_text(encoding="utf-8")
    saves_before = ran.code == 2 and not early and held.startswith("{")  # while it measures: `show` reads that
    if held != OLD and not (saves_before and not judge_file(options, folder, {})[0]):
        wrong.append("the old file changed")
    if leftovers(folder):
        wrong.append("a temporary file remains")
    if not early and shown not in ran.out:
        wrong.append("the results are not printed")
    return wrong


def fail_saves(options, campaign):
    """Every command that writes files, and every way in which the last write of one fails."""
    folder = make_inputs(options, "saves")
    for name, (command, file, shown) in WRITERS.items():
        healthy, steps = steps_of(options, folder, command, file)
        if healthy.code != 0:
            campaign.tell(name, [f"exit code {healthy.code} without a fault: {healthy.err[:200]}"])
            continue
        for step, number in FAILURES[3:4] if options.short else FAILURES:
            # At once, of which is told before anything is measured; and the last save.
            for use in sorted({1, steps.count(step)}):
                goals.write(folder / file, OLD)
                early = use == 1 and step != "rename"
                ran = run(options, folder, command, HOSTILE_FILE=f"{file} {step} {use}+ {number}")
                wrong = judge_failure(options, ran, folder, file, os.strerror(number), shown, early)
                campaign.tell(f"{name} | {step} {use} | {errno.errorcode[number]}", wrong, last_words(ran))


def own_mounts():
    """A name space of mounts of this process's own; false without the right to it."""
    return ctypes.CDLL(None).unshare(NEW_MOUNTS) == 0 and subprocess.call(["mount", "--make-rprivate", "/"]) == 0


def fill(disk, left):
    """Takes all of it but so many bytes."""
    room = os.statvfs(disk)
    (disk / "filler").write_bytes(b"x" * max(0, room.f_bavail * room.f_frsize - left))


def full_disks(options, campaign):
    """A disk of 1 MB that is full, that fills midway or has room again; one that is read-only; a folder of others."""
    if not own_mounts():
        print("full disks: skipped, because nothing can be mounted here", file=sys.stderr)
        return
    folder, disk = make_inputs(options, "inputs"), options.folder / "disk"
    disk.mkdir()
    subprocess.run(["mount", "-t", "tmpfs", "-o", "size=1m", "none", disk], check=True)
    for name in ("script", "old.json", "a.hlsl", "perftest.txt"):
        shutil.copy(folder / name, disk)
    (disk / "matrix.json").symlink_to(folder / "matrix.json")
    no_space = os.strerror(errno.ENOSPC)
    for name, (command, file, _) in WRITERS.items():
        if "/" in file:
            continue  # one of several files, of which another may be the first that fails
        for left in (0, 8192):  # found before, and while it is written
            goals.write(disk / file, OLD)
            fill(disk, left)
            ran = run(options, disk, command)
            (disk / "filler").unlink()
            small = left > 0 and ran.code == 0  # it had room enough
            wrong = [] if small else judge_failure(options, ran, disk, file, no_space, "", left == 0)
            campaign.tell(f"{name} | disk with {left} bytes left", wrong, "written" if small else last_words(ran))
            (disk / file).unlink()
    fill_midway(options, campaign, disk, no_space)
    unwritable(options, campaign, disk)
    subprocess.run(["umount", disk], check=True)


def fill_midway(options, campaign, disk, no_space):
    """Full from the second save on; then there is room again, to continue it or for the same run."""
    how, file = ["--driver", options.driver, "--precise", *ROWS], disk / "x.json"
    command = ["run", *how, "--output", "x.json"]
    run(options, disk, command)
    rows = len(finished(file))
    file.unlink()
    for again in (False, True):
        process = start(options, disk, command)
        while process.running() and not file.exists():
            time.sleep(0.01)
        fill(disk, 0)
        if again:
            time.sleep(4)
            (disk / "filler").unlink()
        ran = process.end()
        wrong = [] if ran.code == (0 if again else 2) else [f"exit code {ran.code}"]
        if ran.err.count("measuring continues") != 1 and not again:
            wrong.append("the failed saves were not reported once")
        if "Load4" not in ran.out:
            wrong.append("the table is not printed")
        if not again:
            if no_space not in ran.err.strip().splitlines()[-1]:
                wrong.append("the error does not name the reason")
            (disk / "filler").unlink()
        more, kept = judge_file(options, disk, {})
        wrong += more + judge_resumed(options, disk, how, rows, kept)
        campaign.tell("run | the disk fills midway" + (", then has room again" if again else ""), wrong, last_words(ran))
        file.unlink()


def unwritable(options, campaign, disk):
    goals.write(disk / "x.json", OLD)
    subprocess.run(["mount", "-o", "remount,ro", disk], check=True)
    ran = run(options, disk, ["run", "--script", "script", *ROWS, "--output", "x.json"])
    wrong = judge_failure(options, ran, disk, "x.json", os.strerror(errno.EROFS), "", True)
    campaign.tell("run | read-only disk", wrong, ran.err.strip())
    subprocess.run(["mount", "-o", "remount,rw", disk], check=True)


def measure(options):
    campaign = hostile.Campaign()
    fail_saves(options, campaign)
    if not options.short:
        full_disks(options, campaign)
    goals.goal("saves that failed", campaign.done, ">=", 1)
    goals.goal("failed saves with a wrong outcome", campaign.wrong, "<=", 0)


goals.main(hostile.parser(__doc__), measure)
