"""The page that `report` writes from a phone's width to a large screen's, in dark and light, and on paper."""
import base64
import csv
import io
import json
import re

from page_browser import WIDER, PageTest, main, open_details, open_page, set_view
from selenium.webdriver.common.keys import Keys

# Cells whose figure does not fit.
CUT = """
return [...document.querySelectorAll('#heat td')].filter(node => node.scrollWidth > node.clientWidth)
    .map(node => `${node.textContent}: ${node.scrollWidth} in ${node.clientWidth}`);
"""


class Layout(PageTest):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.page = cls.write("page.html", "nvidia-h100.json", "nvidia-h200.json", "lavapipe-22.3.6.json",
                             "perftest:RTX 3090", "nvidia-h100-binding.json", "nvidia-h100-stride.json",
                             "nvidia-h100-uniform.json", "nvidia-h100-vector.json")

    def test_nothing_is_wider_than_the_view(self):
        for width, scheme in ((360, "dark"), (1280, "light"), (2560, "dark")):
            for suite in ("matrix", "binding"):
                with self.subTest(width=width, suite=suite):
                    set_view(self.browser, width, scheme)
                    open_page(self.browser, self.page, f"#suite={suite}")
                    self.find("#heat tbody td[tabindex]").click()
                    open_details(self.browser)
                    self.assertEqual(self.js(WIDER), [])
                    self.assertEqual(self.js(CUT), [])

    def test_all_published_gpus_fit_on_one_page(self):
        listed = self.run_program("reference", "--format", "csv").stdout.splitlines()[1:]
        page = self.write("published.html", *(f"perftest:{line.split(',')[0]}" for line in listed))
        for width in (360, 2560):
            with self.subTest(width=width):
                set_view(self.browser, width, "light")
                open_page(self.browser, page)
                self.assertEqual(self.js("return document.querySelectorAll('#heat thead button').length"), 17)
                self.assertEqual(self.js(WIDER), [])
                self.assertEqual(self.js(CUT), [])

    def test_the_first_screen_of_several_devices_has_the_answer(self):
        for width, height in ((360, 800), (1280, 900)):
            with self.subTest(width=width):
                set_view(self.browser, width, "light", height)
                open_page(self.browser, self.page)
                rows = self.js("""return [...document.querySelectorAll('.answer tbody tr')].map(
                    row => [row.firstChild.textContent, row.getBoundingClientRect().bottom]);""")
                self.assertEqual([name for name, _ in rows],
                                 ["On most devices", "NVIDIA H100 80GB HBM3", "NVIDIA H200",
                                  "llvmpipe (LLVM 15.0.6, 256 bits)", "RTX 3090"])
                self.assertLess(rows[1][1], height)
                self.assertTrue(self.find("#sentences p").text.startswith("Largest difference: "))
                text = self.find("#sentences").text
                self.assertNotIn("NEW", text)
                self.assertNotIn("has no repetitions", text)

    def test_files_of_one_device_begin_with_what_changed(self):
        open_page(self.browser, self.write("change.html", "nvidia-h100.json", "nvidia-h100.json"))
        self.assertTrue(self.find("#sentences h3").text.startswith("What differs from "))
        self.assertIn("The first file and this file have the same samples", self.find("#sentences section").text)

    def test_a_large_screen_has_charts_beside_the_table(self):
        set_view(self.browser, 2560, "light")
        open_page(self.browser, self.page)
        right = self.js("return document.querySelector('#heat').getBoundingClientRect().right")
        self.assertGreater(self.left("#charts"), right)
        set_view(self.browser, 1280, "light")
        self.assertLess(self.left("#charts"), 100)

    def left(self, selector):
        return self.js("return document.querySelector(arguments[0]).getBoundingClientRect().left", selector)

    def test_a_small_screen_folds_the_filters(self):
        set_view(self.browser, 360, "light", 800)
        open_page(self.browser, self.page)
        self.assertFalse(self.filters_shown())
        between = "return arguments[1].getBoundingClientRect().top - arguments[0].getBoundingClientRect().top"
        self.assertLess(self.js(between, self.find("#table-heading"), self.find("#heat")), 400)
        self.find("#filter-fold summary").click()
        self.assertTrue(self.filters_shown())
        open_page(self.browser, self.page, "#q=load4")
        self.assertTrue(self.filters_shown(), "a link's filters are seen")

    def filters_shown(self):
        return self.js("return document.getElementById('row-filter').checkVisibility()")

    def test_enter_shows_the_samples_in_view(self):
        for width, height in ((360, 800), (1280, 900), (2560, 1440)):
            with self.subTest(width=width):
                set_view(self.browser, width, "light", height)
                open_page(self.browser, self.page)
                self.js("document.querySelector('#heat td[tabindex=\"0\"]').focus()")
                self.browser.switch_to.active_element.send_keys(Keys.ENTER)
                box = self.js("return document.querySelector('#row').getBoundingClientRect().toJSON()")
                self.assertGreaterEqual(box["top"], 0)
                self.assertLessEqual(min(box["bottom"], box["top"] + 500), height)
                self.assertEqual(self.js("return document.activeElement.id"), "row-heading")

    def test_a_device_of_4000_characters_leaves_room_for_the_answer(self):
        run = json.loads((self.results / "nvidia-h100.json").read_text())
        run["device"]["name"] = "x" * 4_000
        file = self.folder / "long.json"
        file.write_text(json.dumps(run))
        page = self.write("long.html", file)
        set_view(self.browser, 1280, "light")
        open_page(self.browser, page)
        heading = "return [...document.querySelectorAll('h3')].find(each => each.textContent === 'What to use')"
        self.assertLess(self.js(heading + ".getBoundingClientRect().top"), 500)
        open_details(self.browser)
        self.assertIn("x" * 4_000, self.find("#environments").text, "nothing is lost")

    def test_without_scripts_all_figures_are_there(self):
        shown = csv.DictReader(io.StringIO(self.run_program("show", self.results / "nvidia-h100.json", "--format",
                                                            "csv").stdout))
        open_page(self.browser, self.page)
        self.assertEqual(self.browser.find_elements("css selector", "noscript table"), [], "only for those without")
        self.browser.execute_cdp_cmd("Emulation.setScriptExecutionDisabled", {"value": True})
        self.addCleanup(self.browser.execute_cdp_cmd, "Emulation.setScriptExecutionDisabled", {"value": False})
        self.browser.get(self.page.resolve().as_uri())
        self.assertFalse(self.find("main").is_displayed())
        text = self.find("noscript").text
        for row in shown:
            if row["id"] != "null-row" and row["strategy"] == "set" and row["name"] != "Buffer<RGBA8>.Load random":
                self.assertRegex(text, rf"(?m)^{re.escape(row['name'])} {float(row['ratio']):.3f}x")
        self.assertIn("Which load is fastest?", text)
        self.assertIn("StructuredBuffer<float4>.Load linear", text)

    def test_paper_has_what_is_folded_on_the_screen(self):
        open_page(self.browser, self.page)
        folded = """return [...document.querySelectorAll('#sentences details, #legend details')]
            .filter(each => !each.open).length"""
        before = self.js(folded)
        self.assertGreater(before, 0)
        self.js("dispatchEvent(new Event('beforeprint'))")
        self.assertEqual(self.js(folded), 0)
        self.assertIn("unsupported", self.find("#legend").text)
        self.assertEqual(self.js("return document.querySelectorAll('#heat thead button').length"), 0,
                         "browsers leave buttons out where they repeat a table's head")
        self.js("dispatchEvent(new Event('afterprint'))")
        self.assertEqual(self.js(folded), before)

    def test_it_prints_on_paper(self):
        open_page(self.browser, self.page)
        paper = base64.b64decode(self.browser.execute_cdp_cmd("Page.printToPDF", {"preferCSSPageSize": True})["data"])
        self.assertGreater(len(re.findall(rb"/Type\s*/Page\b", paper)), 3)
        self.assertEqual(self.js(WIDER), [], "and is as before afterwards")


main()
