#!/usr/bin/env python3
"""Checks every results file of a folder as CONTRIBUTING demands: valid by the schema, complete, all values verified, run
quality good, new, and like others of its device; with its table beside it and a line in README.md. The site that `report`
writes decides all but the first and the last two. The advice on it is valid by its own schema.
   check_results.py SCHEMA FOLDER PROGRAM…      (the program last, with what runs it before it)"""
import json
import pathlib
import re
import subprocess
import sys
import tempfile

import jsonschema

import schemas

schema_path, folder, *program = sys.argv[1:]


def validator_of(path):
    with open(path, encoding="utf-8") as file:
        schema = json.load(file)
    return jsonschema.validators.validator_for(schema)(schema)


validator, advice = validator_of(schema_path), validator_of(pathlib.Path(schema_path).with_name("advice-1.schema.json"))
paths = sorted(path for path in pathlib.Path(folder).glob("*.json") if not path.name.endswith(".schema.json"))
troubles = [] if paths else [f"{folder} holds no results file"]
readme_path = pathlib.Path(folder) / "README.md"
readme = readme_path.read_text(encoding="utf-8") if readme_path.exists() else ""
for path in paths:
    try:
        results = json.loads(path.read_text(encoding="utf-8"))
    except ValueError as error:
        troubles.append(f"{path.name}: {error}")
        continue
    for error in list(validator.iter_errors(schemas.short(results)))[:3]:
        troubles.append(f"{path.name}: {list(error.absolute_path)}: {error.message[:200]}")
    advised = subprocess.run([*program, "advise", str(path), "--format", "json"], stdout=subprocess.PIPE, check=False).stdout
    for error in list(advice.iter_errors(json.loads(advised)))[:3] if advised else ():
        troubles.append(f"advice on {path.name}: {list(error.absolute_path)}: {error.message[:200]}")
    if isinstance(results, dict) and not results.get("complete"):
        troubles.append(f"{path.name}: the run is not complete")
    if not path.with_suffix(".md").exists():
        troubles.append(f"{path.name}: {path.stem}.md, the table beside it, is missing")
    if path.name not in readme:
        troubles.append(f"{path.name}: README.md does not name it")
with tempfile.TemporaryDirectory() as site:
    done = subprocess.run([*program, "report", folder, "--output", site], stderr=subprocess.PIPE, text=True, check=False)
    if done.returncode:
        sys.exit(f"{done.stderr}report failed with exit code {done.returncode}")
    pages = "".join(page.read_text(encoding="utf-8") for page in (pathlib.Path(site) / "devices").iterdir())
troubles += [line for line in done.stderr.splitlines() if "not shown: " in line and not re.search(r"devices? from", line)]
cells = r'<tr><th scope="row">([^<]*)</th>(?:<td>[^<]*</td>){5}<td>([^<]*)</td><td class="number">'
qualities = {pathlib.PurePath(name).name: quality for name, quality in re.findall(cells, pages)}
troubles += [] if qualities else ["no file is on the site"]
troubles += [f"{name}: its run quality is {quality}" for name, quality in qualities.items() if quality != "good"]
print("\n".join(troubles) or f"{len(paths)} results files are as they should be")
sys.exit(bool(troubles))
