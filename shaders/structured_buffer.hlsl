// Measures StructuredBuffer<T>.Load, with ACCESS RWStructuredBuffer's: a storage buffer whose stride the
// compiler knows. With ARRAYS, the four words of an element lie in four arrays, one behind the other.
// variants: WIDTH=1,2,4 PATTERN=uniform,linear,random
// variants: WIDTH=1,2,4 PATTERN=uniform,linear,random TECHNIQUE=dependent
// variants: WIDTH=4 PATTERN=uniform TECHNIQUE=shuffle,broadcast,reduce,perlane
// variants: WIDTH=1,2,4 PATTERN=uniform,linear TECHNIQUE=no_loads
// variants: WIDTH=4 PATTERN=stride_2,stride_4,stride_8,stride_16,stride_32,stride_64,reversed,hashed,per_subgroup
// variants: WIDTH=4 PATTERN=stride_2,stride_4,stride_8,stride_16,stride_32,stride_64,reversed,hashed,per_subgroup TECHNIQUE=dependent
// variants: ACCESS=rw WIDTH=1,2,4 PATTERN=uniform,linear
// variants: ACCESS=rw WIDTH=1,2,4 PATTERN=uniform,linear TECHNIQUE=dependent,no_loads
// variants: WIDTH=1,2 PATTERN=hashed
// variants: WIDTH=1,2 PATTERN=hashed TECHNIQUE=dependent
// variants: WIDTH=4 ARRAYS=4 PATTERN=linear
// variants: WIDTH=4 ARRAYS=4 PATTERN=linear TECHNIQUE=dependent
#include "access.hlsli"
#include "widen.hlsli"

static const uint kAddressStep = 1;

#ifdef ARRAYS
[[vk::binding(0, 0)]] StructuredBuffer<float> source;

LOADED load(uint address)
{
    return float4(source[address], source[1024 + address], source[2048 + address], source[3072 + address]);
}
#else
[[vk::binding(0, 0)]] SOURCE(StructuredBuffer)<LOADED> source;

LOADED load(uint address) { return source[address]; }
#endif

#include "buffer_loop.hlsli"
