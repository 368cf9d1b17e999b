// Measures ByteAddressBuffer.Load, Load2, Load3 and Load4: a storage buffer of 32-bit words. The unaligned
// rows run the same kernel with a byte offset of 4.
// variants: WIDTH=1,2,3,4 PATTERN=uniform,linear,random
// variants: WIDTH=1,2,3,4 PATTERN=uniform,linear,random TECHNIQUE=serial,heavier
// variants: WIDTH=1,2,3,4 PATTERN=uniform TECHNIQUE=shuffle,broadcast,reduce,perlane
// variants: WIDTH=1,2,3,4 PATTERN=uniform,linear TECHNIQUE=floor
#include "widen.hlsli"

[[vk::binding(0, 0)]] ByteAddressBuffer source;

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
