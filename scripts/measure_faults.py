#!/usr/bin/env python3
"""Fails every Vulkan call of the program that can fail, in each way that the specification names, and prints what came
   of it, a line each; then, with tabs between them, figures beside their goals (measure_faults.sh).
   measure_faults.py [--short] PROGRAM LAYER DRIVER     LAYER: the folder of the layer's manifest; DRIVER: an ICD's
   --short: each call once or twice, at its first use"""
import argparse
import json
import os
import re
import subprocess
import sys
import tempfile
import time
import xml.etree.ElementTree

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
REGISTRY = "/usr/share/vulkan/registry/vk.xml"  # of libvulkan-dev
HANG_SECONDS = 30
# Layers do not get this one, which belongs to no instance; these are only given to those who ask for them.
NOT_OF_LAYERS = {"vkEnumerateInstanceLayerProperties"}
NOT_ASKED_FOR = {"VK_SUCCESS", "VK_PIPELINE_COMPILE_REQUIRED", "VK_PIPELINE_COMPILE_REQUIRED_EXT",
                 "VK_ERROR_INVALID_OPAQUE_CAPTURE_ADDRESS", "VK_ERROR_INVALID_OPAQUE_CAPTURE_ADDRESS_KHR",
                 "VK_ERROR_INVALID_EXTERNAL_HANDLE", "VK_ERROR_INVALID_EXTERNAL_HANDLE_KHR",
                 "VK_ERROR_VIDEO_PROFILE_OPERATION_NOT_SUPPORTED_KHR", "VK_ERROR_COMPRESSION_EXHAUSTED_EXT",
                 "VK_ERROR_VALIDATION_FAILED_EXT", "VK_ERROR_INVALID_VIDEO_STD_PARAMETERS_KHR"}

OF_THE_LOADER = {"vkEnumeratePhysicalDevices", "vkEnumerateDeviceExtensionProperties"}  # it uses them, too

# Commands that together use all calls, and what the layer is told beside.
SCENARIOS = {
    "devices": (["devices"], ""),
    "run": (["run", "--quick", "--filter", "raw-load4-linear", "--filter", "texture-bilinear-rgba8-linear",
             "--strategy", "set,push-template"], "discrete"),
    "binding": (["run", "--quick", "--suite", "binding", "--filter", "constant16-float4-linear"], "discrete"),
    "isa": (["isa", "--target", "navi21", "--filter", "raw-load-linear", "--strategy", "set"], ""),
    "validate": (["run", "--quick", "--validate", "--filter", "raw-load4-linear", "--strategy", "set"],
                 ""),
}


class Registry:
    """What the specification says of calls and results."""

    def __init__(self):
        root = xml.etree.ElementTree.parse(REGISTRY).getroot()
        self.codes = {}
        aliases = {}
        for command in root.iter("command"):
            if command.get("alias"):
                aliases[command.get("name")] = command.get("alias")
            elif command.find("proto") is not None and command.find("proto/type").text == "VkResult":
                codes = command.get("successcodes", "") + "," + command.get("errorcodes", "")
                self.codes[command.find("proto/name").text] = [c for c in codes.split(",") if c]
        for name, known in aliases.items():
            if known in self.codes:
                self.codes[name] = self.codes[known]
        self.values, self.names = {}, {}
        for part in [*root.iter("enums"), *root.iter("feature"), *root.iter("extension")]:
            for enum in part.iter("enum"):
                if {"VkResult", "VkStructureType"} & {part.get("name"), enum.get("extends")}:
                    self.add(enum, part.get("number"))

    def add(self, enum, extension):
        """Numbers of extensions' results follow from the extension's own."""
        name = enum.get("name")
        self.names[name] = enum.get("alias", name)
        if enum.get("value"):
            self.values[name] = int(enum.get("value"))
        elif enum.get("offset"):
            block = int(enum.get("extnumber") or extension) - 1
            self.values[name] = int(enum.get("dir", "") + str(1000000000 + block * 1000 + int(enum.get("offset"))))

    def faults(self, call, short):
        """The results that it may give beside success, and the one that any may give; in short, the worst of them."""
        codes = [self.names[code] for code in self.codes[call] if code not in NOT_ASKED_FOR]
        codes = [*dict.fromkeys(codes), "VK_ERROR_UNKNOWN"]
        errors = sorted((code for code in codes if "ERROR" in code), key=lambda code: code != "VK_ERROR_DEVICE_LOST")
        return errors[:1] if short else codes


def calls_in_source(registry):
    """The calls that can fail in the program's source."""
    found = set()
    for folder, _, files in os.walk(os.path.join(ROOT, "source", "vulkan")):
        for file in files:
            with open(os.path.join(folder, file), encoding="utf-8") as text:
                found |= set(re.findall(r"\bvk[A-Z]\w+\b", text.read()))
    return {call for call in found if call in registry.codes} - NOT_OF_LAYERS


class Run:
    """One run of a scenario, and what came of it."""

    def __init__(self, options, arguments, environment, folder):
        self.file = os.path.join(folder, "run.json")
        if os.path.exists(self.file):
            os.remove(self.file)
        command = [options.program] + arguments
        if arguments[0] == "run":
            command += ["--output", self.file, "--format", "csv"]
        if arguments[0] != "isa":
            command += ["--driver", options.driver]
        # Where the validation layer is asked for, it stands before ours and is told what the program is.
        layers = "VK_LAYER_KHRONOS_validation:" if "--validate" in arguments else ""
        # Mesa's own layer asks devices, too, and crashes where they fail: none of the program's faults.
        variables = dict(os.environ, LP_NUM_THREADS="1", NODEVICE_SELECT="1", COLUMNS="1000",
                         VK_ADD_LAYER_PATH=options.layer,
                         VK_INSTANCE_LAYERS=layers + "VK_LAYER_VKPERFTEST_hostile", **environment,
                         ASAN_OPTIONS="exitcode=0", UBSAN_OPTIONS="exitcode=0")  # their reports are read
        begin = time.monotonic()
        try:
            done = subprocess.run(command, env=variables, stdin=subprocess.DEVNULL, capture_output=True,
                                  timeout=HANG_SECONDS, check=False, text=True)
            self.code, self.out, self.err = done.returncode, done.stdout, done.stderr
        except subprocess.TimeoutExpired:
            self.code, self.out, self.err = "hangs", "", ""
        self.seconds = time.monotonic() - begin
        self.result = None
        self.broken = False
        if os.path.exists(self.file):
            try:
                with open(self.file, encoding="utf-8") as text:
                    self.result = json.load(text)
            except ValueError:
                self.broken = True

    def crashed(self):
        return isinstance(self.code, int) and self.code not in (0, 3, 4)

    def rows(self):
        """What became of each row under each strategy, and of each way of recording: status and reason."""
        if self.result is None:
            return {}
        rows = self.result["rows"] + self.result["serial_twins"] + self.result["floors"] + [self.result["null_row"]]
        found = {(row["name"], strategy["strategy"]): (strategy["status"], strategy["reason"])
                 for row in rows for strategy in row["strategies"]}
        for way in self.result.get("recording", []):
            found[way["way"], "recording"] = (way["status"], way["reason"])
        return found

    def told(self):
        """All that the user can read of it."""
        reasons = {reason for _, reason in self.rows().values()}
        result = self.result or {}
        return "\n".join([self.err, self.out, result.get("aborted", ""), result.get("codes_missing", ""), *reasons])


def sanitizer_reports(text):
    """What the sanitizers say of the program; drivers leak, too."""
    leaks = re.split(r"(?=^(?:Direct|Indirect) leak)", text, flags=re.MULTILINE)[1:]
    kinds = {"a bad access": "ERROR: AddressSanitizer" in text, "undefined behaviour": "runtime error:" in text,
             "a leak": any(" in vkperftest::" in leak for leak in leaks)}
    return [kind for kind, found in kinds.items() if found]


def judge(run, healthy, call, code, hangs):
    """What is wrong with the outcome; nothing if it is as promised."""
    wrong = []
    if run.code == "hangs":
        return ["hangs"]
    if run.crashed():
        wrong.append(f"exit code {run.code}")
    if run.broken:
        wrong.append("the file does not parse")
    wrong += sanitizer_reports(run.err)
    if "validation:" in run.err and not hangs:  # what hangs is abandoned
        wrong.append("the validation layer has messages")
    rows = run.rows()
    started = run.result is not None
    ended = started and run.result["aborted"]  # without the ways of recording, which come last
    lost = [key for key in healthy if key not in rows and not (ended and key[1] == "recording")]
    if started and lost:
        wrong.append(f"{len(lost)} rows are lost")
    failed = [reason for status, reason in rows.values() if status in ("failed", "not_measured")]
    if any(status != "measured" and not reason for status, reason in rows.values()):
        wrong.append("a row without a reason")
    if run.code == 0 and (failed or ended):
        wrong.append("exit code 0 with rows that failed")
    if run.code == 4 and started and not failed and not ended:
        wrong.append("exit code 4 and nothing failed")
    changed = run.code != 0 or any(rows[key][0] != healthy[key][0] for key in healthy if key in rows)
    if code == "VK_TIMEOUT" and changed != hangs:  # one wait is repeated
        wrong.append("not as without the fault" if changed else "as without the fault")
    # What hangs is told as such, and the loader names the call in which it asked.
    sentences = ["hangs"] if hangs else [f"{call} gave {code}"]
    if call in OF_THE_LOADER:
        sentences = [f"gave {code}", "finds no device"]
    if changed and not any(sentence in run.told() for sentence in sentences):
        wrong.append(f"nobody is told: '{sentences[0]}'")
    return wrong


def outcome(run, healthy):
    rows = run.rows()
    if run.result is None:
        lines = [line for line in run.err.splitlines() if "error:" in line or "could not" in line]
        return lines[-1].removeprefix("vkperftest: ") if lines else "as without the fault"
    if run.result["aborted"]:
        return "ended: " + run.result["aborted"]
    measured = sum(status == "measured" for status, _ in rows.values())
    others = {reason for key, (status, reason) in rows.items() if healthy.get(key, (status,))[0] != status}
    return f"{measured} of {sum(status == 'measured' for status, _ in healthy.values())} rows measured" + "".join(
        sorted("; " + reason for reason in others))


def uses(count, scenario, short):
    """Which uses fail, of so many. No two runs use a call equally often."""
    if short:
        return [1]
    late = max(1, count // 2)
    # What comes before the recordings is as in the other runs; and what the validation layer says is soon said.
    some = {"binding": {late}, "validate": {1, late}}
    return sorted(some.get(scenario, {1, max(1, count // 4), late}))


def read_counts(path):
    """How often each call was used, by one process or several."""
    counts = {}
    if not os.path.exists(path):
        return counts
    with open(path, encoding="utf-8") as text:
        for line in text:
            call, count = line.split()
            counts[call] = counts.get(call, 0) + int(count)
    os.remove(path)
    return counts


def faults(options, registry, unused, folder):
    """Of each fault: its scenario, the call, which use of how many, the result, what came of it, and what was wrong."""
    counts_file = os.path.join(folder, "counts")
    for scenario in options.scenario or SCENARIOS:
        arguments, lie = SCENARIOS[scenario]
        if options.short and scenario == "run":
            arguments = arguments + ["--block", "1"]
        variables = {"HOSTILE_LIE": lie, "HOSTILE_COUNT": counts_file}
        run = Run(options, arguments, variables, folder)
        if scenario == "isa" and run.code == 3:
            print("isa: left out, since there is no RADV", file=sys.stderr)
            unused -= {call for call in unused if call.startswith("vkGetPipelineExecutable")}
            continue
        if run.code != 0:
            sys.exit(f"{scenario}: exit code {run.code} without a fault: {run.err}")
        healthy = run.rows()
        for call, count in read_counts(counts_file).items():
            if options.only not in call or options.short and call not in unused:
                continue
            brief = options.short or call not in unused and scenario in ("binding", "validate")
            unused.discard(call)
            for use in uses(count, scenario, options.short):
                codes = registry.faults(call, brief)
                # A wait that times out is repeated; one that always does is of a device that hangs.
                for code, onwards in [(code, "") for code in codes] + [("VK_TIMEOUT", "+")] * ("VK_TIMEOUT" in codes):
                    fault = f"{call} {use}{onwards} {registry.values[code]}"
                    run = Run(options, arguments, variables | {"HOSTILE_FAIL": fault}, folder)
                    reached = read_counts(counts_file).get(call, 0) >= use
                    if reached or run.crashed() or run.code == "hangs":
                        wrong = judge(run, healthy, call, code, bool(onwards))
                        yield scenario, call, f"{use}{onwards} of {count}", code, run, wrong, healthy


def goal(name, figure, operator, bound, unit=""):
    print(name, figure, operator, bound, unit, sep="\t")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--short", action="store_true")
    parser.add_argument("--only", default="", help="calls whose names contain this")
    parser.add_argument("--scenario", action="append", choices=SCENARIOS)
    parser.add_argument("program")
    parser.add_argument("layer")
    parser.add_argument("driver")
    options = parser.parse_args()
    registry = Registry()
    unused = calls_in_source(registry)
    runs, bad = [], 0
    with tempfile.TemporaryDirectory() as folder:
        for scenario, call, use, code, run, wrong, healthy in faults(options, registry, unused, folder):
            runs.append(run)
            bad += bool(wrong)
            mark = "WRONG: " + ", ".join(wrong) + ": " if wrong else ""
            print(f"{scenario} | {call} | {use} | {code} | {run.code} | {mark}{outcome(run, healthy)}", flush=True)
    goal("faults", len(runs), ">=", 1)
    goal("crashes", sum(run.crashed() for run in runs), "<=", 0)
    goal("hangs", sum(run.code == "hangs" for run in runs), "<=", 0)
    goal("faults with a wrong outcome", bad, "<=", 0)
    goal("slowest run", f"{max(run.seconds for run in runs):.1f}", "<=", HANG_SECONDS, "s")
    whole = not options.only and not options.scenario
    if whole:
        goal("calls in the source that never failed", len(unused), "<=", 0, " ".join(sorted(unused)))
    return bad > 0 or whole and bool(unused)


if __name__ == "__main__":
    sys.exit(main())
