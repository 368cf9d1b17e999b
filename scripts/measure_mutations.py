#!/usr/bin/env python3
"""Plants the faults of mutations.py, one at a time, in a copy of the tree (build/mutations), builds it and runs its tests,
the likely ones first, and then all if need be. Prints which test caught each fault, or SURVIVED, and the score
(docs/trust.md, "Planted faults"). Takes 20 to 30 minutes on two cores."""
import filecmp
import glob
import os
import re
import shutil
import subprocess
import sys
import time

import goals
import mutations

ROOT = str(goals.ROOT)
TREE = os.path.join(ROOT, "build/mutations")
SECONDS = 1800  # of one program; what takes longer hangs

# Programs of tests, the quick ones first: how many run side by side, and the driver they are given.
SUITES = {"unit_tests": (2, ""), "device_tests": (2, "lvp"), "amd_code_tests": (2, "radeon"), "cli_tests": (4, ""),
          "run_driver_tests": (2, ""), "isa_driver_tests": (2, ""), "mesa_code_tests": (2, ""),
          "fake_device_tests": (2, "")}
# Tests of ctest that are scripts, and what they need beside the program.
SCRIPTS = {"lies": "hostile_layer", "faults": "hostile_layer", "results_schema": "vkperftest"}


def texts_of(fault):
    """The sources with the fault: path, as it is, as it becomes. A text that does not stand there once is an error."""
    changed = {}
    for path, old, new in fault.edits:
        was, text = changed.get(path, (None, None))
        if was is None:
            with open(os.path.join(ROOT, path), encoding="utf-8") as file:
                was = text = file.read()
        if text.count(old) != 1:
            sys.exit(f"{fault.name}: {path} contains this {text.count(old)} times, not once: {old}")
        changed[path] = (was, text.replace(old, new))
    return changed


def run(command, seconds=SECONDS, **variables):
    return goals.Process(command, seconds, TREE, **variables).end()


def write(path, text):
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)


def copy_tree():
    """What git tracks, as it is in the working tree; files that did not change keep their time, or all were built."""
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, stdout=subprocess.PIPE, check=True).stdout
    names = [os.fsdecode(name) for name in listed.split(b"\0") if name]
    names = [name for name in names if os.path.exists(os.path.join(ROOT, name))]
    for name in names:
        source, target = os.path.join(ROOT, name), os.path.join(TREE, name)
        os.makedirs(os.path.dirname(target), exist_ok=True)
        if not os.path.exists(target) or not filecmp.cmp(source, target, shallow=False):
            shutil.copy(source, target)
    for folder, _, files in os.walk(TREE):
        if os.path.relpath(folder, TREE).split(os.sep)[0] == "build":
            continue
        for file in files:
            if os.path.relpath(os.path.join(folder, file), TREE) not in names:
                os.remove(os.path.join(folder, file))
    shared, own = os.path.join(ROOT, "build"), os.path.join(TREE, "build")
    os.makedirs(own, exist_ok=True)
    if os.path.isdir(f"{shared}/mesa") and not os.path.lexists(f"{own}/mesa"):  # drivers of other versions
        os.symlink(f"{shared}/mesa", f"{own}/mesa")
    if os.path.isdir(f"{shared}/kernels") and not os.path.isdir(f"{own}/kernels"):
        shutil.copytree(f"{shared}/kernels", f"{own}/kernels")


def build(*targets):
    """What the compiler says if it does not build."""
    ccache = {"CMAKE_CXX_COMPILER_LAUNCHER": "ccache",
              "CCACHE_SLOPPINESS": "pch_defines,time_macros,include_file_mtime,include_file_ctime"}
    variables = ccache if shutil.which("ccache") else {}
    if not os.path.exists(os.path.join(TREE, "build/release/build.ninja")):
        # Each file alone: a fault then compiles one file again, not a folder.
        ran = run(["cmake", "--preset", "ci", "-DCMAKE_UNITY_BUILD=OFF"], **variables)
        if ran.code != 0:
            return ran.out + ran.err
    ran = run(["cmake", "--build", "build/release", "--target", *targets, "--", "-j2"], 2 * SECONDS, **variables)
    return "" if ran.code == 0 else (ran.out + ran.err)[-3000:] or "it hangs"


def drivers(kind):
    manifests = sorted(glob.glob(f"/usr/share/vulkan/icd.d/{kind}*.json"))
    return {"VK_DRIVER_FILES": manifests[0], "VK_ICD_FILENAMES": manifests[0]} if kind and manifests else {}


def failure(program, tests="*", parts=None):
    """The first test that fails twice; empty if none does."""
    many, driver = SUITES[program]
    many = parts or many
    command = [os.path.join(TREE, "build/release/tests", program), "--gtest_fail_fast", "--gtest_filter=" + tests]
    started = [goals.Process(command, SECONDS, TREE, **drivers(driver), GTEST_TOTAL_SHARDS=str(many),
                             GTEST_SHARD_INDEX=str(part)) for part in range(many)]
    failed = ""
    for ran in [process.end() for process in started]:
        names = re.findall(r"^\[  FAILED  \] ([\w./]+)", ran.out, re.M)
        begun = re.findall(r"^\[ RUN      \] ([\w./]+)", ran.out, re.M)
        if ran.code != 0:
            failed = failed or (names + begun[-1:] + [program])[0]
    if not failed or parts:
        return failed
    return failed if failure(program, tests if failed == program else failed, 1) else ""


def script_failure(name):
    command = ["ctest", "--test-dir", "build/release", "-R", f"^{name}$"]
    return name if run(command).code != 0 and run(command).code != 0 else ""


def built_and_failed(program, tests="*"):
    """The first test that fails; empty if none does."""
    wrong = build("vkperftest", SCRIPTS[program]) if program in SCRIPTS else build(program)
    if wrong:
        sys.exit(f"it does not build: remove such a fault from the table\n{wrong}")
    return script_failure(program) if program in SCRIPTS else failure(program, tests)


def trouble_without(faults):
    """What is wrong without any fault: a test that fails would catch whatever is planted, a likely one that is not there
       nothing."""
    for program in [*SUITES, *SCRIPTS]:
        found = built_and_failed(program)
        if found:
            return f"{found} fails"
    for fault in faults:
        program, *tests = fault.test.split(" ")
        if program in SUITES:
            command = [os.path.join(TREE, "build/release/tests", program), "--gtest_list_tests"]
            for test in tests or ["*"]:
                if not re.search(r"^  \S", run([*command, "--gtest_filter=" + test]).out, re.M):
                    return f"{fault.name}: there is no test {test}"
    return ""


def caught_by(fault):
    """The program and the test that notice the fault; nothing if none does."""
    for program, *tests in [fault.test.split(" "), *([program] for program in [*SUITES, *SCRIPTS])]:
        found = built_and_failed(program, *tests)
        if found:
            return program, found
    return None


def defence(program, test):
    if test.startswith("Catalogue."):
        return "reflection"
    if test.startswith(("Commands.", "Sources.")):
        return "what Vulkan is asked"
    return {"unit_tests": "unit test", "device_tests": "verification", "amd_code_tests": "isa",
            "mesa_code_tests": "isa"}.get(program, "test of the program")


def plant(fault):
    begin = time.monotonic()
    texts = texts_of(fault)
    for path, (_, text) in texts.items():
        write(os.path.join(TREE, path), text)
    try:
        caught = caught_by(fault)
    finally:
        for path, (text, _) in texts.items():
            write(os.path.join(TREE, path), text)
    what = f"caught by {defence(*caught)}: {caught[1]}" if caught else "SURVIVED"
    print(f"{fault.name} | {fault.edits[0][0]} | {what} | {time.monotonic() - begin:.0f} s", flush=True)
    return caught


def measure(options):
    names = [fault.name for fault in mutations.FAULTS]
    unknown = [name for name in options.only if name not in names]
    if unknown or len(set(names)) != len(names):
        sys.exit(f"unknown or duplicate names: {unknown or names}")
    for fault in mutations.FAULTS:
        texts_of(fault)
        if options.list:
            print(f"{fault.name} | {', '.join(path for path, _, _ in fault.edits)} | {fault.what} | {fault.test}")
    if options.list or options.check:
        return
    copy_tree()
    chosen = [fault for fault in mutations.FAULTS if not options.only or fault.name in options.only]
    trouble = trouble_without(chosen)
    if trouble:
        sys.exit(f"without any fault, {trouble}")
    caught = [plant(fault) for fault in chosen]
    by = [defence(*each) for each in caught if each]
    print(", ".join(f"{by.count(kind)} by {kind}" for kind in sorted(set(by))) or "none caught")
    goals.goal(f"faults caught of {len(chosen)}", len(by), ">=", min(38, len(chosen)))


parser = goals.parser(__doc__)
parser.add_argument("--only", nargs="+", default=[], metavar="NAME")
parser.add_argument("--list", action="store_true", help="print the table of faults")
parser.add_argument("--check", action="store_true", help="only check that each fault's text occurs once in its file")
goals.main(parser, measure)
