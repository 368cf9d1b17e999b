"""Finds code that learns a fact from the name of a row or from a sentence. Facts stand in types (cases/load_facts.h,
cases/reason.h); names and sentences are for readers.

Usage: check_facts.py SOURCE            finds nothing
       check_facts.py SOURCE --planted  finds what is marked with "// wrong", and nothing else

It looks for a label (the name, id or operation of a row, a reason, a cause, a verdict, …; also under another name in the
same block) that is searched, cut, split, indexed, matched, or compared with a literal, and for a search for words of a
sentence in any text. Not checked are `report` and `perftest`, which show texts and read PerfTest's. In the folders of
FOREIGN, which read what others wrote, only the labels of rows and results count. ALLOWED has the other exceptions.

It knows labels by their names and types by nothing. So it cannot see a label in a variable or parameter with any other
name (`text`, `one`, `it`), one that passes through a function or a container, a comparison with a constant instead of a
literal, a name as the key of a map or set, a loop over the characters, a function of its own that searches, or a macro.
"""

import pathlib
import re
import sys

READERS = {"report", "perftest"}
FOREIGN = {
    "addresses",  # shaders
    "base",  # knows no rows
    "conditions",  # files of drivers
    "fake_device",  # what drivers ask of a kernel
    "frontend",  # shaders and what compilers print
    "isa",  # what drivers' compilers print
    "lint",  # shaders and settings
    "vulkan",  # what drivers print, and their files
}
# (file, a piece of the line, the reason); an empty piece allows the whole file.
ALLOWED = [
    ("analysis/l1_limit.cpp", "globMatches(name, device.name)", "a device's name: no driver gives its architecture otherwise"),
    ("cases/strategy.cpp", "static_assert(kStrategyTable", "compares the table with its enumerators"),
    ("cases/suite.cpp", "filterMatches(", "--filter matches names"),
    ("cli/fish_completion.cpp", 'name.starts_with("--")', "the name of an option"),
    ("cli/help.cpp", 'line.starts_with("Exit codes:")', "a heading of docs/cli.md"),
    ("cli/inputs.cpp", 'format->name == "html"', "a format, as the user typed it"),
    ("cli/isa_command.cpp", 'format->name != "table"', "a format, as the user typed it"),
    ("cli/shader_errors.cpp", "error.cause.find(", "whether a compiler's message has the file's path, which is then not repeated"),
    ("cli/man_page.cpp", 'command.name == "run"', "the name of a command"),
    ("cli/options.cpp", "name.starts_with('-')", "the name of an option"),
    ("cli/run_request.cpp", 'format->name == "html"', "a format, as the user typed it"),
    ("cli/zsh_completion.cpp", 'name.starts_with("--")', "the name of an option"),
    ("cli/zsh_completion.cpp", 'command.name == "run"', "the name of a command"),
    ("conditions/intel_files.cpp", 'reason == "status"', "a file's name"),
    ("experiments/finding.cpp", "name.find(',')", "shortens a list of names for readers"),
    ("experiments/finding.cpp", "names[i].", "shortens a list of names for readers"),
    ("model/filter_rows.cpp", "filterMatches(", "--filter matches names"),
    ("model/json_read.cpp", 'message.find("line ")', "a message of the JSON library"),
    ("model/json_read.cpp", 'text.find("ms ")', "a file that is no JSON: whether it is PerfTest's text"),
    ("model/select_device.cpp", "name.find(text)", "--device matches names of devices"),
    ("support/script.cpp", "globMatches(fields[1], row)", "a script names the rows that its statements are about"),
    ("support/script.cpp", 'verb.name == "', "a word of a script"),
    ("support/script.cpp", 'verb->name == "', "a word of a script"),
]

# Labels that belong to rows and results, and those that only their names give away.
ROW = r"\b(?:row|twin|floor|operation)\w*(?:\.|->)(?:\w+(?:\.|->))*(?:name|id)\b(?:\(\))?"
MADE = r"\b(?:caseName|caseId|shortName|reasonText|unmeasuredText|sourceText)\((?:[^()]|\([^()]*\))*\)"
SENTENCE = (r"(?:\b(?:reason|sentence|verdict|conclusion|caveat|operation)|"
            r"(?:\.|->)(?:pattern|trouble|detail|subject))\b(?:\(\))?")
OWN = rf"(?:{ROW}|{MADE}|{SENTENCE})"
MEMBER = r"(?:\.|->)(?:name|id|floor|serial|baseline|cause|remedy)\b(?:\(\))?"
NAMED = r"\b(?:(?:\w*[a-z])?(?:Name|Label|Sentence|Clause)|name|label|clause|cause|subject|detail)\b"
LISTED = r"\b(?:\w*[nN]ames|labels|sentences|subjects|operations|causes)(?:\[[^\]]*\]|\.front\(\)|\.back\(\))"
ANY = rf"(?:{OWN}|{MEMBER}|{NAMED}|{LISTED})"

SEARCH = (r"\.(?:find\w*|rfind|starts_with|ends_with|contains|substr|compare|front|back|at|"
          r"remove_prefix|remove_suffix)\(")
EMPTY = r'(?!"")'
LITERAL = rf'(?:std::)?(?:string_view|string)?[({{]?{EMPTY}"'
WORDS = r'"(?=[^"\n]*[A-Za-z]{2})(?=[^"\n]* )[^"\n]*"'
SEARCH_FOR_WORDS = re.compile(rf"\.(?:find|rfind|starts_with|ends_with|contains|compare)\(\s*{WORDS}|[!=]=\s*{WORDS}")
WRAPPED = r"(?:(?:std::)?(?:string_view|string|lowercase|trim|printable)[({]\s*)"
CALL = re.compile(r"\b(?:globMatches|filterMatches|regex_\w+|split|search|mismatch|parseNumber|parseInteger|sscanf|str\w*cmp|"
                  r"strstr|[io]?stringstream(?: \w+)?)([({])")
TOKEN = re.compile(r'"(?:[^"\\\n]|\\.)*"|//[^\n]*|/\*.*?\*/', re.DOTALL)


def without_comments(text: str) -> str:
    """Each line stays where it is."""
    return TOKEN.sub(lambda found: found[0] if found[0][0] == '"' else "\n" * found[0].count("\n"), text)


def argument_end(code: str, begin: int) -> int:
    """Behind the bracket that closes the one at `begin`; literals with brackets are told apart by TOKEN."""
    depth, at = 0, begin
    while at < len(code):
        literal = TOKEN.match(code, at) or re.compile(r"'\\?.'").match(code, at)
        if literal:
            at = literal.end()
            continue
        depth += (code[at] in "({[") - (code[at] in ")}]")
        at += 1
        if depth == 0:
            break
    return at


def block_end(code: str, begin: int) -> int:
    """Where the block ends in which `begin` lies."""
    depth = 0
    for at in range(begin, len(code)):
        depth += (code[at] == "{") - (code[at] == "}")
        if depth < 0:
            return at
    return len(code)


def uses(code: str, label: str) -> list[int]:
    """The places where a label is searched, cut, split, indexed, matched, or compared with a literal."""
    used = (rf"{label}[)}}]*\s*{SEARCH}|{label}\[|{label}[)}}]*\s*[!=]=\s*{LITERAL}|"
            rf'{EMPTY}"[^"\n]*"\s*[!=]=\s*[\w.>-]*{label}')
    places = [found.start() for found in re.finditer(used, code)]
    whole = re.compile(rf"{label}(?!\w|\()")
    for call in CALL.finditer(code):
        if whole.search(code, call.end(), argument_end(code, call.start(1))):
            places.append(call.start())
    return places


def searches(text: str, foreign: bool) -> list[tuple[int, str]]:
    code = without_comments(text)
    label = OWN if foreign else ANY
    places = uses(code, label)
    if not foreign:
        places += [found.start() for found in SEARCH_FOR_WORDS.finditer(code)]
    # Under another name: "const std::string& text = row.operation;", "for (const std::string& text : names)".
    alias = rf"\b(?:auto|string|string_view)[&*]*\s+(\w+)\s*(?:[=({{]\s*{WRAPPED}*[\w.*&>()\[\]-]*?{label}[)}}]*;"
    alias += r")" if foreign else r"|: [\w.>()-]*?\b(?:\w*[nN]ames|labels|sentences|subjects|operations)\)\s*\{?)"
    for found in re.finditer(alias, code):
        end = block_end(code, found.end())
        places += [found.end() + place for place in uses(code[found.end():end], rf"(?<![\w.>]){found[1]}\b")]
    lines = text.split("\n")
    numbers = sorted({code.count("\n", 0, place) + 1 for place in places})
    return [(number, lines[number - 1].strip()) for number in numbers]


def check_planted(source: pathlib.Path, found: list[tuple[str, int, str]]) -> None:
    planted = {(path.relative_to(source).as_posix(), number, line.strip())
               for path in source.rglob("*.cpp")
               for number, line in enumerate(path.read_text(encoding="utf-8").split("\n"), 1) if "// wrong" in line}
    for verdict, differs in (("not found", planted - set(found)), ("found without cause", set(found) - planted)):
        for file, number, line in sorted(differs):
            print(f"{verdict}: {file}:{number}: {line}")
    sys.exit(planted != set(found) or not planted)


def main() -> None:
    source = pathlib.Path(sys.argv[1])
    wrong, used = [], set()  # wrong: (file, number, line)
    for path in sorted([*source.rglob("*.cpp"), *source.rglob("*.h")]):
        name = path.relative_to(source).as_posix()
        folder = name.split("/")[0]
        if folder in READERS:
            continue
        for number, line in searches(path.read_text(encoding="utf-8"), folder in FOREIGN):
            allowed = [each for each in ALLOWED if each[0] == name and each[1] in line]
            used.update(allowed)
            if not allowed:
                wrong.append((name, number, line))
    if sys.argv[2:] == ["--planted"]:
        check_planted(source, wrong)
    unused = [each for each in ALLOWED if each not in used and (source / each[0]).exists()]
    for file, piece, _ in unused:
        print(f"{file}: ALLOWED in check_facts.py has {piece!r}, and nothing is found there: remove that line")
    for file, number, line in wrong:
        print(f"{file}:{number}: {line}")
    if wrong:
        sys.exit(f"{len(wrong)} searches in names of rows or in sentences: take the fact from where it is typed "
                 "(cases/load_facts.h, cases/reason.h)")
    sys.exit(len(unused) > 0)


main()
