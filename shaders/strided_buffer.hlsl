// Measures loads from a StructuredBuffer whose elements lie STRIDE bytes apart and consist of members of one,
// two or four floats (MEMBER; one if undefined). Of each element the first 20, 24 or 32 bytes are read, of
// smaller elements everything. A member's size is what the compiler knows of an element's alignment, and so
// how wide its loads can be. With READ, an element is read as a whole and not member by member.
// variants: STRIDE=4,8,12,16,20,24,28,32,36,40,44,48,52,56,60,64,68,80,96,128,132 PATTERN=linear
// variants: STRIDE=4,8,12,16,20,24,28,32,36,40,44,48,52,56,60,64,68,80,96,128,132 PATTERN=linear TECHNIQUE=dependent
// variants: STRIDE=4,8,12,16,20,24,28,32,36,40,44,48,52,56,60,64,68,80,96,128,132 PATTERN=linear TECHNIQUE=no_loads
// variants: STRIDE=8,16,24,32,40,48,56,64,80,96,128 MEMBER=2 PATTERN=linear
// variants: STRIDE=8,16,24,32,40,48,56,64,80,96,128 MEMBER=2 PATTERN=linear TECHNIQUE=dependent
// variants: STRIDE=8,16,24,32,40,48,56,64,80,96,128 MEMBER=2 PATTERN=linear TECHNIQUE=no_loads
// variants: STRIDE=16,32,48,64,80,96,128 MEMBER=4 PATTERN=linear
// variants: STRIDE=16,32,48,64,80,96,128 MEMBER=4 PATTERN=linear TECHNIQUE=dependent
// variants: STRIDE=16,32,48,64,80,96,128 MEMBER=4 PATTERN=linear TECHNIQUE=no_loads
// variants: STRIDE=20 READ=whole PATTERN=linear
// variants: STRIDE=20 READ=whole PATTERN=linear TECHNIQUE=dependent
// variants: STRIDE=24 MEMBER=2 READ=whole PATTERN=linear
// variants: STRIDE=24 MEMBER=2 READ=whole PATTERN=linear TECHNIQUE=dependent
// variants: STRIDE=32,48,64 MEMBER=4 READ=whole PATTERN=linear
// variants: STRIDE=32,48,64 MEMBER=4 READ=whole PATTERN=linear TECHNIQUE=dependent
#define TRAVERSES
#include "constants.hlsli"

#ifndef MEMBER
#define MEMBER 1
#endif
#if MEMBER == 4
#define MEMBER_TYPE float4
#define MOST_WORDS 8
#elif MEMBER == 2
#define MEMBER_TYPE float2
#define MOST_WORDS 6
#else
#define MEMBER_TYPE float
#define MOST_WORDS 5
#endif

#if defined(READ) || STRIDE < 4 * MOST_WORDS
#define WORDS (STRIDE / 4)
#else
#define WORDS MOST_WORDS
#endif
#define VALUES WORDS
#define VALUE(words, k, kept) asfloat(words.word[k])
#include "traversal_words.hlsli"

struct Element
{
    MEMBER_TYPE member[STRIDE / (4 * MEMBER)];
};

[[vk::binding(0, 0)]] StructuredBuffer<Element> source;

#ifdef READ
#define FROM element
#else // whole members, so that compilers may load each of them at once
#define FROM source[place]
#endif

Words load(uint place, uint begin)
{
#ifdef READ
    const Element element = source[place];
#endif
    Words words;
#define DO(k) \
    { \
        const MEMBER_TYPE loaded = FROM.member[k]; \
        STORE(k) \
    }
#if MEMBER == 4
#define STORE(k) \
    words.word[4 * (k)] = asuint(loaded.x); \
    words.word[4 * (k) + 1] = asuint(loaded.y); \
    words.word[4 * (k) + 2] = asuint(loaded.z); \
    words.word[4 * (k) + 3] = asuint(loaded.w);
#elif MEMBER == 2
#define STORE(k) \
    words.word[2 * (k)] = asuint(loaded.x); \
    words.word[2 * (k) + 1] = asuint(loaded.y);
#else
#define STORE(k) words.word[k] = asuint(loaded);
#endif
#define COUNT (WORDS / MEMBER)
#include "repeat.hlsli"
    return words;
}

#include "traversal_loop.hlsli"
