"""What the scripts that make a page of what the program prints have in common."""
import argparse
import difflib
import pathlib
import sys


def options(text):
    """The command line: --check, the program, the page."""
    parser = argparse.ArgumentParser(description=text, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", action="store_true", help="only compare the page with what the program makes")
    parser.add_argument("program", nargs="+", help="vkperftest; the command that runs it, if any, comes first")
    parser.add_argument("page", type=pathlib.Path)
    return parser.parse_args()


def write_or_check(given, made, script):
    """Writes the page, or with --check fails if it differs from what was made."""
    if not given.check:
        given.page.write_text(made, encoding="utf-8", newline="\n")
        return
    found = given.page.read_text(encoding="utf-8")
    if found != made:
        sys.stderr.reconfigure(errors="backslashreplace")
        changes = list(difflib.unified_diff(found.splitlines(), made.splitlines(), str(given.page), "made", lineterm=""))
        sys.exit("\n".join([*changes[:40], f"{given.page} differs from what the program makes: run scripts/{script} "
                            f"{' '.join(given.program)} {given.page}"]))
    print(f"{given.page} is what the program makes")
