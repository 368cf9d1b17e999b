#!/usr/bin/env python3
"""Writes docs/history.md: whose code changed from one version of Mesa to the next, from what `isa --changes` prints. Needs
the drivers that scripts/mesa-versions.sh fetches, in the versions below, but no GPU. With --check it writes nothing, and
fails if the page differs from what the program makes; without these drivers it ends with exit code 77.

    scripts/history.py build/release/vkperftest docs/history.md"""
import pathlib
import re
import subprocess
import sys
import textwrap

import pages

ROOT = pathlib.Path(__file__).resolve().parent.parent
COLUMNS = 120
MISSING = 77

# Heading, vendor, and the manifests of one driver, the oldest version first.
DRIVERS = (
    ("AMD: RADV", "amd", ("radv-22.3.6", "radv-25.0.7")),
    ("Intel, Gen9 and later: ANV", "intel", ("anv-22.3.6", "anv-25.0.7", "trixie/anv-26.1.6")),
    ("Intel, Gen7 and Gen8: hasvk", "intel", ("hasvk-22.3.6", "hasvk-25.0.7", "trixie/hasvk-26.1.6")),
    ("NVIDIA: NVK", "nvidia", ("trixie/nvk-25.0.7", "trixie/nvk-26.1.6")),
)

HEAD = """# History of Mesa's code

This page is for people who develop or compare drivers. It shows for which GPUs the code changed from one version of
Mesa to the next, and in which direction. It covers {rows} [rows](measuring.md#the-rows), compiled for every
[target](isa.md#targets-gpus-you-dont-have) that two of the versions know. The versions come from Debian;
`scripts/mesa-versions.sh` fetches them. Nothing was executed, so the page says nothing about speed.
`scripts/history.py` makes this page from the output of `vkperftest isa --changes`.

## How to read it

Targets with the same changes share a heading. A sentence begins with the change and the number of rows; what follows
are the loads before and after, then the rows. `1 × a → 2 × b` means: for each load of the row, the loop had one
instruction `a`, and now has two instructions `b`. [What isa prints](isa.md) explains the other words. One name can stand
for several rows: `Buffer<R8/RG8>.Load linear/random` are four rows, `*` stands for all formats or widths, and a name without a pattern
stands for all of its patterns (uniform, linear, random).

- **Once for the subgroup instead of once in each lane**: one load now serves all lanes.
- **Fewer, wider loads** and **more, narrower loads** count instructions for each load of the row.
- **Other load instructions, as many and as wide**: often the disassembler only changed a name.
- **Fewer loads of descriptors in the loop**: the loop no longer loads what stays the same in all iterations.
- **Fewer load instructions in flight**: the loop issues fewer loads before it waits for the first of them, so
less latency is hidden.
- **Same loads, fewer instructions**: the loop has fewer instructions of other kinds.
- **Same loads, other instructions**: the loop has as many instructions of other kinds, but not the same ones. Or the
new version only spells them differently.
- **Same loads, another assembly syntax**: the drivers print their code in two syntaxes, so only loads can be compared.
"""


def filled(text, first=""):
    return textwrap.fill(text, COLUMNS, initial_indent=first, subsequent_indent="  " if first else "",
                         break_long_words=False, break_on_hyphens=False)


def refilled(text):
    """The text with each paragraph and each entry of a list filled anew; headings stay."""
    blocks = []
    for block in text.strip().split("\n\n"):
        if block.startswith("- "):
            block = "\n".join(filled(" ".join(entry.split()), "- ") for entry in block[2:].split("\n- "))
        elif block[0] != "#":
            block = filled(" ".join(block.split()))
        blocks.append(block)
    return "\n\n".join(blocks)


def manifest(name):
    return ROOT / f"build/mesa/{name}.json"


def headed(title):
    """A heading that fits; then the targets below it, if they do not."""
    if len(title) + 4 <= COLUMNS:
        return f"### {title}"
    targets, drivers = title.rsplit(": ", 1)
    first, *others = targets.split(", ")
    return f"### {first} and {len(others)} more targets: {drivers}\n\n{filled(f'Targets: {targets}.')}"


def changes(program, vendor, names):
    """The sections that the program prints for the drivers, with headings of the third level."""
    drivers = [word for name in names for word in ("--driver", manifest(name))]
    ran = subprocess.run([*program, "isa", "--target", vendor, *drivers, "--changes", "--format", "markdown"], cwd=ROOT,
                         capture_output=True, text=True, encoding="utf-8", check=False)
    if ran.returncode != 0:
        sys.exit(f"{ran.stderr}{' '.join(names)}: exit code {ran.returncode}")
    text = re.sub(r"(Mesa \d+\.\d+\.\d+)-[^\s:*,;)]+", r"\1", ran.stdout) # without Debian's revisions
    sections = re.split(r"^\*\*(.*)\*\*$", text, flags=re.MULTILINE)[1:]
    return "\n\n".join(f"{headed(title)}\n\n{refilled(text)}" for title, text in zip(sections[::2], sections[1::2]))


def page(program):
    rows = subprocess.run([*program, "list", "--format", "csv"], cwd=ROOT, check=True, capture_output=True, text=True,
                          encoding="utf-8").stdout.count("\n") - 1
    parts = [refilled(HEAD.format(rows=rows))]
    for heading, vendor, names in DRIVERS:
        parts += [f"## {heading}", changes(program, vendor, names)]
    return "\n\n".join(parts) + "\n"


def main():
    options = pages.options(__doc__)
    missing = [name for _, _, names in DRIVERS for name in names if not manifest(name).exists()]
    if missing:
        print(f"Missing drivers: {', '.join(missing)}; scripts/mesa-versions.sh fetches those that Debian has now")
        sys.exit(MISSING)
    *runner, program = options.program
    made = page([*runner, pathlib.Path(program).resolve()])
    pages.write_or_check(options, made, "history.py")


if __name__ == "__main__":
    main()
