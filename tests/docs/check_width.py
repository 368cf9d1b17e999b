"""Checks that the prose of Markdown files fits into 120 columns. Tables and blocks of code may be wider, and so may
files that the program wrote (results/NAME.md beside NAME.json).

check_width.py ROOT [FILE...]    without files: all that check_links.py checks
"""

import sys
from pathlib import Path

sys.dont_write_bytecode = True  # leaves the source folder as it is
from check_links import markdown_files

COLUMNS = 120


def wide_lines(path):
    in_code = False
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        if line.lstrip().startswith(("```", "~~~")):
            in_code = not in_code
        elif not in_code and not line.startswith("|") and len(line) > COLUMNS:
            yield f"{number}: {len(line)} columns"


def main(root, *names):
    root = Path(root).resolve()
    paths = [Path(name).resolve() for name in names] or markdown_files(root)
    paths = [path for path in paths if not path.with_suffix(".json").exists()]
    wide = [f"{path.relative_to(root)}:{trouble}" for path in paths for trouble in wide_lines(path)]
    if wide or not paths:
        sys.exit("\n".join([*wide, f"{len(wide)} lines in {len(paths)} files are wider than {COLUMNS} columns"]))
    print(f"the prose of {len(paths)} files fits into {COLUMNS} columns")


if __name__ == "__main__":
    main(*sys.argv[1:])
