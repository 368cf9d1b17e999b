#!/usr/bin/env python3
"""Validates results files that the program writes against the published JSON Schema, with an independent validator
(python3-jsonschema), and shows that the schema refuses wrong ones.
   check_schema.py SCHEMA FOLDER PROGRAM…      (the program last, with what runs it before it)"""
import copy
import json
import os
import subprocess
import sys

import schemas

schema_path, folder, *program = sys.argv[1:]
schema = schemas.open_test(schema_path, folder)


def refuse_constant(name):
    raise ValueError(f"{name} is no JSON")


def results(name, arguments, script, codes=(0,)):
    """What the program writes to a file, read strictly."""
    path = os.path.join(folder, name + ".json")
    script_path = os.path.join(folder, name + ".script")
    with open(script_path, "w", encoding="utf-8") as file:
        file.write(script)
    command = program + ["run", "--script", script_path, "--seed", "1", "--output", path] + arguments
    done = subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, check=False)
    assert done.returncode in codes, (command, done.returncode, done.stderr)
    with open(path, encoding="utf-8") as file:
        return json.load(file, parse_constant=refuse_constant)


def printed(arguments):
    done = subprocess.run(program + arguments, stdout=subprocess.PIPE, check=True)
    return json.loads(done.stdout, parse_constant=refuse_constant)


noisy = "load | * | * | 0.01 | 0.004\nload | *, no loads | * | 0.004 | 0.004\nload | *, dependent | * | 0.02 | 0.004\n"
files = {
    "whole": results("whole", [], noisy),
    "gpu": results("gpu", ["--filter", "cbuffer", "--precise"], "gpu\ntick | 52.083\n" + noisy),
    "unsupported": results("unsupported", ["--filter", "cbuffer"], noisy + "unsupported | * | push | none here\n"),
    "failed": results("failed", ["--filter", "cbuffer"], noisy + "wrong | cbuffer*linear | push\n", (4,)),
    "lost": results("lost", ["--filter", "Load4"], noisy + "lost | *Load4 uniform | set | 5\n", (4,)),
    "interrupted": results("interrupted", [], noisy + "interrupt | 400\n", (130,)),
    "gone": results("gone", ["--filter", "cbuffer"], noisy + "gone | 60\n", (4,)),
    "killed": results("killed", [], noisy + "die | 900\n", (137,)),
    "one sample": results("one", ["--filter", "cbuffer", "--block", "1"], noisy),
    "binding": results("binding", ["--suite", "binding", "--quick"],
                       noisy + "record | bind only | 1 | none here\n"),
    "uniform": results("uniform", ["--suite", "uniform", "--quick"], noisy),
    "stride": results("stride", ["--suite", "stride", "--quick"], noisy),
    "mixed": results("mixed", ["--suite", "mixed", "--quick"], noisy),
    "cache": results("cache", ["--suite", "cache", "--quick"], "simulate | hopper\n"),
    "vector": results("vector", ["--suite", "vector", "--quick"], noisy),
    "robustness": results("robustness", ["--suite", "robustness", "--quick"], noisy),
    "checked": results("checked", ["--filter", "cbuffer", "--robustness", "2", "--subgroup-size", "32"], noisy),
    "sizes": results("sizes", ["--filter", "cbuffer", "--subgroup-size", "64"], noisy + "subgroups | 32 | 64\n"),
    "code": results("code", ["--filter", "cbuffer"], noisy + "code | * | * | strange | Registers=12\n"
                    + "code | *uniform | * | BB0:\\n\\ts_buffer_load_dword s0, s[4:7], s1\\n\\ts_cbranch_scc0 BB0\\n\\ts_endpgm\n"
                    + "refused | *random | set | out of registers\n"),
    "published": printed(["show", "perftest:RTX 2080 Ti", "--format", "json"]),
}
schema.accept(files)

assert len(files["whole"]["no_load_controls"]) == 34
assert len(files["whole"]["dependent_controls"]) == 161
assert files["whole"]["codes_missing"] and "codes" not in files["whole"]
assert "codes_missing" not in files["code"]
summaries = {code["summary"] for code in files["code"]["codes"].values()}
assert summaries == {"1 × s_buffer_load_dword", "unknown: out of registers",
                     "unknown: no parser knows the code that the driver prints"}, summaries
for row in files["whole"]["rows"]:
    summary = row["strategies"][0]["summary"]
    assert summary["limiter"] == "loads" and summary["limited_by_loads"], summary
    assert summary["overlap_gain"]["low"] > 1.5, summary

    assert row["load"]["pattern"] == row["pattern"] and row["load"]["technique"] == "direct", row["load"]
mixed = files["mixed"]["rows"][1]["load"]
assert mixed["kind"] == "mixed" and len(mixed["parts"]) == 4 and "resource" not in mixed, mixed
alone = next(row["load"] for row in files["whole"]["rows"] if row["name"] == "ByteAddressBuffer.Load4 uniform")
assert mixed["parts"][0] == mixed["parts"][1] == alone, mixed
causes = [strategy["cause"] for row in files["failed"]["rows"] for strategy in row["strategies"] if "cause" in strategy]
assert causes and all(cause["kind"] == "wrong values" for cause in causes), causes

# Clocks and heat, which only a GPU has: added by hand, read and written by the program.
assert files["gpu"]["conditions_missing"] and "conditions" not in files["gpu"]
assert "conditions_missing" not in files["whole"], "a software driver has none"
with_conditions = copy.deepcopy(files["gpu"])
unknown = {key: None for key in ("clock_mhz", "temperature_celsius", "power_watts", "throttling")}
with_conditions["conditions"] = [{"restart": 0, **unknown},
                                 {"restart": 1, **unknown, "clock_mhz": 2505.5, "temperature_celsius": 61,
                                  "throttling": ["power cap"]}]
path = os.path.join(folder, "conditions.json")
with open(path, "w", encoding="utf-8") as file:
    json.dump(with_conditions, file)
files["conditions"] = printed(["show", path, "--format", "json"])
assert files["conditions"]["conditions"] == with_conditions["conditions"]
schema.accept({"conditions": files["conditions"]})

# The schema bites.
wrong = {
    "version": lambda f: f.update(schema_version=2),
    "sample": lambda f: f["rows"][0]["strategies"][0]["nanoseconds"].__setitem__(0, 0),
    "status": lambda f: f["rows"][0]["strategies"][0].update(status="fine"),
    "missing": lambda f: f["device"].pop("driver_uuid"),
    "rows": lambda f: f.update(rows=[]),
    "no_loads": lambda f: f["no_load_controls"][0].update(strategies=[]),
    "dependent control": lambda f: f["dependent_controls"][0].update(strategies=[]),
    "limiter": lambda f: f["rows"][0]["strategies"][0]["summary"].update(limiter="no"),
    "limited_by_loads": lambda f: f["rows"][0]["strategies"][0]["summary"].update(limited_by_loads="no"),
    "hash": lambda f: f["kernels"].update(kernel="short"),
    "stopped": lambda f: f["rows"][0].update(stopped="bored"),
    "load": lambda f: f["rows"][0]["load"].pop("bytes"),
    "cause": lambda f: f["rows"][0]["strategies"][0].update(cause={"detail": "why"}),
}
for name, spoil in wrong.items():
    schema.refuse(name, files["gpu"], spoil)
schema.refuse("recording", files["binding"], lambda f: f["recording"][0]["lengths"][0].update(nanoseconds=[]))
for member in ("parts", "pattern"):
    schema.refuse(member, files["mixed"], lambda f, member=member: f["rows"][1]["load"].pop(member))
for name, value in {"clock_mhz": 0, "temperature_celsius": "hot", "throttling": "power cap"}.items():
    schema.refuse(name, files["conditions"], lambda f, name=name, value=value: f["conditions"][0].update({name: value}))
wrong_code = {
    "hash": lambda code: code.update(hash="short"),
    "loads": lambda code: code.pop("loads"),
    "source": lambda code: code["loads"][0].update(source="disk"),
    "statistics": lambda code: code["statistics"].append(["one"]),
}
for name, spoil in wrong_code.items():
    schema.refuse(name, files["code"],
                  lambda f, spoil=spoil: spoil(next(code for code in f["codes"].values() if code["loads"])))
print(f"{len(files)} files are valid, {len(wrong) + 7 + len(wrong_code)} spoiled ones are refused")
