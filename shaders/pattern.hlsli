// Where an invocation starts to read. It depends only on the index inside the workgroup, so that all
// workgroups read the same bytes and these stay in L1.
#define PATTERN_UNIFORM 0 // every invocation reads the same address
#define PATTERN_LINEAR 1  // neighbouring invocations read neighbouring elements
#define PATTERN_RANDOM 2  // a fixed permutation of 16 elements: inside one cache line or a few, in no order

uint startElement(uint index)
{
#if PATTERN == PATTERN_UNIFORM
    return 0;
#elif PATTERN == PATTERN_LINEAR
    return index;
#elif PATTERN == PATTERN_RANDOM
    return (index * 3) & 15;
#else
#error PATTERN is not one of the three
#endif
}

// Textures: the same per axis, but random offsets each axis by 0 or 4 texels.
uint2 startTexel(uint2 local)
{
#if PATTERN == PATTERN_RANDOM
    return uint2(startElement(local.x), startElement(local.y)) & 4;
#else
    return uint2(startElement(local.x), startElement(local.y));
#endif
}
