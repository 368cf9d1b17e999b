#!/usr/bin/env bash
# Measures what the program promises about `lint` and prints each figure beside its goal; seconds are those of the
# processor, so that a busy machine does not count. Further arguments are folders of shaders: how many of them lint reads,
# and what it finds (a source package's tests hold hundreds: apt source glslang spirv-cross).
#   scripts/measure_lint.sh [PROGRAM [FOLDER...]]     (default: build/release/vkperftest)
set -euo pipefail
cd "$(dirname "$0")/.."
# shellcheck source=SCRIPTDIR/goals.sh
source scripts/goals.sh "${1:-build/release/vkperftest}"

# lints ARGUMENTS…: leaves the exit code in $code, wall seconds in $wall and the processor's in $processor.
lints() {
    read -r code wall processor < <(python3 -c '
import resource, subprocess, sys, time
begin = time.monotonic()
with open(sys.argv[1] + "/out", "w") as out, open(sys.argv[1] + "/err", "w") as err:
    code = subprocess.call(sys.argv[2:], stdout=out, stderr=err)
usage = resource.getrusage(resource.RUSAGE_CHILDREN)
print(code, f"{time.monotonic() - begin:.2f}", f"{usage.ru_utime + usage.ru_stime:.2f}")' "$folder" "$program" lint "$@")
}

shader() { # NAME BODY, behind the buffers that all examples share
    printf 'ByteAddressBuffer raw;\nRWByteAddressBuffer result;\n%s\n' "$2" >"$folder/$1.hlsl"
}
main='[numthreads(64, 1, 1)] void main(uint3 id : SV_DispatchThreadID)'
element() { shader "$1" "struct E { $2 };
StructuredBuffer<E> elements;
$main { result.Store(id.x * 4, asuint(elements[id.x].a.x)); }"; }
findings() { grep -c '\[[a-z-]*\]$' "$folder/out" || true; }

shader bad_vector "$main { result.Store(0, asuint(raw.Load<vector<float, 8> >(12)[0])); }"
shader good_vector "$main { result.Store(0, asuint(raw.Load<vector<float, 8> >(32)[0])); }"
element bad_stride 'float3 a; float2 b;'
element good_stride 'float3 a; float2 b; float3 unused;'
shader split "StructuredBuffer<float4> a;
StructuredBuffer<float2> b;
$main { result.Store(id.x * 4, asuint(a[id.x].x + b[id.x].x)); }"
for example in bad_vector:1 bad_stride:1 good_vector:0 good_stride:0 split:0; do
    lints "$folder/${example%:*}.hlsl"
    goal "findings in ${example%:*}, at least" "$(findings)" ">=" "${example#*:}" ""
    goal "findings in ${example%:*}, at most" "$(findings)" "<=" "${example#*:}" ""
done

mkdir "$folder/many"
for number in {1..200}; do
    {
        printf 'struct E { float3 a; float2 b; };\nStructuredBuffer<E> elements;\nByteAddressBuffer raw;\nRWByteAddressBuffer result;\n'
        awk -v n="$number" 'BEGIN { for (i = 0; i < 340; i++)
            printf "uint part%d(uint x) { uint4 v = raw.Load4(x * %d + %d); return v.x + v.y * %du + asuint(elements[x + %d].b.x); }\n", i, 16 * (1 + (i + n) % 7), 16 * i, i + 3, i }'
        printf '%s\n{\n    uint sum = 0;\n' "$main"
        awk 'BEGIN { for (i = 0; i < 340; i++) printf "    sum += part%d(id.x + %d);\n", i, i }'
        printf '    result.Store(id.x * 4, sum);\n}\n'
    } >"$folder/many/$number.hlsl"
done
printf '(each of the 200 has %s bytes)\n' "$(stat -c %s "$folder/many/7.hlsl")"
lints "$folder/many"
goal "200 shaders of 50 KB, seconds of the processor" "$processor" "<=" 10 s
[[ $code == 1 ]] || { cat "$folder/err"; exit 1; }

head -c 1000000 /dev/urandom >"$folder/garbage.hlsl"
head -c 1000000 /dev/urandom >"$folder/garbage.spv"
printf '\x03\x02\x23\x07\x00\x03\x01\x00' | cat - <(head -c 100000 /dev/urandom) >"$folder/broken.spv"
truncate -s 100M "$folder/large.hlsl"
printf '#include "self.hlsl"\n%s {}\n' "$main" >"$folder/self.hlsl"
printf '#include "absent.hlsli"\n%s {}\n' "$main" >"$folder/absent.hlsl"
awk -v main="$main" 'BEGIN { printf "%s { uint x = ", main; for (i = 0; i < 10000; i++) printf "("; printf "1" ; for (i = 0; i < 10000; i++) printf ")"; print "; }" }' >"$folder/deep.hlsl"
awk -v main="$main" 'BEGIN { for (i = 0; i < 10000; i++) print "#if 1"; print main " {}"; for (i = 0; i < 10000; i++) print "#endif" }' >"$folder/ifs.hlsl"
for hostile in garbage.hlsl garbage.spv broken.spv large.hlsl self.hlsl absent.hlsl deep.hlsl ifs.hlsl; do
    lints "$folder/$hostile"
    goal "$hostile, seconds" "$wall" "<=" 10 s
    goal "$hostile, exit code 2" "$((code == 2))" ">=" 1 ""
done

if (($# > 1)); then
    lints "${@:2}"
    tail -n 1 "$folder/out"
    grep -o '\[[a-z-]*\]$' "$folder/out" | sort | uniq -c || true
    goal "folders: signals and other exit codes than 0, 1 and 2" "$((code > 2 || code < 0))" "<=" 0 ""
fi
finish
