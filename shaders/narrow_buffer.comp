// Measures loads of one, two or four values of 8 or 16 bits from a storage buffer, and of 64-bit integers:
// "native", from a buffer declared to hold them, and "unpacked", from one of 32-bit words, of which the kernel
// takes the values itself. Both load each element by itself and the same bytes, so a word is loaded once for
// each element that it holds. A 64-bit integer is two of the floats that raw_buffer.hlsl loads; WIDTH counts
// the floats.
// variants: ELEMENT=uint8,uint16,half WIDTH=1,2,4 BY=native,unpacked PATTERN=uniform,linear,random
// variants: ELEMENT=uint8,uint16,half WIDTH=1,2,4 BY=native,unpacked PATTERN=uniform,linear,random TECHNIQUE=dependent
// variants: ELEMENT=uint8,uint16,half WIDTH=1,2,4 BY=native,unpacked PATTERN=uniform,linear TECHNIQUE=no_loads
// variants: ELEMENT=uint64 WIDTH=2,4 BY=native PATTERN=uniform,linear,random
// variants: ELEMENT=uint64 WIDTH=2,4 BY=native PATTERN=uniform,linear,random TECHNIQUE=dependent
// variants: ELEMENT=uint64 WIDTH=2,4 BY=native PATTERN=uniform,linear TECHNIQUE=no_loads
#version 450
#extension GL_GOOGLE_include_directive : require
#define BY_NATIVE 0
#define BY_UNPACKED 1
#include "narrow_element.glsl"
#include "bound.glsl"

#if ELEMENT == ELEMENT_HALF || ELEMENT == ELEMENT_UINT64
#include "widen.hlsli"
#else // whole numbers; only the sink turns their sums into floats
#undef NOTHING
#define NOTHING LOADED(index & mask) // for each lane, or scalar units could add up values of one address
#define LOADED OF_WIDTH(uint, uvec2, uvec4)
vec4 widen(uint value) { return vec4(value); }
vec4 widen(uvec2 value) { return vec4(value.xyxy); }
vec4 widen(uvec4 value) { return vec4(value); }
#endif

#if BY == BY_UNPACKED && WIDTH == 4 && ELEMENT != ELEMENT_UINT8
#define STORED uvec2
#elif BY == BY_UNPACKED
#define STORED uint
#else
#define STORED NATIVE
#endif

layout(binding = 0, std430) readonly buffer Source { STORED values[]; } source;

const uint kAddressStep = 1;

#if BY == BY_NATIVE && ELEMENT == ELEMENT_UINT64
#if WIDTH == 2
LOADED load(uint address) { return uintBitsToFloat(unpackUint2x32(source.values[address])); }
#else
LOADED load(uint address)
{
    const u64vec2 value = source.values[address];
    return uintBitsToFloat(uvec4(unpackUint2x32(value.x), unpackUint2x32(value.y)));
}
#endif
#elif BY == BY_NATIVE
LOADED load(uint address) { return LOADED(source.values[address]); }
#elif ELEMENT == ELEMENT_UINT8
#if WIDTH == 4
LOADED load(uint address) { return uvec4(source.values[address]) >> uvec4(0, 8, 16, 24) & 0xff; }
#else
// The word that holds the element, which is behind as many others as the lowest bits of its address say.
LOADED load(uint address)
{
    const uint word = source.values[address * WIDTH / 4] >> address * WIDTH % 4 * 8;
    return LOADED(OF_WIDTH(word, uvec2(word, word >> 8), )) & 0xff;
}
#endif
#else
#if ELEMENT == ELEMENT_HALF
vec2 bothOf(uint word) { return unpackHalf2x16(word); }
#else
uvec2 bothOf(uint word) { return uvec2(word & 0xffff, word >> 16); }
#endif
#if WIDTH == 1
LOADED load(uint address) { return bothOf(source.values[address / 2] >> address % 2 * 16).x; }
#elif WIDTH == 2
LOADED load(uint address) { return bothOf(source.values[address]); }
#else
LOADED load(uint address)
{
    const uvec2 words = source.values[address];
    return LOADED(bothOf(words.x), bothOf(words.y));
}
#endif
#endif

#include "buffer_loop.hlsli"
