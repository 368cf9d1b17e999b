#!/usr/bin/env python3
"""Writes docs/which-load.md, ordered by vendor and generation. The page contains what `advise` prints for every
stored matrix and every published table. With --check, the script writes nothing, and fails if the page differs from
what the program makes.

    scripts/which_load.py build/release/vkperftest docs/which-load.md"""
import argparse
import difflib
import json
import pathlib
import subprocess
import sys
import tempfile
import textwrap

ROOT = pathlib.Path(__file__).resolve().parent.parent
COLUMNS = 120
KINDS = ("structured", "raw", "typed", "texture", "constant")
SIGNS = "≥≤?!~\\"  # how notes on signs begin, in the page's order

# Each vendor's generations, the newest first: heading, its names in published tables, its files in results/.
VENDORS = {
    "NVIDIA": (("Hopper", (), ("nvidia-h100", "nvidia-h200")), ("Ampere", ("Ampere",), ()), ("Turing", ("Turing",), ()),
               ("Volta", ("Volta",), ()), ("Pascal", ("Pascal",), ()), ("Maxwell", ("Maxwell", "Maxwell2"), ()),
               ("Kepler", ("Kepler",), ())),
    "AMD": (("RDNA 1 (Navi)", ("Navi",), ()), ("GCN 5, 7 nm", ("GCN5 7nm",), ()), ("GCN 5", ("GCN5",), ()),
            ("GCN 4", ("GCN4",), ()), ("GCN 3", ("GCN3",), ()), ("GCN 2", ("GCN2",), ()), ("GCN 1", ("GCN1",), ())),
    "Intel": (("Gen11", ("Gen11",), ()), ("Gen9", ("Gen9",), ())),
    "Software driver": (("lavapipe", (), ("lavapipe-22.3.6",)),),
}

HEAD = """# Which load should I use?

This page is for people who write compute shaders. It shows the fastest loads of {gpus} GPUs and a software driver, and
what the other loads cost. If you have the GPU that you write for, measure it instead: `vkperftest` prints the same table
for your driver.

## In short

The table names the kinds of load that are most often among the fastest. "Among the fastest" means within 10 % of the
fastest load:

{short}

`structured (4 of 6)` means: 6 tables measured structured buffers. In 4 of these tables, structured buffers are among the
fastest loads. In the other 2 tables, structured buffers are slower, or the result is unclear. So far, NVIDIA's Hopper
is the only GPU generation measured under Vulkan.

## How to read the tables

Each line is about one size and one address pattern: `bytes` is what each lane loads, and `addresses` is the pattern.
`fastest` names the loads within 10 % of the fastest load. The figures are relative times: a load with 2.0 takes twice as
long as the fastest load of its line. Compare figures of one GPU only. A cell is empty if the kind has no load of this
size. [Advice](advice.md) explains the rules behind the tables and sentences.

{legend}

If PerfTest published tables of a vendor's GPUs, the vendor's section has a summary of these tables.
`3 of 7, 3 unclear (2.1)` means:

- 7 tables measured the load.
- In 3 tables, the load is among the fastest.
- In 3 tables, the result is unclear: the figure is `~`, or has a `≤` and exceeds 1.1.
- In the remaining table, the load is slower: it takes 2.1 times as long as the fastest load. If the load is slower in
several tables, the figure in parentheses is from the worst table.

## What the figures can and cannot show

The tables show how fast compute shaders load from L1. They do not show latency, memory behind L1, stores or other shader
stages. There are two kinds of tables:

- **Measured with vkperftest**, under Vulkan: {stored}. These figures have 95 % intervals. A loop without loads shows how
long the arithmetic alone takes.
- **Published by PerfTest**, under Direct3D 11, with the vendors' compilers of 2017 or 2020: all other tables. Another
driver, or a driver for Vulkan, may share loads among lanes or split loads differently. These figures have no intervals,
and nothing shows whether loads or arithmetic limit a load's speed.

More about the published tables:

{common}
- PerfTest's `Load4` reads partly outside its buffer in linear and random order, so this load may look too fast. In all
tables but RTX 3090 and Iris Plus, PerfTest also converted every channel of a raw load from an integer. So in these older
tables, raw loads may look too slow. If both flaws apply to a load, its figure is `~`
([details](measuring.md#where-it-differs-from-perftest)).
- The tables of 2017 (GTX 980, Radeon 7970 GE, HD Graphics 530) have no structured buffers, textures or constant buffers.
- HD 630 ran a smaller workload than the other GPUs. The size of the workload changes times, but not ratios.
"""

# The text below a vendor's heading. {constants}: the sentence about constants that lanes index differently.
INTRODUCTIONS = {
    "NVIDIA": "The two Hopper GPUs were measured under Vulkan, all other GPUs under Direct3D 11. Do not use the "
              "`uniform` lines of one API for the other API. Under Direct3D 11, uniform typed and texture loads are "
              "several times as fast as uniform structured and raw loads on some GPUs. On Hopper under Vulkan, a uniform "
              "address [gains nothing](../results/README.md#nvidia-h100) for typed loads. {constants}",
    "AMD": "No AMD GPU has been measured with vkperftest. [AMD GPUs: code and published ratios](isa-amd.md) explains "
           "many of these figures: it shows the loads that Mesa's compiler generates. {constants}",
    "Intel": "No Intel GPU has been measured with vkperftest. [Three vendors' code](vendors.md) shows the loads that "
             "Mesa's compiler generates. {constants}",
    "Software driver": "These figures describe a driver that runs on the CPU, not a GPU.",
}


def filled(text, first=""):
    """The text in lines of the page's width. `first` begins the first line; the others are indented as far."""
    return textwrap.fill(text, COLUMNS, initial_indent=first, subsequent_indent=" " * len(first), break_long_words=False,
                         break_on_hyphens=False)


def bullets(texts):
    return "\n".join(filled(text, "- ") for text in texts)


def refilled(text):
    """The text with each paragraph and each entry of a list filled anew; headings and tables stay."""
    blocks = []
    for block in text.strip().split("\n\n"):
        if block.startswith("- "):
            block = bullets(" ".join(entry.split()) for entry in block[2:].split("\n- "))
        elif block[0] not in "#|":
            block = filled(block)
        blocks.append(block)
    return "\n\n".join(blocks)


class Table:
    """What `advise` prints of one device."""

    def __init__(self, program, argument, name, source, published):
        self.command = f"vkperftest advise {argument}"
        self.name, self.published = name, published
        plain = argument.replace('"', "")
        with tempfile.TemporaryDirectory() as folder:
            data = pathlib.Path(folder) / "advice.json"
            parts = printed(program, "advise", plain, "--format", "markdown", "--output", data).split("\n**")
            self.choices = json.loads(data.read_text(encoding="utf-8"))["choices"]
        lines = parts[0].splitlines()
        self.source = source or f"Measured with vkperftest: {lines[2]}."
        self.lines = [line for line in lines if line.startswith("|")]
        self.notes = [line[2:] for line in lines if line.startswith("- ")]
        avoid = [part for part in parts if part.startswith("What to avoid")]
        self.avoid = [line[2:] for part in avoid for line in part.splitlines() if line.startswith("- ")]

    def section(self, generation, shared):
        notes = [note for note in self.notes if note not in shared] + self.avoid
        return "\n".join([f"### {generation}: {self.name}\n", filled(self.source),
                          f"`{self.command}` prints more advice.\n", *self.lines,
                          *(["", bullets(notes)] if notes else [])])


def printed(program, *arguments):
    return subprocess.run([*program, *arguments], cwd=ROOT, check=True, capture_output=True, text=True,
                          encoding="utf-8").stdout


def tables_of(program):
    """Vendor: generation and table of each device. Fails if a table or file is not in VENDORS."""
    left = json.loads(printed(program, "reference", "--format", "json"))
    stored = {path.stem for path in ROOT.glob("results/*.json") if suite_of(path) == "matrix"}
    found = {}
    for vendor, generations in VENDORS.items():
        found[vendor] = []
        for generation, names, files in generations:
            for file in files:
                stored.discard(file)
                device = json.loads((ROOT / f"results/{file}.json").read_text(encoding="utf-8"))["device"]["name"]
                found[vendor].append((generation, Table(program, f"results/{file}.json", device, "", False)))
            for one in [one for one in left if one["vendor"] == vendor and one["architecture"] in names]:
                left.remove(one)
                year = one["source"].split()[-1]
                found[vendor].append((generation, Table(program, f'perftest:"{one["gpu"]}"', one["gpu"],
                                                        f"Published by PerfTest in {year}.", True)))
    missing = sorted(stored) + [one["gpu"] for one in left]
    if missing:
        sys.exit(f"{', '.join(missing)}: not on the page; add the generation to VENDORS in scripts/which_load.py")
    return found


def suite_of(path):
    return json.loads(path.read_text(encoding="utf-8")).get("settings", {}).get("suite", "")


class Kind:
    """A kind of load in one line of several tables."""

    def __init__(self, kind, choices):
        costs = [(cost, kind in choice["fastest"]) for choice in choices for cost in choice["costs"]
                 if cost["kind"] == kind]
        slower = [cost for cost, fastest in costs if not fastest and cost["sense"] in ("exact", "at least")]
        self.measured = len(costs)
        self.fastest = sum(fastest for _, fastest in costs)
        self.unclear = self.measured - self.fastest - len(slower)
        self.worst = max(slower, key=lambda cost: cost["times"])["shown"] if slower else ""

    def cell(self):
        if not self.measured:
            return ""
        unclear = f", {self.unclear} unclear" if self.unclear else ""
        return f"{self.fastest} of {self.measured}{unclear}" + (f" ({self.worst})" if self.worst else "")


def kinds(tables, index):
    return {kind: Kind(kind, [table.choices[index] for table in tables]) for kind in KINDS}


def overview(tables):
    """How often each kind of load is among the fastest, and what it costs in the worst table."""
    lines = ["| bytes | addresses | " + " | ".join(KINDS) + " |", "|---:|---|" + "---:|" * len(KINDS)]
    for index, line in enumerate(tables[0].choices):
        cells = [found.cell() for found in kinds(tables, index).values()]
        lines.append(f"| {line['bytes'] if index % 3 == 0 else ''} | {line['pattern']} | " + " | ".join(cells) + " |")
    return "\n".join(lines)


def best(tables, index):
    """The kinds that are among the fastest in the largest share of the tables that measured them."""
    found = {kind: one for kind, one in kinds(tables, index).items() if one.measured}
    most = max(one.fastest / one.measured for one in found.values())
    return ", ".join(f"{kind} ({one.fastest} of {one.measured})" if len(tables) > 1 else kind
                     for kind, one in found.items() if one.fastest / one.measured == most)


def in_short(vendors):
    lines = ["| vendor | bytes | uniform | linear | random |", "|---|---:|---|---|---|"]
    for vendor, tables in vendors.items():
        for published in (False, True):
            some = [table for _, table in tables if table.published == published]
            name = f"{vendor}, {'Direct3D 11' if published else 'Vulkan'}"
            for first, size in ((0, 4), (3, 8), (6, 16)) if some else ():
                cells = [best(some, first + pattern) for pattern in range(3)]
                lines.append(f"| {name if first == 0 else ''} | {size} | " + " | ".join(cells) + " |")
    return "\n".join(lines)


def constants(tables):
    """The sentence about constants that lanes index differently."""
    costs = [(cost["times"], cost["shown"]) for table in tables for choice in table.choices
             if choice["pattern"] != "uniform" for cost in choice["costs"] if cost["kind"] == "constant"]
    low, high = min(costs)[1].lstrip("≥"), max(costs)[1].lstrip("≥")
    bounded = any(text.startswith("≥") for _, text in costs)
    bounds = " Where a table has `≥`, constant buffers may take longer." if bounded else ""
    return (f"If lanes use different indices, constant buffers take {low} to {high} times as long as the fastest load."
            f"{bounds}")


def page(program):
    vendors = tables_of(program)
    everything = [table for tables in vendors.values() for _, table in tables]
    published = [table for table in everything if table.published]
    notes = list(dict.fromkeys(note for table in everything for note in table.notes))
    legend = [note for note in notes if all(note in table.notes for table in everything)] + sorted(
        (note for note in notes if note[0] in SIGNS), key=lambda note: SIGNS.index(note[0]))
    common = [note for note in notes if note not in legend and all(note in table.notes for table in published)]
    parts = [refilled(HEAD.format(
        gpus=len(everything) - len(vendors["Software driver"]), short=in_short(vendors), legend=bullets(legend),
        stored=", ".join(table.name for table in everything if not table.published), common=bullets(common)))]
    for vendor, tables in vendors.items():
        own = [table for _, table in tables]
        parts += [f"## {vendor}", filled(INTRODUCTIONS[vendor].format(constants=constants(own)))]
        some = [table for table in own if table.published]
        if some:
            parts += [f"Summary of the {len(some)} published tables:", overview(some)]
        parts += [table.section(generation, legend + common) for generation, table in tables]
    return "\n\n".join(parts) + "\n"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", action="store_true", help="only compare the page with what the program makes")
    parser.add_argument("program", nargs="+", help="vkperftest; the command that runs it, if any, comes first")
    parser.add_argument("page", type=pathlib.Path)
    options = parser.parse_args()
    *runner, program = options.program
    made = page([*runner, pathlib.Path(program).resolve()])
    if not options.check:
        options.page.write_text(made, encoding="utf-8", newline="\n")
    elif (found := options.page.read_text(encoding="utf-8")) != made:
        sys.stderr.reconfigure(errors="backslashreplace")
        sys.exit("\n".join(list(difflib.unified_diff(found.splitlines(), made.splitlines(), lineterm=""))[:40])
                 + f"\n{options.page} differs from what the program makes: run scripts/which_load.py "
                   f"{' '.join(options.program)} {options.page}")


if __name__ == "__main__":
    main()
