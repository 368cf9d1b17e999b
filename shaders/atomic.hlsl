// Measures atomic operations on the 32-bit words of a raw or a structured buffer, of a storage texel buffer,
// of a storage image, and of a workgroup's shared memory.
// variants: TARGET=raw,structured,typed,texture,shared OPERATION=add,min,exchange,compare RESULT=dropped,used PATTERN=uniform,per_subgroup,linear
// variants: TARGET=raw,structured,typed,texture,shared OPERATION=add RESULT=dropped,used PATTERN=uniform TECHNIQUE=reduce
// variants: TARGET=raw,structured,typed,texture,shared OPERATION=add RESULT=dropped,used PATTERN=coinciding
#include "constants.hlsli"
#define SUBGROUP_SPAN 1 // each subgroup has a word of its own
#include "atomic_names.hlsli"

#define TARGET_RAW 0
#define TARGET_STRUCTURED 1
#define TARGET_TYPED 2
#define TARGET_TEXTURE 3
#define TARGET_SHARED 4

#define WORD uint
#define TALLY uint
#define BRANCH [branch]

static const uint kUntouched = 0xffffffff; // what verification begins with
static const uint kResults = 512 * 256;    // words; behind them lie the sums of the results

// Atomic operations on texels need a declared format.
#ifdef __spirv__ // DXC
#define WORD_FORMAT [[vk::image_format("r32ui")]]
#else
#define WORD_FORMAT [[spv::format_r32ui]]
#endif

#if TARGET == TARGET_RAW
[[vk::binding(1, 0)]] RWByteAddressBuffer target;
#elif TARGET == TARGET_TYPED
WORD_FORMAT [[vk::binding(1, 0)]] RWBuffer<uint> target;
#elif TARGET == TARGET_TEXTURE
WORD_FORMAT [[vk::binding(1, 0)]] RWTexture2D<uint> target;
#else
[[vk::binding(1, 0)]] RWStructuredBuffer<uint> target;
#endif

#if TARGET == TARGET_SHARED
#define SHARED
static const uint kTurns = 1;
groupshared uint words[256];
void begin(uint index)
{
    words[index] = kUntouched;
    GroupMemoryBarrierWithGroupSync();
}
void end(uint index, uint first) { target[first + index] = words[index]; }
#else
static const uint kTurns = 512;
#define words target
#endif

#if TARGET == TARGET_TEXTURE
static const uint kSlot = 65536;
#include "written_texel.hlsli"
#define PLACE uint2
PLACE placeOf(uint place) { return texelOf(place); }
#else
#define PLACE uint
PLACE placeOf(uint place)
{
#if TARGET == TARGET_RAW
    return 4 * place;
#else
    return place;
#endif
}
#endif

WORD replaced(PLACE place, WORD value)
{
    WORD before;
#if TARGET == TARGET_RAW
#if OPERATION == OPERATION_ADD
    target.InterlockedAdd(place, value, before);
#elif OPERATION == OPERATION_MIN
    target.InterlockedMin(place, value, before);
#elif OPERATION == OPERATION_EXCHANGE
    target.InterlockedExchange(place, value, before);
#else
    target.InterlockedCompareExchange(place, kUntouched, value, before);
#endif
#elif OPERATION == OPERATION_ADD
    InterlockedAdd(words[place], value, before);
#elif OPERATION == OPERATION_MIN
    InterlockedMin(words[place], value, before);
#elif OPERATION == OPERATION_EXCHANGE
    InterlockedExchange(words[place], value, before);
#else
    InterlockedCompareExchange(words[place], kUntouched, value, before);
#endif
    return before;
}

void keep(uint place, TALLY sum)
{
#if TARGET == TARGET_RAW
    target.Store(placeOf(kResults + place), sum);
#elif TARGET == TARGET_SHARED
    target[kResults + place] = sum;
#else
    target[placeOf(kResults + place)] = sum;
#endif
}

uint ofFirstLane(uint value) { return WaveReadLaneFirst(value); }

#include "atomic_loop.hlsli"

[numthreads(256, 1, 1)]
void main(uint index : SV_GroupIndex, uint3 group : SV_GroupID) { operate(index, group.x); }
