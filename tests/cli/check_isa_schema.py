#!/usr/bin/env python3
"""Validates the records of `isa FILE` against their JSON Schema, and shows that the schema refuses wrong ones.
   check_isa_schema.py SCHEMA FOLDER MANIFEST PROGRAM      (the manifest of RADV)"""
import json
import os
import subprocess
import sys

import schemas

schema_path, folder, manifest, program = sys.argv[1:]
schema = schemas.open_test(schema_path, folder)

SHADERS = {
    "loop.comp": """#version 450
layout(local_size_x = 64) in;
layout(binding = 0) buffer Out { vec4 result[]; };
layout(binding = 1) readonly buffer In { vec4 values[]; };
layout(binding = 2) buffer Counter { uint counter; };
shared float kept[64];
void main() {
    vec4 sum = vec4(0);
    for (uint i = 0; i < gl_NumWorkGroups.x; ++i)
        for (uint j = 0; j < gl_NumWorkGroups.y; ++j) sum += values[i + j * 64 + gl_GlobalInvocationID.x];
    kept[gl_LocalInvocationIndex] = sum.x;
    barrier();
    if (kept[gl_LocalInvocationIndex ^ 1] > 0) atomicAdd(counter, 1);
    result[gl_GlobalInvocationID.x] = sum;
}
""",
    "empty.comp": "#version 450\nvoid main() {}\n",
    "unbound.comp": """#version 450
#extension GL_EXT_nonuniform_qualifier : require
layout(binding = 0) buffer Out { uint result[]; } many[];
void main() { many[gl_WorkGroupID.x].result[0] = 1; }
""",
}


def records(names, *arguments, codes=(0,)):
    paths = []
    for name in names:
        paths.append(os.path.join(folder, name))
        with open(paths[-1], "w", encoding="utf-8") as source:
            source.write(SHADERS[name])
    command = [program, "isa", *paths, "--driver", manifest, "--target", "polaris10", "--format", "json", *arguments]
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, check=False)
    assert done.returncode in codes, (command, done.returncode, done.stderr)
    return json.loads(done.stdout)


files = {
    "whole": records(["loop.comp", "empty.comp"]),
    "not bound": records(["unbound.comp"], "--push-descriptors", codes=(4,)),
}
schema.accept(files)
whole = files["whole"]
assert {record["access"] for record in whole} == {"load", "store", "atomic", ""}, whole
assert {record["memory"] for record in whole} == {"data", "shared", "descriptor", ""}, whole
assert "1.1" in {record["loop"] for record in whole}, whole
assert any(record["access"] == "store" and record["lines"] == "14" and record["lines_complete"] for record in whole), whole
assert any(record["access"] == "atomic" and record["lines"] == "13" for record in whole), whole
assert files["not bound"][0]["missing"], files["not bound"]

wrong = {
    "loop": lambda record: record.update(loop="1."),
    "access": lambda record: record.update(access="read"),
    "count": lambda record: record.update(count=0),
    "count missing": lambda record: record.update(count=None),
    "bits": lambda record: record.update(bits="32"),
    "scalar": lambda record: record.update(scalar="yes"),
    "memory": lambda record: record.update(memory="disk"),
    "lines": lambda record: record.update(lines=3),
    "code": lambda record: record.update(code="short"),
    "missing": lambda record: record.update(missing="crashed"),
    "a column": lambda record: record.pop("statistics"),
    "another column": lambda record: record.update(more=1),
}
for name, spoil in wrong.items():
    schema.refuse(name, whole, lambda value, spoil=spoil: spoil(value[0]))

print(f"{len(files)} outputs are valid, {len(wrong)} spoiled ones are refused")
