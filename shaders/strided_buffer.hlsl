// Measures loads from a StructuredBuffer whose elements lie STRIDE bytes apart, of which the first 20 bytes
// are read: a float3 and a float2; of smaller elements, all of it. The members are single floats, since
// compilers would align vectors and so change the stride.
// variants: STRIDE=4,8,12,16,20,24,28,32,36,40,44,48,52,56,60,64,80,96,128 PATTERN=linear
// variants: STRIDE=4,8,12,16,20,24,28,32,36,40,44,48,52,56,60,64,80,96,128 PATTERN=linear TECHNIQUE=serial,heavier
// variants: STRIDE=4,8,12,16,20,24,28,32,36,40,44,48,52,56,60,64,80,96,128 PATTERN=linear TECHNIQUE=floor
#define TRAVERSES
#include "constants.hlsli"

#if STRIDE < 20
#define WORDS (STRIDE / 4)
#else
#define WORDS 5
#endif
#define VALUES WORDS
#define VALUE(words, k, kept) asfloat(words.word[k])
#include "traversal_words.hlsli"

struct Element
{
    float member[STRIDE / 4];
};

[[vk::binding(0, 0)]] StructuredBuffer<Element> source;

Words load(uint place, uint begin)
{
    Words words;
#define DO(k) words.word[k] = asuint(source[place].member[k]);
#define COUNT WORDS
#include "repeat.hlsli"
    return words;
}

#include "traversal_loop.hlsli"
