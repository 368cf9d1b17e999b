// Measures ByteAddressBuffer.Load, Load2, Load3 and Load4, with ACCESS RWByteAddressBuffer's: a storage
// buffer of 32-bit words. The unaligned rows run the same kernel with a byte offset of 4.
// variants: WIDTH=1,2,3,4 PATTERN=uniform,linear,random
// variants: WIDTH=1,2,3,4 PATTERN=uniform,linear,random TECHNIQUE=dependent
// variants: WIDTH=1,2,3,4 PATTERN=uniform TECHNIQUE=shuffle,broadcast,reduce,perlane
// variants: WIDTH=1,2,3,4 PATTERN=uniform,linear TECHNIQUE=no_loads
// variants: WIDTH=1,4 PATTERN=stride_2,stride_4,stride_8,stride_16,stride_32,stride_64,reversed,hashed,per_subgroup
// variants: WIDTH=1,4 PATTERN=stride_2,stride_4,stride_8,stride_16,stride_32,stride_64,reversed,hashed,per_subgroup TECHNIQUE=dependent
// variants: ACCESS=rw WIDTH=1,2,3,4 PATTERN=uniform,linear
// variants: ACCESS=rw WIDTH=1,2,3,4 PATTERN=uniform,linear TECHNIQUE=dependent,no_loads
#include "access.hlsli"
#include "widen.hlsli"

[[vk::binding(0, 0)]] SOURCE(ByteAddressBuffer) source;

static const uint kAddressStep = 4 * WIDTH;

LOADED load(uint address)
{
#if WIDTH == 1
    return asfloat(source.Load(address));
#elif WIDTH == 2
    return asfloat(source.Load2(address));
#elif WIDTH == 3
    return asfloat(source.Load3(address));
#else
    return asfloat(source.Load4(address));
#endif
}

#include "buffer_loop.hlsli"
