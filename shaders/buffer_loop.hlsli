// The loop of every buffer kernel: 256 loads an invocation, one an iteration, not unrolled; or what its
// TECHNIQUE makes of it. The including kernel defines kAddressStep (what one element adds to the address) and
// `float4 load(uint address)`; a kernel of integers defines SUM uint4 and `uint4 load(uint address)`.
#ifndef SUM
#define SUM float4
#endif
#include "constants.hlsli"
#include "pattern.hlsli"
#include "sink.hlsli"
#include "technique.hlsli"

[numthreads(256, 1, 1)]
void main(uint index : SV_GroupIndex, uint3 group : SV_GroupID)
{
    // Locals, since some compilers would read the push constants again in every iteration.
    const uint mask = constants.addressMask;
    uint address = startElement(index) * kAddressStep + constants.byteOffset;
#ifdef TECHNIQUE_SHARES
    const float4 sum = sharedSum(address, mask);
#else
#if TECHNIQUE == TECHNIQUE_FLOOR
    const SUM held = load((address + index * kAddressStep) | mask);
    precise SUM sum = 0; // precise: equal terms may not be added up by a multiplication
#elif TECHNIQUE == TECHNIQUE_PERLANE
    precise float4 sum = index; // precise: the terms may not be added up first, without the lane's own start
#else
    SUM sum = 0;
#endif
    [loop] for (uint i = 0; i < 256; ++i)
    {
#if TECHNIQUE == TECHNIQUE_FLOOR
        sum += heldTerm(held, address & mask);
#else
        sum += load(address | mask);
#endif
        address += kAddressStep;
    }
#endif
    sink(sum, index, group.x);
}
