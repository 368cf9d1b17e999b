#!/usr/bin/env python3
"""diagrams.py FOLDER PROGRAM [--photograph] draws the pictures of docs/pictures/ there: which lane reads which element, how a
figure is made, which unit serves which load, and what the vkperftest PROGRAM says of the H100's matrix, as a chart and in a
terminal. With --photograph, chromium also takes page.png: the first screen of what `report` makes of it."""
import pathlib
import subprocess
import sys
import tempfile
from html import escape

RESULTS = pathlib.Path(__file__).resolve().parents[1] / "results"
STYLE = """svg { color-scheme: light dark; }
text { white-space: pre; fill: #1b1b1b; font: 13px ui-monospace, Menlo, Consolas, "DejaVu Sans Mono", monospace; }
.title { font-weight: bold; } .quiet { fill: #555; font-size: 12px; } .middle { text-anchor: middle; }
.back { fill: #fff; } .box { fill: #eef1f5; stroke: #767676; } .line { stroke: #0b57a4; stroke-width: 1.5; fill: none; }
.fixed { fill: #c2410c; } .loads { fill: #0b57a4; } .over { fill: #fff; }
@media (prefers-color-scheme: dark) {
text { fill: #ececec; } .quiet { fill: #b3b3b3; } .back { fill: #151618; } .box { fill: #24272b; stroke: #9a9a9a; }
.line { stroke: #6aa6de; } .fixed { fill: #eb984f; } .loads { fill: #6aa6de; } .over { fill: #151618; }
}"""


class Picture:
    def __init__(self, width, height, label):
        self.parts = [f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" '
                      f'viewBox="0 0 {width} {height}" role="img" aria-label="{escape(label)}">',
                      f"<style>\n{STYLE}\n</style>", '<rect width="100%" height="100%" class="back"/>']

    def text(self, x, y, text, style=""):
        self.parts.append(f'<text x="{x}" y="{y}" class="{style}">{escape(text)}</text>')

    def box(self, x, y, width, height, text="", style="box", over="middle"):
        self.parts.append(f'<rect x="{x}" y="{y}" width="{width}" height="{height}" class="{style}"/>')
        if text:
            self.text(x + width / 2, y + height / 2 + 5, text, over)

    def line(self, *points):
        path = "L".join(f"{x:.4g} {y:.4g}" for x, y in points)
        self.parts.append(f'<path d="M{path}" class="line"/>')

    def arrow(self, *points):
        x, y = points[-1]
        self.line(*points)
        self.line((x - 6, y - 4), (x, y), (x - 6, y + 4))

    def save(self, name):
        (FOLDER / name).write_text("\n".join([*self.parts, "</svg>"]) + "\n", encoding="utf-8")


def patterns():
    lanes, cell, elements = 16, 25, {"uniform": 16, "linear": 16, "random": 16, "hashed": 512}
    formulas = {"uniform": lambda i: 0, "linear": lambda i: i, "random": lambda i: 3 * i % 16,
                "hashed": lambda i: (i * 2654435761 & 0xffffffff) >> 23}  # shaders/pattern.hlsli
    meanings = {"uniform": "all lanes load one element", "linear": "neighbours load neighbours",
                "random": "PerfTest's: 16 elements, mixed", "hashed": "any of 512 elements"}
    picture = Picture(980, 336, "Which element each lane of a subgroup loads first")
    for number, (name, element) in enumerate(formulas.items()):
        x, y = 24 + number % 2 * 488, 12 + number // 2 * 164
        picture.text(x, y + 14, name, "title")
        picture.text(x + 80, y + 14, meanings[name], "quiet")
        picture.text(x + lanes * cell + 6, y + 40, "lane", "quiet")
        width = lanes * cell / elements[name]
        for i in range(lanes):
            at = element(i)
            picture.line((x + (i + 0.5) * cell, y + 46), (x + (at + 0.5) * width, y + 112))
            picture.box(x + i * cell, y + 24, cell, 22, str(i))
        if elements[name] == lanes:
            for i in range(lanes):
                picture.box(x + i * cell, y + 112, cell, 22, str(i))
        else:
            picture.box(x, y + 112, lanes * cell, 22, "0 … 511")
        picture.text(x + lanes * cell + 6, y + 128, "element", "quiet")
    picture.save("patterns.svg")


def figure():
    picture = Picture(980, 292, "How a figure is made from dispatches of two sizes and from pairs")

    def dispatches(y, name, short, long):
        picture.text(24, y + 18, name, "title")
        for x, loads, text in ((24, short, "few loads"), (210, long, "many loads")):
            picture.box(x, y + 28, 44, 26, "", "fixed")
            picture.box(x + 44, y + 28, loads, 26, text, "loads", "over middle")
        picture.text(24, y + 72, "short dispatch", "quiet")
        picture.text(210, y + 72, "long dispatch", "quiet")
        picture.arrow((254 + long + 10, y + 41), (560, y + 41))
        picture.box(560, y + 28, long - short, 26, "", "loads")
        picture.text(560, y + 72, "sample = long − short", "quiet")

    dispatches(32, "row", 84, 200)
    dispatches(128, "baseline", 84, 280)
    picture.text(24, 20, "one pair, in one submission:", "quiet")
    for y, part, text in ((224, "fixed", "launch and drain: the same in both, so it cancels"), (248, "loads", "loads")):
        picture.box(24, y, 14, 14, "", part)
        picture.text(44, y + 12, text, "quiet")
    picture.arrow((684, 73), (790, 73), (790, 118), (802, 118))
    picture.arrow((764, 169), (790, 169), (790, 118), (802, 118))
    picture.text(808, 114, "ratio = baseline", "")
    picture.text(864, 130, "÷ row", "")
    picture.text(560, 236, "figure: the median of all pairs' ratios,", "title")
    picture.text(560, 254, "with a 95 % interval; the device is made", "")
    picture.text(560, 272, "anew several times in between", "")
    picture.save("figure.svg")


def units():
    picture = Picture(980, 300, "Which unit of a core of NVIDIA Hopper serves which load, and how fast")
    for x, title in ((24, "load"), (370, "unit"), (576, "memory"), (728, "lanes a clock")):
        picture.text(x, 24, title, "title")
    served = [("StructuredBuffer, ByteAddressBuffer", "32 of 4 bytes, 16 of 8, 8 of 16"),
              ("groupshared", "32, if no banks conflict"),
              ("Buffer, Texture2D.Load", "8, or 4 of 16 bytes"), ("Texture2D.Sample", "4"),
              ("cbuffer", "4 clocks per further address")]
    for name, x, y, width, height in (("load/store unit", 370, 44, 146, 84), ("texture unit", 370, 144, 146, 84),
                                      ("constant cache", 370, 244, 146, 36), ("L1 cache", 576, 92, 128, 136),
                                      ("shared memory", 576, 44, 128, 36)):
        picture.box(x, y, width, height, name)
    for (load, rate), y in zip(served, (92, 44, 144, 192, 244)):
        picture.box(24, y, 300, 36, load)
        picture.arrow((324, y + 18), (370, y + 18))
        if load != "cbuffer":
            picture.arrow((516, y + 18), (576, y + 18))
        picture.text(728, y + 23, rate)
    picture.save("units.svg")


def answer():
    stored = RESULTS / "nvidia-h100.json"
    subprocess.run([PROGRAM, "report", stored, "--output", FOLDER / "nvidia-h100.svg"], check=True)
    asked = f"stty cols 80; env -u NO_COLOR -u COLUMNS '{PROGRAM}' advise '{stored}'"
    shown = subprocess.run(["script", "-qec", asked, "/dev/null"], check=True, capture_output=True, encoding="utf-8")
    lines = ["$ vkperftest advise results/nvidia-h100.json", *shown.stdout.splitlines()]
    picture = Picture(80 * 8 + 32, 19 * len(lines) + 28, "What advise prints of an H100 in a terminal of 80 columns")
    picture.box(4, 4, 80 * 8 + 24, 19 * len(lines) + 20)
    for number, line in enumerate(lines):
        bare = line.replace("\x1b[1m", "").replace("\x1b[0m", "")
        picture.text(16, 26 + 19 * number, bare, "title" if bare != line else "quiet" if number == 0 else "")
    picture.save("terminal.svg")


def photograph():
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run([PROGRAM, "report", RESULTS / "nvidia-h100.json", "--output", f"{folder}/page.html"], check=True)
        subprocess.run(["chromium", "--headless=new", "--no-sandbox", "--disable-gpu", "--hide-scrollbars",
                        "--window-size=1080,900", f"--screenshot={FOLDER}/page.png",
                        f"{folder}/page.html"], check=True, stderr=subprocess.DEVNULL)


if __name__ == "__main__":
    if sys.argv[3:] not in ([], ["--photograph"]) or len(sys.argv) < 3:
        sys.exit(__doc__)
    FOLDER, PROGRAM = (pathlib.Path(path).resolve() for path in sys.argv[1:3])
    patterns()
    figure()
    units()
    answer()
    if len(sys.argv) == 4:
        photograph()
