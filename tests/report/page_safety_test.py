"""The page that `report` writes of hostile files: nothing in them is run, and the page can reach nothing."""
import json
import urllib.parse

from page_browser import PageTest, errors, main, open_details, open_page, set_view

MARKUP = ("</script><script>window.canary = 1</script><img src=x onerror='window.canary = 2'>"
          "<svg onload='window.canary = 3'></style><!--<script>${window.canary = 4}`{{data}}{{script}}\\\"'&lt;")
SIGNS = "\u202egnihtemos\u2066\u200f\u2028\ufeff\ufffe"
HOSTILE = {"markup": MARKUP, "signs": SIGNS, "long": "x" * 3_500, "words": "long " * 700}
SCRIPT = """
load | * | * | 0.01 | 0.02
unsupported | *linear | push | no such thing
code | * | set | s_load_dword s0, s[2:3], 0x0\\ns_endpgm
"""
KEPT = {"schema_version", "kind", "stopped", "status", "hash"}  # whose values are checked when a file is read

# What the page must not be able to do, and what forbids it.
FORBIDDEN = {
    "fetch('https://example.org/')": "connect-src",
    "const request = new XMLHttpRequest(); request.open('GET', 'https://example.org/'); request.send()": "connect-src",
    "new WebSocket('wss://example.org/')": "connect-src",
    "navigator.sendBeacon('https://example.org/', 'all')": "connect-src",
    "new Image().src = 'https://example.org/x.png'": "img-src",
    "setTimeout('window.canary = 5', 0)": "script-src",
    "make('script').textContent = 'window.canary = 6'": "script-src-elem",
    "const link = make('a'); link.setAttribute('onclick', 'window.canary = 7'); link.click()": "script-src-attr",
    "make('iframe').src = 'https://example.org/'": "frame-src",
    "make('form').action = 'https://example.org/'; document.body.lastElementChild.submit()": "form-action",
}
TRY = """
const done = arguments[0];
document.addEventListener('securitypolicyviolation', event => done(event.effectiveDirective), {once: true});
setTimeout(() => done('nothing'), 20000); // a busy machine may take seconds to tell
const make = tag => document.body.appendChild(document.createElement(tag));
action();
"""


def hostile(value, text, key=""):
    """The value with the text behind every string, names of kernels included; equal strings stay equal."""
    if isinstance(value, list):
        return [hostile(each, text, key) for each in value]
    if isinstance(value, dict):
        ours = key in ("codes", "kernels")
        return {name + text if ours else name: hostile(child, text, name) for name, child in value.items()}
    return value + text if isinstance(value, str) and key not in KEPT else value


class Safety(PageTest):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        script, cls.clean = cls.folder / "script", cls.folder / "clean.json"
        script.write_text(SCRIPT)
        cls.run_program("--script", script, "--quick", "--filter", "*Load4 *", "--output", cls.clean)

    def hostile_page(self, name, text):
        file = self.folder / f"{name}.json"
        file.write_text(json.dumps(hostile(json.loads(self.clean.read_text()), text)))
        return self.write(f"{name}.html", self.clean, file)

    def test_nothing_in_a_file_is_run(self):
        count = "return ['script', 'img', 'svg', 'style'].map(tag => document.getElementsByTagName(tag).length)"
        open_page(self.browser, self.write("clean.html", self.clean, self.clean))
        clean = self.js(count)
        set_view(self.browser, 360, "light")
        for name, text in HOSTILE.items():
            page = self.hostile_page(name, text)
            with self.subTest(text=name):
                open_page(self.browser, page)
                suites = self.js("return [...document.getElementById('suite').options].map(option => option.value)")
                open_page(self.browser, page, "#suite=" + urllib.parse.quote(suites[1]))
                self.find("#heat tbody td[tabindex]").click()
                open_details(self.browser)
                self.assertIsNone(self.js("return window.canary"))
                self.assertEqual(self.js(count), clean)
                self.assertLessEqual(self.js("return document.documentElement.scrollWidth"), 360)

    def test_nothing_in_a_file_becomes_markup_where_no_script_runs(self):
        page = self.hostile_page("plain", MARKUP)
        self.browser.execute_cdp_cmd("Emulation.setScriptExecutionDisabled", {"value": True})
        self.addCleanup(self.browser.execute_cdp_cmd, "Emulation.setScriptExecutionDisabled", {"value": False})
        self.browser.get("about:blank")
        self.browser.get(page.resolve().as_uri())
        self.assertGreater(len(self.browser.find_elements("css selector", "noscript td")), 0)
        hostile = "noscript :is(script, img, svg, style)"
        self.assertEqual(self.browser.find_elements("css selector", hostile), [])

    def test_escapes_for_terminals_are_shown_as_text(self):
        page = self.hostile_page("escapes", "\x1b]0;title\x07\u202e")
        open_page(self.browser, page)
        self.assertIn("Scripted device\\u001b]0;title\\u0007\\u202e", self.js("return document.body.textContent"))
        self.assertFalse(set("\x1b\x07\u202e") & set(page.read_text()))

    def test_the_page_can_do_no_more_than_show_itself(self):
        page = self.write("clean.html", self.clean)
        for action, directive in FORBIDDEN.items():
            with self.subTest(action=action):
                open_page(self.browser, page)
                told = self.browser.execute_async_script(TRY.replace("action()", action))
                self.assertEqual(told, directive)
                self.assertIsNone(self.js("return window.canary"))
                errors(self.browser)


main()
