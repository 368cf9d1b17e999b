// The loop of every buffer kernel: 256 loads an invocation, one an iteration, not unrolled. The including kernel
// defines kAddressStep (what one element adds to the address) and `float4 load(uint address)`.
#include "constants.hlsli"
#include "pattern.hlsli"
#include "sink.hlsli"

[numthreads(256, 1, 1)]
void main(uint index : SV_GroupIndex, uint3 group : SV_GroupID)
{
    // Locals, since some compilers would read the push constants again in every iteration.
    const uint mask = constants.addressMask;
    uint address = startElement(index) * kAddressStep + constants.byteOffset;
    float4 sum = 0;
    [loop] for (uint i = 0; i < 256; ++i)
    {
        sum += load(address | mask);
        address += kAddressStep;
    }
    sink(sum, index, group.x);
}
