#!/usr/bin/env bash
# Runs the program on a real driver as people do: devices, run, compare, ab, and --continue after a hard kill. No time is judged.
#   check_on_driver.sh MANIFEST FOLDER PROGRAM…      (the program last, with what runs it before it)
set -euo pipefail
manifest=$1
folder=$2
program=("${@:3}")
rm -rf "$folder"
mkdir -p "$folder"
cd "$folder"
running=
trap '[[ -z $running ]] || end "$running"' EXIT

stop() {
    echo "$*"
    exit 1
}

# expect CODES PATTERN ARGUMENTS: the exit code is one of them, and the output has that in it.
expect() {
    local code=0
    "${program[@]}" "${@:3}" >out 2>err || code=$?
    [[ " $1 " == *" $code "* ]] || stop "${*:3}: exit code $code instead of $1: $(tail -n 5 out err)"
    grep -qE "$2" out err || stop "${*:3}: no '$2' in: $(head -n 20 out err)"
    echo "${*:3}: exit code $code, as it should be"
}

# end PID: kills it and what it runs, at once.
# shellcheck disable=SC2046
end() { kill -9 $(cat "/proc/$1/task/$1/children") "$1" 2>/dev/null || true; }

expect 0 'descriptor buffer +(yes|no feature descriptorBuffer of VK_EXT_descriptor_buffer)' devices --all --driver "$manifest"
rows=(--driver "$manifest" --strategy set --quick --wide)
# Beside other work a figure may be '?'. A row's own line: what stands below the table names ratios and verdicts, too, whatever the rows are.
measured='^cbuffer\{float4\} load random +[0-9.?]+ +([0-9.]+x|\?)'
judged='^cbuffer\{float4\} load random +set +([0-9.]+x?|\?) +([0-9.]+x?|\?) .*(SAME|UNCLEAR|FASTER|SLOWER)'
expect 0 "$measured" run "${rows[@]}" --filter 'cbuffer*r*m' --filter 'Byte*Load4 r*' --output base.json
expect 0 "$measured" run "${rows[@]}" --filter 'cbuffer*r*m' --filter 'Byte*Load4 r*' --output new.json
expect 0 "$judged" compare --all --wide base.json new.json
expect 0 "$judged" ab --all --wide --driver "$manifest" --driver "$manifest" --strategy set --blocks 2 --filter 'cbuffer*r*m'

killed=(--driver "$manifest" --filter 'Byte*Load4*' --output killed.json)
"${program[@]}" run "${killed[@]}" >out 2>err &
running=$!
for _ in {1..1200}; do
    [[ ! -s killed.json ]] || break
    kill -0 "$running" 2>/dev/null || stop "it ended before it was killed: $(tail -n 5 err)"
    sleep 0.05
done
end "$running"
wait "$running" 2>/dev/null || true
running=
grep -q '"complete": false' killed.json || stop "it was not killed in the middle: there is no file, or a whole one"
expect 0 '^ByteAddressBuffer.Load4 random +[0-9.?]+ +([0-9.]+x|\?)' run --wide "${killed[@]}" --continue
grep -q '"complete": true' killed.json || stop "--continue did not bring it to its end"
echo "killed in the middle, and complete after --continue"

if "${program[@]}" try none.comp 2>&1 | grep -q 'built without'; then exit 0; fi
cat >thrice.comp <<'END'
#version 450
layout(local_size_x = 64) in;
layout(binding = 0) buffer Numbers { uint number[]; };
void main() { number[gl_GlobalInvocationID.x] *= 3; }
END
tried=(try thrice.comp --driver "$manifest" --quick --only push,dynamic)
expect 0 '^dynamic +yes' "${tried[@]}" --all --output tried.json
expect 0 'nothing was measured' "${tried[@]}" --output tried.json --continue
expect 2 'another shader, or other sizes' "${tried[@]}" --output tried.json --continue --groups 3
expect 0 '^push +yes' show tried.json --all
expect 0 '^dynamic +set .*(SAME|UNCLEAR|FASTER|SLOWER)' "${tried[@]}" --driver "$manifest" --all

# Its usual integers are indices outside the workgroup's memory, which crashes lavapipe.
cat >outside.comp <<'END'
#version 450
layout(local_size_x = 64) in;
layout(push_constant) uniform Pushed { uint n; };
layout(binding = 0) buffer Numbers { uint number[]; };
shared uint words[64];
void main() {
    uint i = gl_LocalInvocationID.x;
    words[i + (n / 17 << 26)] = i;
    barrier();
    number[gl_GlobalInvocationID.x] = words[63 - i];
}
END
expect 0 '(^| )16:' try outside.comp --driver "$manifest" --quick --only push

# Nothing is written with the usual integers: each is a multiple of 16, and their product wraps to 0.
cat >product.comp <<'END'
#version 450
layout(local_size_x = 64) in;
layout(push_constant) uniform Pushed { uint a, b, c, d; };
layout(binding = 0) buffer Numbers { uint number[]; };
void main() {
    uint i = gl_GlobalInvocationID.x;
    uint product = a * b * c * d;
    if (product * product > 0) number[i] = i;
}
END
expect 0 '(^| )215:' try product.comp --driver "$manifest" --quick --only push
