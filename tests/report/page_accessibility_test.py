"""What axe-core finds in the page that `report` writes and in those of `atlas`: nothing serious, in dark and light, with
all parts open.

Usage: TEST.py PROGRAM RESULTS AXE, where AXE is axe.min.js; skipped where that is not there.
"""
import pathlib
import sys

from page_browser import PageTest, main, open_details, open_page, set_view, skip

axe = pathlib.Path(sys.argv.pop(3))
if not axe.exists():
    skip(f"there is no {axe}: scripts/fetch-axe.sh fetches it")
RUN = """
const done = arguments[0];
axe.run({resultTypes: ['violations']}).then(found => done(found.violations
    .filter(each => each.impact === 'serious' || each.impact === 'critical')
    .map(({id, nodes: [first, ...more]}) =>
        `${id}: ${1 + more.length} times, as in ${first.html.slice(0, 200)}: ${first.failureSummary}`)));
"""


class Accessibility(PageTest):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.few = cls.write("few.html", "nvidia-h100.json", "nvidia-h100-uniform.json", "lavapipe-22.3.6.json")
        cls.published = cls.write("published.html", "perftest:RTX 3090")

    def test_nothing_serious_is_found(self):
        for page, width, scheme in ((self.few, 360, "dark"), (self.published, 1280, "light")):
            with self.subTest(page=page.name, width=width, scheme=scheme):
                set_view(self.browser, width, scheme)
                open_page(self.browser, page, "#q=load4")
                self.find("#heat tbody td[tabindex]").click()
                open_details(self.browser)
                self.js(axe.read_text())
                self.assertEqual(self.browser.execute_async_script(RUN), [])

    def test_nothing_serious_is_found_in_an_atlas(self):
        site = self.folder / "site"
        self.run_program("atlas", self.results, "--output", site)
        for page in ("index", "loads", "left-out", "devices/nvidia-h100-80gb-hbm3", "devices/rtx-3090"):
            for width, scheme in ((360, "dark"), (1280, "light")):
                with self.subTest(page=page, width=width, scheme=scheme):
                    set_view(self.browser, width, scheme)
                    self.browser.get((site / f"{page}.html").as_uri())
                    self.js(axe.read_text())
                    self.assertEqual(self.browser.execute_async_script(RUN), [])

    def test_what_is_serious_would_be_found(self):
        open_page(self.browser, self.published, "#q=load4")
        self.js("document.getElementById('row-filter').parentElement.replaceWith(document.createElement('input'))")
        self.js(axe.read_text())
        self.assertIn("label: 1 times", str(self.browser.execute_async_script(RUN)))


main()
