"""The pages that `report` writes, in Chromium: search, sorting, keys, widths, no scripts, hostile files, accessibility.

Usage: page_test.py PROGRAM RESULTS AXE, where AXE is axe.min.js; what needs it is skipped where it is not there.
"""
import json
import pathlib
import subprocess
import sys
import tempfile
import unittest

CHROMIUM, DRIVER = "/usr/bin/chromium", "/usr/bin/chromedriver"
SKIPPED = 77  # what CTest takes as skipped
FLAGS = ["--headless=new", "--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking",
         "--disable-component-update", "--disable-sync", "--disable-dev-shm-usage", "--window-size=1280,900"]


def skip(reason):
    print(f"Skipped: {reason}")
    sys.exit(SKIPPED)


try:
    from selenium import webdriver
    from selenium.webdriver.chrome.options import Options
    from selenium.webdriver.chrome.service import Service
    from selenium.webdriver.support.ui import WebDriverWait
except ImportError:
    skip("python3-selenium is not installed")
for needed in (CHROMIUM, DRIVER):
    if not pathlib.Path(needed).exists():
        skip(f"there is no {needed}: install chromium and chromium-driver")

program, results, axe = sys.argv[1], pathlib.Path(sys.argv[2]), pathlib.Path(sys.argv[3])

# What is wider than the view and not in a box that scrolls.
WIDER = """
const view = document.documentElement.clientWidth;
const scrolls = node => getComputedStyle(node).overflowX !== 'visible';
const boxed = node => node !== document.body && (scrolls(node) || boxed(node.parentElement));
const found = [...document.body.querySelectorAll('*')]
    .filter(node => node.getBoundingClientRect().right > view + 1 && !boxed(node.parentElement))
    .map(node => `${node.tagName} ${node.id} ${node.textContent.slice(0, 40)}`);
const page = document.documentElement.scrollWidth;
return page > view ? [`the page is ${page} wide`, ...found] : found;
"""
TYPE = """
const field = document.getElementById(arguments[0]);
field.value = arguments[1];
field.dispatchEvent(new Event('input', {bubbles: true}));
"""
HEAT = "[...document.querySelectorAll('table')].find(table => table.querySelector('.heat'))"
SHOWN = f"return [...{HEAT}.tBodies[0].rows].filter(row => !row.hidden).map(row => row.cells[0].textContent)"
DOTS = "return [...document.querySelectorAll('circle:has(title)')].filter(dot => dot.getClientRects().length).length"
RUN_AXE = """
const done = arguments[0];
axe.run({resultTypes: ['violations']}).then(found => done(found.violations
    .filter(each => each.impact === 'serious' || each.impact === 'critical')
    .map(({id, nodes: [first, ...more]}) =>
        `${id}: ${1 + more.length} times, as in ${first.html.slice(0, 200)}: ${first.failureSummary}`)));
"""
MARKUP = ("</script><script>window.canary = 1</script><img src=x onerror='window.canary = 2'>"
          "<svg onload='window.canary = 3'></style><!--<script>${window.canary = 4}`{{content}}\\\"'&lt;")
HOSTILE = {"markup": MARKUP, "signs": "\u202egnihtemos\u2066\u200f\u2028\ufeff\ufffe\x1b]0;x\x07", "long": "x" * 3_500}


def enumerated(schema, name=None):
    """Names of the properties that hold one of a few words, which reading a file checks."""
    if isinstance(schema, list):
        return set().union(*(enumerated(each, name) for each in schema))
    if not isinstance(schema, dict):
        return set()
    found = {name} if name and {"enum", "const"} & set(schema) else set()
    for key, value in schema.items():
        if key in ("properties", "$defs"):
            found |= set().union(*(enumerated(child, property) for property, child in value.items()))
        else:
            found |= enumerated(value, name if key in ("items", "anyOf") else None)
    return found


KEPT = {"hash", "format", *enumerated(json.loads((results / "results-1.schema.json").read_text()))} - {"source"}

# What the page must not be able to do, and what forbids it.
FORBIDDEN = {
    "fetch('https://example.org/')": "connect-src",
    "new Image().src = 'https://example.org/x.png'": "img-src",
    "make('script').textContent = 'window.canary = 6'": "script-src-elem",
    "const link = make('a'); link.setAttribute('onclick', 'window.canary = 7'); link.click()": "script-src-attr",
    "make('iframe').src = 'https://example.org/'": "frame-src",
}
TRY = """
const done = arguments[0];
document.addEventListener('securitypolicyviolation', event => done(event.effectiveDirective), {once: true});
setTimeout(() => done('nothing'), 20000); // a busy machine may take seconds to tell
const make = tag => document.body.appendChild(document.createElement(tag));
action();
"""


def run(*arguments):
    return subprocess.run([program, *map(str, arguments)], check=True, capture_output=True, text=True)


def hostile(value, text, key=""):
    """The value with the text behind every string, names of kernels included; equal strings stay equal."""
    if isinstance(value, list):
        return [hostile(each, text, key) for each in value]
    if isinstance(value, dict):
        ours = key in ("codes", "kernels")
        return {name + text if ours else name: hostile(child, text, name) for name, child in value.items()}
    return value + text if isinstance(value, str) and key not in KEPT else value


class Page(unittest.TestCase):
    """All tests share a browser, and none may leave an error in its console."""

    @classmethod
    def setUpClass(cls):
        cls.folder = pathlib.Path(cls.enterClassContext(tempfile.TemporaryDirectory(ignore_cleanup_errors=True)))
        options = Options()
        options.binary_location = CHROMIUM
        options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
        for flag in [*FLAGS, f"--user-data-dir={cls.folder / 'profile'}"]:
            options.add_argument(flag)
        cls.browser = webdriver.Chrome(service=Service(DRIVER), options=options)
        cls.addClassCleanup(cls.browser.quit)
        cls.page, cls.site = cls.folder / "few.html", cls.folder / "site"
        run("report", *(results / f"{name}.json" for name in ("nvidia-h100", "nvidia-h100-uniform", "lavapipe-22.3.6")),
            "perftest:RTX 3090", "--output", cls.page)
        run("report", results, "perftest:", "--output", cls.site)

    def setUp(self):
        self.view(1280, "light")
        self.browser.get_log("browser")

    def tearDown(self):
        self.assertEqual([entry for entry in self.browser.get_log("browser") if entry["level"] in ("SEVERE", "WARNING")], [])

    def js(self, script, *arguments):
        return self.browser.execute_script(script, *arguments)

    def view(self, width, scheme):
        self.browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride",
                                     {"width": width, "height": 900, "deviceScaleFactor": 1, "mobile": False})
        self.browser.execute_cdp_cmd("Emulation.setEmulatedMedia",
                                     {"features": [{"name": "prefers-color-scheme", "value": scheme}]})

    def open(self, page, fragment="", scripts=True):
        self.browser.execute_cdp_cmd("Emulation.setScriptExecutionDisabled", {"value": not scripts})
        self.browser.get("about:blank")
        self.browser.get(page.resolve().as_uri() + fragment)
        if scripts:
            ready = "return document.documentElement.dataset.ready"
            WebDriverWait(self.browser, 60, 0.05).until(lambda _: self.js(ready))
            self.js("document.querySelectorAll('details').forEach(each => each.open = true)")

    def shown_after(self, field, text):
        self.js(TYPE, field, text)
        return self.js(SHOWN)

    def test_search_finds_rows_and_columns_and_is_in_the_address(self):
        self.open(self.page)
        self.assertEqual(len(self.js(SHOWN)), 138)
        self.assertEqual(self.shown_after("search", "load3 random"), ["ByteAddressBuffer.Load3 random"])
        self.assertIn("#q=load3+random", self.browser.current_url)
        self.assertEqual(self.shown_after("search", "nothing such"), [])
        self.shown_after("columns", "h100")
        titles = f"return [...{HEAT}.tHead.rows[0].cells].filter(cell => !cell.hidden).map(cell => cell.textContent)"
        self.assertEqual(self.js(titles), ["load", "NVIDIA H100 80GB HBM3, set", "NVIDIA H100 80GB HBM3, push"])
        self.open(self.page, "#q=load3+random&c=3090")
        self.assertEqual(self.js(SHOWN), ["ByteAddressBuffer.Load3 random"])
        self.assertEqual(self.js(DOTS), 0)
        self.assertEqual(self.js(titles), ["load", "RTX 3090"])

    def test_a_heading_sorts_both_ways_and_back(self):
        self.open(self.page)
        before, figures = self.js(SHOWN), f"return [...{HEAT}.tBodies[0].rows].map(row => parseFloat(row.cells[1].textContent))"
        heading = self.js(f"return {HEAT}.tHead.rows[0].cells[1].firstChild")
        self.js("arguments[0].click()", heading)
        sorted_figures = self.js(figures)
        self.assertEqual(sorted_figures, sorted(sorted_figures, reverse=True))
        self.js("arguments[0].click()", heading)
        self.assertEqual(self.js(figures), sorted_figures[::-1])
        self.js("arguments[0].click()", heading)
        self.assertEqual(self.js(SHOWN), before)

    def test_without_scripts_all_is_there(self):
        self.open(self.page, scripts=False)
        text = self.browser.find_element("css selector", "main").text
        for part in ("Which load is fastest?", "NVIDIA H100 80GB HBM3", "StructuredBuffer<float4>.Load linear", "Experiment uniform"):
            self.assertIn(part, text)
        self.assertGreater(len(self.browser.find_elements("css selector", "td[title]")), 138)
        self.open(self.page)

    def test_nothing_is_wider_than_the_view(self):
        for page in (self.page, self.site / "index.html", self.site / "devices/nvidia-h200.html"):
            for width in (360, 1280, 2560):
                with self.subTest(page=page.name, width=width):
                    self.view(width, "light")
                    self.open(page)
                    self.assertEqual(self.js(WIDER), [])

    def test_nothing_serious_is_found_by_axe(self):
        if not axe.exists():
            self.skipTest(f"there is no {axe}: scripts/fetch-axe.sh fetches it")
        self.browser.set_script_timeout(120)
        for page in (self.page, self.site / "index.html", self.site / "devices/nvidia-h100-80gb-hbm3.html"):
            for width, scheme in ((360, "dark"), (1280, "light")):
                with self.subTest(page=page.name, width=width, scheme=scheme):
                    self.view(width, scheme)
                    self.open(page, "#q=load4")  # thousands of cells would take minutes
                    self.js(axe.read_text())
                    self.assertEqual(self.browser.execute_async_script(RUN_AXE), [])

    def test_nothing_in_a_file_is_run(self):
        count = "return ['script', 'img', 'style'].map(tag => document.getElementsByTagName(tag).length)"
        clean, file, page = results / "nvidia-h100.json", self.folder / "hostile.json", self.folder / "hostile.html"
        self.view(360, "light")
        for name, text in HOSTILE.items():
            with self.subTest(text=name):
                file.write_text(json.dumps(hostile(json.loads(clean.read_text()), text)))
                run("report", clean, file, "--output", page)
                self.open(page)
                self.assertIsNone(self.js("return window.canary"))
                self.assertEqual(self.js(count), [1, 0, 1])
                self.assertLessEqual(self.js("return document.documentElement.scrollWidth"), 360)
                self.assertFalse(set("\x1b\x07\u202e") & set(page.read_text()))

    def test_the_page_can_do_no_more_than_show_itself(self):
        for action, directive in FORBIDDEN.items():
            with self.subTest(action=action):
                self.open(self.page)
                self.assertEqual(self.browser.execute_async_script(TRY.replace("action()", action)), directive)
                self.assertIsNone(self.js("return window.canary"))
                self.browser.get_log("browser")


unittest.main(argv=[sys.argv[0], *sys.argv[4:]])
