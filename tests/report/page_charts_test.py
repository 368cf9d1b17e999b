"""The charts of the page that `report` writes: what they show, and that they follow their choices."""
from page_browser import PageTest, main, open_page, set_view, wait
from selenium.webdriver.support.ui import Select

FILES = ["nvidia-h100.json", "nvidia-h200.json", "perftest:RTX 3090", "lavapipe-22.3.6.json",
         "nvidia-h100-binding.json", "nvidia-h100-vector.json"]


class Charts(PageTest):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.page = cls.write("page.html", *FILES)

    def setUp(self):
        super().setUp()
        open_page(self.browser, self.page)

    def drawn(self):
        """What the first chart of each of these shows."""
        return [self.assert_drawn(chart) for chart in ("#family-charts canvas", "#pair-chart canvas")]

    def test_charts_follow_their_choices(self):
        self.assert_drawn("#experiments canvas")
        self.assert_drawn("#family-charts canvas")
        before = self.drawn()
        for select, place in (("#chart-unit", 1), ("#chart-pattern", 0), ("#chart-subject", 2), ("#pair-x", 4),
                              ("#pair-y", 0)):
            Select(self.find(select)).select_by_index(place)
            after = self.drawn()
            self.assertNotEqual(after, before, select)
            before = after
        for summary in self.browser.find_elements("css selector", "#charts figure summary"):
            self.js("arguments[0].click()", summary)
            wait(self.browser, "return arguments[0].parentElement.querySelectorAll('tbody tr').length", summary)

    def charts(self, selector):
        """Kind, scale up, and data sets of each chart."""
        for canvas in self.browser.find_elements("css selector", selector):
            self.assert_drawn_canvas(canvas)
        return self.js("""return [...document.querySelectorAll(arguments[0])].map(canvas => {
            const {config, scales, data} = Chart.getChart(canvas);
            return {type: config.type, scale: [scales.y.type, scales.y.min, scales.y.max],
                    ticks: scales.y.ticks.map(tick => tick.label),
                    labels: data.datasets.map(each => each.label).filter(label => !label.startsWith('95 %')),
                    bases: data.datasets.map(each => each.base)};});""", selector)

    def test_charts_show_all_devices_on_one_axis(self):
        charts = self.charts("#family-charts canvas")
        self.assertGreater(len(charts), 3)
        for chart in charts:
            self.assertEqual(chart["scale"], charts[0]["scale"], "what is high in one is high in all")
            self.assertEqual(chart["scale"][0], "logarithmic")
            self.assertIn("1x", chart["ticks"])
            self.assertIn(1, chart["bases"])
        self.assertEqual(charts[0]["labels"], ["NVIDIA H100 80GB HBM3", "NVIDIA H200", "RTX 3090",
                                               "llvmpipe (LLVM 15.0.6, 256 bits)"])
        Select(self.find("#chart-subject")).select_by_index(1)
        self.assertEqual(self.charts("#family-charts canvas")[0]["labels"], ["uniform", "linear", "random"])

    def test_titles_of_charts_are_names_of_loads(self):
        for title in self.js("return [...document.querySelectorAll('figcaption')].map(each => each.textContent)"):
            self.assertRegex(title, r"[^.:<({,\s]$")

    def test_more_series_than_colours_are_small_multiples(self):
        panels = self.charts("#experiments .panels canvas")
        recording, vectors = panels[:9], panels[9:] # ways of binding, element types
        self.assertEqual(len(vectors), 15)
        for its in (recording, vectors):
            self.assertEqual({tuple(each["scale"]) for each in its}, {tuple(its[0]["scale"])})

    def test_the_scatter_names_outliers(self):
        Select(self.find("#pair-y")).select_by_index(4)
        told = self.find("#pair-chart p").text
        self.assertRegex(told, r"^Farthest from the other rows: .* \(\d+\.\d{3}x across, \d+\.\d{3}x up\)")

    def test_floors_are_not_shown_beside_loads(self):
        uniform = "nvidia-h100-uniform.json"
        open_page(self.browser, self.write("uniform.html", uniform, uniform))
        self.js("document.querySelectorAll('#charts details').forEach(each => each.open = true)")
        wait(self.browser, "return document.querySelector('#pair-chart tbody tr')")
        text = self.js("return document.getElementById('pair').textContent")
        self.assertIn("Buffer<RGBA8>.Load uniform, shuffle", text)
        self.assertNotIn("floor", text)

    def test_strategies_are_told_in_a_sentence(self):
        self.assertIn("push against set: within 1 % in 138 of 138 rows.", self.find("#strategy-answers").text)

    def test_dark_and_light_follow_the_system(self):
        self.assert_drawn("#family-charts canvas")
        canvas = self.find("#family-charts canvas")
        looks = """const {options} = Chart.getChart(arguments[0]);
            const looks = [getComputedStyle(document.body).backgroundColor, options.scales.y.ticks.color];
            return looks.every((look, i) => look !== arguments[1][i]) && looks;"""
        light = self.js(looks, canvas, ["", ""])
        set_view(self.browser, 1280, "dark")
        wait(self.browser, looks, canvas, light)


main()
