#!/usr/bin/env python3
"""Measures the program's file size and start-up time, and prints the libraries that it needs."""
import os
import re

import goals
from goals import goal

WINDOWS = goals.ROOT / "build/windows-cross/vkperftest.exe"


def output(*command):
    return goals.Process(command).end().out


def goal_of_size(options, file, strip):
    """Of a file without what is for debuggers alone. A text tells whether lint is in it."""
    with open(file, "rb") as program:
        lint = b"SPIRV-Cross cannot read it" in program.read()
    stripped = options.folder / "stripped"
    output(strip, "-o", stripped, file)
    goal(f"{os.path.basename(file)} {'with' if lint else 'without'} lint, stripped, with all kernels",
         os.path.getsize(stripped) / 1e6, "<=", 20, "MB")


def measure(options):
    program = options.program.path
    goal_of_size(options, program, "strip")
    goals.goal_of_list(options.program)
    versions = re.findall(r"GLIBC_([0-9.]+)", output("objdump", "-T", program))
    newest = max(versions, key=lambda version: [int(part) for part in version.split(".")])
    needed = re.findall(r"NEEDED +(\S+)", output("objdump", "-p", program))
    print(f"  needs {' '.join(needed)}, GLIBC_{newest} or newer")
    if WINDOWS.exists():
        goal_of_size(options, WINDOWS, "x86_64-w64-mingw32-strip")
        print(f"  needs {' '.join(re.findall('DLL Name: (.*)', output('objdump', '-p', WINDOWS)))}")


goals.main(goals.parser_of_program(__doc__), measure)
