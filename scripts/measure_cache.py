#!/usr/bin/env python3
"""Measures how well `experiment cache` finds caches: on planted curves, and on lavapipe beside the sizes that the kernel
reports for the CPU. Takes about two minutes; leave the machine alone meanwhile."""
import json
import math
import pathlib
import re
import xml.etree.ElementTree

import goals
from goals import goal

CPU = pathlib.Path("/sys/devices/system/cpu/cpu0/cache")
UNITS = {"bytes": 1, "KB": 1024, "MB": 1024**2}


def planted(options):
    """The scores of the unit tests, which plant caches and noise."""
    report = options.folder / "steps.xml"
    tests = options.build / "tests/unit_tests"
    goals.Process([tests, "--gtest_filter=Steps.Find*", f"--gtest_output=xml:{report}"]).end()
    scores = {score.get("name"): int(score.get("value")) for score in xml.etree.ElementTree.parse(report).iter("property")}
    for name, right in scores.items():
        if name.startswith("steps on flat"):
            goal(f"planted: {name}, of 200", right, "<=", 0)
        else:
            goal(f"planted: {name}", right / 3, ">=", 95, "%")  # of 300


def sizes_of_cpu():
    """By level, in bytes; caches of instructions do not count."""
    sizes = {}
    for index in CPU.glob("index*"):
        if (index / "type").read_text().strip() != "Instruction":
            number, unit = re.match(r"(\d+)([KM])", (index / "size").read_text()).groups()
            sizes[int((index / "level").read_text())] = int(number) * UNITS[unit + "B"]
    return sizes


def lavapipe(options):
    out = options.program("experiment", "cache", "--driver", goals.LAVAPIPE, "--format", "json").out
    found = json.loads(out)
    print(found["conclusion"])
    ends = set()
    for finding in found["findings"]:
        if finding["verdict"] == "levels" and "one lane" in finding["subject"]:
            print(f"{finding['subject']}: {finding['sentence']}")
            ends |= {int(number) * UNITS[unit] for number, unit in re.findall(r"up to (\d+) (bytes|KB|MB)",
                                                                              finding["sentence"])}
    for level, size in sorted(sizes_of_cpu().items()):
        off = min((abs(math.log2(end / size)) for end in ends), default=math.inf)
        if level == 2:
            goal(f"lavapipe: L2 of {size >> 10} KB, off by a factor of", 2**off, "<=", 2)
        else:
            print(f"lavapipe: L{level} of {size >> 10} KB, off by a factor of {2**off:.2f} (no goal)")


if __name__ == "__main__":
    goals.main(goals.parser_of_build(__doc__), planted, lavapipe)
