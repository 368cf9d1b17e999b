// Measures Buffer<format>.Load: a uniform texel buffer whose view converts the format. WIDTH is the number of channels
// that the shader asks for.
// variants: WIDTH=1,2,4 PATTERN=uniform,linear,random
// variants: WIDTH=1,4 PATTERN=uniform TECHNIQUE=shuffle,broadcast,reduce,perlane
// variants: WIDTH=1,2,4 PATTERN=uniform,linear TECHNIQUE=floor
#include "widen.hlsli"

#if WIDTH == 1
[[vk::binding(0, 0)]] Buffer<float> source;
#elif WIDTH == 2
[[vk::binding(0, 0)]] Buffer<float2> source;
#else
[[vk::binding(0, 0)]] Buffer<float4> source;
#endif

static const uint kAddressStep = 1;

float4 load(uint address) { return widen(source[address]); }

#include "buffer_loop.hlsli"
