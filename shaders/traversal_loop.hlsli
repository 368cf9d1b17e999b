// The loop of kernels whose element holds up to 16 values: 256 loads of elements per invocation, IN_FLIGHT
// per iteration, not unrolled further. They cycle through a window of their source, given by
// constants.traversal, so that wide elements stay in L1 as well and one kernel serves a small window and a
// large one. The including kernel defines TRAVERSES before its first include, then
//   WORDS                     32-bit words that an element is loaded as
//   VALUES                    how many values they make; value k adds to channel k mod 4
//   VALUE(words, k, kept)     value number k of `Words words`; `kept` is a zero known only at run time
//                             and differs by element: if making a value takes operations, they must depend on
//                             it, or a compiler could do them once for the no-load control, before the loop
//   Words load(uint place, uint begin)   the element at that place; raw buffers begin at that byte
// the last after including traversal_words.hlsli. Kernels in GLSL include bound.glsl first.
#ifndef IN_GLSL
#include "pattern.hlsli"
#include "sink.hlsli"
#endif
#include "technique_names.hlsli"

// See technique.hlsli. Elements of more than 8 words take three or four loads each, so two of them have six
// to eight in flight, and need no more registers for that than four smaller elements: RADV takes 28 to 44 for
// either on RDNA. Four would take 64 for the loaded words alone, and GPUs keep fewer subgroups resident then.
#if TECHNIQUE == TECHNIQUE_DEPENDENT
#define IN_FLIGHT 1
#elif WORDS > 8
#define IN_FLIGHT 2
#else
#define IN_FLIGHT 4
#endif

float4 plusValues(float4 sum, Words words, uint kept)
{
    precise float4 result = sum; // precise: the no-load control's equal terms must not be added up by a multiplication
#define DO(k) result[(k) & 3] += VALUE(words, k, kept);
#define COUNT VALUES
#include "repeat.hlsli"
    return result;
}

MAIN
{
#ifdef BEFORE_LOADS
    BEFORE_LOADS
#endif
    // Locals, since some compilers would read the push constants again in every iteration.
    const uint mask = constants.addressMask;
    const uint begin = constants.byteOffset;
    const uint unit = constants.traversal.x;
    const uint step = constants.traversal.y | mask;
    const uint window = constants.traversal.z;
    // Neighbouring workgroups begin far from one another; otherwise one would find in L1 what another has
    // just loaded.
    const uint hash = (group.x * 0x9e3779b9u) >> 16;
    const uint ahead = (hash * (constants.traversal.w + 1)) >> 16;
    uint place = (startElement(index) * unit + ahead * step) % window;
#if TECHNIQUE == TECHNIQUE_NO_LOADS
    const Words held = load(place | mask, begin);
#define LOAD held
#else
#define LOAD load(place, begin)
#endif
    float4 sum = float4(0, 0, 0, 0);
    LOOP for (uint i = 0; i < 256; i += IN_FLIGHT)
    {
        Words words[IN_FLIGHT];
        uint kept[IN_FLIGHT];
        // A place before the window's end wraps below zero when the window is subtracted, so min keeps it: no
        // branch, which some compilers make of a choice.
#define DO(k) \
    words[k] = LOAD; \
    kept[k] = place & mask; \
    place = min(place + step, place + step - window);
#define COUNT IN_FLIGHT
#include "repeat.hlsli"
#define DO(k) sum = plusValues(sum, words[k], kept[k]);
#define COUNT IN_FLIGHT
#include "repeat.hlsli"
    }
#if TECHNIQUE == TECHNIQUE_NO_LOADS
    index |= place & mask; // keeps the operations on the place alive
#endif
    sink(sum, index, group.x);
}
