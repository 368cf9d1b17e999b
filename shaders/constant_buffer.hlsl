// Measures indexed loads from a constant buffer: a uniform buffer of 1024 float4, 16384 bytes, the most that
// Vulkan before 1.4 guarantees.
// variants: PATTERN=uniform,linear,random
// variants: PATTERN=uniform,linear,random TECHNIQUE=dependent
// variants: PATTERN=uniform TECHNIQUE=shuffle,broadcast,reduce,perlane
// variants: PATTERN=uniform,linear TECHNIQUE=no_loads
// variants: PATTERN=hashed
// variants: PATTERN=hashed TECHNIQUE=dependent
#include "widen.hlsli"

[[vk::binding(0, 0)]] cbuffer Source
{
    float4 values[1024];
};

static const uint kAddressStep = 1;

LOADED load(uint address) { return values[address]; }

#include "buffer_loop.hlsli"
