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
instructions = [one for shader in whole for one in shader["instructions"]]
assert {one["access"] for one in instructions} == {"load", "store", "atomic"}, instructions
assert {one["memory"] for one in instructions} == {"data", "shared", "descriptor"}, instructions
assert "1.1" in {one["loop"] for one in instructions}, instructions
assert any(one["access"] == "store" and one["lines"] == [{"line": 14}] and one["lines_complete"]
           for one in instructions), instructions
assert any(one["access"] == "atomic" and one["lines"] == [{"line": 13}] for one in instructions), instructions
assert whole[0]["statistics"]["VGPRs"] >= 4 and whole[0]["workgroup"] == [64, 1, 1], whole[0]
assert whole[1]["instructions"] == [], whole[1]
assert files["not bound"][0]["missing"], files["not bound"]

wrong = {
    "loop": lambda shader: shader["instructions"][0].update(loop="1."),
    "access": lambda shader: shader["instructions"][0].update(access="read"),
    "count": lambda shader: shader["instructions"][0].update(count=0),
    "bits": lambda shader: shader["instructions"][0].update(bits="32"),
    "scalar": lambda shader: shader["instructions"][0].update(scalar="yes"),
    "memory": lambda shader: shader["instructions"][0].update(memory="disk"),
    "lines": lambda shader: shader["instructions"][0].update(lines=[3]),
    "code": lambda shader: shader.update(code="short"),
    "missing": lambda shader: shader.update(missing="crashed"),
    "statistics": lambda shader: shader.update(statistics="VGPRs 4"),
    "a member": lambda shader: shader.pop("statistics"),
    "another member": lambda shader: shader.update(more=1),
}
for name, spoil in wrong.items():
    schema.refuse(name, whole, lambda value, spoil=spoil: spoil(value[0]))

print(f"{len(files)} outputs are valid, {len(wrong)} spoiled ones are refused")
