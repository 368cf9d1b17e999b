#!/usr/bin/env python3
"""Runs everything that the program does on a device under the Khronos validation layer, with core, synchronization and
best-practices checks: the system's layer and Chromium's newer one, on every lavapipe that mesa-versions.sh has fetched
and on Chromium's SwiftShader. Prints the messages, and figures beside their goals (docs/trust.md). Takes a quarter of an
hour on two cores."""
import collections
import glob
import json
import pathlib
import re

import goals
from goals import goal

CHROMIUM = pathlib.Path("/usr/lib/chromium")
SETTINGS = """khronos_validation.debug_action = VK_DBG_LAYER_ACTION_LOG_MSG
khronos_validation.report_flags = error,warn,perf
khronos_validation.log_filename = {log}
"""
# What turns all checks on; the newer layer complains of the older one's words.
SYSTEM = """khronos_validation.enables = VK_VALIDATION_FEATURE_ENABLE_SYNCHRONIZATION_VALIDATION_EXT,\
VK_VALIDATION_FEATURE_ENABLE_BEST_PRACTICES_EXT,VALIDATION_CHECK_ENABLE_SYNCHRONIZATION_VALIDATION_QUEUE_SUBMIT
"""
NEWER = "".join(f"khronos_validation.{what} = true\n"
                for what in ("validate_sync", "syncval_full_validation", "validate_best_practices"))
# Messages that stay, as regular expressions, and why.
EXCUSED = {
    "small(-dedicated)?-allocation":
        "each resource has its own memory; there are some hundreds, and no measurement waits for them",
    "CreateDevice-deprecated-extension": "devices of Vulkan 1.1 know what 1.2 took over only by these names",
}
KINDS = ("SYNC-HAZARD", "VUID|UNASSIGNED-CoreValidation", "BestPractices")
ROWS = ["--quick", "--no-advice", "--filter", "raw-load4-linear", "--filter", "texture-bilinear-rgba8-linear"]
counts = collections.Counter()
excuses_seen = set()


def layers_of(options):
    """The folder of each layer's manifest, and its settings."""
    layers = {"system": ("/usr/share/vulkan/explicit_layer.d", SYSTEM)}
    library = CHROMIUM / "libVkLayer_khronos_validation.so"
    if library.exists():  # without a manifest
        layer = {"name": "VK_LAYER_KHRONOS_validation", "type": "GLOBAL", "library_path": str(library),
                 "api_version": "1.4.0", "implementation_version": "1", "description": "Khronos Validation Layer",
                 "instance_extensions": [{"name": "VK_EXT_debug_utils", "spec_version": "1"},
                                         {"name": "VK_EXT_validation_features", "spec_version": "2"}]}
        folder = options.folder / "chromium"
        folder.mkdir()
        goals.write(folder / "layer.json", json.dumps({"file_format_version": "1.2.0", "layer": layer}))
        layers["chromium"] = (folder, NEWER)
    else:
        print("Chromium's layer was not found.")
    return layers


def commands(program):
    """All that the program does on a device."""
    text = " ".join(program("run", "--help").out.split())
    strategies, suites = (re.search(rf"{what}: ([^(]*) \(", text)[1].replace(" ", "")
                          for what in ("Binding strategies", "Suite of rows"))
    for suite in suites.removesuffix(",all").split(","):
        yield ["run", "--suite", suite, "--strategy", strategies, "--quick", "--no-advice", "--block", "1"]
    yield ["run", *ROWS]  # with the rows' twins
    yield ["run", "--suite", "binding", "--quick", "--no-advice", "--filter", "raw-load4-linear"]  # with recordings
    yield ["run", "--as-gpu", *ROWS]
    yield ["devices"]


def under(options, layer, arguments, hostile=""):
    """A run with all checks, by settings from outside; and the messages, by their ids."""
    folder, settings = layer
    log = options.folder / "log"
    goals.write(log, "")
    goals.write(options.folder / "settings", settings + SETTINGS.format(log=log))
    before = "VK_LAYER_VKPERFTEST_hostile:" if hostile else ""
    ran = options.program(*arguments, codes=None, VK_LAYER_PATH=f"{options.layer}:{folder}",
                          VK_LAYER_SETTINGS_PATH=str(options.folder / "settings"),
                          VK_INSTANCE_LAYERS=f"{before}VK_LAYER_KHRONOS_validation", HOSTILE_DROP=hostile)
    found = re.findall(r"Validation [A-Za-z ]+: \[ ([^] ]+) \]", log.read_text(errors="replace"))
    return ran, collections.Counter(found)


def tell(where, what, messages):
    """Which messages there are, and how many of each; layers repeat none more than ten times."""
    listed = ", ".join(f"{count} {name}" for name, count in sorted(messages.items()))
    print(f"{where} | {what} | {listed or 'none'}", flush=True)


def judge_run(options, ran):
    """That rows were too slow is the machine's matter: they were verified, and one sample of them taken."""
    counts["runs"] += 1
    reasons = []
    if ran.code == 4 and (options.folder / "run.json").exists():
        rows = goals.all_rows(goals.load(options.folder / "run.json"))
        reasons = [each["reason"] for row in rows for each in row["strategies"] if each["status"] == "failed"]
    others = [reason for reason in reasons if not reason.startswith("too slow: ")]
    if ran.code != 0 and (others or not reasons):
        counts["failed"] += 1
        print(f"failed: {' '.join(ran.command)}: exit code {ran.code}; {'; '.join(others)}\n{ran.err}")


def excuse_some(options, messages):
    """Counts the messages that nothing excuses."""
    for message in messages:
        excuses = {excuse for excuse in EXCUSED if re.search(excuse, message)}
        excuses_seen.update(excuses)
        if not excuses:
            counts["unexcused"] += 1
            log = (options.folder / "log").read_text(errors="replace")
            print("\n".join(log[log.index(message):].splitlines()[:4]))


def judge_under(options, layer, where, driver):
    # A known mistake: without it, silence would mean nothing. Its rows are wrong, perhaps.
    _, messages = under(options, layer, ["run", *ROWS, "--block", "1", "--driver", driver], "barriers")
    tell(where, "run without barriers", messages)
    counts["blind"] += sum(not any(re.search(kind, message) for message in messages) for kind in KINDS)
    for command in commands(options.program):
        file = options.folder / "run.json"
        file.unlink(missing_ok=True)
        arguments = [*command, "--driver", driver, *(["--output", file] if command[0] == "run" else [])]
        ran, messages = under(options, layer, arguments)
        judge_run(options, ran)
        tell(where, " ".join(command), messages)
        excuse_some(options, messages)
        if command[0] == "run":
            # The program's own --validate, which asks for synchronization, too, and fails if there is any message.
            ran = options.program(*arguments, "--validate", codes=None, VK_LAYER_PATH=str(layer[0]))
            judge_run(options, ran)
            counts["own"] += "\nvkperftest: validation: " in "\n" + ran.err


def measure(options):
    fetched = sorted(glob.glob(f"{goals.ROOT}/build/mesa/lavapipe-*.json")) + glob.glob(
        f"{CHROMIUM}/vk_swiftshader_icd.json")
    for name, layer in layers_of(options).items():
        for driver in options.drivers or fetched or [goals.LAVAPIPE]:
            judge_under(options, layer, f"{name} | {pathlib.Path(driver).stem}", driver)
    goal("runs", counts["runs"], ">=", 1)
    goal("runs that failed", counts["failed"], "<=", 0)
    goal("messages without an excuse", counts["unexcused"], "<=", 0)
    goal("runs with messages under --validate", counts["own"], "<=", 0)
    goal("checks that miss a known mistake", counts["blind"], "<=", 0)
    for excuse, why in EXCUSED.items():
        print(f"excused, {excuse}: {why}")
        goal("it still occurs", int(excuse in excuses_seen), ">=", 1)


parser = goals.parser_of_build(__doc__)
parser.add_argument("drivers", nargs="*", metavar="DRIVER", help="default: all of these")
goals.main(parser, measure)
