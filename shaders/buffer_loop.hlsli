// The loop of every buffer kernel: 256 loads per invocation, IN_FLIGHT per iteration, not unrolled further;
// or the variant of it that TECHNIQUE selects. The including kernel includes widen.hlsli and defines
// kAddressStep (what one element adds to the address) and `LOADED load(uint address)`. Kernels in GLSL include
// bound.glsl first.
#ifndef IN_GLSL
#include "constants.hlsli"
#include "pattern.hlsli"
#include "sink.hlsli"
#define NOTHING 0
#endif
#include "technique.hlsli"

MAIN
{
#ifdef BEFORE_LOADS // what a kernel must do first
    BEFORE_LOADS
#endif
#if PATTERN == PATTERN_LOOP_COUNTER
    const uint mask = 0, start = 0;
#else
    // Locals, since some compilers would read the push constants again in every iteration.
    const uint mask = constants.addressMask;
    const uint start = startElement(index) * kAddressStep + constants.byteOffset;
#endif
#ifdef TECHNIQUE_SHARES
    sink(widen(sharedSum(start, mask)), index, group.x);
#else
#ifdef TECHNIQUE_WITHOUT_LOADS
    const LOADED held = load((start + index * kAddressStep) | mask); // different in every lane
    const uint4 zeros = uint4(1, 2, 4, 8) & mask;
    precise LOADED sum = NOTHING; // precise: equal terms must not be added up by a multiplication
#elif TECHNIQUE == TECHNIQUE_PERLANE
    precise LOADED sum = index; // precise: the terms must not be added up first, without the lane's start
#else
    LOADED sum = NOTHING;
#endif
    // One addition turns the address of the element before into the next one. The addend contains the mask,
    // which keeps loads from being merged. It is computed here, since not every compiler would move it out of
    // the loop.
    uint ahead[IN_FLIGHT];
#define DO(k) ahead[k] = ((k) + 1) * kAddressStep | mask;
#define COUNT IN_FLIGHT
#include "repeat.hlsli"
    uint address = start - kAddressStep;
    LOOP for (uint i = 0; i < 256; i += IN_FLIGHT)
    {
#ifdef TECHNIQUE_WITHOUT_LOADS
        address = keptAddress(address, zeros);
#define DO(k) sum += held;
#else
        LOADED values[IN_FLIGHT];
#define DO(k) values[k] = load(address + ahead[k]);
#define COUNT IN_FLIGHT
#include "repeat.hlsli"
        address += ahead[IN_FLIGHT - 1];
#define DO(k) sum += values[k];
#endif
#define COUNT IN_FLIGHT
#include "repeat.hlsli"
    }
#ifdef TECHNIQUE_WITHOUT_LOADS
    index |= address & mask; // keeps the operations on the address alive
#endif
    sink(widen(sum), index, group.x);
#endif
}
