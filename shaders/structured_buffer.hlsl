// Measures StructuredBuffer<T>.Load: a storage buffer whose stride the compiler knows.
// variants: WIDTH=1,2,4 PATTERN=uniform,linear,random
// variants: WIDTH=1,2,4 PATTERN=uniform,linear,random TECHNIQUE=serial,heavier
// variants: WIDTH=4 PATTERN=uniform TECHNIQUE=shuffle,broadcast,reduce,perlane
// variants: WIDTH=1,2,4 PATTERN=uniform,linear TECHNIQUE=floor
#include "widen.hlsli"

[[vk::binding(0, 0)]] StructuredBuffer<LOADED> source;

static const uint kAddressStep = 1;

LOADED load(uint address) { return source[address]; }

#include "buffer_loop.hlsli"
