#!/usr/bin/env python3
"""Runs scripts/release.sh twice, in folders whose names differ in length, without ccache, on two cores. Prints how long that
takes, how many packages differ between the two builds, and how large each is. Takes a quarter of an hour; needs what
release.sh needs."""
import sys

import goals
from goals import goal

KINDS = (".deb", ".rpm", ".tar.gz", ".zip")


def released(options, name):
    """The packages of one run, by their names."""
    work = options.folder / name
    work.mkdir()
    ran = goals.Process(["taskset", "-c", "0,1", goals.ROOT / "scripts/release.sh", "--into", work / "packages"],
                        TMPDIR=str(work), CMAKE_CXX_COMPILER_LAUNCHER="").end()
    if ran.code != 0:
        sys.exit(f"{ran.err}release.sh failed with exit code {ran.code}")
    print("  " + ran.err.strip().replace("\n", "\n  "))
    goal("all packages built and checked, two cores, no ccache", round(ran.seconds), "<=", 600, "s")
    return {file.name: file.read_bytes() for file in sorted((work / "packages").iterdir())}


def measure(options):
    one, other = released(options, "a"), released(options, "another-folder-with-a-longer-name")
    made = [name for name in one if name.endswith(KINDS)]
    differing = [name for name in one.keys() | other.keys() if one.get(name) != other.get(name)]
    goal("packages made", len(made), ">=", len(KINDS))
    goal("files that differ between the two builds", len(differing), "<=", 0)
    for name in differing:
        print(f"  {name} differs")
    for name in made:
        print(f"  {name}: {len(one[name]) / 1e6:.2f} MB")


goals.main(goals.parser(__doc__), measure)
