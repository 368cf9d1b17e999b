// Measures StructuredBuffer<T>.Load, with ACCESS RWStructuredBuffer's: a storage buffer whose stride the
// compiler knows.
// variants: WIDTH=1,2,4 PATTERN=uniform,linear,random
// variants: WIDTH=1,2,4 PATTERN=uniform,linear,random TECHNIQUE=dependent
// variants: WIDTH=4 PATTERN=uniform TECHNIQUE=shuffle,broadcast,reduce,perlane
// variants: WIDTH=1,2,4 PATTERN=uniform,linear TECHNIQUE=no_loads
// variants: WIDTH=4 PATTERN=stride_2,stride_4,stride_8,stride_16,stride_32,stride_64,reversed,hashed,per_subgroup
// variants: WIDTH=4 PATTERN=stride_2,stride_4,stride_8,stride_16,stride_32,stride_64,reversed,hashed,per_subgroup TECHNIQUE=dependent
// variants: ACCESS=rw WIDTH=1,2,4 PATTERN=uniform,linear
// variants: ACCESS=rw WIDTH=1,2,4 PATTERN=uniform,linear TECHNIQUE=dependent,no_loads
#include "access.hlsli"
#include "widen.hlsli"

[[vk::binding(0, 0)]] SOURCE(StructuredBuffer)<LOADED> source;

static const uint kAddressStep = 1;

LOADED load(uint address) { return source[address]; }

#include "buffer_loop.hlsli"
