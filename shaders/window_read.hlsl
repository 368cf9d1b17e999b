// Measures loads that do not wait for each other, of 16 bytes from a window of memory. Eight neighbouring
// invocations, a section, read a line of 128 bytes; constantsOf in source/cases/walk.h says where sections
// begin and in which order they go through the window.
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

// The element `lane` of the line.
uint4 load(uint line_, uint lane, uint columnBits)
{
#if SOURCE == SOURCE_TEXTURE
    // A line is a block of 4 x 2 texels.
    const uint column = line_ & ((1u << columnBits) - 1);
    return source.Load(int3(column * 4 + (lane & 3), (line_ >> columnBits) * 2 + (lane >> 2), 0));
#elif SOURCE == SOURCE_RAW
    return source.Load4((line_ * 8 + lane) * 16);
#else
    return source[line_ * 8 + lane];
#endif
}

// (line_ + stride) % lines
uint following(uint line_, uint stride, uint lines)
{
    return min(line_ + stride, line_ + stride - lines);
}

[numthreads(256, 1, 1)]
void main(uint index : SV_GroupIndex, uint3 group : SV_GroupID)
{
    // Locals, since some compilers would read the push constants again in every iteration.
    const uint lines = window.places;
    const uint steps = window.steps;
    const uint stride = window.stride;
    const uint columnBits = window.columnBits;
    const uint lane = index & 7;
    const uint section = group.x * 32 + (index >> 3);
    uint line_ = (section % lines) * window.between % lines;
    uint4 sum = 0;
    [loop] for (uint i = 0; i < steps; i += 4)
    {
        const uint second = following(line_, stride, lines);
        const uint third = following(second, stride, lines);
        const uint fourth = following(third, stride, lines);
        const uint4 first = load(line_, lane, columnBits);
        const uint4 next = load(second, lane, columnBits);
        const uint4 other = load(third, lane, columnBits);
        const uint4 last = load(fourth, lane, columnBits);
        sum += first;
        sum += next;
        sum += other;
        sum += last;
        line_ = following(fourth, stride, lines);
    }
    // One store for 256 loads. Workgroups share the places, so that no window is large because of them.
    const uint result = sum.x + 3 * sum.y + 5 * sum.z + 7 * sum.w;
    results.Store(((group.x * 256 + index) & kResultMask) * 4, result);
}
