// Measures atomic operations on words of a structured buffer that glslang's HLSL lacks: on 64-bit integers,
// and additions of floats.
// variants: TYPE=uint64 OPERATION=add,min,exchange,compare RESULT=dropped,used PATTERN=uniform,per_subgroup,linear
// variants: TYPE=uint64 OPERATION=add RESULT=dropped,used PATTERN=uniform TECHNIQUE=reduce
// variants: TYPE=float OPERATION=add RESULT=dropped,used PATTERN=uniform,per_subgroup,linear
// variants: TYPE=float OPERATION=add RESULT=dropped,used PATTERN=uniform TECHNIQUE=reduce
#version 450
#extension GL_GOOGLE_include_directive : require
#extension GL_EXT_control_flow_attributes : require
#define TYPE_UINT64 0
#define TYPE_FLOAT 1
#if TYPE == TYPE_UINT64
#extension GL_EXT_shader_atomic_int64 : require
#extension GL_EXT_shader_explicit_arithmetic_types_int64 : require
#else
#extension GL_EXT_shader_atomic_float : require
#endif
// Only what a variant uses becomes a capability of its kernel.
#extension GL_KHR_shader_subgroup_arithmetic : require
#extension GL_KHR_shader_subgroup_ballot : require
#include "hlsl_names.glsl"
#include "atomic_names.hlsli"
#define SUBGROUP_SPAN 1 // each subgroup has a word of its own

layout(local_size_x = 256) in;

layout(push_constant) uniform LoadConstants // constants.hlsli
{
    uint addressMask;
    uint byteOffset;
    uint sinkRotation;
} constants;

const uint kSinkClosed = 0xffffffff;

#if TYPE == TYPE_UINT64
#define WORD uint64_t
#define TALLY uint64_t
const uint kTurns = 256; // in as many bytes as 512 turns of 32-bit words
const WORD kUntouched = ~WORD(0);
// Subgroups exchange integers of 32 bits on every device.
WORD ofFirstLane(WORD value) { return packUint2x32(subgroupBroadcastFirst(unpackUint2x32(value))); }
#else
#define WORD float
#define TALLY uint // every value is a whole number
const uint kTurns = 512;
WORD ofFirstLane(WORD value) { return subgroupBroadcastFirst(value); }
#endif

layout(set = 0, binding = 1, std430) buffer Target { WORD words[]; } target;

#define PLACE uint
PLACE placeOf(uint place) { return place; }

WORD replaced(PLACE place, WORD value)
{
#if OPERATION == OPERATION_ADD
    return atomicAdd(target.words[place], value);
#elif OPERATION == OPERATION_MIN
    return atomicMin(target.words[place], value);
#elif OPERATION == OPERATION_EXCHANGE
    return atomicExchange(target.words[place], value);
#else
    return atomicCompSwap(target.words[place], kUntouched, value);
#endif
}

#if TYPE == TYPE_FLOAT
#define AS_WORD uintBitsToFloat
#else
#define AS_WORD
#endif
#define keep(place, sum) target.words[kTurns * 256 + (place)] = AS_WORD(sum)

#include "atomic_loop.hlsli"

void main() { operate(gl_LocalInvocationIndex, gl_WorkGroupID.x); }
