// Measures StructuredBuffer<T>.Load: a storage buffer whose stride the compiler knows.
// variants: WIDTH=1,2,4 PATTERN=uniform,linear,random
// variants: WIDTH=4 PATTERN=uniform TECHNIQUE=shuffle,broadcast,reduce,perlane
// variants: WIDTH=1,2,4 PATTERN=uniform,linear TECHNIQUE=floor
#include "widen.hlsli"

#if WIDTH == 1
[[vk::binding(0, 0)]] StructuredBuffer<float> source;
#elif WIDTH == 2
[[vk::binding(0, 0)]] StructuredBuffer<float2> source;
#else
[[vk::binding(0, 0)]] StructuredBuffer<float4> source;
#endif

static const uint kAddressStep = 1;

float4 load(uint address) { return widen(source[address]); }

#include "buffer_loop.hlsli"
