// Measures a texel of RGBA8 that the shader takes from a word of a ByteAddressBuffer. Lanes that share loads hand one
// another the packed word, a quarter of the texel's values.
// variants: PATTERN=uniform
// variants: PATTERN=uniform TECHNIQUE=dependent,shuffle,perlane,no_loads
#include "widen.hlsli"

[[vk::binding(0, 0)]] ByteAddressBuffer source;

static const uint kAddressStep = 4;

#define CARRIED uint
#define CARRY loadWord
#define VALUE_OF texelOf

uint loadWord(uint address) { return source.Load(address); }

LOADED texelOf(uint word) { return float4(uint4(word, word >> 8, word >> 16, word >> 24) & 255) * (1.0 / 255); }

LOADED load(uint address) { return texelOf(loadWord(address)); }

#include "buffer_loop.hlsli"
