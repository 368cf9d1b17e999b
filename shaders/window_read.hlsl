// Measures loads that do not wait for each other, of 16 bytes from a window of memory. Eight neighbouring
// invocations read a line of 128 bytes; every such section of a workgroup goes through the window, and begins
// where the section before ends, so that the sections together read all of the window equally often, however
// many of them run at a time (of own windows: those of the workgroups that share one). The order of the lines is scattered: neither are the lines that sections read
// at one time a power of two apart, nor does a prefetcher foresee them.
// variants: SOURCE=raw,structured,typed,texture
#include "window.hlsli"

#define SOURCE_RAW 0
#define SOURCE_STRUCTURED 1
#define SOURCE_TYPED 2
#define SOURCE_TEXTURE 3

#if SOURCE == SOURCE_RAW
[[vk::binding(0, 0)]] ByteAddressBuffer source;
#elif SOURCE == SOURCE_STRUCTURED
[[vk::binding(0, 0)]] StructuredBuffer<uint4> source;
#elif SOURCE == SOURCE_TYPED
[[vk::binding(0, 0)]] Buffer<uint4> source;
#else
[[vk::binding(0, 0)]] Texture2D<uint4> source;
#endif
[[vk::binding(1, 0)]] RWByteAddressBuffer results;

static const uint kResultMask = 16 * 256 - 1; // invocations that have a result of their own

// The element `lane` of the line, relative to where the workgroup's window begins.
uint4 load(uint2 origin, uint line_, uint lane, uint columnBits)
{
#if SOURCE == SOURCE_TEXTURE
    // A line is a block of 4 x 2 texels.
    const uint column = line_ & ((1u << columnBits) - 1);
    const uint2 texel = origin + uint2(column * 4 + (lane & 3), (line_ >> columnBits) * 2 + (lane >> 2));
    return source.Load(int3(texel, 0));
#else
    const uint element = (origin.x + line_) * 8 + lane;
#if SOURCE == SOURCE_RAW
    return source.Load4(element * 16);
#else
    return source[element];
#endif
#endif
}

// As the CPU model does (source/cases/walk.cpp).
uint scattered(uint turn, uint mask, uint shift)
{
    uint line_ = (turn * 0x9e3779b1u) & mask;
    line_ ^= line_ >> shift;
    return (line_ * 0x85ebca6bu) & mask;
}

[numthreads(256, 1, 1)]
void main(uint index : SV_GroupIndex, uint3 group : SV_GroupID)
{
    // Locals, since some compilers would read the push constants again in every iteration.
    const uint mask = window.mask;
    const uint shift = window.shift;
    const uint steps = window.steps;
    const uint columnBits = window.columnBits;
    const uint own = group.x & window.windowMask;
#if SOURCE == SOURCE_TEXTURE
    const uint2 size = uint2(4u << columnBits, ((mask + 1) >> columnBits) * 2);
    const uint2 origin =
        uint2(own & ((1u << window.windowColumns) - 1), own >> window.windowColumns) * size;
#else
    const uint2 origin = uint2(own * (mask + 1), 0);
#endif
    const uint lane = index & 7;
    uint turn = ((group.x >> window.turnBits) * 32 + (index >> 3)) * steps;
    uint4 sum = 0;
    [loop] for (uint i = 0; i < steps; i += 4)
    {
        const uint4 first = load(origin, scattered(turn, mask, shift), lane, columnBits);
        const uint4 second = load(origin, scattered(turn + 1, mask, shift), lane, columnBits);
        const uint4 third = load(origin, scattered(turn + 2, mask, shift), lane, columnBits);
        const uint4 fourth = load(origin, scattered(turn + 3, mask, shift), lane, columnBits);
        sum += first;
        sum += second;
        sum += third;
        sum += fourth;
        turn += 4;
    }
    // One store for 256 loads. Workgroups share the places, so that no window is large because of them.
    const uint result = sum.x + 3 * sum.y + 5 * sum.z + 7 * sum.w;
    results.Store(((group.x * 256 + index) & kResultMask) * 4, result);
}
