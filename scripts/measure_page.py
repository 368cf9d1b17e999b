#!/usr/bin/env python3
"""How fast a page that `report` wrote is in a browser (Debian's chromium, chromium-driver, python3-selenium).

Prints for each page the milliseconds from opening to when it can be used, and those from typing into the filter of rows
to the next picture: the median of five openings, the worst of all keystrokes.

Usage: scripts/measure_page.py PAGE.html...
"""
import pathlib
import statistics
import sys

sys.path.insert(0, str(pathlib.Path(__file__).parent.parent / "tests/report"))
from page_browser import chromium, open_page

TYPE = """
const done = arguments[1], box = document.getElementById('row-filter'), begin = performance.now();
box.value = arguments[0];
box.dispatchEvent(new Event('input', {bubbles: true}));
requestAnimationFrame(() => setTimeout(() => done(performance.now() - begin), 0));
"""


def measure(browser, page):
    opened = [open_page(browser, page) for _ in range(5)]
    typed = [browser.execute_async_script(TYPE, text) for text in ["l", "lo", "load", "load4", "cbuffer", "nothing", ""]]
    return statistics.median(opened), max(typed)


with chromium() as browser:
    for name in sys.argv[1:]:
        print(*(f"{figure:.0f}" for figure in measure(browser, name)))
