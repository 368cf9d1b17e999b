#!/usr/bin/env python3
"""Fails every Vulkan call of the program that can fail, in each way that the specification names, and prints the outcomes.
Takes a quarter of an hour on two cores; with --short, each call fails once or twice, at its first use. In a build with
sanitizers (build/asan), their reports are wrong outcomes, too."""
import collections
import itertools
import re
import sys
import xml.etree.ElementTree

import goals
import hostile
from goals import goal

REGISTRY = "/usr/share/vulkan/registry/vk.xml"  # of libvulkan-dev
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
    files = [path for path in (goals.ROOT / "source/vulkan").rglob("*") if path.is_file()]
    found = {call for path in files for call in re.findall(r"\bvk[A-Z]\w+\b", path.read_text(encoding="utf-8"))}
    return {call for call in found if call in registry.codes} - NOT_OF_LAYERS


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
        wrong.append("the validation layer reports messages")
    rows = run.rows()
    started = run.result is not None
    ended = started and run.result["aborted"]  # without the ways of recording, which come last
    lost = [key for key in healthy if key not in rows and not (ended and key[1] == "recording")]
    if started and lost:
        wrong.append(f"{len(lost)} rows are missing")
    failed = [reason for status, reason in rows.values() if status in ("failed", "not_measured")]
    if any(status != "measured" and not reason for status, reason in rows.values()):
        wrong.append("a row without a reason")
    if run.code == 0 and (failed or ended):
        wrong.append("exit code 0 although rows failed")
    if run.code == 4 and started and not failed and not ended:
        wrong.append("exit code 4 although nothing failed")
    changed = run.code != 0 or any(rows[key][0] != healthy[key][0] for key in healthy if key in rows)
    if code == "VK_TIMEOUT" and changed != hangs:  # one wait is repeated
        wrong.append("the outcome changed" if changed else "the outcome did not change")
    # What hangs is told as such, and the loader names the call in which it asked.
    sentences = ["hangs"] if hangs else [f"{call} returned {code}"]
    if call in OF_THE_LOADER:
        sentences = [f"returned {code}", "finds no device"]
    if changed and not any(sentence in run.told() for sentence in sentences):
        wrong.append(f"not reported: '{sentences[0]}'")
    return wrong


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
    counts = collections.Counter()
    if path.exists():
        for line in path.read_text(encoding="utf-8").splitlines():
            call, count = line.split()
            counts[call] += int(count)
        path.unlink()
    return counts


def fail_calls(options, registry, unused, campaign):
    """Takes from the unused calls what failed; returns the runs."""
    runs, counts_file = [], options.folder / "counts"
    for scenario in options.scenario or SCENARIOS:
        arguments, lie = SCENARIOS[scenario]
        if options.short and scenario == "run":
            arguments = arguments + ["--block", "1"]
        variables = {"HOSTILE_LIE": lie, "HOSTILE_COUNT": str(counts_file)}
        run = hostile.Run(options, arguments, **variables)
        if scenario == "isa" and run.code == 3:
            print("isa: skipped, because there is no RADV", file=sys.stderr)
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
            codes = registry.faults(call, brief)
            # A wait that times out is repeated; one that always does is of a device that hangs.
            ways = [(code, "") for code in codes] + [("VK_TIMEOUT", "+")] * ("VK_TIMEOUT" in codes)
            for use, (code, onwards) in itertools.product(uses(count, scenario, options.short), ways):
                fault = f"{call} {use}{onwards} {registry.values[code]}"
                run = hostile.Run(options, arguments, **variables, HOSTILE_FAIL=fault)
                reached = read_counts(counts_file)[call] >= use
                if reached or run.crashed() or run.code == "hangs":
                    runs.append(run)
                    campaign.tell(f"{scenario} | {call} | {use}{onwards} of {count} | {code} | {run.code}",
                                  judge(run, healthy, call, code, bool(onwards)), run.outcome(healthy))
    return runs


def measure(options):
    registry = Registry()
    unused = calls_in_source(registry)
    campaign = hostile.Campaign()
    runs = fail_calls(options, registry, unused, campaign)
    goal("faults", campaign.done, ">=", 1)
    goal("crashes", sum(run.crashed() for run in runs), "<=", 0)
    goal("hangs", sum(run.code == "hangs" for run in runs), "<=", 0)
    goal("faults with a wrong outcome", campaign.wrong, "<=", 0)
    if not options.short:
        goal("slowest run", max(run.seconds for run in runs), "<=", hostile.HANG_SECONDS, "s")
    if not options.only and not options.scenario:
        goal("calls in the source that never failed", len(unused), "<=", 0)
        print("".join(f"  {call}\n" for call in sorted(unused)), end="")


if __name__ == "__main__":
    parser = hostile.parser(__doc__)
    parser.add_argument("--only", default="", help="only calls whose names contain this")
    parser.add_argument("--scenario", action="append", choices=SCENARIOS)
    goals.main(parser, measure)
