#!/usr/bin/python3
"""Kills runs while they measure and save, and resumes them; prints each outcome (docs/trust.md). Takes ten minutes on two
cores; --short kills runs around one save only, and none at random. Needs python3-jsonschema."""
import os
import random
import time

import jsonschema

import goals
import hostile
from goals import goal

ROWS = ["--filter", "*Load4*"]
SCRIPT = ("load | * | * | 0.01 | 0.01\nload | *, no loads | * | 0.004 | 0.01\nload | *, dependent | * | 0.02 | 0.01\n"
          "restart | * | * | 0.004\n")
CONTINUED = ["--output", "x.json", "--continue"]  # or begun, without a file
SCRIPTED = ["--script", "script", "--seed", "1"]

schema = goals.load(goals.ROOT / "results/results-1.schema.json")
SCHEMA = jsonschema.validators.validator_for(schema)(schema)


def start(options, folder, arguments, **variables):
    """The program in a folder; with variables, its calls on files are watched, and may fail."""
    watched = {"LD_PRELOAD": str(options.layer / "libhostile_files.so"), **variables} if variables else {}
    return goals.Process([options.program.path, *arguments], 4 * hostile.HANG_SECONDS, folder, COLUMNS="1000", **watched)


def run(options, folder, arguments, **variables):
    return start(options, folder, arguments, **variables).end()


def made(options, name):
    """A folder with the script."""
    folder = options.folder / name
    folder.mkdir()
    goals.write(folder / "script", SCRIPT)
    return folder


def steps_of(options, folder, command, file):
    """How it ends, and the steps of its saves of the file, by name."""
    log = folder / "steps"
    ran = run(options, folder, command, HOSTILE_FILE=file, HOSTILE_STEPS=str(log))
    names = [line.split()[0] for line in log.read_text().splitlines()] if log.exists() else []
    log.unlink(missing_ok=True)
    return ran, names


def finished(file):
    """The rows of the file that are finished, with all that was measured of them; none if there is no file."""
    if not file.exists():
        return {}
    return {row["name"]: [row["baseline_nanoseconds"], *(each["nanoseconds"] for each in row["strategies"])]
            for row in goals.all_rows(goals.load(file)) if row["stopped"] in ("precision", "time")}


def holds(rows, name, samples):
    """Whether the row is there with these samples. The A/A control gets more behind them while others are measured."""
    return name in rows and all(now[:len(before)] == before for now, before in zip(rows[name], samples))


def judge_file(options, folder, known, name="x.json"):
    """What is wrong with the file that a kill left; `known`: the finished rows that it was seen to hold."""
    file = folder / name
    if not file.exists():
        return (["the file is gone"] if known else []), {}
    try:
        result, rows = goals.load(file), finished(file)
    except ValueError:
        return ["the file does not parse"], {}
    wrong = []
    if next(SCHEMA.iter_errors(result), None):
        wrong.append("the file violates the schema")
    if run(options, folder, ["show", name, "--format", "csv"]).code != 0:
        wrong.append("`show` cannot read the file")
    if lost := [name for name in known if not holds(rows, name, known[name])]:
        wrong.append(f"{len(lost)} finished rows are lost: {lost[:3]}")
    return wrong, rows


def leftovers(folder):
    return [*folder.glob("*.vkperf-*")]


def judge_resumed(options, folder, how, rows, known):
    """What is wrong once the run was resumed to its end."""
    ran = run(options, folder, ["run", *how, *CONTINUED])
    wrong = [] if ran.code == 0 else [f"resumed with exit code {ran.code}: {ran.err[:200]}"]
    more, whole = judge_file(options, folder, known)
    wrong += more
    if len(whole) != rows:
        wrong.append(f"{len(whole)} of {rows} rows are finished")
    if leftovers(folder):
        wrong.append("temporary files remain")
    return wrong


def kill_at_steps(options, campaign):
    """Dies before and after each step of each save: nothing but a rename changes what the file holds."""
    folder, how = made(options, "steps"), [*SCRIPTED, *ROWS]
    file, command = folder / "x.json", ["run", *how, "--output", "x.json"]
    _, names = steps_of(options, folder, command, "x.json")
    rows = len(finished(file))
    file.unlink()
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
            ran = run(options, folder, command, HOSTILE_FILE=f"x.json any {at} {moment}")
            saves = sum(rename < at + (moment == "after") for rename in renames)
            wrong, kept = judge_file(options, folder, held.get(saves, {}))
            held.setdefault(saves, kept)
            if ran.code != -9:
                wrong.append(f"exit code {ran.code} instead of a kill")
            if (saves > 0) != file.exists():
                wrong.append(f"after {saves} saves the file " + ("is missing" if saves else "exists"))
            if len(leftovers(folder)) > 2:  # a save's and the claim
                wrong.append(f"{len(leftovers(folder))} temporary files")
            wrong += judge_resumed(options, folder, how, rows, kept)
            campaign.tell(f"{moment} {name}, step {at} of {len(names)}", wrong,
                          f"{len(kept)} of {rows} rows kept, all after --continue")
            file.unlink()


def watched(process, file, seconds):
    """The finished rows that the file was seen to hold until the process is killed, or ends."""
    seen, last = {}, None
    end = time.monotonic() + seconds
    while time.monotonic() < end and process.running():
        time.sleep(min(0.01, max(0, end - time.monotonic())))
        try:
            at = os.stat(file)
            if (at.st_ino, at.st_mtime_ns) != last:
                seen, last = finished(file) or seen, (at.st_ino, at.st_mtime_ns)
        except OSError:
            pass
    process.kill()
    return seen


def kill_at_random(options, campaign, chance, count, what, how):
    """Chains of five kills: of a run, then of those that resume it; at the end one is let go on."""
    killed = resumes = 0
    folder = made(options, what)
    file = folder / "x.json"
    ran = run(options, folder, ["run", *how, "--output", "x.json"])
    if ran.code != 0:
        raise SystemExit(f"{how}: exit code {ran.code}: {ran.err}")
    whole, rows = ran.seconds, len(finished(file))
    while killed < count:
        file.unlink(missing_ok=True)
        known = {}
        for _ in range(min(5, count - killed)):
            resumed = file.exists()
            process = start(options, folder, ["run", *how, *CONTINUED])
            after = chance.uniform(0, whole / 2 if resumed else whole)
            known = {**known, **watched(process, file, after)}
            ran = process.end()
            if ran.code == 0:
                break  # it was over before
            wrong, kept = judge_file(options, folder, known)
            if ran.code != -9:
                wrong.append(f"exit code {ran.code}: {ran.err[:200]}")
            known = kept
            killed, resumes = killed + 1, resumes + resumed
            campaign.tell(f"{what}, {'continued' if resumed else 'run'} after {after:.2f} s", wrong,
                          f"{len(kept)} of {rows} rows finished, {len(leftovers(folder))} temporary files")
        campaign.tell("resumed", judge_resumed(options, folder, how, rows, known))
    return killed, resumes


def measure(options):
    campaign = hostile.Campaign()
    kill_at_steps(options, campaign)
    goal("kills at a step of a save", campaign.done, ">=", 1)
    if not options.short:
        print(f"seed {options.seed}")
        chance, on_driver = random.Random(options.seed), options.count // 4
        kinds = ((options.count - on_driver, "script", [*SCRIPTED]),
                 (on_driver, "driver", ["--driver", options.driver, *ROWS]))
        both = [kill_at_random(options, campaign, chance, *kind) for kind in kinds]
        goal("kills at random", sum(killed for killed, _ in both), ">=", options.count)
        goal("kills of resumed runs", sum(resumed for _, resumed in both), ">=", 1)
    goal("kills with a wrong outcome", campaign.wrong, "<=", 0)


if __name__ == "__main__":
    parser = hostile.parser(__doc__)
    parser.add_argument("--count", type=int, default=200, help="number of random kills; default: 200")
    parser.add_argument("--seed", type=int, default=int(time.time()), help="of random kills; default: a new one each time")
    goals.main(parser, measure)
