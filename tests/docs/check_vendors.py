"""Computes what docs/vendors.md states once more: published ratios from the tables that the program contains, loads from
the code that Mesa's drivers generate now. Without the drivers that scripts/mesa-versions.sh fetches, only the ratios.

check_vendors.py ROOT PROGRAM... [--planted]    --planted: with another ratio of one row, so that statements are wrong
"""

import csv
import io
import re
import subprocess
import sys
from pathlib import Path

PATTERNS = ("uniform", "linear", "random")
FOLDERS = {"RADV": ("radv",), "ANV": ("anv", "trixie/anv"), "NVK": ("trixie/nvk",)}
TYPED, TEXTURES = r"Buffer<.*>\.Load", r"Texture2D<.*>\.Load"


def plain(text):
    return " ".join(text.split())


def where(holds, sentence):
    """What stands in the document only as long as it holds."""
    return sentence if holds else f"not that {sentence}"


class Program:
    def __init__(self, root, command):
        self.root, self.command, self.codes = root, command, {}

    def table(self, *words):
        ran = subprocess.run([*self.command, *words, "--format", "csv"], cwd=self.root, check=True, capture_output=True,
                             text=True, encoding="utf-8")
        return list(csv.DictReader(io.StringIO(ran.stdout)))

    def published(self, gpu):
        """Ratio and caveat of each operation and pattern."""
        return {(row["operation"], row["pattern"]): (float(row["ratio"]), row["caveat"])
                for row in self.table("show", f"perftest:{gpu}")}

    def code(self, driver, version, target):
        """Loads without descriptors, and loads in flight, of each row's name and strategy; None without that driver."""
        key = driver, version, target
        if key not in self.codes:
            found = [path for folder in FOLDERS[driver]
                     if (path := self.root / f"build/mesa/{folder}-{version}.json").exists()]
            compiled = (("--strategy", "set,push"), ("--suite", "binding", "--filter", "raw-load4*", "--strategy",
                                                     "address-4,address-16"))
            self.codes[key] = {
                (row["name"], row["strategy"]): (row["loads"].split(" + descriptors")[0], row["in_flight"])
                for options in compiled
                for row in self.table("isa", "--driver", found[0], "--target", target, *options)} if found else None
        return self.codes[key]


def tables_in(text):
    """Each table's titles and rows of cells."""
    for block in re.findall(r"(?:^\|.*\n)+", text, re.MULTILINE):
        lines = [[cell.strip() for cell in line.replace("\\|", "\0").strip().strip("|").split("|")]
                 for line in block.splitlines()]
        if lines[0][0] in ("operation", "row"):
            yield lines[0], lines[2:]


def ratios_cell(published, operation):
    cells = []
    for pattern in PATTERNS:
        ratio, caveat = published.get((operation, pattern), (None, ""))
        cells.append("–" if ratio is None else f"{'~' if caveat else ''}{ratio:.2f}")
    return " / ".join(cells)


def code_cell(code, operation):
    texts = {}
    for pattern in PATTERNS:
        texts.setdefault(code[f"{operation} {pattern}", "set"][0], []).append(pattern)
    return next(iter(texts)) if len(texts) == 1 else "; ".join(f"{', '.join(its)}: {text}" for text, its in texts.items())


def wrong_cells(program, text):
    for titles, rows in tables_in(text):
        for cells in rows:
            name = cells[0].strip("`")
            for title, cell in zip(titles[1:], cells[1:]):
                if title == "strategy":
                    continue
                if title.endswith(": ratios"):
                    expected = ratios_cell(program.published(title.removesuffix(": ratios")), name)
                else:
                    code = program.code(*title.split())
                    if code is None:
                        continue
                    expected = code[name, cells[1]][0] if titles[1] == "strategy" else code_cell(code, name)
                if cell != expected:
                    yield f"{name}, {title}: '{cell}' should be '{expected}'"


def gains(published, operations, over="linear"):
    """By how much uniform rows are faster: the least and the most."""
    found = [ratio / published[operation, over][0] for (operation, pattern), (ratio, _) in published.items()
             if pattern == "uniform" and (operation, over) in published and re.fullmatch(operations, operation)]
    assert found, operations
    return min(found), max(found)


def ratios(published, operations, pattern):
    found = [ratio for (operation, its), (ratio, _) in published.items()
             if its == pattern and re.fullmatch(operations, operation)]
    assert found, operations
    return min(found), max(found)


def both(first, second):
    return min(first[0], second[0]), max(first[1], second[1])


def published_sentences(program, planted):
    rx480 = program.published("RX 480")
    scalar = ratios(rx480, r"StructuredBuffer<.*|cbuffer.*", "uniform")
    single = r"Buffer<R(8|16f|32f)>\.Load|ByteAddressBuffer\.Load|StructuredBuffer<float>\.Load"
    linear = ratios(rx480, single, "linear")
    random = [rx480[operation, "linear"][0] / ratio for (operation, pattern), (ratio, _) in rx480.items()
              if pattern == "random" and re.fullmatch(single, operation)]
    hd, iris = program.published("HD 630 / i7 6700K"), program.published("Iris Plus / i7-1065g7")
    if planted:
        hd["Texture2D<RGBA32F>.Load", "uniform"] = (99, "")
    wide = both(*(gains(gpu, r"StructuredBuffer<float4>\.Load|cbuffer.*") for gpu in (hd, iris)))
    narrow = both(*(gains(gpu, r"StructuredBuffer<float2?>\.Load") for gpu in (hd, iris)))
    typed = [gains(gpu, TYPED) for gpu in (hd, iris)]
    textures = both(*(gains(gpu, TEXTURES) for gpu in (hd, iris)))
    rtx2080, rtx3090 = program.published("RTX 2080 Ti"), program.published("RTX 3090")
    raw = [rtx2080["ByteAddressBuffer.Load", "random"][0] / rtx2080[f"ByteAddressBuffer.Load{n}", "random"][0]
           for n in (2, 3, 4)]
    seen = both(*(ratios(gpu, f"{TYPED}|{TEXTURES}", "uniform") for gpu in (rtx2080, rtx3090)))
    yield from (
        f"On the RX 480, uniform structured and constant-buffer rows reach {scalar[0]:.1f} to {scalar[1]:.1f} times the baseline.",
        f"On the RX 480, these rows reach {linear[0]:.1f} to {linear[1]:.1f} times the baseline.",
        where(3.8 < min(random) and max(random) < 4.2, "four times as fast if the lanes read one element or neighbouring elements"),
        "Uniform `float4` rows of structured and constant buffers are "
        f"{wide[0]:.0f} to {wide[1]:.0f} times as fast as linear ones",
        f"structured `float` and `float2` {narrow[0]:.1f} to {narrow[1]:.1f} times, typed buffers "
        f"{typed[0][0]:.1f} to {typed[0][1]:.1f} times (HD 630) and {typed[1][0]:.1f} to {typed[1][1]:.1f} times (Iris Plus), "
        f"and `Texture2D` loads {textures[0]:.1f} to {textures[1]:.1f} times",
        f"On the RTX 2080 Ti, the random rows cost {raw[0]:.1f}, {raw[1]:.1f} and {raw[2]:.1f} times as much as `Load`.",
        f"PerfTest's rows reach {seen[0]:.1f} to {seen[1]:.0f} times the baseline")


def is_shared(loads):
    return " s_" in loads or " block " in loads or "block read" in loads


def code_sentences(program):
    """What is said of the code, as far as the drivers are there."""
    radv = [program.code("RADV", "25.0.7", target) for target in ("polaris10", "navi10")]
    anv = {(version, target): program.code("ANV", version, target)
           for version in ("22.3.6", "25.0.7", "26.1.6") for target in ("skl", "icl", "dg2")
           if (version, target) != ("26.1.6", "dg2")}
    nvk = {(version, target): program.code("NVK", version, target)
           for version in ("25.0.7", "26.1.6") for target in ("turing", "ampere")}
    if None in (*radv, *anv.values(), *nvk.values()):
        print("Some drivers are missing, so the code is not checked; scripts/mesa-versions.sh fetches them")
        return
    everything = [*radv, *anv.values(), *nvk.values()]
    of_set = [{name: loads for (name, strategy), (loads, _) in code.items() if strategy == "set"} for code in everything]
    exceptions = r"ByteAddressBuffer\.Load[234].*|cbuffer.*"
    matrix = list(dict.fromkeys(row["name"] for row in program.table("list")))
    single = all(loads[name].startswith("1 × ") and "," not in loads[name] for code, loads in zip(everything, of_set)
                 for name in matrix if code not in nvk.values() or not re.fullmatch(exceptions, name))
    yield where(single, "Each load of a row is one load instruction, with two exceptions: NVK splits raw `Load2`, `Load3` "
                "and `Load4`, and reads a `cbuffer`'s `float4` in two halves.")
    buffers = [name for name in matrix if re.fullmatch(r"(ByteAddress|Structured|cbuffer).* uniform", name)]
    others = [name for name in matrix if name not in buffers]
    four_words = [name for name in buffers if re.search(r"Load4|float4", name)]

    def shared(code, names):
        return {name for name in names if is_shared(code[name, "set"][0])}

    yield where(all(shared(code, buffers) == set(buffers) for code in radv),
                "| RADV | loads from raw, structured and constant buffers |")
    yield where(shared(anv["25.0.7", "dg2"], buffers) == set(buffers) and
                all(shared(anv["25.0.7", target], buffers) == set(four_words) for target in ("skl", "icl")),
                "| ANV 25.0.7, Xe-HPG and later | loads from raw, structured and constant buffers | "
                "| ANV 25.0.7, Gen9 to Gen12 | loads of four words from raw, structured and constant buffers |")
    never = [code for key, code in anv.items() if key[0] == "22.3.6"] + list(nvk.values())
    yield where(not any(shared(code, buffers) for code in never), "| ANV 22.3.6 | none | | NVK | none |")
    yield where(not any(shared(code, others) for code in everything), "No compiler does this for typed buffers and textures.")
    yield where(all(code[name, "push"][0] == code[name, "set"][0] for code in everything for name in matrix),
                "The [strategies](experiments.md#binding) `set` and `push` have the same loads with all compilers.")
    in_flight = {key: [code[name, "set"][1] for name in matrix] for key, code in nvk.items()}
    older = {number for key, numbers in in_flight.items() if key[0] == "25.0.7" for number in numbers}
    newer = {numbers.count("1") for key, numbers in in_flight.items() if key[0] == "26.1.6"}
    yield where(older == {"4", "5"},
                f"NVK 25.0.7 keeps four or five load instructions in flight in all {len(matrix)} rows.")
    yield ("On Turing and Ampere, NVK 26.1.6 moves each load next to its addition in "
           f"{' or '.join(map(str, sorted(newer)))} of these rows. Then only one load is in flight.")
    lane_by_lane = [name for name in others if name.endswith(" uniform")] + [
        f"StructuredBuffer<{what}>.Load uniform" for what in ("float", "float2")]
    yield where(not any(shared(anv[version, target], lane_by_lane) for version in ("22.3.6", "25.0.7", "26.1.6")
                        for target in ("skl", "icl")),
                "every version of Mesa that was tried (22.3.6, 25.0.7, 26.1.6) fetches the values of these rows lane by lane.")


def main(root, *command):
    planted = command[-1] == "--planted"
    program = Program(Path(root).resolve(), command[:-1] if planted else command)
    page = program.root / "docs/vendors.md"
    text = page.read_text(encoding="utf-8")
    sentences = [*published_sentences(program, planted), *code_sentences(program)]
    wrong = [f"missing: {sentence}" for sentence in sentences if plain(sentence) not in plain(text)]
    wrong += wrong_cells(program, text)
    if wrong:
        sys.exit("\n".join([*(f"vendors.md: {what}" for what in wrong), f"{len(wrong)} statements are wrong"]))
    print(f"{len(sentences)} statements and all cells hold")


if __name__ == "__main__":
    main(*sys.argv[1:])
