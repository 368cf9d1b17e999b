#!/usr/bin/python3
"""Measures what the program promises about `report`: the time to write 200 files, and to open and filter them in a
browser. The files are copies of results/nvidia-h100.json (276 figures); the larger files have 276 rows of a software
driver with 100 samples each. Needs chromium, chromium-driver and python3-selenium. Takes a minute; leave the machine
alone meanwhile."""
import statistics
import sys

import goals
from goals import goal

sys.path.insert(0, str(goals.ROOT / "tests/report"))
from page_browser import chromium, open_page

H100 = goals.ROOT / "results/nvidia-h100.json"
TYPE = """
const done = arguments[1], box = document.getElementById('row-filter'), begin = performance.now();
box.value = arguments[0];
box.dispatchEvent(new Event('input', {bubbles: true}));
requestAnimationFrame(() => setTimeout(() => done(performance.now() - begin), 0));
"""
TYPED = ("l", "lo", "load", "load4", "cbuffer", "nothing", "")


def measure(options):
    less_data = options.program("report", "perftest:RX 480", "--output", "-").out
    goal("page of one published table (little data)", len(less_data.encode()) / 1e6, "<=", 1.5, "MB")
    pages = {"1 file": ([H100], 1000), "200 files": (goals.copies(options, "gpu", [H100]), 3000),
             "200 files x 100 samples": (goals.long_files(options, "long-copy"), 3000)}
    for name, (files, _) in pages.items():
        seconds = options.program("report", *files, "--output", options.folder / f"{name}.html").seconds
        goal(f"write {name}, 276 figures each", seconds, "<=", 3, "s")
    with chromium() as browser:
        for name, (_, usable) in pages.items():
            opened = [open_page(browser, options.folder / f"{name}.html") for _ in range(5)]
            goal(f"{name}: usable after (median of 5)", round(statistics.median(opened)), "<=", usable, "ms")
            slowest = max(browser.execute_async_script(TYPE, text) for text in TYPED)
            goal(f"{name}: filter reacts within (worst of {len(TYPED)})", round(slowest), "<=", 100, "ms")


goals.main(goals.parser_of_program(__doc__), measure)
