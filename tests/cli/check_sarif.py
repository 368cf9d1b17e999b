"""Checks what `lint --format sarif` writes with an independent validator against what SARIF 2.1.0 demands of the parts
that it writes; with a copy of the standard's own JSON Schema, which is not part of this repository, against all of it.

check_sarif.py FOLDER [--schema sarif-schema-2.1.0.json] PROGRAM...
"""

import json
import subprocess
import sys
from pathlib import Path

import jsonschema

LEVEL = {"enum": ["none", "note", "warning", "error"]}
MESSAGE = {"type": "object", "required": ["text"], "properties": {"text": {"type": "string"}}}
REGION = {
    "type": "object",
    "required": ["startLine"],
    "properties": {name: {"type": "integer", "minimum": 1} for name in ("startLine", "startColumn", "endColumn")}
    | {"snippet": MESSAGE},
    "additionalProperties": False,
}
LOCATION = {
    "type": "object",
    "required": ["physicalLocation"],
    "properties": {
        "physicalLocation": {
            "type": "object",
            "required": ["artifactLocation"],
            "properties": {
                "artifactLocation": {
                    "type": "object",
                    "required": ["uri"],
                    "properties": {"uri": {"type": "string", "pattern": r"^[A-Za-z0-9\-._~:/!$&'()*+,;=@%]+$"}},
                },
                "region": REGION,
            },
            "additionalProperties": False,
        },
        "logicalLocations": {"type": "array", "items": {"type": "object", "required": ["name"]}},
    },
    "additionalProperties": False,
}
RULE = {
    "type": "object",
    "required": ["id"],
    "properties": {
        "id": {"type": "string"},
        "shortDescription": MESSAGE,
        "help": MESSAGE,
        "defaultConfiguration": {"type": "object", "properties": {"level": LEVEL}, "additionalProperties": False},
    },
    "additionalProperties": False,
}
RESULT = {
    "type": "object",
    "required": ["message"],
    "properties": {
        "ruleId": {"type": "string"},
        "ruleIndex": {"type": "integer", "minimum": 0},
        "level": LEVEL,
        "message": MESSAGE,
        "locations": {"type": "array", "items": LOCATION},
        "properties": {"type": "object"},
    },
    "additionalProperties": False,
}
NOTIFICATION = {
    "type": "object",
    "required": ["message"],
    "properties": {"level": LEVEL, "message": MESSAGE, "locations": {"type": "array", "items": LOCATION}},
    "additionalProperties": False,
}
INVOCATION = {
    "type": "object",
    "required": ["executionSuccessful"],
    "properties": {
        "executionSuccessful": {"type": "boolean"},
        "toolExecutionNotifications": {"type": "array", "items": NOTIFICATION},
    },
    "additionalProperties": False,
}
DRIVER = {
    "type": "object",
    "required": ["name"],
    "properties": {
        "name": {"type": "string"},
        "version": {"type": "string"},
        "rules": {"type": "array", "uniqueItems": True, "items": RULE},
    },
    "additionalProperties": False,
}
RUN = {
    "type": "object",
    "required": ["tool"],
    "properties": {
        "tool": {"type": "object", "required": ["driver"], "properties": {"driver": DRIVER}},
        "columnKind": {"enum": ["utf16CodeUnits", "unicodeCodePoints"]},
        "invocations": {"type": "array", "items": INVOCATION},
        "results": {"type": "array", "items": RESULT},
    },
    "additionalProperties": False,
}
LOG = {
    "type": "object",
    "required": ["version", "runs"],
    "properties": {
        "$schema": {"type": "string"},
        "version": {"const": "2.1.0"},
        "runs": {"type": "array", "items": RUN},
    },
    "additionalProperties": False,
}

SHADER = """ByteAddressBuffer data : register(t0);
RWByteAddressBuffer result : register(u0);
[numthreads(64, 1, 1)] void main(uint3 id : SV_DispatchThreadID) {
    /* ö */ result.Store4(id.x * 16, data.Load4(20));
}
"""


def written(program, arguments, code):
    done = subprocess.run([*program, "lint", *arguments, "--format", "sarif"], capture_output=True, check=False)
    if done.returncode != code:
        sys.exit(f"exit code {done.returncode} instead of {code}: {done.stderr.decode()}")
    return json.loads(done.stdout)


def main(folder, *program):
    schemas = [LOG]
    if program[0] == "--schema":
        schemas.append(json.loads(Path(program[1]).read_text(encoding="utf-8")))
        program = program[2:]
    folder = Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    bad = folder / "ä bad.hlsl"
    bad.write_text(SHADER, encoding="utf-8")
    logs = [written(program, [str(bad), "none.hlsl"], 2), written(program, [str(bad), "--fail-on", "never"], 0)]
    for log in logs:
        for schema in schemas:
            jsonschema.validators.validator_for(schema)(schema).validate(log)
    run = logs[0]["runs"][0]
    rules = run["tool"]["driver"]["rules"]
    if not run["results"] or run["invocations"][0]["executionSuccessful"]:
        sys.exit("a finding or a trouble is missing")
    for result in run["results"]:
        if rules[result["ruleIndex"]]["id"] != result["ruleId"]:
            sys.exit("a rule's index is not its own")
    print(f"{len(logs)} logs are valid under {len(schemas)} schemas")


if __name__ == "__main__":
    main(*sys.argv[1:])
