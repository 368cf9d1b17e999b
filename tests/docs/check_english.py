"""Checks that the prose of Markdown files holds none of the phrases below, in any case and across the ends of lines. Blocks
of code may hold them, and so may files that the program wrote (results/NAME.md beside NAME.json).

check_english.py ROOT [FILE...]    without files: all that check_links.py checks
"""

import re
import sys
from pathlib import Path

sys.dont_write_bytecode = True  # leaves the source folder as it is
from check_links import markdown_files

# A phrase, and what to write instead.
PHRASES = (
    ("a third as many times", "lanes/3 times"),
    ("and their like", "and similar ones"),
    ("as bad as", "of this severity or worse"),
    ("as it must", "correctly"),
    ("by as much as both", "by the smaller of the two"),
    ("no verdict:", "No verdict:"),
    ("code tells", "code shows"),
    ("compiled to another loop", "the compiler unrolled this loop differently"),
    ("could not be told", "could not be distinguished"),
    ("cost nothing else", "nothing else is lost"),
    ("costs nothing else", "nothing else is lost"),
    ("defined alike", "with the same definition"),
    ("did not tell", "did not report"),
    ("do nothing to", "do not affect, or are escaped"),
    ("does nothing to", "does not affect, or is escaped"),
    ("find nothing that is not", "find only"),
    ("finds nothing that is not", "finds only"),
    ("GPUs that are not there", "GPUs you don't have"),
    ("however long it is", "however long it lasts"),
    ("is said once", "is printed once"),
    ("are said once", "are printed once"),
    ("is told", "is reported"),
    ("are told", "are reported"),
    ("its kin", "similar ones, named"),
    ("their kin", "similar ones, named"),
    ("load alike", "generate the same loads"),
    ("loads alike", "generates the same load"),
    ("may has failed", "a row fails if it would exceed the limit"),
    ("must load once more", "should load, computed a second time"),
    ("none of a kind if", "omitted for a kind if"),
    ("nothing tells", "nothing shows"),
    ("passed over", "skipped"),
    ("passes over", "skips, or ignores"),
    ("ratios show 99 %", "comparing ratios finds 99 %"),
    ("refuse", "reject"),
    ("refused", "rejected"),
    ("refuses", "rejects"),
    ("silences nothing", "hides nothing"),
    ("so that they show from", "only differences above ... count"),
    ("take longer than it may", "exceed the limit"),
    ("takes longer than it may", "exceeds the limit"),
    ("tell apart", "distinguish"),
    ("tells apart", "distinguishes"),
    ("told apart", "distinguished"),
    ("tell of", "report"),
    ("tells of", "reports"),
    ("than a submission may", "than the submission limit"),
    ("that are alike", "that are equal"),
    ("times tell", "times show"),
    ("told together", "on one line"),
    ("what came of", "the result of"),
    ("which of the two", "whether A or B"),
    ("which they call for", "name who does what"),
)
BLOCK = re.compile(r"^( *)(```|~~~).*?^\1\2 *$", re.MULTILINE | re.DOTALL)


def forbidden(path):
    text = BLOCK.sub(lambda block: "\n" * block[0].count("\n"), path.read_text(encoding="utf-8"))
    for phrase, better in PHRASES:
        words = r"\s+".join(re.escape(word) for word in phrase.split())
        for match in re.finditer(rf"(?<!\w){words}(?!\w)", text, re.IGNORECASE):
            yield text.count("\n", 0, match.start()) + 1, f"'{phrase}': write '{better}'"


def main(root, *names):
    root = Path(root).resolve()
    paths = [Path(name).resolve() for name in names] or markdown_files(root)
    paths = [path for path in paths if not path.with_suffix(".json").exists()]
    found = [f"{path.relative_to(root)}:{line}: {what}" for path in paths for line, what in sorted(forbidden(path))]
    if found or not paths:
        sys.exit("\n".join([*found, f"{len(found)} phrases in {len(paths)} files are to be replaced"]))
    print(f"{len(paths)} files hold none of {len(PHRASES)} phrases")


if __name__ == "__main__":
    main(*sys.argv[1:])
