// Measures Buffer<format>.Load: a uniform texel buffer whose view converts the format. WIDTH is the number of
// channels that the shader asks for.
// variants: WIDTH=1,2,4 PATTERN=uniform,linear,random
// variants: WIDTH=1,2,4 PATTERN=uniform,linear,random TECHNIQUE=serial,heavier
// variants: WIDTH=1,4 PATTERN=uniform TECHNIQUE=shuffle,broadcast,reduce,perlane
// variants: WIDTH=1,2,4 PATTERN=uniform,linear TECHNIQUE=floor
// variants: WIDTH=4 PATTERN=linear TECHNIQUE=heavier_floor
#include "widen.hlsli"

[[vk::binding(0, 0)]] Buffer<LOADED> source;

static const uint kAddressStep = 1;

LOADED load(uint address) { return source[address]; }

#include "buffer_loop.hlsli"
