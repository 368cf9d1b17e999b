#!/usr/bin/python3
"""Compares two folders of a fleet's results host by host. Each device is compared with itself, as
`vkperftest compare` does it. Then come the rows that became faster or slower, and on how many
devices."""
import argparse
import collections
import concurrent.futures
import json
import os
import pathlib
import re
import subprocess
import sys

sys.dont_write_bytecode = True  # leaves the folder as it is
from texts import printable, some

EPILOG = """Files are compared if their host and device UUID are equal, or else if the host has a single file in
each folder: the UUID of Mesa's software driver changes with its version. Other options must follow
the folders, and are passed to `vkperftest compare`.

  compare.py before after --program ./vkperftest
  compare.py before after --fail-on slower --threshold 5%

Exit codes: 0 done; 1 a device has a row with the verdict of --fail-on; 2 bad usage or file; 4 --fail-on
was given and no device could be judged."""


def devices(folder, fail):
    """The paths of a folder by host and UUID, which stand in their names; `fail` ends the script."""
    found = {}
    for path in sorted(folder.glob("*.json")):
        named = re.fullmatch(r"(.+?)\.([0-9a-f]{32})\..+", path.name)  # a host's name may have dots
        if not named:
            continue
        key = named.groups()
        if key in found:
            fail(f"'{found[key]}' and '{path}' are of one device: keep each driver's results in a folder of its own")
        found[key] = path
    if not found:
        fail(f"'{folder}' holds no files named HOST.UUID.DRIVER.json")
    return found


def pairs(before, after):
    """Keys with both paths, and the keys of one folder only."""
    together, left = {}, {}
    for key, path in after.items():
        if key in before:
            together[key] = (before[key], path)
        else:
            left[key] = path
    alone = {key: path for key, path in before.items() if key not in together}
    by_host = [collections.Counter(host for host, _ in files) for files in (before, after)]
    for key in list(left):
        host = key[0]
        if [count[host] for count in by_host] == [1, 1]:
            old = next(each for each in alone if each[0] == host)
            together[key] = (alone.pop(old), left.pop(key))
    return together, alone, left


def compare(program, pair, options):
    """The object of this comparison, or None with what went wrong, and the exit code."""
    ran = subprocess.run([program, "compare", *pair, *options, "--format", "json"], capture_output=True, text=True,
                         errors="replace", stdin=subprocess.DEVNULL)
    if ran.returncode not in (0, 1, 4):
        return None, (ran.stderr.strip().splitlines() or [f"the program ended with exit code {ran.returncode}"])[-1], 2
    try:
        found = json.loads(ran.stdout)[0]
        # Thousands of devices may follow.
        found["changes"] = [row for row in found["changes"] if row["verdict"] in ("FASTER", "SLOWER")]
    except (ValueError, LookupError, TypeError):
        return None, "the program printed no comparison", 2
    return found, "", ran.returncode


def percent(change):
    return f"{100 * change:+.1f} %"


def headline(found):
    """A device's comparison in one line."""
    if found["different_devices"]:
        return f"no verdicts, different devices: {found['different_devices']}"
    if found["why_no_verdict"]:
        return f"no verdicts: {found['why_no_verdict']}"
    counts = ", ".join(f"{count} {verdict.upper()}" for verdict, count in found["counts"].items())
    everything = found["everything"]
    if everything and everything["verdict"] in ("FASTER", "SLOWER"):
        counts += f"; everything {everything['verdict']} ({percent(everything['change'])}, {everything['cause']})"
    return counts


def rows_changed(results):
    """Sentences: which rows became faster or slower on how many devices, the most frequent first."""
    judged = sum(not (found["different_devices"] or found["why_no_verdict"]) for found in results)
    changes = collections.defaultdict(list)
    for found in results:
        for row in found["changes"]:
            changes[row["verdict"], row["name"], row["strategy"]].append(row["change"])
    for (verdict, name, strategy), each in sorted(changes.items(), key=lambda item: (-len(item[1]), item[0])):
        low, high = percent(min(each)), percent(max(each))
        yield f"{verdict} on {len(each)} of {judged} devices: {name}, {strategy} ({low}{f' to {high}' * (low != high)})"


def main():
    here = pathlib.Path(__file__).resolve().parent
    default = next(filter(os.path.exists, (here / "vkperftest", here.parent.parent / "build/release/vkperftest")), "vkperftest")
    parser = argparse.ArgumentParser(description=__doc__, epilog=EPILOG, allow_abbrev=False,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("before", type=pathlib.Path)
    parser.add_argument("after", type=pathlib.Path)
    parser.add_argument("--program", default=str(default), help="default: the vkperftest beside this script, or of this checkout")
    options, more = parser.parse_known_args()
    if not os.access(options.program, os.X_OK) or os.path.isdir(options.program):
        parser.error(f"'{options.program}' is not a program; name vkperftest with --program")
    for folder in (options.before, options.after):
        if not folder.is_dir():
            parser.error(f"there is no folder '{folder}'")
    together, alone, left = pairs(*(devices(folder, parser.error) for folder in (options.before, options.after)))
    print(printable(f"{len(together)} devices in both folders, {len(alone)} only in {options.before}, "
                    f"{len(left)} only in {options.after}."))
    for folder, keys in ((options.before, alone), (options.after, left)):
        if keys:
            print(f"only in {printable(str(folder))}: {some(host for host, _ in keys)}")
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        ran = list(pool.map(lambda pair: compare(os.path.realpath(options.program), pair, more), together.values()))
    results = []
    on_host = collections.Counter(host for host, _ in together)
    for (host, uuid), (found, trouble, _) in zip(together, ran):
        name = host if on_host[host] == 1 else f"{host} {uuid[:8]}"
        print(printable(f"{name}: {trouble if found is None else headline(found)}"))
        if found is not None:
            results.append(found)
    for sentence in rows_changed(results):
        print(printable(sentence))
    judging = any(each.startswith("--fail-on") for each in more)
    codes = {code for _, _, code in ran} or {4 if judging else 0}
    sys.exit(2 if 2 in codes else 1 if 1 in codes else 4 if codes == {4} else 0)


try:
    main()
except BrokenPipeError:
    sys.stderr.close()
    sys.exit(1)
