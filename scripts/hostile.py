"""The program behind the layer of tests/layer, through which calls fail and devices lie: what the scripts share that
measure what comes of it. Each prints a line for everything it did, and then its figures."""
import os
import re

import goals

HANG_SECONDS = 30


def parser(text):
    """[--short] [BUILD [DRIVER]]"""
    made = goals.parser_of_build(text)
    made.add_argument("driver", nargs="?", type=os.path.realpath, default=goals.LAVAPIPE,
                      help="an ICD's manifest; default: the first lavapipe")
    made.add_argument("--short", action="store_true", help="only the part that the tests run, without goals for times")
    return made


def variables(options, layers=""):
    """Of the environment: what puts our layer before the driver, behind others. Mesa's own layer asks devices, too, and
    crashes where they fail: none of the program's faults."""
    return {"LP_NUM_THREADS": "1", "NODEVICE_SELECT": "1", "COLUMNS": "1000", "VK_ADD_LAYER_PATH": str(options.layer),
            "VK_INSTANCE_LAYERS": layers + "VK_LAYER_VKPERFTEST_hostile"}


class Campaign:
    """What was done so far, and what of it came out wrong."""

    def __init__(self):
        self.done, self.wrong = 0, 0

    def tell(self, what, wrong, outcome=""):
        self.done += 1
        self.wrong += bool(wrong)
        print(f"{what} | " + ("WRONG: " + ", ".join(wrong) + ": " if wrong else "") + outcome, flush=True)


class Run(goals.Process):
    """One run of the program to its end, and what came of it."""

    def __init__(self, options, arguments, **environment):
        file = options.folder / "run.json"
        file.unlink(missing_ok=True)
        command = [options.program.path, *arguments]
        if arguments[0] == "run":
            command += ["--output", file, "--format", "csv"]
        if arguments[0] != "isa":
            command += ["--driver", options.driver]
        # Where the validation layer is asked for, it stands before ours and is told what the program is.
        layers = "VK_LAYER_KHRONOS_validation:" if "--validate" in arguments else ""
        super().__init__(command, HANG_SECONDS, **variables(options, layers), **environment,
                         ASAN_OPTIONS="exitcode=0", UBSAN_OPTIONS="exitcode=0")  # their reports are read
        self.end()
        self.result, self.broken = None, False
        if file.exists():
            try:
                self.result = goals.load(file)
            except ValueError:
                self.broken = True

    def crashed(self):
        return self.code not in (0, 3, 4, "hangs")

    def rows(self):
        """What became of each row under each strategy, and of each way of recording: status and reason."""
        if self.result is None:
            return {}
        found = {(row["name"], strategy["strategy"]): (strategy["status"], strategy["reason"])
                 for row in goals.all_rows(self.result) for strategy in row["strategies"]}
        for way in self.result.get("recording", []):
            found[way["way"], "recording"] = (way["status"], way["reason"])
        return found

    def told(self):
        """All that the user can read of it."""
        reasons = {reason for _, reason in self.rows().values()}
        result = self.result or {}
        return "\n".join([self.err, self.out, result.get("aborted", ""), result.get("codes_missing", ""), *reasons])

    def outcome(self, healthy):
        """In words, beside the rows of a run without a fault."""
        rows = self.rows()
        if self.result is None:
            lines = [line for line in self.err.splitlines() if "error:" in line or "could not" in line]
            return lines[-1].removeprefix("vkperftest: ") if lines else "as without the fault"
        if self.result["aborted"]:
            return "ended: " + self.result["aborted"]
        measured = sum(status == "measured" for status, _ in rows.values())
        others = {reason for key, (status, reason) in rows.items() if healthy.get(key, (status,))[0] != status}
        return f"{measured} of {sum(status == 'measured' for status, _ in healthy.values())} rows measured" + "".join(
            sorted("; " + reason for reason in others))
