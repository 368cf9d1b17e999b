// Measures indexed loads from an array of four float4 that are specialization constants: known to the driver's
// compiler, but not to ours. The loop walks over them again and again.
// variants: PATTERN=uniform,linear,random
// variants: PATTERN=uniform,linear,random TECHNIQUE=dependent
// variants: PATTERN=uniform,linear TECHNIQUE=no_loads
#include "widen.hlsli"

#define FOUR(id) \
    [[vk::constant_id(id)]] const float x##id = 0; \
    [[vk::constant_id(id + 1)]] const float y##id = 0; \
    [[vk::constant_id(id + 2)]] const float z##id = 0; \
    [[vk::constant_id(id + 3)]] const float w##id = 0;
FOUR(0)
FOUR(4)
FOUR(8)
FOUR(12)

static const float4 values[4] = {float4(x0, y0, z0, w0), float4(x4, y4, z4, w4), float4(x8, y8, z8, w8),
                                 float4(x12, y12, z12, w12)};

static const uint kAddressStep = 1;

LOADED load(uint address) { return values[address & 3]; }

#include "buffer_loop.hlsli"
