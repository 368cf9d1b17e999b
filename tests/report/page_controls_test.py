"""Every control of the page that `report` writes, used as people use it; and its figures beside those of `show`."""
import csv
import io
import json

from page_browser import PageTest, main, open_page, set_view, wait
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.ui import Select, WebDriverWait

TABLE = """
const columns = [...document.querySelectorAll('#heat thead button')].map(button => button.dataset.sort);
const cells = row => [...row.querySelectorAll('td')].map((cell, i) => [columns[i], cell.textContent]);
return [...document.querySelectorAll('#heat tbody tr:not(.group)')].map(row =>
    [row.querySelector('th').textContent, Object.fromEntries(cells(row))]);
"""
BASELINE = "Buffer<RGBA8>.Load random"
FILES = ["nvidia-h100.json", "nvidia-h200.json", "perftest:RTX 3090", "lavapipe-22.3.6.json",
         "nvidia-h100-binding.json", "nvidia-h100-uniform.json"]
SIGNS = {"imprecise": ("yes", "±"), "minima_disagree": ("yes", "!"), "bound": ("?", "?"), "caveat": (None, "~")}


class Controls(PageTest):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.page = cls.write("page.html", *FILES)

    def setUp(self):
        super().setUp()
        self.open()

    def open(self, fragment=""):
        open_page(self.browser, self.page, fragment)

    def table(self):
        return self.js(TABLE)

    def names(self):
        return [name for name, _ in self.table()]

    def columns(self):
        return list(self.table()[0][1])

    def column(self, key):
        return [float(cells[key].split("x")[0]) for _, cells in self.table() if "x" in cells[key]]

    def chip(self, name):
        self.find(f".chip input[value='{name}'] + span").click()

    def show(self, file):
        given = file if ":" in file else self.results / file
        return list(csv.DictReader(io.StringIO(self.run_program("show", given, "--format", "csv").stdout)))

    def test_figures_are_those_of_show(self):
        figures = [(file, row) for file in FILES for row in self.show(file) if row["id"] != "null-row"]
        columns = list(dict.fromkeys((file, row["strategy"]) for file, row in figures))
        compared = 0
        for suite in ("matrix", "binding", "uniform"):
            self.open(f"#suite={suite}&side=no")
            table = dict(self.table())
            for file, row in figures:
                text = table.get(row["name"], {}).get(str(columns.index((file, row["strategy"]))))
                if text is None:
                    continue
                compared += 1
                with self.subTest(file=file, row=row["name"], strategy=row["strategy"]):
                    self.check_figure(text, row)
        self.assertEqual(compared, len(figures))

    def check_figure(self, text, row):
        if row["status"] != "measured":
            return self.assertEqual(text, "–")
        if row["name"] == BASELINE and row["strategy"] == "set":
            return self.assertEqual(text, "1.000x")
        ratio, signs = text.split("x")
        self.assertAlmostEqual(float(ratio), float(row["ratio"]), delta=0.0005 + 1e-5 * float(row["ratio"]))
        for field, (value, sign) in SIGNS.items():
            self.assertEqual(sign in signs, row[field] == value if value else row[field] != "", field)

    def test_rows_and_files_are_filtered_by_words(self):
        self.find("#row-filter").send_keys("load4 UNIFORM")
        names = self.names()
        self.assertGreater(len(names), 0)
        for name in names:
            self.assertRegex(name, "Load4.* uniform")
        self.assertTrue(self.find("#count").text.startswith(f"{len(names)} of 138 rows"))
        self.find("#file-filter").send_keys("h200")
        self.assertEqual(len(self.columns()), 2)
        self.find("#row-filter").send_keys("nothing like it")
        self.assertEqual(self.table(), [])
        self.find("#reset").click()
        self.assertEqual(len(self.table()), 138)
        self.assertEqual(self.find("#row-filter").get_attribute("value"), "")

    def test_chips_choose_loads_patterns_and_strategies(self):
        self.find("#family-chips .chip span").click()
        self.assertTrue(all(name.startswith("Buffer<") for name in self.names()))
        self.chip("random")
        self.assertTrue(all(name.endswith(" random") for name in self.names()))
        self.chip("linear")
        self.assertEqual({name.rsplit(" ", 1)[1] for name in self.names()}, {"random", "linear"})
        before = len(self.columns())
        self.chip("push")
        self.assertLess(len(self.columns()), before)
        for chip in ("push", "random", "linear"):
            self.chip(chip)
        self.assertEqual(len(self.columns()), before)

    def test_a_heading_sorts_by_mouse_and_keyboard(self):
        key = self.columns()[1]
        original = self.names()
        heading = f"#heat [data-sort='{key}']"
        for press in (lambda node: node.click(), lambda node: node.send_keys(Keys.ENTER)):
            for order in ("descending", "ascending", None):
                press(self.find(heading))
                column = self.column(key)
                self.assertEqual(self.js("return document.activeElement.dataset.sort"), key)
                head = self.find(f"#heat th:has([data-sort='{key}'])")
                self.assertEqual(head.get_attribute("aria-sort"), order)
                if order is None:
                    self.assertEqual(self.names(), original)
                else:
                    self.assertEqual(column, sorted(column, reverse=order == "descending"))

    def test_groups_fold(self):
        self.find("#heat .group button").click()
        self.assertFalse(any(name.startswith("Buffer<") for name in self.names()))
        self.assertEqual(self.find("#heat .group button").get_attribute("aria-expanded"), "false")
        self.browser.switch_to.active_element.send_keys(Keys.ENTER)
        self.assertEqual(len(self.table()), 138)
        self.find("#fold-all").click()
        self.assertEqual(self.table(), [])
        self.find("#unfold-all").click()
        self.assertEqual(len(self.table()), 138)

    def test_patterns_stand_side_by_side(self):
        before = dict(self.table())
        self.find("#side-by-side").click()
        side = dict(self.table())
        self.assertEqual(len(side), 46)
        for name, cells in before.items():
            operation, pattern = name.rsplit(" ", 1)
            for key, text in cells.items():
                self.assertEqual(side[operation][f"{key}.{pattern}"], text)

    def test_a_suite_is_chosen(self):
        Select(self.find("#suite")).select_by_value("uniform")
        self.assertTrue(any("broadcast" in name for name in self.names()))
        self.assertIn("suite=uniform", self.browser.current_url)

    def test_a_link_leads_to_the_same_view(self):
        self.find("#row-filter").send_keys("load")
        self.chip("linear")
        self.find("#heat thead button").click()
        link, table = self.browser.current_url, self.table()
        self.open("#" + link.split("#")[1])
        self.assertEqual(self.table(), table)
        self.assertEqual(self.find("#row-filter").get_attribute("value"), "load")
        self.js("location.hash = 'pattern=random'")
        wait(self.browser, "return document.querySelectorAll('#heat tbody tr:not(.group)').length === 46")
        self.assertTrue(all(name.endswith(" random") for name in self.names()))
        self.assertEqual(self.find("#row-filter").get_attribute("value"), "")

    def test_the_table_is_copied_as_markdown(self):
        permissions = ["clipboardReadWrite", "clipboardSanitizedWrite"]
        self.browser.execute_cdp_cmd("Browser.grantPermissions", {"permissions": permissions})
        self.chip("linear")
        self.find("#copy-markdown").click()
        self.assertEqual(wait(self.browser, "return document.getElementById('told').textContent"), "The table copied.")
        text = self.browser.execute_async_script("navigator.clipboard.readText().then(arguments[0], arguments[0])")
        self.check_markdown(text)

    def test_the_table_is_there_to_be_copied_by_hand(self):
        self.js("navigator.clipboard.writeText = () => Promise.reject()")
        self.chip("linear")
        self.find("#copy-markdown").click()
        self.check_markdown(wait(self.browser, "return document.querySelector('#told textarea')?.value"))
        self.assertEqual(self.js("return document.activeElement.tagName"), "TEXTAREA")

    def check_markdown(self, text):
        text = text.replace("\\", "")
        lines = [line.removeprefix("| ").removesuffix(" |").split(" | ") for line in text.splitlines()]
        self.assertIn("NVIDIA H100", lines[0][1])
        self.assertEqual(lines[2:], [[name, *shown.values()] for name, shown in self.table()])

    def test_the_data_is_saved(self):
        self.find("#save-json").click()
        file = self.folder / "vkperftest-report.json"
        WebDriverWait(file, 60, 0.05).until(lambda it: it.exists() and it.stat().st_size > 0)
        saved = json.loads(file.read_text())
        self.assertEqual([each["name"].rsplit("/", 1)[-1] for each in saved["files"]], FILES)
        self.assertEqual(saved, json.loads(self.js("return document.getElementById('data').textContent")))

    def test_a_click_shows_the_samples_of_a_figure(self):
        figure = next(row for row in self.show(FILES[0]) if row["name"] == "ByteAddressBuffer.Load2 linear")
        self.find("#row-filter").send_keys("ByteAddressBuffer.Load2 linear")
        self.find("#heat tbody td[tabindex]").click()
        self.assertTrue(self.find("#row").is_displayed())
        self.assertTrue(self.find("#row-heading").text.startswith(figure["name"] + ": NVIDIA H100"))
        facts = self.find("#row-facts").text
        ratio, low, high = (float(figure[field]) for field in ("ratio", "ratio_low", "ratio_high"))
        self.assertIn(f"{ratio:.3f}x [{low:.3f}, {high:.3f}]", facts)
        self.find("#row-samples summary").click()
        wait(self.browser, "return document.querySelector('#row-samples tbody tr')") # drawn once it is open
        rows = self.browser.find_elements("css selector", "#row-samples tbody tr")
        self.assertEqual(len(rows), int(figure["samples"]))
        for row in rows:
            load, baseline = (float(cell.text) for cell in row.find_elements("css selector", "td"))
            self.assertAlmostEqual(baseline / load, ratio, delta=0.02 * ratio)
        self.assert_drawn("#row-samples canvas")
        link = self.browser.current_url
        self.browser.switch_to.active_element.send_keys(Keys.ESCAPE)
        self.assertFalse(self.find("#row").is_displayed())
        self.assertEqual(self.js("return document.activeElement.tagName"), "TD")
        self.open("#" + link.split("#")[1])
        self.assertTrue(self.find("#row").is_displayed(), "the link leads to the row too")
        self.find("#row-close").click()
        self.assertFalse(self.find("#row").is_displayed())

    def test_hover_and_arrow_keys_tell_what_is_known_of_a_figure(self):
        cell = self.find("#heat tbody td[tabindex]")
        ActionChains(self.browser).move_to_element(cell).perform()
        self.assertIn("loads/ns", self.find("#tip").text)
        ActionChains(self.browser).move_to_element(self.find("#title")).perform()
        self.assertFalse(self.find("#tip").is_displayed())
        self.js("document.querySelector('#heat td[tabindex=\"0\"]').focus()")
        before = self.find("#tip").text
        for key in (Keys.ARROW_DOWN, Keys.ARROW_RIGHT, Keys.END, Keys.PAGE_DOWN):
            self.browser.switch_to.active_element.send_keys(key)
            self.assertNotEqual(self.find("#tip").text, before)
            before = self.find("#tip").text
            self.assertEqual(self.js("return document.activeElement.getAttribute('aria-describedby')"), "tip")
        self.browser.switch_to.active_element.send_keys(Keys.ESCAPE)
        self.assertFalse(self.find("#tip").is_displayed())
        self.browser.switch_to.active_element.send_keys(Keys.ENTER)
        self.assertTrue(self.find("#row").is_displayed())

    def test_why_there_is_no_figure_is_told(self):
        self.open("#suite=binding")
        without = next(row for row in self.show(FILES[4]) if row["status"] == "unsupported")
        cell = self.find("#heat td.status-u")
        ActionChains(self.browser).scroll_to_element(cell).move_to_element(cell).perform()
        self.assertIn("unsupported", self.find("#tip").text)
        self.assertIn(without["reason"], self.find("#tip").text)

    def test_the_legend_explains_every_sign(self):
        self.find("#legend summary").click()
        wait(self.browser, "return document.querySelector('#legend dt') !== null")  # filled after the click
        terms, meanings = (self.js("return [...document.querySelectorAll(arguments[0])].map(each => each.textContent)",
                                   f"#legend {tag}") for tag in ("dt", "dd"))
        explained = dict(zip(terms, meanings))
        self.assertEqual(list(explained), ["+", "?", "^", "!", "±", "~", "–", "✗", "…"])
        self.assertEqual(explained["–"], "unsupported")
        self.assertNotIn("undefined", terms + meanings)
        used = set(self.js("return [...document.querySelectorAll('#heat .signs')].map(s => s.textContent).join('')"))
        self.assertIn("?", used)
        self.assertLessEqual(used, set(explained))

    def test_a_question_mark_is_explained_beside_its_figure_and_below_the_table(self):
        find = "return [...document.querySelectorAll('#heat .signs')].find(each => each.textContent.includes('?'))"
        self.find("#row-filter").send_keys(self.js(find + ".closest('tr').querySelector('th').textContent"))
        cell = self.js(find + ".closest('td')") # in view now
        ActionChains(self.browser).scroll_to_element(cell).move_to_element(cell).perform()
        meaning = "? unclear whether loads or instructions limit it"
        self.assertIn(meaning, self.find("#tip").text)
        cell.click()
        self.assertIn(meaning, self.find("#row-facts").text)

    def test_the_keyboard_reaches_everything_in_order(self):
        reached = []
        name = """const node = document.activeElement;
            const box = (node.closest('.chip')?.querySelector('span') ?? node).getBoundingClientRect();
            const {sort, group} = node.dataset;
            return [node.id || node.name || sort || group || node.hash || node.tagName, box.width * box.height > 0];"""
        for _ in range(90):
            ActionChains(self.browser).send_keys(Keys.TAB).perform()
            its, visible = self.js(name)
            self.assertTrue(visible, its)
            reached.append(its)
            if its == "save-json":
                break
        wanted = ["#summary", "#files", "suite", "row-filter", "file-filter", "family", "pattern", "strategy",
                  "side-by-side", "fold-all", "unfold-all", "reset", "copy-markdown", "copy-link", *self.columns(),
                  "TD", "chart-subject", "chart-pattern", "chart-unit", "pair-x", "pair-y", "save-json"]
        places = [reached.index(each) for each in wanted]
        self.assertEqual(places, sorted(places))


main()
