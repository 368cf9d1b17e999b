#!/usr/bin/env python3
"""Checks what `advise --emit` writes of every stored results file and every published table, against what the program prints
in other ways and against the figures in the files: the table and the sentences of `advise`, the answer of `experiment
binding`. The JSON must be valid by its schema, and the C header, compiled as C89, C99 and C++ beside all others, must hold
the same values.

check_emission.py ROOT FOLDER PROGRAM... [--planted]    --planted: with another preference, which must be reported
"""
import json
import re
import shutil
import subprocess
import sys
from pathlib import Path

import jsonschema

with open(Path(__file__).parents[2] / "results/advice-1.schema.json", encoding="utf-8") as schema_file:
    SCHEMA = json.load(schema_file)
KINDS, STRATEGIES = SCHEMA["$defs"]["kind"]["enum"], SCHEMA["$defs"]["strategy"]["enum"]
SIZES, PATTERNS = (4, 8, 16), ("uniform", "linear", "random")
CONFIDENCES, VERDICTS = ("unknown", "likely", "sure"), ("unknown", "faster", "same", "slower", "depends")
ROWS = {"structured": {4: "StructuredBuffer<float>.Load", 8: "StructuredBuffer<float2>.Load",
                       16: "StructuredBuffer<float4>.Load"},
        "raw": {4: "ByteAddressBuffer.Load", 8: "ByteAddressBuffer.Load2", 16: "ByteAddressBuffer.Load4"},
        "typed": {4: "Buffer<R32f>.Load", 8: "Buffer<RG32f>.Load", 16: "Buffer<RGBA32f>.Load"},
        "texture": {4: "Texture2D<R32F>.Load", 8: "Texture2D<RG32F>.Load", 16: "Texture2D<RGBA32F>.Load"},
        "constant": {16: "cbuffer{float4} load"}}
WARNINGS = ["-Wall", "-Wextra", "-Wconversion", "-Werror", "-pedantic"]
COMPILERS = [("gcc", "-std=c89", "c"), ("gcc", "-std=c99", "c"), ("g++", "-std=c++98", "c++"), ("g++", "-std=c++20", "c++"),
             ("clang", "-std=c89", "c"), ("clang++", "-std=c++98", "c++")]
MAIN = r"""
#include <stdio.h>
static void show(const VkperftestAdvice *a) {
    int i, k;
    printf("%s|%u|%u|%u|%u|%s|%s\n", a->device_name, a->vendor_id, a->device_id, a->driver_id, a->driver_version,
           a->driver_name, a->driver_info);
    printf("%s|%s|%s|%s\n", a->measured_version, a->measured_commit, a->measured_time, a->measured_source);
    for (i = 0; i < 3; ++i) {
        for (k = 0; k < 3; ++k) {
            const VkperftestLoad *l = &a->loads[i][k];
            printf("%d|%u|%u|%d|%s|%s|%u|%u|%d|%s|%s\n", (int)l->kind, l->kinds, l->kinds_not_measured,
                   (int)l->kind_confidence, l->kind_reason, l->kind_rows, l->width, l->widths, (int)l->width_confidence,
                   l->width_reason, l->width_rows);
        }
    }
    printf("%d|%u|%u|%d|%s|%s\n", (int)a->binding, a->bindings, a->bindings_not_measured, (int)a->binding_confidence,
           a->binding_reason, a->binding_suite);
    for (i = 0; i < (int)(sizeof a->strategies / sizeof a->strategies[0]); ++i) {
        const VkperftestStrategy *s = &a->strategies[i];
        printf("%d|%d|%u|%u|%u|%u|%.3f|%.3f\n", (int)s->strategy, (int)s->against_set, s->faster_rows, s->same_rows,
               s->slower_rows, s->unclear_rows, s->most_faster, s->most_slower);
    }
}
"""


def bit(names, name):
    return 0 if name is None else 1 << names.index(name)


def mask(names, some):
    return sum(bit(names, name) for name in some)


def lines_of(data):
    """What MAIN prints of a header, made of the JSON."""
    device, measured, binding = data["device"], data["measured"], data["binding"]
    yield [device[key] for key in ("name", "vendor_id", "device_id", "driver_id", "driver_version", "driver_name", "driver_info")]
    yield [measured[key] for key in ("version", "commit", "started", "source")]
    for load in data["loads"]:
        kind, width = load["kind"], load["width"]
        yield [bit(KINDS, kind["prefer"]), mask(KINDS, kind["as_fast"]), mask(KINDS, kind["not_measured"]),
               CONFIDENCES.index(kind["confidence"]), kind["reason"], "; ".join(kind["rows"]), width["prefer"] or 0,
               sum(width["as_fast"]), CONFIDENCES.index(width["confidence"]), width["reason"], "; ".join(width["rows"])]
    yield [bit(STRATEGIES, binding["prefer"]), mask(STRATEGIES, binding["as_fast"]), mask(STRATEGIES, binding["not_measured"]),
           CONFIDENCES.index(binding["confidence"]), binding["reason"], binding["measured"]["suite"]]
    compared = {each["strategy"]: each for each in binding["compared"]}
    for strategy in STRATEGIES:
        each = compared.get(strategy)
        yield [bit(STRATEGIES, strategy), VERDICTS.index(each["against_set"]) if each else 0,
               *(len(each[key + "_rows"]) if each else 0 for key in ("faster", "same", "slower", "unclear")),
               *(f"{each['most_' + key] if each else 1:.3f}" for key in ("faster", "slower"))]


class Program:
    def __init__(self, root, folder, command):
        self.root, self.folder, self.command = root, folder, command

    def run(self, *arguments):
        done = subprocess.run([*self.command, *map(str, arguments)], cwd=self.root, capture_output=True, check=False)
        assert done.returncode == 0, (arguments, done.stderr.decode())
        return done.stdout.decode()

    def saved(self, arguments, name, *endings):
        """What one run saves in these formats."""
        paths = [self.folder / ("of-" + name.replace("/", "-") + ending) for ending in endings]
        self.run(*arguments, *(word for path in paths for word in ("--output", path)))
        return [path.read_text(encoding="utf-8") for path in paths]


def table_of(text):
    """The table of `advise --format markdown`: by size and pattern, the fastest kinds and the cells by kind."""
    table, size = {}, None
    for line in text.splitlines():
        cells = [cell.strip().replace("\\", "") for cell in line.strip().strip("|").split("|")]
        if not line.startswith("|") or len(cells) != 8 or cells[1] not in PATTERNS:
            continue
        size = int(cells[0]) if cells[0] else size
        table[size, cells[1]] = cells[2], {kind: cell for kind, cell in zip(KINDS, cells[3:]) if cell}
    return table


def check_kind(load, table, published):
    bytes_and_pattern, kind = (load["bytes"], load["pattern"]), load["kind"]
    if bytes_and_pattern not in table:
        assert kind["prefer"] is None and kind["confidence"] == "unknown", "a preference without a line of the table"
        return
    fastest, cells = table[bytes_and_pattern]
    measured = [name for name, cell in cells.items() if cell != "-"]
    if fastest == "any" or fastest.startswith("any but "):
        names = [name for name in measured if name != fastest[8:]]
    else:
        names = fastest.split(", ")
        assert kind["prefer"] == names[0], f"the table names {names[0]} first, and {kind['prefer']} is preferred"
    assert sorted(kind["as_fast"]) == sorted(names), f"the table's fastest are {names}"
    assert kind["prefer"] == kind["as_fast"][0] and cells[kind["prefer"]].rstrip("?!") == "1.0", cells
    assert sorted(kind["not_measured"]) == sorted(name for name, cell in cells.items() if cell == "-"), cells
    assert kind["rows"] == [f"{ROWS[name][load['bytes']]} {load['pattern']}" for name in measured], kind["rows"]
    doubtful = [name for name, cell in cells.items() if name != kind["prefer"] and re.search("[-?≤~]", cell)]
    assert not (kind["confidence"] == "sure" and (doubtful or published)), f"sure in spite of {doubtful}"
    assert kind["confidence"] == "sure" or published or doubtful or "interval" in kind["reason"], f"not sure without a reason: {cells}"
    for name in doubtful:
        assert name in kind["reason"], f"the reason lacks {name}: {kind['reason']}"


def figures_of(run):
    """By row: the ratio of the faster of the row and its serial twin, and whether loads are known to limit it."""
    figures = {}
    for row in run["rows"]:
        for strategy in row["strategies"][:1]:
            summary = strategy.get("summary")
            if summary and "printed" in strategy:
                figures[row["name"]] = strategy["printed"]["ratio"], "caveat" not in strategy["printed"]
            elif summary and summary.get("ratio"):
                gain = (summary.get("serial_gain") or {}).get("median", 1)
                figures[row["name"]] = summary["ratio"]["median"] / min(gain, 1), summary["load_bound"]
    return figures


def check_width(load, figures, published):
    width, kind = load["width"], load["kind"]["prefer"]
    if kind is None:
        assert width["prefer"] is None, "a width without a kind"
        return
    times, bound = {}, {}
    for size, operation in ROWS[kind].items():
        row = f"{operation} {load['pattern']}"
        if size <= load["bytes"] and row in figures:
            times[size], bound[size] = load["bytes"] / size / figures[row][0], figures[row][1]
    if width["prefer"] is None:
        assert len(times) < 2 and load["bytes"] > 4, times
        return
    best = min(time for size, time in times.items() if not published or bound[size] or size in width["as_fast"])
    assert width["prefer"] == max(width["as_fast"]), width
    for size, time in times.items():
        within = time < 1.25 * best
        assert (size in width["as_fast"]) == within or abs(time / best / 1.25 - 1) < 0.03 or published and not bound[size], \
            (size, times, width)
        if size != width["prefer"] and not bound[size]:
            assert width["confidence"] != "sure", f"sure, and {size} bytes are perhaps limited by instructions"
    assert not (published and load["bytes"] > 4 and width["confidence"] == "sure"), "sure of printed figures"


def check_sentences(data, advice):
    avoided = {claim["name"] for each in advice["advice"] if each["rule"] == "avoid" for claim in each["claims"]}
    loads = {(load["bytes"], load["pattern"]): load for load in data["loads"]}
    for (size, pattern), load in loads.items():
        kind = load["kind"]["prefer"]
        assert kind is None or f"{ROWS[kind][size]} {pattern}" not in avoided, f"{kind} of {size} bytes {pattern} is to be avoided"
    for each in advice["advice"]:
        if each["rule"] != "widths":
            continue
        kind = "raw" if "raw loads" in each["sentence"] else "structured"
        for part in re.split(r"\. (?=They )", each["sentence"].rstrip(".")):
            worse, pays = "cost more than" in part, "pay off" in part or "are free" in part
            # "float2 and float4 uniform and random": patterns belong to all names before them.
            for names, item in re.findall(r"((?:Load|float)[234](?:(?:, | and )(?:Load|float)[234])*)"
                                          r"((?:(?:,? | and )(?:uniform|linear|random)\b)*)", part):
                for load in loads.values():
                    size, pattern = load["bytes"], load["pattern"]
                    name = f"{'Load' if kind == 'raw' else 'float'}{size // 4}"
                    if load["kind"]["prefer"] != kind or name not in names or (item and pattern not in item):
                        continue
                    assert not worse or size not in load["width"]["as_fast"], f"{part}, but {size} is a width for {pattern}"
                    assert not pays or 4 not in load["width"]["as_fast"], f"{part}, but 4 is a width for {pattern}"


def check_binding(data, advice, answer):
    binding = data["binding"]
    compared = {each["strategy"]: each for each in binding["compared"]}
    for each in compared.values():
        counts = {key: len(each[key + "_rows"]) for key in ("faster", "same", "slower", "unclear")}
        assert each["strategy"] not in binding["as_fast"] or counts["slower"] == 0, f"{each['strategy']} is slower on rows"
        assert each["strategy"] in binding["as_fast"] or binding["prefer"] != each["strategy"]
        assert binding["confidence"] != "sure" or not counts["unclear"], "sure, and rows are unclear"
    assert binding["confidence"] != "sure" or not binding["not_measured"], "sure, and strategies were not measured"
    if answer:
        for finding in answer["findings"]:
            each = compared.get(finding["subject"])
            if not each:
                continue
            text = finding["sentence"]
            assert bool(each["slower_rows"]) == ("slower than set" in text), text
            assert "faster than set" in text or not each["faster_rows"], text
            assert bool(each["unclear_rows"]) == ("no verdict" in text), text
            for avoided in re.findall(r"avoid ([a-z0-9-]+)", answer["conclusion"]):
                assert avoided not in binding["as_fast"], answer["conclusion"]
        used = re.search(r"\b[Uu]se ([a-z0-9-]+)", answer["conclusion"])
        assert binding["prefer"] == (used[1] if used else "set"), answer["conclusion"]
        return
    said = [each["sentence"] for each in advice["advice"] if each["rule"] == "push"]
    if not said:
        constants = [each["sentence"] for each in advice["advice"] if each["rule"] == "small-constants"]
        assert binding["prefer"] is None or constants, "a binding without a sentence about strategies"
        return
    push = compared["push"]
    for words, key in (("times as fast", "faster"), ("times as slow", "slower"), ("are as fast as", "same")):
        rows = re.search(rf"{words} (?:as )?descriptor sets in (\d+) row|{words} descriptor sets in (\d+) row", said[0])
        assert not rows or int(rows[1] or rows[2]) == len(push[key + "_rows"]), said[0]
        assert key == "same" or bool(rows) == bool(push[key + "_rows"]), said[0]


def check_compilers(folder, emitted):
    """All headers, in as few programs as devices allow: those of one device have one name."""
    groups = []
    for name, (header, data) in emitted.items():
        symbol = re.search(r"const VkperftestAdvice (\w+) =", header)[1]
        group = next((each for each in groups if symbol not in each), None)
        if group is None:
            groups.append(group := {})
        group[symbol] = name, header, data
    compiled = 0
    for number, group in enumerate(groups):
        text = ""
        for symbol, (name, header, _) in group.items():
            path = folder / f"{number}-{symbol}.h"
            path.write_text(header, encoding="ascii")
            text += f'#include "{path.name}"\n#include "{path.name}"\n'
        text += MAIN + "int main(void) {\n" + "".join(f"    show(&{symbol});\n" for symbol in group) + "    return 0;\n}\n"
        for compiler, standard, language in COMPILERS:
            if not shutil.which(compiler):
                continue
            source, program = folder / f"main{number}.{'c' if language == 'c' else 'cpp'}", folder / f"main{number}"
            source.write_text(text, encoding="ascii")
            subprocess.run([compiler, standard, *WARNINGS, source, "-o", program], check=True)
            printed = subprocess.run([program], capture_output=True, check=True).stdout.decode()
            expected = "".join("|".join(map(str, line)) + "\n" for _, _, data in group.values() for line in lines_of(data))
            assert printed == expected, (compiler, standard, printed, expected)
            compiled += 1
    return compiled


def main(root, folder, *command):
    planted = command[-1] == "--planted"
    root, folder = Path(root).resolve(), Path(folder).resolve()
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    program = Program(root, folder, command[:-1] if planted else command)
    Validator = jsonschema.validators.validator_for(SCHEMA)
    Validator.check_schema(SCHEMA)
    validator = Validator(SCHEMA)
    files = [*sorted((root / "results").glob("*.json")), *sorted((root / "tests/model").glob("*.json"))]
    inputs = {path.stem: [path.relative_to(root)] for path in files if not path.name.endswith(".schema.json")}
    inputs["beside"] = ["results/nvidia-h100.json", "--binding", "results/nvidia-h100-binding.json"]
    tables = [table["gpu"] for table in json.loads(program.run("reference", "--format", "json"))]
    inputs.update({name: [f"perftest:{name}"] for name in tables})
    # A name that breaks out of comments and literals, and a strategy that does not exist.
    text = (root / "results/nvidia-h100-binding.json").read_text(encoding="utf-8").replace('"push-template"', '"*/ #error \\u0000"')
    hostile = json.loads(text)
    hostile["device"]["name"], hostile["device"]["driver_info"] = 'a"b\\ ??/ */ /* 1é2 // %s', "x" * 100
    (folder / "hostile.json").write_text(json.dumps(hostile), encoding="utf-8")
    inputs["hostile"] = [str(folder / "hostile.json")]
    emitted = {}
    for name, arguments in inputs.items():
        header, data = program.saved(("advise", *arguments, "--emit", "c"), name, ".h", ".json")
        data = json.loads(data)
        errors = [f"{list(error.absolute_path)}: {error.message}" for error in validator.iter_errors(data)]
        assert not errors, (name, errors[:5])
        assert [(load["bytes"], load["pattern"]) for load in data["loads"]] == [(s, p) for s in SIZES for p in PATTERNS]
        if planted and name == "nvidia-h100":
            data["loads"][7]["kind"]["prefer"] = "raw"
        try:
            markdown, advice = program.saved(("advise", arguments[0]), name, ".md", ".json")
            advice = json.loads(advice)
            run = json.loads(program.run("show", arguments[0], "--format", "json"))
            table, figures, published = table_of(markdown), figures_of(run), name in tables
            for load in data["loads"]:
                check_kind(load, table, published)
                check_width(load, figures, published)
            check_sentences(data, advice)
            judged = arguments[-1] if data["binding"]["measured"]["suite"] == "binding" else None
            check_binding(data, advice, judged and json.loads(program.run("experiment", "binding", judged, "--format", "json")))
        except AssertionError as error:
            sys.exit(f"{name}: {load['bytes']} {load['pattern']}: {error}")
        emitted[name] = header, data
    for each in emitted["nvidia-h100-stride"][1]["loads"]:
        assert each["kind"]["prefer"] is None and each["width"]["prefer"] is None and each["kind"]["reason"], each
    assert emitted["nvidia-h100-stride"][1]["binding"]["prefer"] is None
    sure = {confidence: sum(load[part]["confidence"] == confidence for _, data in emitted.values() for load in data["loads"]
                            for part in ("kind", "width")) for confidence in CONFIDENCES}
    compiled = check_compilers(folder, emitted)
    # The schema bites.
    for spoil in (lambda f: f["loads"].pop(), lambda f: f["loads"][0]["kind"].update(prefer="fast"),
                  lambda f: f["binding"].update(confidence="sure", reason="x"), lambda f: f["device"].pop("vendor_id")):
        spoiled = json.loads(json.dumps(emitted["nvidia-h100"][1]))
        spoil(spoiled)
        assert not validator.is_valid(spoiled)
    print(f"{len(emitted)} inputs: their headers compile in {compiled} programs and agree with the JSON, the table, the "
          f"sentences and the files; preferences: {sure}; contradictions: 0 (goal 0)")


if __name__ == "__main__":
    main(*sys.argv[1:])
