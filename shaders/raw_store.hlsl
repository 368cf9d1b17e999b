// Measures RWByteAddressBuffer.Store, Store2, Store3 and Store4.
// variants: WIDTH=1,2,3,4 PATTERN=uniform,linear,scattered
#define TRAVERSES
#include "constants.hlsli"

[[vk::binding(1, 0)]] RWByteAddressBuffer target;

static const uint kSlot = 4 * 65536;

void store(uint place, uint value)
{
#if WIDTH == 1
    target.Store(place, value);
#elif WIDTH == 2
    target.Store2(place, uint2(value, value + 1));
#elif WIDTH == 3
    target.Store3(place, uint3(value, value + 1, value + 2));
#else
    target.Store4(place, uint4(value, value + 1, value + 2, value + 3));
#endif
}

#include "store_loop.hlsli"
