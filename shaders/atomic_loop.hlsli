// The loop of kernels of atomic operations: 256 per invocation, four in flight, with and without a use of the
// value that was there before. Invocations share a word with all others of the dispatch, whether a compiler can
// know it or not, with those of their subgroup, or with none of their workgroup; in the latter two cases,
// workgroups take turns at kTurns places.
// With the technique "reduce", a subgroup adds up its terms, and one lane adds their sum.
// Including kernels, of HLSL or GLSL (hlsl_names.glsl), include atomic_names.hlsli and define
//   WORD                             what one operation is on
//   TALLY                            what the results are summed up in: uint, or WORD if it is wider
//   kTurns                           a power of two
//   PLACE placeOf(uint place)        where that word lies
//   WORD replaced(PLACE place, WORD value)   the operation: returns what was there before
//   void keep(uint place, TALLY sum) stores the sum of an invocation's results behind all words of the turns
//   LOOP, BRANCH                     attributes: not to unroll, not to flatten
// and, if the words are in shared memory, SHARED, `void begin(uint index)`, and `void end(uint index, uint
// first)`, which copies an invocation's word to the place `first` + `index`. Then every workgroup has words of
// its own. `WORD ofFirstLane(WORD value)` is WaveReadLaneFirst.
#include "pattern.hlsli"
#include "technique_names.hlsli"

#if TECHNIQUE == TECHNIQUE_REDUCE
// 0, or 1 where the compiler's WavePrefixSum wrongly contains the lane's own value: glslang 12 makes an
// inclusive scan of it.
static uint countsItself;

// As if every lane had added its own value, one after another.
WORD atomically(PLACE place, uint value)
{
    const uint all = WaveActiveSum(value);
    WORD before = WORD(0);
    BRANCH if (WaveIsFirstLane()) before = replaced(place, WORD(all));
#if RESULT == RESULT_USED
    before = ofFirstLane(before) + WORD(WavePrefixSum(value) - countsItself * value);
#endif
    return before;
}
#else
WORD atomically(PLACE place, uint value) { return replaced(place, WORD(value)); }
#endif

// What the sums of results hold: sums whose values over all invocations of a word do not depend on the order
// (source/cases/written_words.h).
TALLY counted(WORD before, uint value)
{
#if OPERATION == OPERATION_MIN
    return before > WORD(value) ? before - WORD(value) : WORD(0); // RADV 22.3.6 lacks min() of 64 bits
#else
    return TALLY(before);
#endif
}

// An invocation's first value, and what every later one has more.
uint firstValue(uint index)
{
#if OPERATION == OPERATION_ADD
    return 1 + (index & 3);
#elif OPERATION == OPERATION_MIN
    return 1 + (index & 3) + 4 * 255;
#else
    return 1 + index;
#endif
}
#if OPERATION == OPERATION_MIN
static const uint kMore = uint(-4);
#elif OPERATION == OPERATION_EXCHANGE
static const uint kMore = 256;
#else
static const uint kMore = 0;
#endif

void operate(uint index, uint group)
{
    const uint mask = constants.addressMask;
    const uint more = kMore | mask; // unknown to the compiler, or it would reduce equal values once
#if PATTERN == PATTERN_UNIFORM
    const uint place = 0;
#elif PATTERN == PATTERN_COINCIDING
    const uint place = index & mask;
#else
    const uint place = (group & (kTurns - 1)) * 256 + startElement(index);
#endif
    PLACE places[4]; // the mask keeps operations on one word from being merged
#define DO(k) places[k] = placeOf(place | (mask & ((k) + 1)));
#define COUNT 4
#include "repeat.hlsli"
#if TECHNIQUE == TECHNIQUE_REDUCE && RESULT == RESULT_USED
    countsItself = WaveReadLaneFirst(WavePrefixSum(1u));
#endif
#ifdef SHARED
    begin(index);
#endif
    uint value = firstValue(index);
    TALLY sum = TALLY(0);
    LOOP for (uint i = 0; i < 256; i += 4)
    {
        WORD before[4];
#define DO(k) before[k] = atomically(places[k], value + (k) * more);
#define COUNT 4
#include "repeat.hlsli"
#if RESULT == RESULT_USED
#define DO(k) sum += counted(before[k], value + (k) * more);
#define COUNT 4
#include "repeat.hlsli"
#endif
        value += 4 * more;
    }
#ifdef SHARED
    GroupMemoryBarrierWithGroupSync();
#endif
#if RESULT == RESULT_USED || defined(SHARED)
    BRANCH if (constants.sinkRotation != kSinkClosed)
    {
#ifdef SHARED
        end(index, group * 256);
#endif
#if RESULT == RESULT_USED
        keep(group * 256 + index, sum);
#endif
    }
#endif
}
