#!/usr/bin/env python3
"""Installs a build into a folder of its own, and checks what lies where and which links the documents hold.

check_install.py BUILD FOLDER
"""
import pathlib
import shutil
import subprocess
import sys

WANTED = ("bin/vkperftest", "share/doc/vkperftest/copyright", "share/doc/vkperftest/README.md",
          "share/doc/vkperftest/CHANGELOG.md",
          "share/doc/vkperftest/docs/cli.md", "share/doc/vkperftest/docs/lint/byteaddressbuffer-load-misaligned.md",
          "share/doc/vkperftest/results/nvidia-h100.json", "share/doc/vkperftest/docs/pictures/nvidia-h100.svg")


def main(build, folder):
    folder = pathlib.Path(folder).resolve()
    shutil.rmtree(folder, ignore_errors=True)
    subprocess.run(["cmake", "--install", build, "--prefix", folder], stdout=subprocess.DEVNULL, check=True)
    files = {str(path.relative_to(folder)) for path in folder.rglob("*") if path.is_file()}
    missing = [name for name in WANTED if name not in files]
    strays = [name for name in files if not name.startswith(("bin/vkperftest", "share/"))]
    if missing or strays:
        sys.exit(f"missing: {missing}\nnot expected: {strays}")
    docs = folder / "share/doc/vkperftest"
    check_links = pathlib.Path(__file__).parent.parent / "docs/check_links.py"
    for command in [sys.executable, check_links, docs, *docs.rglob("*.md")], [folder / "bin/vkperftest", "--version"]:
        if subprocess.run(command, check=False).returncode != 0:
            sys.exit("see above")
    print(f"{len(files)} files were installed")


if __name__ == "__main__":
    main(*sys.argv[1:])
