// Measures indexed loads from push constants, the hardware's own path for uniform values if it has one: four
// float4 behind the constants of every kernel, 80 bytes of the 128 that Vulkan guarantees. The loop walks
// over them again and again.
// variants: PATTERN=uniform
// variants: PATTERN=uniform TECHNIQUE=dependent
// variants: PATTERN=uniform TECHNIQUE=no_loads
#define PUSHED_VALUES 4
#include "constants.hlsli"
#include "widen.hlsli"

static const uint kAddressStep = 1;

LOADED load(uint address) { return constants.values[address & (PUSHED_VALUES - 1)]; }

#include "buffer_loop.hlsli"
