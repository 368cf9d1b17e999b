// The loop of kernels that store WIDTH words at a time: 256 stores per invocation, four per iteration. Places
// go through a window of the destination (constants.traversal: unit, step, window), from whose end they go on
// at its beginning; the workgroups take turns at four such windows. A window is a multiple of four steps, and
// every pattern begins in the first step of four, so no iteration runs over the window's end. Every word
// depends on invocation and store: word w of an invocation's store number i is 1 + 4 * invocation + 1024 *
// i + w. So verification sees which store wrote a word last. Workgroups of one window store the same words.
// Kernels of narrower values define OF_INVOCATION and OF_STORE, the factors, as odd numbers, so that all bits depend
// on both. Kernels in GLSL include bound.glsl first.
// The including kernel defines TRAVERSES and WIDTH before its first include, then kSlot (places from one
// window to the next) and `void store(uint place, uint value)`, which stores value and the numbers that
// follow it.
// One that stores to shared memory also defines `void copyOut(uint window, uint place)` and the macro
// COPY_OUT: then each invocation has a window of its own, four steps long from its pattern's element on,
// which it copies out if the sink is open.
#ifndef IN_GLSL
#include "pattern.hlsli"
#endif
#ifndef OF_STORE
#define OF_INVOCATION 4
#define OF_STORE 1024
#endif

MAIN
{
#ifdef BEFORE_LOADS
    BEFORE_LOADS
#endif
    // Locals, since some compilers would read the push constants again in every iteration.
    const uint mask = constants.addressMask;
    const uint step = constants.traversal.y | mask;
    const uint window = constants.traversal.z;
#ifdef COPY_OUT
    const uint base = startElement(index);
    uint place = 0;
#else
    const uint base = (group.x & 3) * kSlot;
    uint place = startElement(index) * constants.traversal.x % window;
#endif
    uint value = index * OF_INVOCATION;
    uint ahead[4];
#define DO(k) ahead[k] = base + (k) * step;
#define COUNT 4
#include "repeat.hlsli"
    LOOP for (uint i = 0; i < 256; i += 4)
    {
#define DO(k) store(place + ahead[k], value + (1 + OF_STORE * (k)));
#define COUNT 4
#include "repeat.hlsli"
        // As in traversal_loop.hlsli.
        place = min(place + 4 * step, place + 4 * step - window);
        value += 4 * OF_STORE;
    }
#ifdef COPY_OUT
    GroupMemoryBarrierWithGroupSync();
    [branch] if (constants.sinkRotation != kSinkClosed)
    {
#define DO(k) copyOut(group.x & 3, ahead[k]);
#define COUNT 4
#include "repeat.hlsli"
    }
#endif
}
