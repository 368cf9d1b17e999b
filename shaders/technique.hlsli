// How a kernel gets its 256 values, for kernels whose load returns a LOADED (widen.hlsli).
#include "technique_names.hlsli"

// Loads per iteration. They are written out, all before the first addition, since a compiler need neither
// unroll what it is told to nor move a load before the use of another. Four loads in flight hide the latency
// that a single one waits for.
#if TECHNIQUE == TECHNIQUE_DEPENDENT
#define IN_FLIGHT 1
#else
#define IN_FLIGHT 4 // loadsPerIteration (source/cases/case.h)
#endif

#ifdef TECHNIQUE_WITHOUT_LOADS
// The no-load control's stand-in for the addresses of four loads: one operation for each, in the same kind of register,
// per lane or not. `zeros` are different bits of the mask, extracted before the loop: they are 0, which is
// known only at run time. Neighbouring operations differ in kind, so that no compiler can drop one or merge
// two.
uint keptAddress(uint address, uint4 zeros)
{
    return (((address + zeros.x) ^ zeros.y) + zeros.z) ^ zeros.w;
}
#endif

#if TECHNIQUE == TECHNIQUE_SHUFFLE || TECHNIQUE == TECHNIQUE_BROADCAST || TECHNIQUE == TECHNIQUE_REDUCE
#define TECHNIQUE_SHARES

#ifndef CARRIED // what lanes hand to one another, and how a lane makes a value of it
#define CARRIED LOADED
#define CARRY load
#define VALUE_OF
#endif

// The sum over 256 elements from `address` on, each loaded once or a few times a subgroup. 256 must be a
// multiple of the subgroup's size, which must be at least 4, and all lanes must be active. Including kernels
// define kAddressStep and `LOADED load(uint address)`, or `CARRIED CARRY(uint address)` and `LOADED VALUE_OF(CARRIED)`.
LOADED sharedSum(uint address, uint mask)
{
    LOADED sum = 0;
#if TECHNIQUE == TECHNIQUE_BROADCAST
    // Lanes 0 to 3 exist in every subgroup; the other lanes load the same elements. These lane numbers are
    // constants, so that the compiler may read a register of a lane instead of shuffling.
    address += (WaveGetLaneIndex() & 3) * kAddressStep;
    [loop] for (uint first = 0; first < 256; first += 4)
    {
        const CARRIED value = CARRY(address | mask);
        sum += VALUE_OF(WaveReadLaneAt(value, 0));
        sum += VALUE_OF(WaveReadLaneAt(value, 1));
        sum += VALUE_OF(WaveReadLaneAt(value, 2));
        sum += VALUE_OF(WaveReadLaneAt(value, 3));
        address += 4 * kAddressStep;
    }
#else
    const uint lanes = WaveGetLaneCount();
    address += WaveGetLaneIndex() * kAddressStep;
    [loop] for (uint first = 0; first < 256; first += lanes)
    {
        const CARRIED value = CARRY(address | mask);
#if TECHNIQUE == TECHNIQUE_SHUFFLE
        [loop] for (uint lane = 0; lane < lanes; ++lane) sum += VALUE_OF(WaveReadLaneAt(value, lane));
#else
        sum += VALUE_OF(value);
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
