#!/usr/bin/env python3
"""Tries compute shaders that others wrote, from these folders, with bounds on the time: how many run to a table, and that
none crashes or hangs the program. Then tries one shader against itself: no verdict may say FASTER or SLOWER. A scripted
device, on which one of two is 10 % slower, must be seen through."""
import pathlib
import shutil

import goals

ENDINGS = (".comp", ".comp.hlsl")
REFUSED = {2: "refused", 3: "no device", 4: "cannot be measured"}
SHADER = """ByteAddressBuffer source : register(t0);
RWByteAddressBuffer destination : register(u1);
[numthreads(64, 1, 1)] void main(uint3 id : SV_DispatchThreadID) {
    [unroll] for (uint i = 0; i < 4; ++i) destination.Store4(id.x * 64 + i * 16, source.Load4(id.x * 64 + i * 16));
}
"""


def shaders_in(folder):
    return sorted(path for path in pathlib.Path(folder).rglob("*") if path.name.endswith(ENDINGS))


def strangers(options):
    tables, compiled, crashes = 0, 0, 0
    for path in [shader for folder in options.folders for shader in shaders_in(folder)]:
        ran = options.program("try", path, "--time", 1, "--driver", options.driver, codes=(), seconds=120)
        table = "As written" in ran.out and " ms." in ran.out
        tables += table
        crashed = ran.code == "hangs" or "crashed" in ran.err or ran.code not in (0, 1, *REFUSED)
        crashes += crashed
        made = ran.code != 2 or "cannot be made" in ran.err or "not supported" in ran.err
        compiled += made  # what no compiler takes is no question of try's
        if not table:
            print(f"{path}: {ran.code}: {ran.err.strip().splitlines()[-1][:200] if ran.err else ''}", flush=True)
    if compiled:
        goals.goal(f"shaders that compile ({compiled}): run to a table", 100 * tables / compiled, ">=", 85, "%")
        goals.goal("crashes and hangs", crashes, "<=", 0)


def itself(options):
    first, second = goals.write(options.folder / "a.hlsl", SHADER), options.folder / "b.hlsl"
    shutil.copy(first, second)
    wrong = unequal = 0
    for _ in range(options.tries):
        ran = options.program("try", first, second, "--driver", options.driver, "--quick", codes=())
        wrong += "FASTER" in ran.out or "SLOWER" in ran.out
        unequal += " yes " not in ran.out
    goals.goal(f"one shader twice ({options.tries} tries): false verdicts", wrong, "<=", 0)
    goals.goal("the same: not equal, or not measured", unequal, "<=", 0)


def injected(options):
    first, second = goals.write(options.folder / "a.hlsl", SHADER), goals.write(options.folder / "b.hlsl", SHADER)
    found = {10: 0, 0: 0}
    for percent in found:
        script = goals.write(options.folder / "script", "load | * | * | 15 | 0.02\nrestart | * | * | 0.005\n"
                             f"load | b.hlsl | * | {15 + 0.15 * percent} | 0.02\n")
        for _ in range(options.tries):
            out = options.scripted("try", first, second, "--quick", "--groups", 64, "--script", script).out
            found[percent] += "SLOWER" in out or "FASTER" in out
    goals.goal(f"10 % slower ({options.tries} tries): found", 100 * found[10] / max(1, options.tries), ">=", 95, "%")
    goals.goal("no slower: false verdicts", found[0], "<=", 0)


def seconds(options):
    shader = goals.write(options.folder / "time.hlsl", SHADER)
    goals.goal("one shader and its variants", options.program("try", shader, "--driver", options.driver).seconds, "<=", 20, "s")


if __name__ == "__main__":
    asked = goals.parser_of_program(__doc__)
    asked.set_defaults(program=str(goals.ROOT / "build/release/vkperftest")) # which tries in a process of its own
    asked.add_argument("--folders", nargs="*", default=[], help="of shaders; those that no built-in compiler takes do not count")
    asked.add_argument("--driver", default=goals.LAVAPIPE)
    asked.add_argument("--tries", type=int, default=60)
    asked.add_argument("--scripted", type=goals.Program, default=str(goals.ROOT / "build/release/tests/vkperftest_scripted"))
    goals.main(asked, strangers, itself, injected, seconds)
