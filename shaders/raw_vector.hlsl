// Measures loads of WIDTH consecutive floats, or of as many halves two to a word, from a ByteAddressBuffer,
// at a byte offset known only at run time: what misalignment costs a vector of each width. With STRIDE and OFFSET,
// which a compiler knows, vectors lie so many bytes apart and begin at that byte.
// variants: ELEMENT=float WIDTH=2,3,4,5,6,7,8,9,10,11,12,13,14,15,16 PATTERN=linear
// variants: ELEMENT=float WIDTH=2,3,4,5,6,7,8,9,10,11,12,13,14,15,16 PATTERN=linear TECHNIQUE=dependent
// variants: ELEMENT=float WIDTH=2,3,4,5,6,7,8,9,10,11,12,13,14,15,16 PATTERN=linear TECHNIQUE=no_loads
// variants: ELEMENT=half WIDTH=2,4,6,8,10,12,14,16 PATTERN=linear
// variants: ELEMENT=half WIDTH=2,4,6,8,10,12,14,16 PATTERN=linear TECHNIQUE=dependent
// variants: ELEMENT=half WIDTH=2,4,6,8,10,12,14,16 PATTERN=linear TECHNIQUE=no_loads
// variants: ELEMENT=float WIDTH=2,3,4 STRIDE=64 OFFSET=16,20,24 PATTERN=linear
// variants: ELEMENT=float WIDTH=2,3,4 STRIDE=64 OFFSET=16,20,24 PATTERN=linear TECHNIQUE=dependent
#define ELEMENT_FLOAT 0
#define ELEMENT_HALF 1
#define TRAVERSES
#include "constants.hlsli"

#define VALUES WIDTH
#if ELEMENT == ELEMENT_FLOAT
#define WORDS WIDTH
#define VALUE(words, k, kept) asfloat(words.word[k])
#else
#define WORDS (WIDTH / 2)
#define VALUE(words, k, kept) f16tof32((words.word[(k) / 2] | kept) >> ((k) % 2 * 16))
#endif
#include "traversal_words.hlsli"

[[vk::binding(0, 0)]] ByteAddressBuffer source;

// With the widest loads there are: four words each, then the rest.
Words load(uint place, uint begin)
{
#ifdef STRIDE
    const uint address = OFFSET + STRIDE * place;
#else
    const uint address = begin + place;
#endif
    Words words;
#define DO(k) \
    { \
        const uint4 block = source.Load4(address + 16 * (k)); \
        words.word[4 * (k)] = block.x; \
        words.word[4 * (k) + 1] = block.y; \
        words.word[4 * (k) + 2] = block.z; \
        words.word[4 * (k) + 3] = block.w; \
    }
#define COUNT (WORDS / 4)
#include "repeat.hlsli"
#if WORDS % 4 == 1
    words.word[WORDS - 1] = source.Load(address + 4 * (WORDS - 1));
#elif WORDS % 4 == 2
    const uint2 rest = source.Load2(address + 4 * (WORDS - 2));
    words.word[WORDS - 2] = rest.x;
    words.word[WORDS - 1] = rest.y;
#elif WORDS % 4 == 3
    const uint3 rest = source.Load3(address + 4 * (WORDS - 3));
    words.word[WORDS - 3] = rest.x;
    words.word[WORDS - 2] = rest.y;
    words.word[WORDS - 1] = rest.z;
#endif
    return words;
}

#include "traversal_loop.hlsli"
