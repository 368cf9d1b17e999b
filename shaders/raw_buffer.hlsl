// Measures ByteAddressBuffer.Load, Load2, Load3 and Load4, with ACCESS RWByteAddressBuffer's: a storage
// buffer of 32-bit words. The unaligned rows run the same kernel with a byte offset of 4. With STRIDE, elements lie
// so many bytes apart, and an address is a number times STRIDE: the only one of which a compiler can prove how it
// is aligned.
// variants: WIDTH=1,2,3,4 PATTERN=uniform,linear,random
// variants: WIDTH=1,2,3,4 PATTERN=uniform,linear,random TECHNIQUE=dependent
// variants: WIDTH=1,2,3,4 PATTERN=uniform TECHNIQUE=shuffle,broadcast,reduce,perlane
// variants: WIDTH=1,2,3,4 PATTERN=uniform,linear TECHNIQUE=no_loads
// variants: WIDTH=1,4 PATTERN=stride_2,stride_4,stride_8,stride_16,stride_32,stride_64,reversed,hashed,per_subgroup
// variants: WIDTH=1,4 PATTERN=stride_2,stride_4,stride_8,stride_16,stride_32,stride_64,reversed,hashed,per_subgroup TECHNIQUE=dependent
// variants: ACCESS=rw WIDTH=1,2,3,4 PATTERN=uniform,linear
// variants: ACCESS=rw WIDTH=1,2,3,4 PATTERN=uniform,linear TECHNIQUE=dependent,no_loads
// variants: WIDTH=2 STRIDE=8 PATTERN=uniform,linear,hashed
// variants: WIDTH=2 STRIDE=8 PATTERN=uniform,linear,hashed TECHNIQUE=dependent
// variants: WIDTH=3 STRIDE=16 PATTERN=linear
// variants: WIDTH=3 STRIDE=16 PATTERN=linear TECHNIQUE=dependent
// variants: WIDTH=4 STRIDE=16 PATTERN=uniform,linear,hashed
// variants: WIDTH=4 STRIDE=16 PATTERN=uniform,linear,hashed TECHNIQUE=dependent
#include "access.hlsli"
#include "widen.hlsli"

[[vk::binding(0, 0)]] SOURCE(ByteAddressBuffer) source;

#ifdef STRIDE
static const uint kAddressStep = 1;
#define ADDRESS(place) ((place) * STRIDE)
#else
static const uint kAddressStep = 4 * WIDTH;
#define ADDRESS(place) (place)
#endif

LOADED load(uint place)
{
#if WIDTH == 1
    return asfloat(source.Load(ADDRESS(place)));
#elif WIDTH == 2
    return asfloat(source.Load2(ADDRESS(place)));
#elif WIDTH == 3
    return asfloat(source.Load3(ADDRESS(place)));
#else
    return asfloat(source.Load4(ADDRESS(place)));
#endif
}

#include "buffer_loop.hlsli"
