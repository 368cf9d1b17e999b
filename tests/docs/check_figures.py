"""Computes what the documents state of stored results once more, from the files that they cite: each sentence must stand in
its document with the figures that come out now, and each line of an example in what the program prints.

check_figures.py ROOT PROGRAM...
"""

import csv
import json
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

EXPERIMENTS = {"uniform": "h100", "binding": "h100", "vector": "h100", "stride": "h100", "robustness": "h200", "cache": "h200"}


def plain(text):
    return " ".join(text.split())


def where(holds, sentence):
    """What stands in a document only as long as it holds."""
    return sentence if holds else f"not that {sentence}"


class Results:
    """A results file: loads and lanes a clock of each row under the first strategy, and ratios under all."""

    def __init__(self, path):
        with open(path, encoding="utf-8") as file:
            self.file = json.load(file)
        clocks = [reading["clock_mhz"] for reading in self.file["conditions"]]
        self.clock = sum(clocks) / len(clocks) / 1000
        self.units = self.file["device"]["compute_units"]
        self.rows = {row["name"]: row["strategies"][0]["summary"] for row in self.file["rows"]}
        self.ratios = {(row["name"], one["strategy"]): one["summary"]["ratio"]["median"] for row in self.file["rows"]
                       for one in row["strategies"] if one["summary"]}

    def ratio(self, name):
        return self.rows[name]["ratio"]["median"]

    def lanes(self, name):
        return self.rows[name]["loads_per_nanosecond"] / self.units / self.clock

    def matching(self, *patterns):
        """Names of rows that match any of the regular expressions."""
        names = [name for name in self.rows if any(re.fullmatch(pattern, name) for pattern in patterns)]
        assert names, patterns
        return names

    def same_lanes(self, digits, *patterns):
        """Of the rows: their lanes, which must be the same in so many digits."""
        found = {f"{self.lanes(name):.{digits}f}" for name in self.matching(*patterns)}
        return " or ".join(sorted(found))

    def between(self, digits, patterns, over):
        """By how much rows are faster than others: the least and the most."""
        gains = [self.ratio(name) / self.ratio(over(name)) for name in self.matching(*patterns)]
        return f"{min(gains):.{digits}f}", f"{max(gains):.{digits}f}"


def published(root, gpu):
    tables = json.loads((root / "source/model/published.json").read_text(encoding="utf-8"))
    return {(row["operation"], row["pattern"]): row["strategies"][0]["printed"]["ratio"]
            for table in tables if table["device"]["name"] == gpu for row in table["rows"]}


def matrix_sentences(root, h100, h200):
    """What is said of the matrix of the H100, by document."""
    limit = 128 * h100.units * h100.clock
    l1 = {f"{100 * h100.ratio(name) * h100.lanes(h100.file['settings']['baseline']) * size / 128:.0f}"
          for size, name in ((16, "StructuredBuffer<float4>.Load linear"), (8, "StructuredBuffer<float2>.Load linear"))}
    narrow = [r"Buffer<RG?(8|16f|32f)>.Load (uniform|linear)", r"Buffer<(RG8|R16f|RG32f)>.Load random"]
    four = [r"Buffer<(RGBA8|RGBA16f)>.Load (uniform|linear)", r"Buffer<RGBA16f>.Load random"]
    full = float(h100.same_lanes(0, *narrow))
    linear = re.compile(r"uniform$")
    over_linear = lambda name: linear.sub("linear", name)
    same = h100.between(2, [r"Buffer<.* uniform", r"StructuredBuffer<float[24]>.* uniform", r".*Sample.* uniform"],
                        over_linear)
    textures = h100.between(1, [r"Texture2D<(RGBA8|RG16F|R32F|RGBA16F|RG32F|RGBA32F)>.Load uniform"], over_linear)
    raw = [h100.between(1, [rf"ByteAddressBuffer.Load{n} uniform"], over_linear)[0] for n in (2, 4)]
    constants = [h100.ratio("cbuffer{float4} load uniform") / h100.ratio(f"cbuffer{{float4}} load {pattern}")
                 for pattern in ("random", "linear")]
    push = max(abs(one["summary"]["against_first_strategy"]["median"] - 1) for row in h100.file["rows"]
               for one in row["strategies"][1:])
    rtx = [ratio for (name, pattern), ratio in published(root, "RTX 2080 Ti").items()
           if pattern == "uniform" and name.startswith(("Buffer<", "Texture2D<"))]
    reads = [h100.ratio("ByteAddressBuffer.Load uniform") / h100.ratio(f"ByteAddressBuffer.Load{n} uniform")
             for n in (2, 3, 4)]
    seen = [h100.ratio(name) for name in h100.matching(r"Buffer<.* uniform", r"Texture2D<.*>.Load uniform")]
    float4 = h100.ratio("StructuredBuffer<float4>.Load linear") / h100.ratio("ByteAddressBuffer.Load4 linear")
    load4 = h100.ratio("ByteAddressBuffer.Load linear") / h100.ratio("ByteAddressBuffer.Load4 linear")
    yield "docs/drivers.md", (
        f"at a steady {1000 * h100.clock:,.0f} MHz",
        f"**L1** can deliver 128 bytes a clock and multiprocessor, {limit:,.0f} bytes/ns in all. "
        f"In linear order, `StructuredBuffer<float4>` and `<float2>` reach {' or '.join(sorted(l1))} % of this "
        "limit.",
        f"**Typed loads** reach {full:.0f} lanes for one or two channels, "
        f"{h100.same_lanes(1, *four)} lanes for four channels of up to 8 bytes, and "
        f"{h100.same_lanes(0, r'Buffer<RGBA32f>.*')} lanes for 16 bytes.",
        f"In random order, 4-byte loads reach only {h100.same_lanes(1, r'Buffer<(RGBA8|RG16f|R32f)>.Load random')} "
        f"lanes (unexplained). The baseline is one of them: against `Buffer<R8>` linear, every ratio would be "
        f"{h100.ratio('Buffer<R8>.Load linear'):.1f} times smaller.",
        "**Samples**, nearest or bilinear, reach "
        f"{h100.same_lanes(0, r'.*<(R|RG|RGBA)(8|16F)>.Sample.*linear', r'.*<RG?32F>.Sample.*linear')} lanes for texels of up "
        "to 8 bytes in linear order.",
        where(float(same[1]) < 1.01, "**A uniform address** is no faster than neighbouring ones for typed loads, samples, and "
              "structured loads of 8 and 16 bytes."),
        f"`Texture2D.Load` of 4 bytes and more is {textures[0]} to {textures[1]} times as fast, `Load2` {raw[0]} times and "
        f"`Load4` {raw[1]} times",
        where(3.9 < float4 < 4.1, "`Load4 linear` has a quarter of the speed of `StructuredBuffer<float4>.Load linear`"),
        f"uniform `Load2` to `Load4` cost {reads[0]:.1f}, {reads[1]:.1f} and {reads[2]:.1f} times as much as `Load`. In linear "
        f"order, `Load4` costs {load4:.1f} times as much",
        f"**Constant buffers**, where 4 to 8 KB of them are read, take {1 / h100.lanes('cbuffer{float4} load linear'):.0f} "
        f"clocks for each different address: 16 take {constants[0]:.0f} times as long as one, 32 take {constants[1]:.0f} times.",
        where(push < 0.001, "**Push descriptors** are as fast as descriptor sets in every row."),
        f"reach {min(rtx):.1f} to {max(rtx):.0f} times the baseline on an RTX 2080 Ti; on the H100 the same rows reach "
        f"{min(seen):.1f} to {max(seen):.1f} times.")
    over_no_loads = h100.rows["ByteAddressBuffer.Load4 uniform"]["over_no_loads"]["median"]
    small = Results(root / "results/nvidia-h200-constant.json").rows["cbuffer{float4[4]} load linear"]["milliseconds"]
    structured = h200.rows["StructuredBuffer<float4>.Load linear"]["milliseconds"]
    large = h200.rows["cbuffer{float4} load linear"]["milliseconds"]
    yield "docs/which-load.md", (f"they take {small / structured:.0f} times (64 bytes) to {large / structured:.0f} times (16 KB, of "
                                 "which 4 to 8 KB are read) as",)
    yield "docs/limits.md", ("where 4 to 8 KB of them are read, an address takes "
                             f"{1 / h100.lanes('cbuffer{float4} load linear'):.0f} clocks",)
    yield "docs/method.md", (
        f"raw `Load4` with a uniform address takes {over_no_loads:.1f} times as long as its no-load control on an H100",)
    yield "README.md", (where(max(h100.file["wall_seconds"], h200.file["wall_seconds"]) < 60, "under a minute"),)


def h200_sentences(root, robustness):
    """What is said of the suites that an H200 ran."""
    names = ("atomic", "bindless", "format", "memory", "narrow", "pattern", "store", "storage", "texture")
    ratio = {name: {row["name"]: row["strategies"][0]["summary"]["ratio"]["median"]
                    for row in json.loads((root / f"results/nvidia-h200-{name}.json").read_text(encoding="utf-8"))["rows"]}
             for name in names}
    times = lambda suite, slow, fast: ratio[suite][fast] / ratio[suite][slow]
    checked = [robustness.times(f"ByteAddressBuffer.Load{n} uniform, robustness buffer", f"ByteAddressBuffer.Load{n} uniform, no checks")
               for n in ("", 4)]
    four = times("store", "RWByteAddressBuffer.Store4 linear", "RWStructuredBuffer<uint4>.Store linear")
    scattered = times("store", "RWByteAddressBuffer.Store scattered", "RWByteAddressBuffer.Store linear")
    store = Results(root / "results/nvidia-h200-store.json")
    reached = [4 * width * store.ratio(f"RWStructuredBuffer<{element}>.Store linear") * store.lanes("Buffer<RGBA8>.Load random")
               for width, element in ((1, "uint"), (2, "uint2"), (4, "uint4"))]
    exchange = [times("atomic", f"{kind}.InterlockedExchange uniform", f"{kind}.InterlockedAdd uniform")
                for kind in ("RWByteAddressBuffer", "RWStructuredBuffer<uint>", "RWBuffer<R32ui>")]
    by_hand = [times("atomic", f"{kind}.InterlockedAdd uniform", f"{kind}.InterlockedAdd uniform, reduce")
               for kind in ("RWTexture2D<R32UI>", "RWStructuredBuffer<uint64_t>", "RWStructuredBuffer<float>")]
    lanes = max(times("bindless", name, name.replace("[per lane]", "")) for name in ratio["bindless"] if "[per lane]" in name)
    streamed = "StructuredBuffer<16 bytes of float4>.Load linear, own window"
    cached = times("memory", f"{streamed}, host-cached memory", streamed)
    memory, word = Results(root / "results/nvidia-h200-memory.json"), "StructuredBuffer<4 bytes>.Load linear, own window"
    of_word = [memory.ratio(word) / memory.rows[f"{word}, host-cached memory"]["ratio"][end] for end in ("high", "low")]
    formats = [times("format", f"Buffer<{narrow}>.Load linear", f"Buffer<{like}>.Load linear")
               for narrow, like in (("RGB9E5", "RGBA8"), ("RGB32f", "RGBA32f"))]
    srgb = times("format", "Texture2D<RGBA8SRGB>.Load uniform", "Texture2D<RGBA8>.Load uniform")
    writable = max(times("storage", f"RW{name}", name) for name in ratio["storage"] if name.startswith("ByteAddressBuffer"))
    stride = times("pattern", "ByteAddressBuffer.Load stride 32", "ByteAddressBuffer.Load linear")
    volume = [times("texture", name, name.replace("3D", "2D")) for name in ratio["texture"] if re.match(r"Texture3D.*Sample", name)]
    narrow = times("narrow", "buffer{uint8_t} unpacked load linear", "buffer{uint8_t} load linear")
    hashed = [times("pattern", "ByteAddressBuffer.Load hashed", "ByteAddressBuffer.Load linear"),
              times("pattern", "ByteAddressBuffer.Load4 hashed", "StructuredBuffer<float4>.Load hashed"),
              times("pattern", "Buffer<RGBA32f>.Load hashed", "StructuredBuffer<float4>.Load hashed")]
    constants = Results(root / "results/nvidia-h200-constant.json")
    clocks = lambda what, strategy="set", pattern="uniform": (32 / constants.lanes("Buffer<RGBA8>.Load random") /
                                                              constants.ratios[f"{what} load {pattern}", strategy])
    fast = [clocks("push constants{float4}"), clocks("specialization constants{float4}"),
            clocks("cbuffer{float4[4]}", "dynamic"), clocks("cbuffer{float4[4]}", "inline")]
    yield "docs/drivers.md", (
        f"`Load` takes {checked[0]:.1f} times as long with them, and `Load4` uniform {checked[1]:.1f} times;",
        f"raw `Load` takes {hashed[0]:.1f} times as long as in linear order, and PerfTest's `Load4` {hashed[1]:.1f} times as long "
        "as `StructuredBuffer<float4>`",
        f"at 32 elements between neighbouring lanes, `Load` takes {stride:.0f} times as long",
        f"are {four:.1f} times as fast through `RWStructuredBuffer<uint4>` as through `RWByteAddressBuffer.Store4`,",
        f"reach {min(reached):.0f} to {max(reached):.0f} bytes a clock and multiprocessor, whether they store 4, 8 or 16 bytes",
        f"a cache line of its own, `Store` takes {scattered:.0f} times as long",
        where(max(by_hand) - min(by_hand) < 1, f"(`WaveActiveSum`) is {by_hand[0]:.0f} times as fast for texels"),
        where(max(exchange) - min(exchange) < 1,
              f"Exchanges on one word of a buffer take {exchange[0]:.0f} times as long as additions."),
        f"`Texture2D<R8>` takes {lanes:.1f} times as long,", f"host-cached memory takes {cached:.1f} times as long (16 bytes) "
        f"or {of_word[0]:.1f} to {of_word[1]:.1f} times (4 bytes)",
        f"`RGB9E5` texel buffers take {formats[0]:.1f} times as long as `RGBA8` ones, and `RGB32f` ones {formats[1]:.1f} times",
        f"textures take {srgb:.1f} times as long as `RGBA8` ones with uniform addresses",
        where(1.65 < writable < 1.8, "`RWByteAddressBuffer` loads take 1.4 to 1.7 times as long as read-only ones"),
        where(1.95 < narrow, "an 8-bit load takes at most half the time of loading and unpacking a word"),
        f"bilinear samples of 3D textures take {min(volume):.1f} to {max(volume):.1f} times as long as those of 2D ones.",
        f"of 64 and 256 bytes take {clocks('cbuffer{float4[16]}', pattern='linear') / 16:.0f} clocks for each different address: 4 take "
        f"{constants.ratio('cbuffer{float4[4]} load uniform') / constants.ratio('cbuffer{float4[4]} load linear'):.1f} times as long "
        f"as one, 16 take {constants.ratio('cbuffer{float4[16]} load uniform') / constants.ratio('cbuffer{float4[16]} load linear'):.0f} "
        "times.",
        f"{clocks('cbuffer{float4[4]}'):.1f} clocks a load in a descriptor set, and {min(fast):.1f} to {max(fast):.1f} as push or "
        "specialization constants, with dynamic offsets or inline.")
    yield "docs/which-load.md", (f"typed ones take {hashed[2]:.1f} times as long, and PerfTest's `Load4` takes {hashed[1]:.1f} "
                                 "times as long",)


def first(pattern, text):
    found = re.search(pattern, text)
    return float(found[1]) if found else float("nan")


class Findings:
    """The figures behind an experiment's findings, by row, strategy and what they refer to."""

    def __init__(self, text):
        self.lines = list(csv.DictReader(text.splitlines()))

    def times(self, name, reference, strategy="set", reference_strategy="set"):
        found = {float(line["times"]) for line in self.lines if line["times"] and
                 (line["name"], line["reference"]) == (name, reference) and
                 (line["strategy"], line["reference_strategy"]) == (strategy, reference_strategy)}
        assert len(found) == 1, (name, reference, found)
        return found.pop()


def experiment_sentences(root, findings):
    by_alignment = [findings["binding"].times(*2 * (f"ByteAddressBuffer.Load4 {pattern}",), "address-4", "address-16")
                    for pattern in ("linear", "uniform")]
    strides = [1 / findings["stride"].times(*(f"StructuredBuffer<{bytes} bytes>.Load linear" for bytes in both))
               for both in ((48, 64), (24, 32))]
    yield "docs/drivers.md", (f"`Load4 linear` is {by_alignment[0]:.1f} times as fast if its loads promise 16 bytes of alignment",
                              where(0.95 < by_alignment[1] < 1.05, "In uniform order both take about the same time."))
    yield "docs/lint.md", (f"48 bytes are {strides[0]:.1f}x as fast as 64, and 24 bytes {strides[1]:.1f}x as fast as 32",
                           f"`Load4` by address promising 4 bytes: {by_alignment[0]:.1f}x the time in linear order, no more in "
                           "uniform order")
    eight = [Results(root / f"results/nvidia-h100{suite}.json").rows[f"{load} uniform{way}"]["clocks"]
             for suite, load, way in (("", "StructuredBuffer<float2>.Load", ""), ("-uniform", "ByteAddressBuffer.Load2", ", shuffle"))]
    yield "docs/experiments.md", (f"8 bytes cost {eight[0]:.2f} clocks by `StructuredBuffer<float2>` without sharing, and "
                                  f"{eight[1]:.2f} by `Load2` shared by hand.",)
    rows = Results(root / "results/nvidia-h100-stride.json").rows
    times = [f"{rows[f'StructuredBuffer<{bytes} bytes>.Load linear']['milliseconds']:.3f}"
             for bytes in (12, 16, 20, 24, 28, 32, 36, 40, 48, 64, 80, 96, 128)]
    yield "docs/lint/structured-buffer-stride-not-cache-aligned.md", (f"| ms | {' | '.join(times)} |",)


def answers(printed):
    """What docs/experiments.md says in its table, from the first paragraphs."""
    found = lambda name, pattern: re.search(pattern, plain(printed[name])).groups()
    rounded = lambda figures, digits=1: [f"{float(figure):.{digits}f}" for figure in figures]
    shared, raw = rounded([*found("uniform", r"; ([0-9.]+)x as fast [^;]*Buffer<R32f>\.Load;"),
                           *found("uniform", r"the plain loop: [0-9.]+ to ([0-9.]+)x as fast")])
    strides = found("stride", r"power of two: ([0-9.]+) to ([0-9.]+)x as fast")
    checks = rounded(found("robustness", r"; ([0-9.]+) to ([0-9.]+)x as long"))
    l1, l1_time, l2, l2_time = found("cache", r"L1 (.*?): ([0-9.]+) ns .*?; L2 (.*?): ([0-9.]+) ns")
    yield "docs/experiments.md", (
        f"Sharing by hand is {shared}x as fast for `Buffer<R32f>`, up to {raw}x for raw loads.",
        f"none of {found('vector', r'as fast, ([0-9]+) rows; against offset 0; split into single words')[0]} loads is slower",
        f"loaded one by one are {strides[0]} to {strides[1]}x as fast unpadded.",
        f"{checks[0]} to {checks[1]}x the time for raw loads",
        f"L1 {l1}: {float(l1_time):.0f} ns; L2 {l2}: {l2_time} ns.")


def examples(root, printed):
    """The blocks of text that show what the program prints, by how they begin: document, beginning, command's output."""
    for document, beginning, name in (("docs/reading.md", "operation  ", "show"), ("docs/which-load.md", "Fastest", "advise")):
        blocks = re.findall(r"^```(?:text|c)\n(.*?)^```", (root / document).read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)
        block = next((each for each in blocks if each.startswith(beginning)), None)
        if block is None:
            yield document, f"no example begins with '{beginning}'"
            continue
        lines = {plain(line) for line in printed[name].splitlines()}
        for line in block.splitlines():
            if plain(line) not in lines:
                yield document, f"the program does not print '{line}'"


def shader_examples(root, program):
    """What the program prints of the shaders that documents show, if it was built with their libraries and, for the code,
    the driver whose version the document names is installed."""
    blocks = lambda document, kind: re.findall(rf"^```{kind}\n(.*?)^```", (root / document).read_text(encoding="utf-8"),
                                               re.MULTILINE | re.DOTALL)
    for document, kind, name, words, version in (
            ("docs/start.md", "hlsl", "gather.hlsl", ["lint", "gather.hlsl"], "glslang 12.0.0"),
            ("docs/isa.md", "glsl", "gather.comp", ["isa", "gather.comp", "--target", "polaris10"], "Mesa 22.3.6")):
        with tempfile.TemporaryDirectory() as folder:
            (Path(folder) / name).write_text(blocks(document, kind)[0], encoding="utf-8")
            done = subprocess.run([*program, *words], cwd=folder, env={**os.environ, "COLUMNS": "80"}, check=False,
                                  capture_output=True, text=True, encoding="utf-8")
        shown = next(block for block in blocks(document, "text") if version in block)
        if version in done.stdout and shown.strip() not in done.stdout:
            yield document, f"`{' '.join(words)}` prints\n{done.stdout}"


def main(root, *program):
    root = Path(root).resolve()
    results = root / "results"
    h100 = Results(results / "nvidia-h100.json")
    commands = {"show": ["show", "nvidia-h100.json", "--all"], "advise": ["advise", "nvidia-h100.json"],
                "devices": ["compare", "nvidia-h200.json", "nvidia-h100.json"],
                **{name: ["experiment", name, f"nvidia-{device}-{name}.json", "--all"] for name, device in EXPERIMENTS.items()}}
    output = lambda *words: subprocess.run([*program, *words], cwd=results, env={**os.environ, "COLUMNS": "80"}, check=True,
                                           capture_output=True, text=True, encoding="utf-8").stdout
    printed = {name: output(*words) for name, words in commands.items()}
    findings = {name: Findings(output("experiment", name, f"nvidia-{device}-{name}.json", "--format", "csv"))
                for name, device in EXPERIMENTS.items()}
    wrong = [*examples(root, printed), *shader_examples(root, program)]
    apart = first(r"no difference exceeds ([0-9.]+) %", printed["devices"])
    said = [*matrix_sentences(root, h100, Results(results / "nvidia-h200.json")), *h200_sentences(root, findings["robustness"]),
            *experiment_sentences(root, findings), *answers(printed),
            ("docs/drivers.md", (f"no ratio differs by more than {apart} %.",))]
    for document, sentences in said:
        text = plain((root / document).read_text(encoding="utf-8").replace("\n// ", "\n"))
        wrong += [(document, f"the files say: {sentence}") for sentence in sentences if plain(sentence) not in text]
    if wrong:
        sys.exit("\n".join([*(f"{document}: {what}" for document, what in wrong), f"{len(wrong)} statements are wrong"]))
    print(f"{sum(len(sentences) for _, sentences in said)} statements hold in the files that they cite")


if __name__ == "__main__":
    main(*sys.argv[1:])
