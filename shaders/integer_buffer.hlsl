// Measures Buffer<uint>.Load and Buffer<int>.Load: a uniform texel buffer of 8-, 16- or 32-bit integers,
// whose view widens them. WIDTH is the number of channels.
// variants: TYPE=uint,int WIDTH=1 PATTERN=uniform,linear,random
// variants: TYPE=uint,int WIDTH=1 PATTERN=uniform,linear,random TECHNIQUE=dependent
// variants: TYPE=uint,int WIDTH=1,2,4 PATTERN=uniform,linear TECHNIQUE=no_loads
// variants: TYPE=uint,int WIDTH=2,4 PATTERN=uniform,linear
// variants: TYPE=uint,int WIDTH=2,4 PATTERN=uniform,linear TECHNIQUE=dependent
#include "integers.hlsli"

[[vk::binding(0, 0)]] Buffer<LOADED> source;

static const uint kAddressStep = 1;

LOADED load(uint address) { return source[address]; }

#include "buffer_loop.hlsli"
