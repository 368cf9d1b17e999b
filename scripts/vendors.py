#!/usr/bin/env python3
"""Writes the tables of docs/vendors.md: what three vendors' compilers make of the main rows, beside published ratios.

  scripts/vendors.py [PROGRAM]   (default: build/release/vkperftest; needs the drivers of scripts/mesa-versions.sh)

The page's text is written by hand; a table stands between its lines <!-- table NAME --> and <!-- end -->.
"""
import csv
import io
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs" / "vendors.md"
MESA = ROOT / "build" / "mesa"
PATTERNS = ("uniform", "linear", "random")
OPERATIONS = (
    "Buffer<RGBA8>.Load",
    "Buffer<RGBA32f>.Load",
    "ByteAddressBuffer.Load",
    "ByteAddressBuffer.Load2",
    "ByteAddressBuffer.Load3",
    "ByteAddressBuffer.Load4",
    "StructuredBuffer<float4>.Load",
    "cbuffer{float4} load",
    "Texture2D<RGBA8>.Load",
    "Texture2D<RGBA8>.Sample(bilinear)",
)
# Table: its compilers as (heading, manifest, target) and the published tables of GPUs that they compile for.
VENDORS = {
    "AMD": (
        (
            ("RADV 25.0.7 polaris10", "radv-25.0.7.json", "polaris10"),
            ("RADV 25.0.7 navi10", "radv-25.0.7.json", "navi10"),
        ),
        ("RX 480", "RX 5700 XT"),
    ),
    "Intel": (
        (
            ("ANV 22.3.6 skl", "anv-22.3.6.json", "skl"),
            ("ANV 25.0.7 skl", "anv-25.0.7.json", "skl"),
            ("ANV 25.0.7 icl", "anv-25.0.7.json", "icl"),
            ("ANV 25.0.7 dg2", "anv-25.0.7.json", "dg2"),
        ),
        ("HD 630 / i7 6700K", "Iris Plus / i7-1065g7"),
    ),
    "NVIDIA": (
        (
            ("NVK 25.0.7 turing", "trixie/nvk-25.0.7.json", "turing"),
            ("NVK 25.0.7 ampere", "trixie/nvk-25.0.7.json", "ampere"),
        ),
        ("RTX 2080 Ti", "RTX 3090"),
    ),
}
ADDRESS_TARGETS = (
    ("RADV 25.0.7 navi10", "radv-25.0.7.json", "navi10"),
    ("ANV 25.0.7 dg2", "anv-25.0.7.json", "dg2"),
    ("NVK 25.0.7 ampere", "trixie/nvk-25.0.7.json", "ampere"),
)
ADDRESS_ROWS = ("ByteAddressBuffer.Load4 linear", "ByteAddressBuffer.Load4 uniform")


def rows_of(program, *arguments):
    answer = subprocess.run([program, *arguments, "--format", "csv"], capture_output=True, text=True, check=False)
    if answer.returncode != 0 or not answer.stdout:
        sys.exit(f"vendors.py: vkperftest {' '.join(arguments)}: {answer.stderr.strip() or 'no output'}")
    return list(csv.DictReader(io.StringIO(answer.stdout)))


def compiled(program, manifest, target, suite="matrix", strategies="set"):
    rows = rows_of(program, "isa", "--driver", str(MESA / manifest), "--target", target, "--suite", suite,
                   "--strategy", strategies)
    return {(row["name"], row["strategy"]): row["loads"].split(" + descriptors")[0] for row in rows}


def cell(texts):
    """The patterns' loads, said once if they are equal."""
    if len(set(texts)) == 1:
        return texts[0]
    groups = {}
    for pattern, text in zip(PATTERNS, texts):
        groups.setdefault(text, []).append(pattern)
    return "; ".join(f"{', '.join(patterns)}: {text}" for text, patterns in groups.items())


def table(heading, body):
    lines = ["| " + " | ".join(heading) + " |", "|" + "---|" * len(heading)]
    return lines + ["| " + " | ".join(line) + " |" for line in body]


def vendor_table(program, name):
    compilers, gpus = VENDORS[name]
    loads = [compiled(program, manifest, target) for _, manifest, target in compilers]
    ratios = [{row["name"]: row["ratio"] for row in rows_of(program, "show", f"perftest:{gpu}")} for gpu in gpus]
    body = []
    for operation in OPERATIONS:
        rows = [f"{operation} {pattern}" for pattern in PATTERNS]
        if any((row, "set") not in one for row in rows for one in loads):
            sys.exit(f"vendors.py: there is no operation '{operation}'")
        line = [f"`{operation}`"] + [cell([one[row, "set"] for row in rows]) for one in loads]
        for known in ratios:
            shown = [f"{float(known[row]):.2f}" if known.get(row) else "–" for row in rows]
            line.append(" / ".join(shown))
        body.append(line)
    return table(["operation"] + [title for title, _, _ in compilers] + [f"{gpu}: ratios" for gpu in gpus], body)


def address_table(program):
    strategies = ("address-4", "address-16")
    known = [compiled(program, manifest, target, "binding", ",".join(("set",) + strategies))
             for _, manifest, target in ADDRESS_TARGETS]
    body = []
    for row in ADDRESS_ROWS:
        for strategy in ("set",) + strategies:
            body.append([f"`{row}`", strategy] + [one[row, strategy] for one in known])
    return table(["row", "strategy"] + [title for title, _, _ in ADDRESS_TARGETS], body)


def main():
    program = sys.argv[1] if len(sys.argv) > 1 else str(ROOT / "build" / "release" / "vkperftest")
    text = PAGE.read_text(encoding="utf-8")

    def filled(match):
        name = match.group(1)
        lines = address_table(program) if name == "addresses" else vendor_table(program, name)
        return f"<!-- table {name} -->\n" + "\n".join(lines) + "\n<!-- end -->"

    text, count = re.subn(r"<!-- table (\S+) -->\n.*?<!-- end -->", filled, text, flags=re.DOTALL)
    if count != len(VENDORS) + 1:
        sys.exit(f"vendors.py: {PAGE.name} has {count} tables, not {len(VENDORS) + 1}")
    PAGE.write_text(text, encoding="utf-8")
    print(f"wrote {count} tables to docs/{PAGE.name}")


if __name__ == "__main__":
    main()
