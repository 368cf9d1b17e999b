// How a kernel comes by the 256 values of its uniform loads, for kernels whose load has WIDTH channels.
#include "technique_names.hlsli"

// What a load returned, out of what widen made of it.
#if WIDTH == 1
float narrow(float4 value) { return value.x; }
#elif WIDTH == 2
float2 narrow(float4 value) { return value.xy; }
#elif WIDTH == 3
float3 narrow(float4 value) { return value.xyz; }
#else
float4 narrow(float4 value) { return value; }
#endif

// The floor's term in place of a load. `held` is another in every lane, so that no compiler can do the
// additions once for all of them; `kept` is 0, which only run time knows, and keeps the address arithmetic
// alive: one operation more than the loop of the direct kernel.
float4 heldTerm(float4 held, uint kept)
{
    held.x = asfloat(asuint(held.x) | kept);
    return widen(narrow(held));
}

uint4 heldTerm(uint4 held, uint kept) { return held | kept; }

#if TECHNIQUE == TECHNIQUE_SHUFFLE || TECHNIQUE == TECHNIQUE_BROADCAST || TECHNIQUE == TECHNIQUE_REDUCE
#define TECHNIQUE_SHARES

// The sum over 256 elements from `address` on, each loaded once or a few times a subgroup. 256 must be a
// multiple of the subgroup's size, which must be at least 4, and all lanes must be active. Including kernels
// define kAddressStep and `float4 load(uint address)`.
float4 sharedSum(uint address, uint mask)
{
    float4 sum = 0;
#if TECHNIQUE == TECHNIQUE_BROADCAST
    // Lanes 0 to 3 exist in every subgroup; the others load what these load. Their numbers are constants, so
    // that the compiler may read a register of a lane instead of shuffling.
    address += (WaveGetLaneIndex() & 3) * kAddressStep;
    [loop] for (uint first = 0; first < 256; first += 4)
    {
        const float4 value = load(address | mask);
        sum += widen(WaveReadLaneAt(narrow(value), 0));
        sum += widen(WaveReadLaneAt(narrow(value), 1));
        sum += widen(WaveReadLaneAt(narrow(value), 2));
        sum += widen(WaveReadLaneAt(narrow(value), 3));
        address += 4 * kAddressStep;
    }
#else
    const uint lanes = WaveGetLaneCount();
    address += WaveGetLaneIndex() * kAddressStep;
    [loop] for (uint first = 0; first < 256; first += lanes)
    {
        const float4 value = load(address | mask);
#if TECHNIQUE == TECHNIQUE_SHUFFLE
        [loop] for (uint lane = 0; lane < lanes; ++lane) sum += widen(WaveReadLaneAt(narrow(value), lane));
#else
        sum += value;
#endif
        address += lanes * kAddressStep;
    }
#endif
#if TECHNIQUE == TECHNIQUE_REDUCE
    sum = WaveActiveSum(sum);
#endif
    return sum;
}
#endif
