"""Checks every relative link and anchor in Markdown files.

check_links.py ROOT [FILE...]    without files: all that git tracks below ROOT, or all outside build/ where there is no git
"""

import re
import shutil
import subprocess
import sys
from pathlib import Path

LINK = re.compile(r"\[(?:[^\[\]]|\[[^\]]*\])*\]\(\s*<?([^)\s>]+)>?[^)]*\)|^\s*\[[^\]]+\]:\s*(\S+)", re.MULTILINE)


def markdown_files(root):
    if shutil.which("git"):
        listed = subprocess.run(["git", "-C", root, "ls-files", "-co", "--exclude-standard", "*.md"],
                                capture_output=True, text=True, check=False)
        if listed.returncode == 0:
            return [root / name for name in listed.stdout.splitlines() if (root / name).exists()]
    return [path for path in root.rglob("*.md") if path.relative_to(root).parts[0] != "build"]


def without_code(text):
    text = re.sub(r"^( *)(```|~~~).*?^\1\2 *$", "", text, flags=re.MULTILINE | re.DOTALL)
    return re.sub(r"(`+)(?!`).+?(?<!`)\1(?!`)", "", text)


def anchors(text):
    """The anchors of the headings, as GitHub makes them."""
    found = {}
    text = re.sub(r"^( *)(```|~~~).*?^\1\2 *$", "", text, flags=re.MULTILINE | re.DOTALL)
    for heading in re.findall(r"^ {0,3}#{1,6} +(.+?) *#*$", text, flags=re.MULTILINE):
        heading = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", heading).lower()
        anchor = re.sub(r"[^\w\- ]", "", heading).replace(" ", "-")
        count = found.get(anchor, 0)
        found[anchor] = count + 1
        if count:
            found[f"{anchor}-{count}"] = 1
    return found


def broken_links(path):
    for match in LINK.finditer(without_code(path.read_text(encoding="utf-8"))):
        link = match[1] or match[2]
        if re.match(r"[a-z][a-z0-9+.-]*:", link):  # another site's
            continue
        if "ISSUE_TEMPLATE" in path.parts:
            yield f"{link}: an issue has another address than this file; name the document instead"
            continue
        name, _, anchor = link.partition("#")
        target = path.parent / name if name else path
        if not target.exists():
            yield f"{link}: there is no {target.resolve()}"
        elif anchor and anchor not in anchors(target.read_text(encoding="utf-8")):
            yield f"{link}: {target.name} has no heading with this anchor"


def main(root, *names):
    root = Path(root).resolve()
    paths = [Path(name).resolve() for name in names] or markdown_files(root)
    broken = [f"{path.relative_to(root)}: {trouble}" for path in paths for trouble in broken_links(path)]
    if broken or not paths:
        sys.exit("\n".join([*broken, f"{len(broken)} links in {len(paths)} files are broken"]))
    print(f"the links of {len(paths)} files lead somewhere")


if __name__ == "__main__":
    main(*sys.argv[1:])
