// Measures loads of one, two or four values of 8 or 16 bits from a storage buffer that is declared to hold them, of
// which each workgroup reads a window of its own: beyond L1, fewer bytes may be worth more than conversions cost.
// Values become floats as they are loaded, so that loads of floats (strided_buffer.hlsl) do the same afterwards.
// variants: ELEMENT=uint8,half WIDTH=1,2,4 PATTERN=linear
// variants: ELEMENT=uint8,half WIDTH=1,2,4 PATTERN=linear TECHNIQUE=dependent
#version 450
#extension GL_GOOGLE_include_directive : require
#include "narrow_element.glsl"
#define TRAVERSES
#include "bound.glsl"
#include "widen.hlsli"

layout(binding = 0, std430) readonly buffer Source { NATIVE values[]; } source;

#define WORDS WIDTH
#define VALUES WORDS
#define VALUE(words, k, kept) asfloat(words.word[k])
#include "traversal_words.hlsli"

#if ELEMENT == ELEMENT_HALF
#define WIDE LOADED
#else
#define WIDE OF_WIDTH(uint, uvec2, uvec4)
#endif

Words load(uint place, uint begin)
{
    const float4 values = widen(LOADED(WIDE(source.values[place])));
    Words words;
#define DO(k) words.word[k] = asuint(values[k]);
#define COUNT WIDTH
#include "repeat.hlsli"
    return words;
}

#include "traversal_loop.hlsli"
