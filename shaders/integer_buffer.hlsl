// Measures Buffer<uint>.Load and Buffer<int>.Load: a uniform texel buffer of 32-bit integers, without any
// format conversion. The sums are whole numbers; only the sink turns them into floats.
// variants: TYPE=uint,int PATTERN=uniform,linear,random
// variants: TYPE=uint,int PATTERN=uniform,linear,random TECHNIQUE=serial,heavier
// variants: TYPE=uint,int PATTERN=uniform,linear TECHNIQUE=floor
#define TYPE_UINT uint
#define TYPE_INT int
#define LOADED uint

float4 widen(uint value) { return float(value); }

[[vk::binding(0, 0)]] Buffer<TYPE> source;

static const uint kAddressStep = 1;

LOADED load(uint address) { return uint(source[address]); }

#include "buffer_loop.hlsli"
