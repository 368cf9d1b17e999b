// Measures indexed loads from a small constant buffer: 16 float4, 256 bytes, as much as every device takes as
// an inline uniform block. The loop walks over them again and again.
// variants: PATTERN=uniform,linear
// variants: PATTERN=uniform,linear TECHNIQUE=serial,heavier
// variants: PATTERN=uniform,linear TECHNIQUE=floor
#include "widen.hlsli"

[[vk::binding(0, 0)]] cbuffer Source
{
    float4 values[16];
};

static const uint kAddressStep = 1;

LOADED load(uint address) { return values[address & 15]; }

#include "buffer_loop.hlsli"
