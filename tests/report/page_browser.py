"""A page that `report` wrote, in a real browser: Debian's chromium, chromium-driver and python3-selenium."""
import contextlib
import pathlib
import subprocess
import sys
import tempfile
import unittest

CHROMIUM, DRIVER = "/usr/bin/chromium", "/usr/bin/chromedriver"
SKIPPED = 77  # what CTest takes as skipped
FLAGS = ["--headless=new", "--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking",
         "--disable-component-update", "--disable-sync", "--disable-dev-shm-usage", "--window-size=1280,900"]

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


@contextlib.contextmanager
def chromium(downloads=None):
    """A browser whose console is kept, and which saves files into the folder."""
    options = Options()
    options.binary_location = CHROMIUM
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    if downloads:
        options.add_experimental_option("prefs", {"download.default_directory": str(downloads)})
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as profile:
        for flag in [*FLAGS, f"--user-data-dir={profile}"]:
            options.add_argument(flag)
        browser = webdriver.Chrome(service=Service(DRIVER), options=options)
        try:
            yield browser
        finally:
            browser.quit()


def wait(browser, script, *arguments):
    """What the script returns, once that is true."""
    return WebDriverWait(browser, 60, 0.05).until(lambda _: browser.execute_script(script, *arguments))


def open_page(browser, page, fragment=""):
    """Opens it anew; returns the milliseconds after which it can be used."""
    browser.get("about:blank")
    browser.get(pathlib.Path(page).resolve().as_uri() + fragment)
    return int(wait(browser, "return document.documentElement.dataset.ready"))


def set_view(browser, width, scheme, height=900):
    browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride",
                            {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": False})
    browser.execute_cdp_cmd("Emulation.setEmulatedMedia",
                            {"features": [{"name": "prefers-color-scheme", "value": scheme}]})


def open_details(browser):
    """Opens and fills all that is folded."""
    browser.execute_script("""document.querySelectorAll('details').forEach(
        each => each.unfold ? each.unfold() : each.open = true)""")


def errors(browser):
    """What the console has told since the last call."""
    return [entry["message"] for entry in browser.get_log("browser") if entry["level"] in ("SEVERE", "WARNING")]


class PageTest(unittest.TestCase):
    """Runs as `TEST.py PROGRAM RESULTS`: the program that writes pages and the folder with measured files. All tests of
    a class share a browser, and none may leave an error in its console."""
    program = results = folder = browser = None

    @classmethod
    def setUpClass(cls):
        cls.folder = pathlib.Path(cls.enterClassContext(tempfile.TemporaryDirectory(ignore_cleanup_errors=True)))
        cls.browser = cls.enterClassContext(chromium(cls.folder))

    @classmethod
    def run_program(cls, *arguments, check=True):
        return subprocess.run([cls.program, *map(str, arguments)], check=check, capture_output=True, text=True)

    @classmethod
    def write(cls, name, *files):
        page = cls.folder / name
        given = [file if ":" in str(file) else cls.results / file for file in files]
        cls.run_program("report", *given, "--output", page)
        return page

    def setUp(self):
        set_view(self.browser, 1280, "light")
        errors(self.browser)

    def tearDown(self):
        self.assertEqual(errors(self.browser), [])

    def js(self, script, *arguments):
        return self.browser.execute_script(script, *arguments)

    def assert_drawn(self, selector):
        return self.assert_drawn_canvas(self.find(selector))

    def assert_drawn_canvas(self, canvas):
        self.js("arguments[0].scrollIntoView()", canvas)
        shown = "return Chart.getChart(arguments[0])?.data.datasets.map(each => [each.label, each.data])"
        return wait(self.browser, shown, canvas)

    def find(self, selector):
        return self.browser.find_element("css selector", selector)


def main():
    PageTest.program, PageTest.results = sys.argv[1], pathlib.Path(sys.argv[2])
    unittest.main(argv=[sys.argv[0], *sys.argv[3:]])
