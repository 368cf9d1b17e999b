#!/usr/bin/python3
"""Measures what the program promises about `atlas`: the time to write 500 devices, the size of the site, and how long its
index takes to show in a browser. The files are those of results/nvidia-h100.json and nvidia-h200.json (276 figures each)
under 500 names, each with other samples. Needs chromium, chromium-driver and python3-selenium. Takes two minutes; leave
the machine alone meanwhile."""
import json
import random
import statistics
import sys

import goals
from goals import goal

sys.path.insert(0, str(goals.ROOT / "tests/report"))
from page_browser import chromium, open_page, wait

DEVICES = 500
DRIVERS = 5
PAINTED = "return performance.getEntriesByName('first-contentful-paint').map(entry => entry.startTime)[0]"
SEARCH = """
const done = arguments[1], box = document.getElementById('search'), begin = performance.now();
box.value = arguments[0];
box.dispatchEvent(new Event('input', {bubbles: true}));
requestAnimationFrame(() => setTimeout(() => done(performance.now() - begin), 0));
"""


def devices(folder):
    """Files of so many devices. Each operation of each device is faster or slower by its own factor."""
    folder.mkdir()
    chance = random.Random(1)
    texts = [(goals.ROOT / f"results/nvidia-{name}.json").read_text(encoding="utf-8") for name in ("h100", "h200")]
    for nth in range(DEVICES):
        results = json.loads(texts[nth % 2])
        results["device"].update(name=f"GPU {nth} of vendor {nth % 7}", device_id=nth, device_uuid=f"{nth:032x}",
                                 driver_info=f"1.{nth % DRIVERS}")
        for row in results["rows"]:
            if row["name"] == results["settings"]["baseline"]:
                continue
            factor = chance.uniform(0.5, 2)
            for strategy in row["strategies"]:
                strategy["nanoseconds"] = [round(factor * each, 3) for each in strategy["nanoseconds"]]
        (folder / f"device-{nth}.json").write_text(json.dumps(results), encoding="utf-8")
    return folder


def measure(options):
    files, site = devices(options.folder / "devices"), options.folder / "site"
    ran = options.program("atlas", files, "--output", site)
    pages = len(list((site / "devices").iterdir()))
    goal("devices on the site, 17 published ones among them", pages, ">=", DEVICES + 17)
    goal(f"write {DEVICES} devices", ran.seconds, "<=", 20, "s")
    print(f"peak of memory {ran.peak:.0f} MB, processor {ran.processor:.1f} s")
    sizes = {path.relative_to(site): path.stat().st_size for path in site.rglob("*") if path.is_file()}
    goal("size of the site", sum(sizes.values()) / 1e6, "<=", 15, "MB")
    for name in ("index.html", "index.json", "figures.csv"):
        print(f"{name}: {sizes.pop(next(path for path in sizes if str(path) == name)) / 1e6:.2f} MB")
    with chromium() as browser:
        usable, painted = [], []
        for _ in range(5):
            usable.append(open_page(browser, site / "index.html"))
            painted.append(wait(browser, PAINTED))
        goal("first screen (median of 5)", round(statistics.median(painted)), "<=", 1000, "ms")
        goal("search can be used (median of 5)", round(statistics.median(usable)), "<=", 1000, "ms")
        slowest = max(browser.execute_async_script(SEARCH, text) for text in ("g", "gpu 4", "vendor 3 1.2", "no", ""))
        print(f"search reacts within {slowest:.0f} ms (worst of 5)")


goals.main(goals.parser_of_program(__doc__), measure)
