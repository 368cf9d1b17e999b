#!/usr/bin/env python3
"""How fast a page that `report` wrote is in a browser (Debian's chromium, chromium-driver, python3-selenium).

Prints for each page the milliseconds from opening to when it can be used, and those from typing into the filter of rows
to the next picture: the median of five openings, the worst of all keystrokes.

Usage: scripts/measure_page.py PAGE.html...
"""
import pathlib
import statistics
import sys
import tempfile

from selenium import webdriver
from selenium.webdriver.chrome.options import Options
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.support.ui import WebDriverWait

FLAGS = ["--headless=new", "--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking",
         "--disable-component-update", "--disable-sync", "--window-size=1280,900"]
TYPE = """
const done = arguments[1], box = document.getElementById('row-filter'), begin = performance.now();
box.value = arguments[0];
box.dispatchEvent(new Event('input', {bubbles: true}));
requestAnimationFrame(() => setTimeout(() => done(performance.now() - begin), 0));
"""


def measure(browser, page):
    opened = []
    for _ in range(5):
        browser.get(page.resolve().as_uri())
        ready = WebDriverWait(browser, 60, 0.05).until(
            lambda _: browser.execute_script("return document.documentElement.dataset.ready"))
        opened.append(int(ready))
    typed = [browser.execute_async_script(TYPE, text) for text in ["l", "lo", "load", "load4", "cbuffer", "nothing", ""]]
    return statistics.median(opened), max(typed)


def main():
    options = Options()
    options.binary_location = "/usr/bin/chromium"
    with tempfile.TemporaryDirectory() as profile:
        for flag in [*FLAGS, f"--user-data-dir={profile}"]:
            options.add_argument(flag)
        browser = webdriver.Chrome(service=Service("/usr/bin/chromedriver"), options=options)
        try:
            for name in sys.argv[1:]:
                print(*(f"{figure:.0f}" for figure in measure(browser, pathlib.Path(name))))
        finally:
            browser.quit()


main()
