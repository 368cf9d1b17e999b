"""The atlas of the repository's results in a browser: search and filters, links, widths, without scripts, and hostile
files."""
import json

from page_browser import WIDER, PageTest, main, open_page, set_view, wait

HOSTILE = "</script><script>window.canary = 1</script><img src=x onerror='window.canary = 2'>"
SHOWN = "return [...document.querySelectorAll('tbody tr')].filter(row => row.closest('table') === " \
        "document.querySelector('table') && !row.hidden).map(row => row.cells[0].textContent)"
TYPE = """
const field = document.getElementById(arguments[0]);
field.value = arguments[1];
field.dispatchEvent(new Event('input', {bubbles: true}));
"""


class Atlas(PageTest):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.site = cls.folder / "site"
        cls.run_program("atlas", cls.results, "--output", cls.site)

    def shown_after(self, field, text):
        self.js(TYPE, field, text)
        return self.js(SHOWN)

    def test_search_and_filters(self):
        open_page(self.browser, self.site / "index.html")
        self.assertEqual(len(self.js(SHOWN)), 20)
        self.assertEqual(self.shown_after("search", "h100"), ["NVIDIA H100 80GB HBM3"])
        self.assertEqual(self.js("return document.getElementById('count').value"), "1 of 20 devices")
        self.assertEqual(self.shown_after("search", "hopper 580"), ["NVIDIA H100 80GB HBM3", "NVIDIA H200"])
        self.assertEqual(self.shown_after("search", "nothing"), [])
        self.shown_after("search", "")
        self.assertEqual(len(self.shown_after("vendor", "Intel")), 3)
        self.shown_after("vendor", "")
        self.assertEqual(self.shown_after("architecture", "Hopper"), ["NVIDIA H100 80GB HBM3", "NVIDIA H200"])
        self.shown_after("architecture", "")
        drivers = self.js("return [...document.getElementById('driver').options].map(option => option.value)")
        self.assertEqual(len(self.shown_after("driver", drivers[1])), 1 + (drivers[1].startswith("NVIDIA")))

    def test_the_filter_knows_all_drivers_of_a_device(self):
        folder = self.folder / "drivers"
        folder.mkdir()
        whole = json.loads((self.results / "nvidia-h200.json").read_text())
        for nth, driver in enumerate(("570.1", "575.2", "580.3")):
            whole["device"].update(driver_info=driver, driver_version=nth + 1)
            whole["started"] = f"2026-01-0{nth + 1}"
            (folder / f"{driver}.json").write_text(json.dumps(whole))
        site = self.folder / "drivers-site"
        self.run_program("atlas", folder, "--output", site)
        open_page(self.browser, site / "index.html")
        options = self.js("return [...document.getElementById('driver').options].map(option => option.value)")
        for driver in ("570.1", "575.2", "580.3"):
            self.assertIn(f"NVIDIA {driver}", options)
            self.assertEqual(self.shown_after("driver", f"NVIDIA {driver}"), ["NVIDIA H200"])

    def test_links_lead_from_page_to_page(self):
        open_page(self.browser, self.site / "index.html")
        for name, heading in (("NVIDIA H200", "NVIDIA H200"), ("NVIDIA H100 80GB HBM3", "NVIDIA H100 80GB HBM3"),
                              ("Which load should I use?", "Which load should I use?"), ("RTX 3090", "RTX 3090"),
                              ("Files not shown", "Files not shown"), ("Devices", "Loads of 20 devices")):
            self.browser.find_element("link text", name).click()
            self.assertEqual(wait(self.browser, "return document.querySelector('h1')?.textContent"), heading)

    def test_nothing_is_wider_than_the_view(self):
        whole = json.loads((self.results / "nvidia-h200.json").read_text())
        whole["device"]["name"] = whole["device"]["driver_info"] = "x" * 4_000
        file = self.folder / "long.json"
        file.write_text(json.dumps(whole))
        site = self.folder / "long-site"
        self.run_program("atlas", file, "--output", site)
        for page in ("index", "loads", "left-out", "devices/" + "x" * 60, "devices/rtx-3090"):
            for width, scheme in ((360, "dark"), (1280, "light"), (2560, "dark")):
                with self.subTest(page=page, width=width):
                    set_view(self.browser, width, scheme)
                    self.browser.get((site / f"{page}.html").resolve().as_uri())
                    self.assertEqual(self.js(WIDER), [])
        set_view(self.browser, 1280, "light")
        open_page(self.browser, site / "index.html")
        self.assertLess(self.js("return document.querySelector('table').getBoundingClientRect().width"), 1280)

    def test_the_keyboard_reaches_what_scrolls(self):
        set_view(self.browser, 360, "light")
        for page in ("index", "devices/nvidia-h100-80gb-hbm3"):
            self.browser.get((self.site / f"{page}.html").resolve().as_uri())
            boxes = self.js("""return [...document.querySelectorAll('.wide')].map(
                box => [box.tabIndex, box.getAttribute('role'), box.getAttribute('aria-label') !== ''])""")
            self.assertTrue(boxes)
            for box in boxes:
                self.assertEqual(box, [0, "region", True])

    def test_all_figures_are_there_without_scripts(self):
        self.browser.execute_cdp_cmd("Emulation.setScriptExecutionDisabled", {"value": True})
        self.addCleanup(self.browser.execute_cdp_cmd, "Emulation.setScriptExecutionDisabled", {"value": False})
        self.browser.get((self.site / "index.html").resolve().as_uri())
        self.assertEqual(len(self.find("table").find_elements("css selector", "tbody tr")), 20)
        self.browser.get((self.site / "devices/nvidia-h100-80gb-hbm3.html").resolve().as_uri())
        text = self.find("body").text
        for expected in ("0.375x", "What the experiments found", "Which devices are most similar?"):
            self.assertIn(expected, text)

    def test_nothing_in_a_file_is_run(self):
        whole = json.loads((self.results / "nvidia-h200.json").read_text())
        whole["device"]["name"] = whole["device"]["driver_info"] = "../" + HOSTILE
        folder = self.folder / "hostile"
        folder.mkdir()
        (folder / "a.json").write_text(json.dumps(whole))
        (folder / (HOSTILE.replace("/", "") + ".json")).write_text(HOSTILE)
        site = self.folder / "hostile-site"
        told = self.run_program("atlas", folder, "--no-published", "--output", site)
        self.assertIn("not shown: ", told.stderr)
        pages = sorted(path.name for path in (site / "devices").iterdir())
        self.assertEqual(len(pages), 1)
        self.assertRegex(pages[0], r"^[a-z0-9-]+\.html$")
        open_page(self.browser, site / "index.html")
        self.assertIsNone(self.js("return window.canary"))
        for page in ("left-out.html", "loads.html", f"devices/{pages[0]}"):
            self.browser.get((site / page).resolve().as_uri())
            self.assertIsNone(self.js("return window.canary"))
            self.assertEqual(self.js("return document.querySelectorAll('script, img').length"), 0)


main()
