// Measures nothing: writes what the walks read (windowElement in source/cases/walk.h), `steps` elements of 16
// bytes for each invocation.
// variants: none
#include "window.hlsli"

[[vk::binding(1, 0)]] RWByteAddressBuffer target;

[numthreads(256, 1, 1)]
void main(uint index : SV_GroupIndex, uint3 group : SV_GroupID)
{
    uint element = group.x * window.steps * 256 + index;
    [loop] for (uint i = 0; i < window.steps; ++i)
    {
        const uint next = (element >> 2) * 1664525u + 1013904223u;
        target.Store4(element * 16, uint4(next, element * 0x9e3779b1u, ~element, element ^ (element >> 7)));
        element += 256;
    }
}
