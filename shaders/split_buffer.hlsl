// Measures the 20 bytes of strided_buffer.hlsl from two arrays instead of one (structure of arrays): the
// float3 from a StructuredBuffer of stride 12, the float2 from another of stride 8.
// variants: PATTERN=linear
// variants: PATTERN=linear TECHNIQUE=dependent
// variants: PATTERN=linear TECHNIQUE=no_loads
#define TRAVERSES
#include "constants.hlsli"

#define WORDS 5
#define VALUES WORDS
#define VALUE(words, k, kept) asfloat(words.word[k])
#include "traversal_words.hlsli"

struct First
{
    float member[3];
};

struct Second
{
    float member[2];
};

[[vk::binding(0, 0)]] StructuredBuffer<First> firsts;
[[vk::binding(3, 0)]] StructuredBuffer<Second> seconds;

Words load(uint place, uint begin)
{
    Words words;
#define DO(k) words.word[k] = asuint(firsts[place].member[k]);
#define COUNT 3
#include "repeat.hlsli"
#define DO(k) words.word[3 + (k)] = asuint(seconds[place].member[k]);
#define COUNT 2
#include "repeat.hlsli"
    return words;
}

#include "traversal_loop.hlsli"
