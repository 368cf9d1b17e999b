#ifndef CONSTANTS_HLSLI
#define CONSTANTS_HLSLI

// Push constants of every kernel. The values are known only at run time, so that the compiler can neither
// fold an address nor prove what the sink does.
struct LoadConstants
{
    uint addressMask; // always 0; or-ed into the address of every load, so that loads cannot be merged
    uint byteOffset;  // start of the data in a raw buffer: 0, or 4 for the unaligned rows; for rows that
                      // sample, the bits of a float: the distance from the texels' centres, 0 while timing
    uint sinkRotation; // kSinkClosed while timing; below 256 while verifying
#ifdef PUSHED_VALUES
    float4 values[PUSHED_VALUES]; // at byte 16: what push_constants.hlsl loads
#endif
#ifdef TRAVERSES
    uint4 traversal; // at byte 16: unit, step, window and spread (source/cases/operation.h)
#endif
};

[[vk::push_constant]] ConstantBuffer<LoadConstants> constants;

static const uint kSinkClosed = 0xffffffff;

// The main function and the loops of kernels, where GLSL has the same (bound.glsl).
#define MAIN [numthreads(256, 1, 1)] void main(uint index : SV_GroupIndex, uint3 group : SV_GroupID)
#define LOOP [loop]

#endif
