// Measures the latency of loads from a window of memory: each load returns the number of the node that is
// loaded next. Nodes lie 64 bytes apart and are chained in one cycle through the whole window, in an order
// that no prefetcher foresees (windowElement in source/cases/walk.h). The first invocation alone has a chain.
// variants: SOURCE=raw,typed
#include "window.hlsli"

#define SOURCE_RAW 0
#define SOURCE_TYPED 1

#if SOURCE == SOURCE_RAW
[[vk::binding(0, 0)]] ByteAddressBuffer source;
uint load(uint node) { return source.Load(node * 64); }
#else
[[vk::binding(0, 0)]] Buffer<uint4> source;
uint load(uint node) { return source[node * 4].x; }
#endif
[[vk::binding(1, 0)]] RWByteAddressBuffer results;

[numthreads(256, 1, 1)]
void main(uint index : SV_GroupIndex)
{
    const uint mask = window.places - 1;
    const uint steps = window.steps;
    uint node = 0;
    [branch] if (index == 0)
    {
        [loop] for (uint i = 0; i < steps; i += 4)
            node = load(load(load(load(node) & mask) & mask) & mask) & mask;
    }
    results.Store(index * 4, node);
}
