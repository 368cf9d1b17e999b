// Measures Buffer<format>.Load: a uniform texel buffer whose view converts the format; with ACCESS
// RWBuffer's, of a storage texel buffer. WIDTH is the number of channels that the shader asks for.
// variants: WIDTH=1,2,4 PATTERN=uniform,linear,random
// variants: WIDTH=1,2,4 PATTERN=uniform,linear,random TECHNIQUE=dependent
// variants: WIDTH=1,4 PATTERN=uniform TECHNIQUE=shuffle,broadcast,reduce,perlane
// variants: WIDTH=1,2,4 PATTERN=uniform,linear TECHNIQUE=no_loads
// variants: WIDTH=4 PATTERN=stride_2,stride_4,stride_8,stride_16,stride_32,stride_64,reversed,hashed,per_subgroup
// variants: WIDTH=4 PATTERN=stride_2,stride_4,stride_8,stride_16,stride_32,stride_64,reversed,hashed,per_subgroup TECHNIQUE=dependent
// variants: WIDTH=3 PATTERN=uniform,linear
// variants: WIDTH=3 PATTERN=uniform,linear TECHNIQUE=dependent,no_loads
// variants: ACCESS=rw WIDTH=1,2,4 PATTERN=uniform,linear
// variants: ACCESS=rw WIDTH=1,2,4 PATTERN=uniform,linear TECHNIQUE=dependent,no_loads
// variants: WIDTH=1,2 PATTERN=hashed
// variants: WIDTH=1,2 PATTERN=hashed TECHNIQUE=dependent
#include "access.hlsli"
#include "widen.hlsli"

[[vk::binding(0, 0)]] SOURCE(Buffer)<LOADED> source;

static const uint kAddressStep = 1;

LOADED load(uint address) { return source[address]; }

#include "buffer_loop.hlsli"
