// Measures Buffer<uint>.Load and Buffer<int>.Load: a uniform texel buffer of 32-bit integers, which no format converts.
// The sums are whole numbers; only the sink makes floats of them.
// variants: TYPE=uint,int PATTERN=uniform,linear,random
// variants: TYPE=uint,int PATTERN=uniform,linear TECHNIQUE=floor
#define TYPE_UINT uint
#define TYPE_INT int
#define WIDTH 1
#define SUM uint4
#include "widen.hlsli"

[[vk::binding(0, 0)]] Buffer<TYPE> source;

static const uint kAddressStep = 1;

uint4 load(uint address) { return uint(source[address]).xxxx; }

#include "buffer_loop.hlsli"
