#!/usr/bin/env python3
"""Injects faults such as a maintainer could make, one at a time, in a copy of the tree (build/mutations), builds it and runs its tests,
the likely ones first, and then all if need be. Prints which test caught each fault, or SURVIVED, and the score
(docs/trust.md). Some are injected in kernels and in the model that verifies them alike, so that verification
cannot see them. Takes 20 to 30 minutes on two cores."""
import filecmp
import glob
import os
import re
import shutil
import subprocess
import sys
import time
from typing import NamedTuple

import goals

ROOT = str(goals.ROOT)
TREE = os.path.join(ROOT, "build/mutations")
SECONDS = 1800  # of one program; what takes longer hangs

# Programs of tests, the quick ones first: how many run side by side, and the driver they are given.
SUITES = {"unit_tests": (2, ""), "device_tests": (2, "lvp"), "amd_code_tests": (2, "radeon"), "cli_tests": (4, ""),
          "run_driver_tests": (2, ""), "isa_driver_tests": (2, ""), "mesa_code_tests": (2, ""),
          "fake_device_tests": (2, "")}
# Tests of ctest that are scripts, and what they need beside the program.
SCRIPTS = {"lies": "hostile_layer", "faults": "hostile_layer", "results_schema": "vkperftest"}


class Fault(NamedTuple):
    name: str
    what: str   # goes wrong
    test: str   # that likely notices: a program of tests, and a filter of its tests; or a test of ctest
    edits: list  # of files: the text, which must stand there once, and what becomes of it


FAULTS = [
    # Kernels -----------------------------------------------------------------------------------------------------
    Fault("loads-may-merge", "without the mask, neighbouring loads of an iteration can be merged",
          "amd_code_tests *EveryRowLoads*/fiji",
          [("shaders/buffer_loop.hlsli",
            "ahead[k] = ((k) + 1) * kAddressStep | mask;",
            "ahead[k] = ((k) + 1) * kAddressStep;")]),
    Fault("random-in-order", "the random pattern is a linear one, in kernels and model",
          "unit_tests CpuModel.*",
          [("shaders/pattern.hlsli", "return (index * 3) & 15;", "return index & 15;"),
           ("source/cases/cpu_model.cpp", "return (3 * invocation) % 16;", "return invocation % 16;")]),
    Fault("texture-offset-mask", "random texels are 8 apart instead of 4, in kernels and model",
          "unit_tests CpuModel.*",
          [("shaders/pattern.hlsli", "startElement(local.y)) & 4;", "startElement(local.y)) & 8;"),
           ("source/cases/cpu_model.cpp", "offset / 4 % 2 * 4", "offset / 8 % 2 * 8")]),
    Fault("uniform-for-each-lane", "the uniform pattern's address is 0, but computed in every lane",
          "amd_code_tests *EveryRowLoads*/fiji",
          [("shaders/pattern.hlsli", "return 0;", "return index >> 8;")]),
    Fault("dependent-control-of-two", "the dependent control has two loads in flight",
          "amd_code_tests *EveryRowLoads*/fiji",
          [("shaders/technique.hlsli", "#define IN_FLIGHT 1", "#define IN_FLIGHT 2")]),
    Fault("no-loads-not-precise", "the no-load control's additions may become a multiplication",
          "unit_tests KernelCode.*",
          [("shaders/buffer_loop.hlsli", "precise LOADED sum = NOTHING; // precise: equal",
            "LOADED sum = NOTHING; // equal")]),
    Fault("no-loads-of-three-addresses", "the no-load control stands in for three addresses instead of four",
          "amd_code_tests *NoLoadControlsStandInForEveryAddress*/fiji",
          [("shaders/technique.hlsli", "+ zeros.z) ^ zeros.w;", "+ zeros.z);")]),
    Fault("load-dropped", "one word of a vector repeats another",
          "device_tests */raw_vector",
          [("shaders/raw_vector.hlsl", "words.word[WORDS - 1] = rest.z;", "words.word[WORDS - 1] = rest.y;")]),
    Fault("workgroups-begin-alike", "all workgroups read the same window at the same time",
          "device_tests Verification.SeesWorkgroups*",
          [("shaders/traversal_loop.hlsli", "(group.x * 0x9e3779b9u) >> 16;", "(group.x * 0x9e3779b9u) >> 24;")]),
    Fault("sink-always-stores", "every timed workgroup stores its sums",
          "unit_tests KernelCode.*",
          [("shaders/sink.hlsli", "    [branch] if (rotation != kSinkClosed)\n", "")]),
    Fault("halves-converted-once", "the no-load control of halves need not convert in its loop",
          "amd_code_tests *NoLoadControlsStandInForEveryAddress*/fiji",
          [("shaders/raw_vector.hlsl",
            "f16tof32((words.word[(k) / 2] | kept) >>",
            "f16tof32(words.word[(k) / 2] >>")]),
    # Cases, and the model that verification compares with --------------------------------------------------------
    Fault("vectors-not-aligned", "vectors of three lie 12 bytes apart, for kernels and model",
          "unit_tests CpuModel.*",
          [("source/cases/families/loads.cpp",
            "std::bit_ceil(traits(element).bytesOf(width))",
            "traits(element).bytesOf(width)")]),
    Fault("own-windows-shared", "own windows lie in 8 MB, so that windows of large strides coincide",
          "unit_tests StrideSuite.*",
          [("source/cases/families/loads.cpp",
            "kSourceBytes = 16 * 1024 * 1024;",
            "kSourceBytes = 8 * 1024 * 1024;")]),
    Fault("address-16-promises-4", "the strategy of 16 bytes runs the kernels of 4",
          "unit_tests Catalogue.*",
          [("source/cases/binding.cpp", "const std::uint32_t alignment = traits(bound.strategy).addressAlignment;",
            "const std::uint32_t alignment = std::min(traits(bound.strategy).addressAlignment, 4u);"),
           ("source/cases/binding.cpp", "#include <fmt/format.h>", "#include <algorithm>\n#include <fmt/format.h>")]),
    Fault("source-alternates", "every other value of a source is 0, so that fewer walks differ",
          "unit_tests CpuModel.*",
          [("source/cases/source_data.cpp",
            "return hash ^ (hash >> 16);",
            "return (hash ^ index) & 1 & ~hash;")]),
    # Binding -----------------------------------------------------------------------------------------------------
    Fault("srgb-view", "RGBA8 is decoded as sRGB, where 0 and 1 stay what they are",
          "device_tests Sources.*",
          [("source/vulkan/resources.cpp", "VK_FORMAT_R8G8B8A8_UNORM", "VK_FORMAT_R8G8B8A8_SRGB")]),
    Fault("texel-view-of-half", "a texel buffer's view ends in its middle, behind all that rows read",
          "device_tests Sources.*",
          [("source/vulkan/resources.cpp", "resource.ofOneDescriptor().bytes()));",
            "resource.ofOneDescriptor().bytes() / 2));")]),
    Fault("push-binds-sets", "the strategy 'push' silently binds a set",
          "device_tests Commands.*",
          [("source/vulkan/strategies/push.cpp",
            '{{"push descriptors", makeBinder<PushedDescriptors>}}',
            '{{"push descriptors", makeBinder<WrittenSets>}}'),
           ("source/vulkan/strategies/push.cpp",
            ".make = makeBinder<PushedDescriptors>",
            ".make = makeBinder<WrittenSets>"),
           ("source/vulkan/strategies/push.cpp",
            "kPushedSet =\n    VK_DESCRIPTOR_SET_LAYOUT_CREATE_PUSH_DESCRIPTOR_BIT_KHR;", "kPushedSet = 0;")]),
    Fault("dynamic-offset-of-another", "dispatches are bound with the dynamic offsets of other places",
          "device_tests VulkanExecutor.RecordsInEveryWay",
          [("source/vulkan/descriptor_sets.cpp",
            "offsets_[dispatch % offsets_.size()]",
            "offsets_[dispatch / offsets_.size()]")]),
    Fault("strategies-swapped", "every strategy builds the pipelines of 'set'",
          "device_tests Commands.*",
          [("source/vulkan/programs.cpp",
            "        kernel, bound.strategy, {bound.row.robustness, bound.row.subgroupSize}, bound.row.operation.index};",
            "        kernel, Strategy::Set, {bound.row.robustness, bound.row.subgroupSize}, bound.row.operation.index};")]),
    Fault("outside-is-bound", "the probe of bounds checks loads from memory that is bound",
          "device_tests BoundsChecks.*",
          [("source/vulkan/programs.cpp", "known = image ? resource.elements : kBoundElements,", "known = resource.elements,")]),
    Fault("image-of-rows", "images lie row by row instead of in the device's optimal layout",
          "device_tests Sources.*",
          [("source/vulkan/resources.h", "VK_IMAGE_TILING_OPTIMAL", "VK_IMAGE_TILING_LINEAR")]),
    Fault("source-across-the-bus", "buffers lie in the host's memory",
          "device_tests Sources.*",
          [("source/vulkan/resources.cpp",
            "if (kind == MemoryKind::DeviceLocal) return kDeviceMemory;",
            "if (kind == MemoryKind::DeviceLocal) return kHostMemory;")]),
    Fault("nearest-filters", "the nearest rows have the bilinear sampler",
          "device_tests */texture_sample",
          [("source/vulkan/programs.cpp",
            "nearest = sampler == Sampler::Nearest ||", "nearest =")]),
    Fault("bilinear-is-nearest", "the bilinear rows have the nearest sampler",
          "device_tests */texture_sample",
          [("source/vulkan/programs.cpp",
            "nearest = sampler == Sampler::Nearest", "nearest = sampler != Sampler::None")]),
    Fault("descriptor-of-another", "elements of arrays of descriptors hold the next one's resource",
          "device_tests AllSuites/Rows.*",
          [("source/vulkan/programs.cpp", "elementDescriptor(sources.front(), element)",
            "elementDescriptor(sources.front(), (element + 1) % binding.count)")]),
    Fault("nothing-before-the-source", "a lost dynamic offset would load the right values",
          "device_tests Commands.*",
          [("source/vulkan/resources.h", "kSourceLead = 256;", "kSourceLead = 0;")]),
    Fault("subgroup-size-not-demanded", "rows with a given subgroup size run at the driver's own size",
          "amd_code_tests *RowsOfASubgroupSize*/navi21",
          [("source/vulkan/pipeline.cpp",
            ".pNext = subgroupSize != 0 ? &demanded : nullptr",
            ".pNext = subgroupSize > 64 ? &demanded : nullptr")]),
    # Timing ------------------------------------------------------------------------------------------------------
    Fault("end-taken-early", "the second timestamp does not wait for the dispatch",
          "device_tests Commands.*",
          [("source/vulkan/vulkan_executor.cpp",
            "vkCmdWriteTimestamp(commands, VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT, timestamps, 2 * i + 1);",
            "vkCmdWriteTimestamp(commands, VK_PIPELINE_STAGE_TOP_OF_PIPE_BIT, timestamps, 2 * i + 1);")]),
    Fault("sink-open-while-timed", "timed dispatches store their sums",
          "device_tests Commands.*",
          [("source/vulkan/vulkan_executor.cpp",
            "(*content_->programs)[dispatch.program], kSinkClosed,",
            "(*content_->programs)[dispatch.program], kVerifyRotation,")]),
    Fault("workgroups-of-the-first", "all dispatches of a submission have as many workgroups as its first",
          "device_tests Commands.*",
          [("source/vulkan/vulkan_executor.cpp", "recordOne(commands, dispatches[i]);",
            "recordOne(commands, {dispatches[i].program, dispatches[0].groups});")]),
    Fault("trial-bytes-skipped", "of what a variant of a user's shader left, every second word is compared",
          "device_tests Trial.*",
          [("source/vulkan/trial_programs.cpp", "i < bytes; i += sizeof(std::uint32_t))",
            "i < bytes; i += 2 * sizeof(std::uint32_t))")]),
    Fault("trial-content-stale", "a variant begins with what the one before left", "device_tests Trial.*",
          [("source/vulkan/trial_programs.cpp", "        recordContent(commands);\n", "")]),
    Fault("trial-counts-equal", "all sizes that a user's shader gets are one", "device_tests Trial.*",
          [("source/trial/contents.cpp", "(number_ * step_ + number_ / most) % most", "0")]),
    Fault("trial-index-of-group", "a user's shader gets buffers for one workgroup", "unit_tests IndexBounds*:World*",
          [("source/frontend/index_bounds.cpp", "return over([&g = groups, &l = localSize](std::uint32_t i) { return double{1} * g[i] * l[i]; });",
            "return over([&l = localSize](std::uint32_t i) { return l[i]; });")]),
    Fault("valid-bits-ignored", "the timer's meaningless upper bits count",
          "lies",
          [("source/vulkan/vulkan_executor.cpp",
            "ticks[2 * i + 1], record_.timestampValidBits,",
            "ticks[2 * i + 1], 64,")]),
    # Statistics, analysis and what they are told -----------------------------------------------------------------
    Fault("interval-of-90-percent", "medians have intervals of 90 %",
          "unit_tests MedianInterval.*",
          [("source/stats/interval.cpp", "kConfidence = 0.95", "kConfidence = 0.90")]),
    Fault("percentile-off-by-one", "the fifth percentile is the next sample's",
          "unit_tests FastMode.*",
          [("source/stats/interval.cpp",
            "(samples.size() - 1) / 20",
            "samples.size() / 20")]),
    Fault("busy-core-counts", "the processor time of the busy core counts",
          "unit_tests BusyCore.*",
          [("source/base/cores.cpp", "others = *all - (*before + *after) / 2", "others = *all")]),
    Fault("clock-upside-down", "a faster clock makes times in its ticks shorter",
          "unit_tests MixedModel.*",
          [("source/stats/mixed_model.cpp",
            "meanOf(model.clock[1]) - meanOf(model.clock[0])",
            "meanOf(model.clock[0]) - meanOf(model.clock[1])")]),
    Fault("baseline-by-the-rows-loads", "the baseline's time per load is computed with the row's number of loads",
          "unit_tests RestartLevels.*:Comparison.*",
          [("source/analysis/restarts.cpp",
            "row.baselineNanoseconds[i] / static_cast<double>(row.baselineLoads)",
            "row.baselineNanoseconds[i] / static_cast<double>(result.loads)")]),
    Fault("printed-ratio-inverse", "of two strategies in a printed table, the slower one is reported as the faster",
          "unit_tests Figures.*",
          [("source/analysis/figures.cpp",
            "other.printed->ratio / one.printed->ratio",
            "one.printed->ratio / other.printed->ratio")]),
    Fault("resumed-controls-sizes", "a resumed run probes its controls' sizes anew and drops their samples",
          "unit_tests RunnerControls.*",
          [("source/run/plan.cpp", "rows : {&run.rows, &run.controls}) {", "rows : {&run.rows}) {")]),
    Fault("merged-restarts", "samples of a merged run's rows are all of one restart",
          "unit_tests Merge*:RunnerControls.*",
          [("source/model/merge.cpp", "from.restarts.size(), part.block);", "from.restarts.size(), 0);")]),
    Fault("scalar-waits", "for scalar loads, the wait for vector loads counts",
          "unit_tests *IsaCases*:IsaFormat*",
          [("source/isa/amd_instructions.cpp", '"lgkmcnt(", kScalarWaits', '"vmcnt(", kScalarWaits')]),
    Fault("addresses-without-mask", "loads by address of an iteration are known to be neighbours", "unit_tests KernelCode.*",
          [("shaders/address_load.comp", "(k) * kElementBytes | mask;\n#define COUNT", "(k) * kElementBytes;\n#define COUNT")]),
    Fault("control-too-seldom", "the A/A control has 16 times fewer samples", "unit_tests RunnerOrder.*",
          [("source/run/runner.cpp", "kRowsToANull = 16;", "kRowsToANull = 256;")]),
    Fault("resumed-with-other-threads", "a file is continued with another LP_NUM_THREADS", "unit_tests Continuing.*",
          [("source/run/plan.cpp", "std::to_string(run.host.driverThreads)", "std::to_string(0 * run.host.driverThreads)")]),
    Fault("scratch-for-everybody", "others can read the folders that shaders are compiled in", "unit_tests Scratch.*",
          [("source/base/atomic_file.cpp", "if (isNew) fs::permissions", "if (!isNew) fs::permissions")]),
    Fault("advice-turned-round", "the advice compares random with linear loads and says the reverse",
          "unit_tests Advice*",
          [("source/answers/choice.cpp",
            "quotient(ratioOf(reference), ratioOf(subject))",
            "quotient(ratioOf(subject), ratioOf(reference))")]),
]


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


def drop_missing():
    """Without Mesa's drivers (scripts/mesa-versions.sh) their tests are not built."""
    with open(os.path.join(TREE, "build/release/build.ninja"), encoding="utf-8") as file:
        rules = file.read()
    for program in [each for each in SUITES if f"tests/{each}" not in rules]:
        print(f"{program} | not built here", flush=True)
        del SUITES[program]


def trouble_without(faults):
    """What is wrong without any fault: a test that fails would catch whatever is injected, a likely one that is not there
       nothing."""
    build("unit_tests")
    drop_missing()
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


def inject(fault):
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
    names = [fault.name for fault in FAULTS]
    unknown = [name for name in options.only if name not in names]
    if unknown or len(set(names)) != len(names):
        sys.exit(f"unknown or duplicate names: {unknown or names}")
    for fault in FAULTS:
        texts_of(fault)
        if options.list:
            print(f"{fault.name} | {', '.join(path for path, _, _ in fault.edits)} | {fault.what} | {fault.test}")
    if options.list or options.check:
        return
    copy_tree()
    chosen = [fault for fault in FAULTS if not options.only or fault.name in options.only]
    trouble = trouble_without(chosen)
    if trouble:
        sys.exit(f"without any fault, {trouble}")
    caught = [inject(fault) for fault in chosen]
    by = [defence(*each) for each in caught if each]
    print(", ".join(f"{by.count(kind)} by {kind}" for kind in sorted(set(by))) or "none caught")
    goals.goal(f"faults caught of {len(chosen)}", len(by), ">=", len(chosen))


parser = goals.parser(__doc__)
parser.add_argument("--only", nargs="+", default=[], metavar="NAME")
parser.add_argument("--list", action="store_true", help="print the table of faults")
parser.add_argument("--check", action="store_true", help="only check that each fault's text occurs once in its file")
goals.main(parser, measure)
