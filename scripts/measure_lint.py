#!/usr/bin/env python3
"""Measures what the program promises about `lint`: known examples, speed, hostile files. Speed is in CPU seconds, so that a
busy machine does not count. Given folders of shaders, it also prints what lint finds there, and how many of the files that
glslangValidator compiles or spirv-val accepts are read (the tests of source packages contain hundreds: apt source glslang
spirv-cross)."""
import collections
import concurrent.futures
import json
import os
import pathlib
import re
import subprocess

import goals
from goals import goal

HEAD = "ByteAddressBuffer raw;\nRWByteAddressBuffer result;\n"
MAIN = "[numthreads(64, 1, 1)] void main(uint3 id : SV_DispatchThreadID)"
ELEMENT = "struct E { %s };\nStructuredBuffer<E> elements;\n" + MAIN + (
    " { result.Store(id.x * 4, asuint(elements[id.x].a.x)); }")
VECTOR = MAIN + " { result.Store(0, asuint(raw.Load<vector<float, 8> >(%d)[0])); }"
SPLIT = ("StructuredBuffer<float4> a;\nStructuredBuffer<float2> b;\n" + MAIN
         + " { result.Store(id.x * 4, asuint(a[id.x].x + b[id.x].x)); }")
EXAMPLES = {  # and how many findings each has
    "bad_vector": (VECTOR % 12, 1),
    "bad_stride": (ELEMENT % "float3 a; float2 b;", 1),
    "good_vector": (VECTOR % 32, 0),
    "good_stride": (ELEMENT % "float3 a; float2 b; float3 unused;", 0),
    "split": (SPLIT, 0),
}
SPIRV = b"\x03\x02\x23\x07\x00\x03\x01\x00"
HOSTILE = {
    "garbage.hlsl": os.urandom(1_000_000),
    "garbage.spv": os.urandom(1_000_000),
    "broken.spv": SPIRV + os.urandom(100_000),
    "large.hlsl": bytes(100 << 20),
    "self.hlsl": f'#include "self.hlsl"\n{MAIN} {{}}\n'.encode(),
    "absent.hlsl": f'#include "absent.hlsli"\n{MAIN} {{}}\n'.encode(),
    "deep.hlsl": f"{MAIN} {{ uint x = {'(' * 10000}1{')' * 10000}; }}".encode(),
    "ifs.hlsl": ("#if 1\n" * 10000 + MAIN + " {}\n" + "#endif\n" * 10000).encode(),
}


def findings(ran):
    return re.findall(r"\[([a-z-]+)\]$", ran.out, re.MULTILINE)


def examples(options):
    for name, (body, expected) in EXAMPLES.items():
        file = goals.write(options.folder / f"{name}.hlsl", HEAD + body)
        found = len(findings(options.program("lint", file, codes=None)))
        goal(f"findings in {name}, at least", found, ">=", expected)
        goal(f"findings in {name}, at most", found, "<=", expected)


def speed(options):
    many = options.folder / "many"
    many.mkdir()
    for number in range(1, 201):
        parts = "".join(
            f"uint part{i}(uint x) {{ uint4 v = raw.Load4(x * {16 * (1 + (i + number) % 7)} + {16 * i}); "
            f"return v.x + v.y * {i + 3}u + asuint(elements[x + {i}].b.x); }}\n" for i in range(340))
        calls = "".join(f"    sum += part{i}(id.x + {i});\n" for i in range(340))
        text = (f"struct E {{ float3 a; float2 b; }};\nStructuredBuffer<E> elements;\n{HEAD}{parts}{MAIN}\n{{\n"
                f"    uint sum = 0;\n{calls}    result.Store(id.x * 4, sum);\n}}\n")
        goals.write(many / f"{number}.hlsl", text)
    print(f"(each of the 200 has {len(text)} bytes)")
    linted = options.program("lint", many, codes=(1,))
    goal("200 shaders of 50 KB, CPU time", linted.processor, "<=", 10, "s")


def hostile(options):
    for name, content in HOSTILE.items():
        file = options.folder / name
        file.write_bytes(content)
        ran = options.program("lint", file, codes=None)
        goal(f"{name}, seconds", ran.seconds, "<=", 10, "s")
        goal(f"{name}, exit code 2", int(ran.code == 2), ">=", 1)


STAGES = ("comp", "vert", "tesc", "tese", "geom", "frag", "task", "mesh", "rgen", "rint", "rahit", "rchit", "rmiss", "rcall")
ENTRIES = {"comp": ("main", "CSMain"), "vert": ("main", "VSMain", "VS"), "frag": ("main", "PSMain", "PS")}


def succeeds(*command):
    return subprocess.run(command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                          timeout=60, check=False).returncode == 0


def accepted(path):
    """True if another program than lint accepts the file as a shader."""
    ending = pathlib.Path(path).suffix[1:].lower()
    if ending == "spv":
        return succeeds("spirv-val", "--target-env", "vulkan1.3", "--scalar-block-layout", path)
    glsl = ("glslangValidator", "-V", "--target-env", "vulkan1.2", "-o", os.devnull)
    if ending in STAGES:
        return succeeds(*glsl, path)
    if ending == "glsl":
        return succeeds(*glsl, "-S", "comp", path)
    text = pathlib.Path(path).read_text(errors="replace")
    return any(succeeds("glslangValidator", "-D", "-V", "--target-env", "vulkan1.1", "-o", os.devnull, "-S", stage, "-e",
                        entry, path)
               for stage, entries in ENTRIES.items() for entry in entries if re.search(rf"\b{entry}\s*\(", text))


def folders(options):
    if not options.folders:
        return
    report = options.folder / "folders.json"
    ran = options.program("lint", *options.folders, "--output", report, codes=None)
    print(ran.out.splitlines()[-1])
    for rule, count in sorted(collections.Counter(findings(ran)).items()):
        print(f"{count:7} [{rule}]")
    files = json.loads(report.read_text())["files"]
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        known = [file for file, good in zip(files, pool.map(accepted, (file["path"] for file in files))) if good]
    unread = [file for file in known if file["error"] or file["passed_over"]]
    for file in unread:
        print(f"unread: {file['path']}: {file['error'] or 'no entry point recognized'}")
    print(f"{len(files)} files, {len(known)} of them accepted by glslangValidator or spirv-val")
    goal("folders: read of the accepted files", 100 * (1 - len(unread) / max(len(known), 1)), ">=", 95, "%")
    goal("folders: signals, and exit codes other than 0, 1 and 2", int(ran.code not in (0, 1, 2)), "<=", 0)


def measure(options):
    for question in (examples, speed, hostile, folders):
        question(options)


parser = goals.parser_of_program(__doc__)
parser.add_argument("folders", nargs="*", metavar="FOLDER")
goals.main(parser, measure)
