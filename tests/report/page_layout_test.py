"""The page that `report` writes from a phone's width to a large screen's, in dark and light, and on paper."""
import base64
import re

from page_browser import PageTest, main, open_details, open_page, set_view

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

    def test_it_prints_on_paper(self):
        open_page(self.browser, self.page)
        paper = base64.b64decode(self.browser.execute_cdp_cmd("Page.printToPDF", {"preferCSSPageSize": True})["data"])
        self.assertGreater(len(re.findall(rb"/Type\s*/Page\b", paper)), 3)
        self.assertEqual(self.js(WIDER), [], "and is as before afterwards")


main()
