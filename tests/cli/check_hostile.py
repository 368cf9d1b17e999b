#!/usr/bin/env python3
"""Gives the program hostile files, and checks that nothing of them acts on a terminal, and that each is answered with a
sentence, soon and in little memory.
   check_hostile.py [--watched] FOLDER PROGRAM…      (the program last, with what runs it before it; --watched: a
                                                      sanitizer watches it, which takes time and memory of its own)"""
import glob
import json
import os
import resource
import shutil
import sys
import time

sys.dont_write_bytecode = True  # leaves the source folder as it is
from hostile_runs import (BYTES, ESCAPES, MOST_MEGABYTES, SEEN, Run, expect, failures, folder, harm, hostile, on_terminal,
                          path, write)

SCRIPT = """
load | * | * | 0.01 | 0.02
load | *, noLoads | * | 0.002 | 0.02
load | *, dependent | * | 0.03 | 0.02
unsupported | *random | push | no such thing
code | *uniform | set | BB0:\\n\\ts_buffer_load_dword s0, s[4:7], s1\\n\\ts_cbranch_scc0 BB0\\n\\ts_endpgm
code | *linear | set | strange | Registers=12
refused | *random | set | out of registers
"""
SHADER = """
ByteAddressBuffer data : register(t0);
RWByteAddressBuffer result : register(u0);
[numthreads(64, 1, 1)] void main() { result.Store4(0, data.Load4(20)); }
"""
# Whose values must be certain words when a file is read; and those beside them that mean something to the program.
CHECKED = {"schema_version", "kind", "stopped", "status", "hash", "source", "resource", "format", "place", "pattern",
           "technique", "sampler"}
WORDS = CHECKED | {"name", "suite", "baseline", "strategies", "strategy", "operation", "no_loads", "dependent", "effort"}


def files():
    """Results files; the same with every string hostile; and with all that mean nothing to the program."""
    script = write("script", SCRIPT)
    run = ["run", "--script", script, "--quick", "--seed", "1"]
    Run([*run, "--output", path("clean.json")])
    Run([*run, "--suite", "binding", "--filter", "raw-load4-linear", "--filter", "raw-load-linear", "--output",
         path("binding.json")])
    named = {}
    for name in ("clean", "binding"):
        with open(path(name + ".json"), encoding="utf-8") as file:
            clean = json.load(file)
        named[name] = path(name + ".json")
        named["every " + name] = write(f"every-{name}.json", json.dumps(hostile(clean, CHECKED)))
        texts = hostile(clean, WORDS)
        texts["device"]["name"] += ESCAPES
        named["texts " + name] = write(f"texts-{name}.json", json.dumps(texts))
    named["a name"] = os.path.join(folder.encode(), b"x" + BYTES)
    shutil.copy(named["clean"], named["a name"] + b".json")
    named["a shader"] = named["a name"].replace(b"\n", b"")
    for name in (named["a name"], named["a shader"]):
        for ending, text in ((b".hlsl", SHADER), (b".comp", "void main() { wrong(); }")):
            with open(name + ending, "w", encoding="utf-8") as file:
                file.write(text)
    return named


def check_commands(named):
    """Every command that prints what a file holds, in every format; and what it writes."""
    clean, every, texts = named["clean"], named["every clean"], named["texts clean"]
    for format_ in ("table", "csv", "markdown", "json", "perftest"):
        how = ["--format", format_]
        shown = Run(["show", every, *how])
        if format_ == "json":
            expect(SEEN in json.loads(shown.out)["device"]["name"], "JSON shows another name")
        shown.shows()
        if format_ == "perftest":
            continue
        Run(["show", texts, *(["--wide"] if format_ == "table" else []), *how]).shows()
        Run(["compare", clean, every, *how]).shows()
        Run(["compare", every, every, *how]).shows()
        Run(["compare", texts, clean, "--all", *how]).shows()
        Run(["advise", texts, "--why", *how])
        Run(["experiment", "binding", named["texts binding"], *how])
        Run(["experiment", "claims", named["texts binding"], named["binding"], *how])
    Run(["run", "--script", path("script"), "--quick", "--output", texts, "--continue"])
    for ending in ("html", "svg"):
        Run(["report", clean, every, texts, named["every binding"], "--output", path("page." + ending)])
    Run(["report", clean, every, texts, named["every binding"], "--output", path("site") + "/"])
    for name in glob.glob(os.path.join(path("site"), "**"), recursive=True):
        if os.path.isfile(name):
            with open(name, "rb") as file:
                expect(not harm(file.read()), f"{name} holds what a terminal or a reader would act upon")
    written = [path(name) for name in os.listdir(folder) if name.startswith("page.")]
    expect(len(written) == 2, f"{len(written)} files were written")
    for name in written:
        with open(name, "rb") as file:
            content = file.read()
        expect(not harm(content), f"{name} holds {harm(content)}")
        expect(b"title" in content, f"{name} shows nothing of it")


def check_other_input(named):
    """What is no results file, and names of files."""
    Run(["import", write("pasted.txt", b"Buffer<R8>.Load uniform: 8.963ms 3.911x\n" + BYTES + b": 8.963ms 1.000x\n")])
    Run(["import", path("pasted.txt"), "--gpu", BYTES]).shows()
    Run(["run", "--script", write("script2", b"device | Card " + BYTES.replace(b"\n", b"") + b"\n" + SCRIPT.encode()),
         "--filter", "cbuffer", "--quick"]).shows()
    Run(["run", "--script", write("script3", b"unknown | " + BYTES)]).shows()
    name = b"x" + BYTES
    for command in (["show"], ["advise"], ["compare", named["clean"]], ["report"], ["import"], ["run", "--script"],
                    ["run", "--driver"], ["devices", "--driver"], ["run", "--filter"],
                    ["list", "--suite"], ["run", "--script", path("script"), "--device"], ["show", "--format"],
                    ["experiment"], ["run", "--output"],
                    ["import", path("pasted.txt"), "--output"], ["ab", "--program", "x", "--program"], ["--"], [],
                    ["ab", "--program", "x", "--program", "y", "--keep"],
                    ["isa", "--target"], ["isa", "--driver"], ["lint"], ["lint", "-I"], ["run", "--unknown="]):
        Run([*command, name])
    for text in (b'{"schema_version": "' + BYTES, b'{"' + ESCAPES.encode("unicode_escape") + b'":', BYTES, b"{" + BYTES,
                 json.dumps({ESCAPES: 1, "schema_version": ESCAPES}), '{"%s": 1, "%s": 2}' % ((ESCAPES[30:],) * 2)):
        Run(["show", write("text.json", text)])
        Run(["devices", "--driver", path("text.json")])
    Run(["show", name + b".json", "--format", "table"])
    Run(["compare", named["clean"], name + b".json"]).shows()
    for format_ in ("text", "json"):
        for shader in (name, named["a shader"]):
            Run(["lint", shader + b".hlsl", "--format", format_]).shows()
            Run(["lint", shader + b".comp", "--format", format_]).shows()
    Run(["report", name + b".json", "--output", path("named.html")])
    with open(path("named.html"), "rb") as file:
        content = file.read()
    expect(not harm(content) and b"title" in content, "a page shows a hostile name of a file as it is")
    for ending in ("hlsl", "comp"):
        Run(["lint", write("hostile." + ending, b"ByteAddressBuffer b" + BYTES + b" : register(t0); //" + BYTES)])


def check_terminal(named):
    on_terminal(["show", named["every clean"]])
    on_terminal(["compare", named["clean"], named["texts clean"]])
    name = named["a name"]
    on_terminal(["compare", named["clean"], name + b".json"])
    on_terminal(["show", name + b".none"])
    on_terminal(["run", "--filter", name])
    for ending in (b".hlsl", b".comp", b"*"):
        for shader in (name, named["a shader"]):
            on_terminal(["lint", shader + ending])
    on_terminal(["run", "--script", path("script2"), "--filter", "cbuffer", "--quick"])


def numbers(value, place=()):
    """One place of each kind at which there is a number."""
    kinds = {}
    children = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, child in children:
        kinds |= numbers(child, (*place, key))
    if isinstance(value, (int, float)) and not isinstance(value, bool):
        kinds[tuple("" if isinstance(key, int) else key for key in place)] = place
    return kinds


def check_numbers(named):
    """Numbers that no clock tells, in every place: figures or a sentence, and no time or memory by their size."""
    with open(named["binding"], encoding="utf-8") as file:
        clean = json.load(file)
    extremes = ["1e308", "-0", "-0.0", "5e-324", "1e400", "NaN", "1" + "0" * 30, str(2**64 - 1), str(2**50), "-1", "0"]
    for nth, place in enumerate(numbers(clean).values()):
        parent = clean
        for key in place[:-1]:
            parent = parent[key]
        before, parent[place[-1]] = parent[place[-1]], "EXTREME"
        text = json.dumps(clean)
        parent[place[-1]] = before
        for number in (extremes * 2)[nth % len(extremes):][:4]:
            shown = Run(["show", write("number.json", text.replace('"EXTREME"', number)), "--wide"])
            expect(shown.code == 0 or b"is not a results file" in shown.err,
                   f"{place} = {number}: {shown.code}, {shown.err[:200]}")
            if shown.code == 0 and number in ("1e308", "0"):
                Run(["report", path("number.json"), "--output", path("number.html")])


def check_bounds(named):
    """Files that claim much, never end or lead astray: a sentence and exit code 2."""
    with open(named["clean"], encoding="utf-8") as file:
        head, tail = file.read().split('"rows": [')
    tail = tail[tail.rindex("]"):]
    with open(path("sparse.json"), "wb") as file:
        file.truncate(1 << 30)
    os.symlink("circle.json", path("circle.json"))
    bad = {
        "empty": write("empty.json", ""), "a folder": folder,
        "a circle of links": path("circle.json"), "no end": "/dev/zero", "1 GB of nothing": path("sparse.json"),
        "lists in lists": write("lists.json", "[" * 100000),
        "objects in objects": write("objects.json", '{"a":' * 100000),
        "closed lists": write("closed.json", "[" * 100000 + "]" * 100000),
        "10^7 rows": write("rows.json", head + '"rows": [' + "{}," * 10**7 + "{}" + tail),
        "10^7 lists": write("many.json", head + '"rows": [' + "[]," * 10**7 + "[]" + tail),
        "10^7 numbers": write("numbers.json", "[" + "0," * 10**7 + "0]"),
        "a key twice": write("twice.json", '{"schema_version": 1, "schema_version": 1}'),
        "a long text": write("long.json", '{"schema_version": "' + "x" * 10**7),
        "10^6 keys": write("keys.json", "{" + ",".join(f'"{i}":0' for i in range(10**6)) + "}"),
        "a long name": write("name.json", head.replace('"name": "', '"name": "' + "\x7f" * 5 * 10**7, 1) +
                             '"rows": [' + tail),
        "many lines": write("lines.txt", "x\n" * 25 * 10**6),
        "UTF-16": write("utf16.json", head.encode("utf-16")), "NUL": write("nul.json", b"{\x00}"),
    }
    for what, file in bad.items():
        for command in (["show"], ["import"], ["devices", "--driver"], ["run", "--script"]):
            text = what == "many lines" and (command == ["import"] or command[-1] == "--script")
            large = os.path.exists(file) and os.path.getsize(file) > 10**7 and command != ["show"] and not text
            if large or (what == "empty" and command[-1] == "--script"):
                continue  # read by the same function; a script without statements
            refused = Run([*command, file])
            expect(refused.code in (2, 3) and b"vkperftest: error: " in refused.err,
                   f"{what}: `{command[0]}` says {refused.err[:200]} and ends with {refused.code}")
            expect(len(refused.err) < 3000, f"{what}: `{command[0]}` says {len(refused.err)} bytes")


def main():
    shutil.rmtree(folder, ignore_errors=True)
    os.makedirs(folder)
    os.environ.update(COLUMNS="1000", TERM="xterm")
    named = files()
    for check in (check_commands, check_other_input, check_terminal, check_numbers, check_bounds):
        begin = time.monotonic()
        check(named)
        most = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss // 1024
        print(f"{check.__name__}: {time.monotonic() - begin:.1f} s, peak {most} MB", flush=True)
    expect(most <= MOST_MEGABYTES, f"one of them took {most} MB")
    shutil.rmtree(folder)
    return bool(failures)


sys.exit(main())
