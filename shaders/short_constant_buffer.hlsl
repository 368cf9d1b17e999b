// Measures indexed loads from a small constant buffer: 16 float4, 256 bytes, as much as every device takes as
// an inline uniform block; or 4, as many as the push constants. The loop walks over them again and again.
// variants: PATTERN=uniform,linear,random
// variants: PATTERN=uniform,linear,random TECHNIQUE=dependent
// variants: PATTERN=uniform,linear TECHNIQUE=no_loads
// variants: ELEMENTS=4 PATTERN=uniform,linear,random
// variants: ELEMENTS=4 PATTERN=uniform,linear,random TECHNIQUE=dependent
// variants: ELEMENTS=4 PATTERN=uniform,linear TECHNIQUE=no_loads
// variants: PATTERN=loop_counter
// variants: PATTERN=loop_counter TECHNIQUE=dependent
// variants: ELEMENTS=4 PATTERN=loop_counter
// variants: ELEMENTS=4 PATTERN=loop_counter TECHNIQUE=dependent
#include "widen.hlsli"

#ifndef ELEMENTS
#define ELEMENTS 16
#endif

[[vk::binding(0, 0)]] cbuffer Source
{
    float4 values[ELEMENTS];
};

static const uint kAddressStep = 1;

LOADED load(uint address) { return values[address & (ELEMENTS - 1)]; }

#include "buffer_loop.hlsli"
