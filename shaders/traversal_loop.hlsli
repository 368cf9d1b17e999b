// The loop of kernels whose element holds up to 16 values: 256 loads an invocation, one element an iteration,
// not unrolled. They go round in a window of their source, as constants.traversal says, so that wide elements
// stay in L1 as well and one kernel serves a small window and a large one. The including kernel defines
// TRAVERSES before its first include, then
//   WORDS                  32-bit words that an element is loaded as
//   VALUES                 how many values they make; value k adds to channel k mod 4
//   VALUE(words, k)        value number k of `Words words`
//   KEPT                   how many of the words are or-ed with a zero that only run time knows: 1, which keeps
//                          the floor's address arithmetic alive, or all where a compiler could else make values
//                          of the floor's words only once, before the loop; loads and floor alike
//   Words load(uint address)
// the last after including traversal_words.hlsli.
#include "pattern.hlsli"
#include "sink.hlsli"
#include "technique_names.hlsli"

[numthreads(256, 1, 1)]
void main(uint index : SV_GroupIndex, uint3 group : SV_GroupID)
{
    // Locals, since some compilers would read the push constants again in every iteration.
    const uint mask = constants.addressMask;
    const uint unit = constants.traversal.x;
    const uint step = constants.traversal.y;
    const uint window = constants.traversal.z;
    const uint end = constants.byteOffset + window;
    // Neighbouring workgroups begin far from one another, or one would find in L1 what another has just
    // loaded.
    const uint hash = (group.x * 0x9e3779b9u) >> 16;
    const uint ahead = (hash * (constants.traversal.w + 1)) >> 16;
    uint address = constants.byteOffset + (startElement(index) * unit + ahead * step) % window;
#if TECHNIQUE == TECHNIQUE_FLOOR
    const Words held = load(address | mask);
    precise float4 sum = 0; // precise: equal terms may not be added up by a multiplication
#else
    float4 sum = 0;
#endif
    [loop] for (uint i = 0; i < 256; ++i)
    {
#if TECHNIQUE == TECHNIQUE_FLOOR
        Words words = held;
#else
        Words words = load(address | mask);
#endif
        const uint kept = address & mask; // 0, which only run time knows
#define DO(k) words.word[k] |= kept;
#define COUNT KEPT
#include "repeat.hlsli"
#define DO(k) sum[(k) & 3] += VALUE(words, k);
#define COUNT VALUES
#include "repeat.hlsli"
        address += step;
        address = address >= end ? address - window : address;
    }
    sink(sum, index, group.x);
}
