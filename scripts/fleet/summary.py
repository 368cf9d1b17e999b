#!/usr/bin/python3
"""Prints how many tasks of a fleet are done and how many files are complete, then every host that
failed, hung, was killed or did not start, and every file that is missing, incomplete or broken.
Equal outcomes share one line."""
import argparse
import collections
import json
import pathlib
import sys

sys.dont_write_bytecode = True  # leaves the folder as it is
from texts import printable, some

EPILOG = """FOLDER is the folder that submit.sh, over-ssh.sh or measure-host.sh wrote.

  summary.py results                 tasks without an end are running, or were killed
  summary.py --ended results         nothing is running any more: they were killed
  summary.py --list results          also each file, and what it holds

Exit codes: 0 every task is done and every file complete; 1 something listed is wrong; 2 bad usage."""


class Task:
    """What a task's record says of its last start: `code` is None until its end."""

    def __init__(self, name, text):
        self.name, self.started, self.code, self.words, self.files = name, False, None, "", []
        for line in text.splitlines():
            _, what, rest = (line.split(" ", 2) + ["", ""])[:3]
            code, _, words = rest.partition(" ")
            if what == "start":
                self.started, self.code, self.words = True, None, ""
                self.files.clear()  # of another driver, perhaps
            elif what == "measuring":
                self.files.append(rest)
            elif what == "end":
                self.code, self.words = code, words

    def outcome(self, ended):
        """In words; empty if the task is done."""
        if not self.started and self.code is None:
            return "did not start"
        if self.code is None:
            return "was killed: its record has no end" if ended else "is running, or was killed: its record has no end"
        if self.code == "0":
            return ""
        return f"failed with exit code {self.code}: {self.words}"


def hold(path):
    """How many rows the file has finished, of how many, how many failed, and what is wrong with it, if anything is."""
    try:
        result = json.loads(path.read_bytes())
        rows = [*result["rows"], *result["serial_twins"], *result["floors"], result["null_row"]]
        finished = sum(row["stopped"] in ("precision", "time") for row in rows)
        failed = sum(each["status"] == "failed" for row in rows for each in row["strategies"])
        if result["complete"] is not True or result["aborted"]:
            return finished, len(rows), f"incomplete{': ' * bool(result['aborted'])}{result['aborted']}"
        return finished, len(rows), f"{failed} figures failed" if failed else ""
    except (OSError, ValueError, RecursionError) as error:
        return 0, 0, f"broken: {error}"
    except (KeyError, TypeError, AttributeError):
        return 0, 0, "broken: it is no results file"


def read_record(path):
    try:
        return path.read_text(errors="replace")
    except OSError as error:
        return f"- end 2 its record cannot be read: {error.strerror}"


def read_tasks(records):
    tasks = {path.stem: read_record(path) for path in sorted(records.glob("*.txt"))}
    expected = records / "expected"
    for name in expected.read_text(errors="replace").split("\n") if expected.is_file() else []:
        if name:
            tasks.setdefault(name, "")
    return [Task(name, text) for name, text in sorted(tasks.items())]


def main():
    parser = argparse.ArgumentParser(description=__doc__, epilog=EPILOG,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("--ended", action="store_true", help="nothing is running any more")
    parser.add_argument("--list", action="store_true", help="print each file, too")
    options = parser.parse_args()
    if not options.folder.is_dir():
        parser.error(f"there is no folder '{options.folder}'")
    if not (options.folder / "tasks").is_dir():
        parser.error(f"'{options.folder}' has no folder 'tasks': name the folder that a fleet was measured into")
    tasks = read_tasks(options.folder / "tasks")
    paths = {path.name: path for path in sorted(options.folder.glob("*.json")) if not path.name.endswith(".schema.json")}
    held = {name: hold(path) for name, path in paths.items()}

    troubles = collections.defaultdict(list)  # a sentence, and whom it is about
    for task in tasks:
        if outcome := task.outcome(options.ended):
            troubles[outcome].append(task.name)
        for file in task.files:
            if file and file not in held:
                troubles["the file is missing"].append(file)
    for name, (finished, rows, wrong) in held.items():
        if wrong:
            troubles[wrong + (f" ({finished} of {rows} rows are finished)" if rows else "")].append(name)
    done = sum(not task.outcome(options.ended) for task in tasks)
    complete = sum(not wrong for _, _, wrong in held.values())
    megabytes = sum(path.lstat().st_size for path in paths.values()) / 1e6
    print(f"{done} of {len(tasks)} tasks are done; {complete} of {len(held)} files are complete ({megabytes:.1f} MB).")
    for outcome, names in sorted(troubles.items(), key=lambda each: (-len(each[1]), each[0])):
        print(f"{some(names)}: {printable(outcome)}")
    if options.list:
        for name, (finished, rows, wrong) in held.items():
            print(f"{printable(name)}: {finished} of {rows} rows finished{', ' * bool(wrong)}{printable(wrong)}")
    sys.exit(0 if not troubles and tasks else 1)


try:
    main()
except BrokenPipeError:
    sys.stderr.close()
    sys.exit(1)
