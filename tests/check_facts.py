"""Finds code that searches in the names of rows or in sentences to learn a fact, which stands in types.

Usage: check_facts.py SOURCE. What is made for readers is cut and matched only where it is shown or read from a text:
in the folders `report` and `perftest`.
"""

import pathlib
import re
import sys

READERS = {"report", "perftest"}
ALLOWED = {
    "cases/reason.cpp",  # reads the clauses of results files before 1.4
}
SEARCH = r"\.(?:find\w*|rfind|starts_with|ends_with|contains|substr|compare|front|back)\("
SENTENCE = r"(?:reason|sentence|verdict|conclusion|caveat|operation|(?:\.|->)(?:pattern|trouble|detail|subject))"
ROW = r"(?:row|twin|floor|operation)\w*(?:\.|->)(?:\w+(?:\.|->))*(?:name|id)"
MADE = r"(?:caseName|caseId|shortName|reasonText|unmeasuredText)\((?:[^()]|\([^()]*\))*\)"
LABEL = rf"(?:\b(?:{ROW}|{MADE})|{SENTENCE})"
# One by another name: "const std::string& text = row.operation;"
ALIAS = re.compile(rf"\b(?:auto|string|string_view)&? (\w+)(?: = |\(|{{)(?:[\w.*&]|->|\(\))*?{LABEL}[)}}]*;")
FOUND = re.compile(rf"{LABEL}{SEARCH}")


def searches(text: str) -> list[tuple[int, str]]:
    aliases = set(ALIAS.findall(text))
    found = []
    for number, line in enumerate(text.split("\n"), 1):
        code = line.split("//")[0]
        if FOUND.search(code) or any(re.search(rf"\b{alias}{SEARCH}", code) for alias in aliases):
            found.append((number, line.strip()))
    return found


def main() -> None:
    source = pathlib.Path(sys.argv[1])
    wrong = []
    for path in sorted([*source.rglob("*.cpp"), *source.rglob("*.h")]):
        name = path.relative_to(source).as_posix()
        if name.split("/")[0] in READERS or name in ALLOWED:
            continue
        wrong += [f"{name}:{number}: {line}" for number, line in searches(path.read_text(encoding="utf-8"))]
    print("\n".join(wrong))
    if wrong:
        sys.exit(f"{len(wrong)} searches in names of rows or in sentences: take the fact from where it is typed "
                 "(cases/load_facts.h, cases/reason.h)")


main()
