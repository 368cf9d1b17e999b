// Measures stores of whole elements of one, two or four 32-bit words: to RWStructuredBuffer<uint…uint4>,
// and without conversion to RWBuffer (a storage texel buffer) and RWTexture2D (a storage image).
// variants: TARGET=structured,typed,texture WIDTH=1,2,4 PATTERN=uniform,linear,scattered
#define TRAVERSES
#include "constants.hlsli"
#include "store_element.hlsli"

#define TARGET_STRUCTURED 0
#define TARGET_TYPED 1
#define TARGET_TEXTURE 2

static const uint kSlot = 65536 / WIDTH;

#if TARGET == TARGET_STRUCTURED
[[vk::binding(1, 0)]] RWStructuredBuffer<ELEMENT> target;
#elif TARGET == TARGET_TYPED
[[vk::binding(1, 0)]] RWBuffer<ELEMENT> target;
#else
[[vk::binding(1, 0)]] RWTexture2D<ELEMENT> target;
#include "written_texel.hlsli"
#endif

void store(uint place, uint value)
{
#if TARGET == TARGET_TEXTURE
    target[texelOf(place)] = elementOf(value);
#else
    target[place] = elementOf(value);
#endif
}

#include "store_loop.hlsli"
