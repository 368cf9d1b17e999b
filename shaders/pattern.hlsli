// Where an invocation starts to read. It depends only on the index inside the workgroup, so that all
// workgroups read the same bytes and these stay in L1.
#define PATTERN_UNIFORM 0 // every invocation reads the same address
#define PATTERN_LINEAR 1  // neighbouring invocations read neighbouring elements
#define PATTERN_RANDOM 2  // a fixed permutation of 16 elements: inside one cache line or a few, in no order
#define PATTERN_REVERSED 3
#define PATTERN_HASHED 4 // anywhere in 512 elements
#define PATTERN_PER_SUBGROUP 5 // one address for each subgroup of up to SUBGROUP_SPAN lanes, which the compiler can know
#define PATTERN_SCATTERED 6 // stores: no two invocations in one cache line, neighbours far from one another
#define PATTERN_COINCIDING 7 // atomic operations: one address for all, which no compiler can know
#define PATTERN_LOOP_COUNTER 8 // the loop's counter alone: a compiler knows every address
#define PATTERN_STRIDES 100 // and above: lanes lie so many elements apart, and every 64 begin again
#define PATTERN_STRIDE_2 102
#define PATTERN_STRIDE_4 104
#define PATTERN_STRIDE_5 105
#define PATTERN_STRIDE_6 106
#define PATTERN_STRIDE_8 108
#define PATTERN_STRIDE_9 109
#define PATTERN_STRIDE_10 110
#define PATTERN_STRIDE_11 111
#define PATTERN_STRIDE_12 112
#define PATTERN_STRIDE_16 116
#define PATTERN_STRIDE_17 117
#define PATTERN_STRIDE_18 118
#define PATTERN_STRIDE_20 120
#define PATTERN_STRIDE_22 122
#define PATTERN_STRIDE_24 124
#define PATTERN_STRIDE_32 132
#define PATTERN_STRIDE_33 133
#define PATTERN_STRIDE_64 164

// Loads of smaller subgroups share addresses, too, so that all devices load the same elements.
#ifndef SUBGROUP_SPAN
#define SUBGROUP_SPAN 64
#endif

uint startElement(uint index)
{
#if PATTERN == PATTERN_UNIFORM || PATTERN == PATTERN_LOOP_COUNTER || PATTERN == PATTERN_COINCIDING
    return 0;
#elif PATTERN == PATTERN_LINEAR
    return index;
#elif PATTERN == PATTERN_RANDOM
    return (index * 3) & 15;
#elif PATTERN == PATTERN_REVERSED
    return 255 - index;
#elif PATTERN == PATTERN_HASHED
    return (index * 2654435761u) >> 23; // Knuth's multiplicative hash, 9 bits of it
#elif PATTERN == PATTERN_PER_SUBGROUP
    return WaveReadLaneFirst(index) & ~(SUBGROUP_SPAN - 1u);
#elif PATTERN == PATTERN_SCATTERED
    return index * (1 + 11 * 1024);
#elif PATTERN > PATTERN_STRIDES
    return (index & 63) * (PATTERN - PATTERN_STRIDES);
#else
#error PATTERN is none of these
#endif
}

// Textures: the same per axis, but random offsets each axis by 0 or 4 texels, and hashed is any of 16 x 16.
uint2 startTexel(uint2 local)
{
#if PATTERN == PATTERN_RANDOM
    return uint2(startElement(local.x), startElement(local.y)) & 4;
#elif PATTERN == PATTERN_HASHED
    const uint texel = startElement(local.y * 16 + local.x);
    return uint2(texel & 15, texel >> 4 & 15);
#else
    return uint2(startElement(local.x), startElement(local.y));
#endif
}
