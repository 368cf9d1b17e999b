#!/usr/bin/env python3
"""Which of PerfTest's published ratios of two AMD GPUs the kernels could reach if loads took no time at all.

Counts what each row's loop executes for a load besides the load itself, in the code that Mesa's RADV makes for the GPU
(none is needed), and prints what that alone allows beside the published ratio. Every baseline load takes the texture
unit so many clocks of a compute unit (16 on GCN, 8 on RDNA), which starts in a clock one vector instruction of 64 lanes
and one scalar instruction (two on RDNA): so a row's ratio is at most

    GCN:   16 / max(vector, scalar)          RDNA:   8 / max(vector, scalar / 2)

Jumps, waiting and loads are not counted: other units take them. Where the code is a loop in a loop, an iteration of the
outer one stands for 16 loads (a row of texels).

Usage: scripts/measure_ceiling.py [PROGRAM] [RADV_MANIFEST]     (default: build/release/vkperftest, the system's RADV)
Exit code 1: more rows are out of reach than the goals allow.
"""
import csv
import io
import re
import subprocess
import sys

# Target of isa, published GPU, clocks of a baseline load, scalar instructions a clock, rows that may be out of reach.
GPUS = [("polaris10", "RX 480", 16, 1, 0), ("navi10", "RX 5700 XT", 8, 2, 5)]
LOADS_OF_OUTER_ITERATION = 16
MEMORY = re.compile(r"(s_load|s_buffer_load|buffer_|tbuffer_|image_|global_|flat_|ds_|exp)")
ELSEWHERE = re.compile(r"(s_waitcnt|s_wait_|s_cbranch|s_branch|s_nop|s_clause|s_inst_prefetch|s_delay|s_endpgm|s_barrier)")


def output_of(*command):
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode != 0:
        sys.exit(f"{' '.join(command)}: {done.stderr.strip()}")
    return done.stdout


def code_by_row(program, target, driver):
    """The lines of each row's code."""
    text = output_of(program, "isa", "--target", target, "--strategy", "set", "--full",
                     *(["--driver", driver] if driver else []))
    heading = re.compile(rf"^(.+), {target}[^,]*, set$")
    rows, lines = {}, None
    for line in text.splitlines():
        if found := heading.match(line):
            lines = rows.setdefault(found[1], [])
        elif lines is not None:
            lines.append(line)
    return rows


def loops_of(lines):
    """The opcodes, and the loops as pairs of first and last place: jumps back to a label."""
    opcodes, labels, jumps = [], {}, []
    for line in lines:
        if found := re.match(r"^(BB\d+):", line):
            labels[found[1]] = len(opcodes)
        elif found := re.match(r"^\s+\(then repeated (\d+) times\)", line):
            opcodes += [opcodes[-1]] * int(found[1])
        elif line.startswith("\t"):
            words = line.split()
            if words[0].startswith(("s_branch", "s_cbranch")):
                jumps.append((len(opcodes), words[1]))
            opcodes.append(words[0])
    return opcodes, sorted({(labels[to], at) for at, to in jumps if labels.get(to, at + 1) <= at})


def per_load(lines, name):
    """Vector and scalar instructions that stand for one load."""
    opcodes, loops = loops_of(lines)
    if len(loops) not in (1, 2):
        sys.exit(f"{name}: {len(loops)} loops, one or two are understood")
    # Of two, the outer one comes first.
    inner_begin, inner_end = loops[-1]
    counts = {"v_": 0.0, "s_": 0.0}
    loads = 0
    for at in range(loops[0][0], loops[0][1] + 1):
        opcode, inner = opcodes[at], inner_begin <= at <= inner_end
        if inner and MEMORY.match(opcode) and not opcode.startswith(("s_load_dwordx4", "s_load_dwordx8")):
            loads += 1
    if loads == 0:
        sys.exit(f"{name}: no load was found in the loop")
    for at in range(loops[0][0], loops[0][1] + 1):
        opcode, inner = opcodes[at], inner_begin <= at <= inner_end
        if not MEMORY.match(opcode) and not ELSEWHERE.match(opcode):
            counts[opcode[:2]] += 1 / loads if inner else 1 / LOADS_OF_OUTER_ITERATION
    return counts["v_"], counts["s_"], loads


def main():
    program = sys.argv[1] if len(sys.argv) > 1 else "build/release/vkperftest"
    driver = sys.argv[2] if len(sys.argv) > 2 else ""
    missed = 0
    for target, gpu, clocks, scalar_a_clock, goal in GPUS:
        codes = code_by_row(program, target, driver)
        published = csv.DictReader(io.StringIO(output_of(program, "show", f"perftest:{gpu}", "--format", "csv")))
        rows = [row for row in published if float(row["ratio"] or 0) > 0 and row["name"] in codes]
        print(f"{gpu} ({target})")
        print(f"  {'row':44} {'loads':>5} {'vector':>7} {'scalar':>7} {'allowed':>8} {'published':>9}")
        beyond = 0
        for row in rows:
            vector, scalar, loads = per_load(codes[row["name"]], row["name"])
            allowed = clocks / max(vector, scalar / scalar_a_clock)
            out = allowed < float(row["ratio"])
            beyond += out
            print(f"  {row['name']:44} {loads:5} {vector:7.2f} {scalar:7.2f} {allowed:8.2f} {float(row['ratio']):9.3f}"
                  f"{'  out of reach' if out else ''}")
        verdict = "met" if rows and beyond <= goal else "MISSED"
        missed += verdict != "met"
        print(f"{gpu}: {beyond} of {len(rows)} rows out of reach, goal <= {goal}: {verdict}\n")
    sys.exit(1 if missed else 0)


if __name__ == "__main__":
    main()
