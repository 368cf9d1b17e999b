#!/usr/bin/python3
"""Measures what docs/fleet.md states. `kills`: a fleet of four hosts whose tasks are killed at random and started again, as
Slurm requeues them; half a minute on two cores. `reading`: how large results files are, and how long commands take to read
up to 2,000 of them; eight minutes and 2 GB of disk, leave the machine alone meanwhile. Needs python3-jsonschema."""
import collections
import concurrent.futures
import os
import random
import signal
import time

import goals
import hostile
from goals import goal
from measure_kills import ROWS, SCRIPT, finished, holds, judge_file, leftovers, watched

FLEET = goals.ROOT / "scripts/fleet"
H100 = goals.ROOT / "results/nvidia-h100.json"
HOSTS = ("n1", "n2", "n3", "n4")
UUID = "0" * 32  # the scripted device's
DEVICES = f"""[
 {{
  "name": "Scripted device",
  "kind": "discrete GPU",
  "driver": "scripted 1.0",
  "device_uuid": "{UUID}",
  "usable": true
 }}
]
"""
# The program, but `devices` prints the scripted device.
PROGRAM = """#!/usr/bin/env bash
if [[ $1 == devices ]]; then cat "$(dirname "$0")/devices.json"; else exec "{program}" "$@"; fi
"""
CHAIN = 5  # kills of a host in one fleet; then it is let go on to its end


class HostTask(goals.Process):
    """measure-host.sh in a process group of its own, which ends in one of three ways."""

    def __init__(self, folder, host, how):
        self.how, self.struck = how, False
        super().__init__(["setsid", "bash", FLEET / "measure-host.sh", "--into", folder / "results", "--host", host, "--program",
                          folder / "vkperftest", "--limit", "60", "--", "--script", folder / "script", "--seed", "1", *ROWS],
                         4 * hostile.HANG_SECONDS)

    def members(self):
        """Processes of the group that have not ended, and their names."""
        for entry in os.scandir("/proc"):
            try:
                if entry.name.isdigit():
                    with open(f"/proc/{entry.name}/stat", encoding="utf-8", errors="replace") as file:
                        name, _, rest = file.read().partition(" (")[2].rpartition(") ")
                    state, _, group = rest.split()[:3]
                    if int(group) == self.process.pid and state not in "ZX":
                        yield int(entry.name), name
            except OSError:
                pass  # it ended meanwhile

    def kill(self):
        """Strikes, and waits until nothing of the task runs."""
        for process, name in list(self.members()):
            hit = {"host": True, "program": name == "vkperftest", "requeue": process == self.process.pid}[self.how]
            try:
                if hit:
                    os.kill(process, signal.SIGTERM if self.how == "requeue" else signal.SIGKILL)
                    self.struck = True
            except ProcessLookupError:
                pass
        end = time.monotonic() + 10
        while any(self.members()) and time.monotonic() < end:
            time.sleep(0.005)
        for process, _ in list(self.members()):
            os.kill(process, signal.SIGKILL)


# Exit codes of measure-host.sh; -15 if the signal comes before bash has read its trap.
CODES = {"host": (-9,), "program": (137,), "requeue": (130, -15)}


def one_host(options, folder, host, chance, whole, chain):
    """Kills the host's task so many times, then lets it end. What happened, as (kind, what was wrong), and how the last
    start ended."""
    results, name = folder / "results", f"{host}.{UUID}.scripted-1.0.json"
    file, known, outcomes = results / name, {}, []
    for _ in range(chain):
        task = HostTask(folder, host, chance.choice(list(CODES)))
        known = {**known, **watched(task, file, chance.uniform(0, whole))}
        task.end()
        if task.code == 0:
            break  # it was over before
        wrong, kept = judge_file(options, results, known, name)
        known = kept or known
        if task.struck:
            outcomes.append((task.how, wrong + [f"exit code {task.code}"] * (task.code not in CODES[task.how])))
    task = HostTask(folder, host, "host").end()
    wrong, kept = judge_file(options, results, known, name)
    wrong += [f"the last start ended with exit code {task.code}: {task.err[-200:]}"] * (task.code != 0)
    return outcomes, wrong, kept


def started_fleet(options, nth):
    folder = options.folder / f"fleet{nth}"
    (folder / "results").mkdir(parents=True)
    goals.write(folder / "script", SCRIPT)
    goals.write(folder / "devices.json", DEVICES)
    os.chmod(goals.write(folder / "vkperftest", PROGRAM.format(program=options.program.path)), 0o755)
    return folder


def kills(options):
    print(f"seed {options.seed}")
    chance = random.Random(options.seed)
    folder = started_fleet(options, 0)
    alone = HostTask(folder, "n1", "host").end()
    rows = len(finished(next((folder / "results").glob("*.json"))))
    counted, bad_files, bad_kills, summaries, nth = collections.Counter(), [], [], 0, 0
    while counted.total() < options.count:
        nth += 1
        folder = started_fleet(options, nth)
        left = options.count - counted.total()
        chains = [min(CHAIN, (left + each) // len(HOSTS)) for each in range(len(HOSTS))]
        with concurrent.futures.ThreadPoolExecutor(len(HOSTS)) as pool:
            ran = list(pool.map(lambda each: one_host(options, folder, *each),
                                [(host, random.Random(chance.random()), 2 * alone.seconds, chain)
                                 for host, chain in zip(HOSTS, chains)]))
        for host, (outcomes, wrong, kept) in zip(HOSTS, ran):
            counted.update(how for how, _ in outcomes)
            bad_kills += [f"fleet {nth}, {host}, {how}: {each}" for how, each in outcomes if each]
            if len(kept) != rows:
                wrong.append(f"{len(kept)} of {rows} rows are finished")
            bad_files += [f"fleet {nth}, {host}: {wrong}"] if wrong else []
        summary = goals.Process([FLEET / "summary.py", "--ended", folder / "results"], 60).end()
        summaries += summary.code != 0 or bool(leftovers(folder / "results"))
        print(f"fleet {nth}: {sum(len(outcomes) for outcomes, _, _ in ran)} kills; {summary.out.splitlines()[0]}", flush=True)
    for each in (*bad_kills, *bad_files):
        print(each)
    print("  " + ", ".join(f"{count} by {how}" for how, count in sorted(counted.items())))
    goal("kills during fleets of four hosts", counted.total(), ">=", options.count)
    goal("kills that left a file lost or wrong", len(bad_kills), "<=", 0)
    goal(f"files that are lost or wrong at the end, of {nth * len(HOSTS)}", len(bad_files), "<=", 0)
    goal(f"fleets with leftovers, or a summary that names a host, of {nth}", summaries, "<=", 0)


def fleet_files(folder, count):
    """So many files as a fleet of H100s writes them, which differ by their hosts and UUIDs."""
    text, record = H100.read_text(encoding="utf-8"), goals.load(H100)
    (folder / "tasks").mkdir(parents=True)
    for nth in range(count):
        uuid = f"{nth:032x}"
        name = f"gpu{nth // 8:04}.{uuid}.NVIDIA-580.159.04.json"
        goals.write(folder / name, text.replace(record["device"]["device_uuid"], uuid))
        goals.write(folder / f"tasks/gpu{nth // 8:04}.gpu{nth % 8}.txt",
                    "2026-01-01T00:00:00Z start \n2026-01-01T00:01:00Z end 0 done, 1 measured\n")
    return folder


def reading(options):
    precise = next(iter(goals.long_files(options, "precise", 1)))
    quick = options.folder / "quick.json"
    options.program("--script", options.folder / "script", "--quick", "--output", quick)
    for what, path in (("the H100's matrix", H100), ("a quick run of a scripted device", quick),
                       ("100 samples of each of 276 figures", precise)):
        print(f"  {what}: {path.stat().st_size / 1e6:.2f} MB")
    for count in (200, 500, 1000, 2000):
        folder = fleet_files(options.folder / f"fleet-of-{count}", count)
        size = sum(path.stat().st_size for path in folder.glob("*.json")) / 1e6
        page = options.folder / "page.html"
        ran = {"report": options.program("report", folder, "--output", page), "compare": options.program("compare", folder),
               "advise": options.program("advise", folder), "summary.py": goals.Process([FLEET / "summary.py", folder]).end(),
               "compare.py": goals.Process([FLEET / "compare.py", folder, folder, "--program", options.program.path]).end()}
        print(f"  {count} files, {size:.0f} MB: page of {page.stat().st_size / 1e6:.1f} MB; " + ", ".join(
            f"{name} {each.seconds:.1f} s and {each.peak:.0f} MB" for name, each in ran.items()), flush=True)
        goal(f"commands that failed on {count} files", sum(each.code != 0 for each in ran.values()), "<=", 0)


if __name__ == "__main__":
    parser = goals.parser_of_program(__doc__)
    parser.add_argument("--count", type=int, default=200, help="number of kills; default: 200")
    parser.add_argument("--seed", type=int, default=int(time.time()), help="of the kills; default: a new one each time")
    goals.main(parser, kills, reading)
