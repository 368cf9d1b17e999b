// Measures Texture2D<format>.Load: texel fetches without a sampler, 16 x 16 per invocation, row by row,
// IN_FLIGHT per iteration; with ACCESS RWTexture2D's, from a storage image; with SHAPE from other images.
// variants: WIDTH=1,2,4 PATTERN=uniform,linear,random
// variants: WIDTH=1,2,4 PATTERN=uniform,linear,random TECHNIQUE=dependent
// variants: WIDTH=4 PATTERN=uniform TECHNIQUE=shuffle,broadcast,reduce,perlane
// variants: WIDTH=1,2,4 PATTERN=uniform,linear TECHNIQUE=no_loads
// variants: WIDTH=3 PATTERN=uniform,linear
// variants: WIDTH=3 PATTERN=uniform,linear TECHNIQUE=dependent,no_loads
// variants: TYPE=uint,int WIDTH=1,2,4 PATTERN=uniform,linear
// variants: TYPE=uint,int WIDTH=1,2,4 PATTERN=uniform,linear TECHNIQUE=dependent,no_loads
// variants: ACCESS=rw WIDTH=1,2,4 PATTERN=uniform,linear
// variants: ACCESS=rw WIDTH=1,2,4 PATTERN=uniform,linear TECHNIQUE=dependent,no_loads
// variants: SHAPE=line,layers,volume WIDTH=4 PATTERN=uniform,linear
// variants: SHAPE=line,layers,volume WIDTH=4 PATTERN=uniform,linear TECHNIQUE=dependent
// variants: WIDTH=1,2,4 PATTERN=hashed
// variants: WIDTH=1,2,4 PATTERN=hashed TECHNIQUE=dependent
#include "constants.hlsli"
#include "pattern.hlsli"
#include "sink.hlsli"
#include "texture.hlsli"

// A texel's place. Writable images have one level.
#ifdef ACCESS
#define PLACE int2
#define LEVEL
#elif SHAPE == SHAPE_LINE
#define PLACE(column, row) int2(column, 0) // its columns go on from row to row
#define LEVEL
#define COLUMN(x, y) ((y) * 32 + (x))
#elif SHAPE == SHAPE_LAYERS || SHAPE == SHAPE_VOLUME
#define PLACE int4
#define LEVEL , 0
#define ROW uint2
#define ROW_OF(y) uint2((y) & 15, (y) >> 4)
#else
#define PLACE int3
#define LEVEL , 0
#endif

// A row's place, and a column's.
#ifndef ROW
#define ROW uint
#define ROW_OF(y) (y)
#endif
#ifndef COLUMN
#define COLUMN(x, y) x
#endif

static const uint kAddressStep = 1;

#ifndef SHAPE
// For lanes that share loads: the texel of that number in the 16 x 16.
LOADED load(uint address) { return source.Load(PLACE(address & 15, address >> 4 LEVEL)); }
#endif

#include "technique.hlsli"

[numthreads(16, 16, 1)]
void main(uint index : SV_GroupIndex, uint3 local : SV_GroupThreadID, uint3 group : SV_GroupID)
{
    // Locals, since some compilers would read the push constants again in every iteration.
    const uint mask = constants.addressMask;
#ifdef TECHNIQUE_SHARES
    sink(widen(sharedSum(0, mask)), index, group.x);
#else
    const uint2 start = startTexel(local.xy);
    // What is held, precise and ahead: see buffer_loop.hlsli.
#if TECHNIQUE == TECHNIQUE_NO_LOADS
    const LOADED held = source.Load(PLACE(local.xy | mask LEVEL));
    precise LOADED sum = 0;
    const uint4 zeros = uint4(1, 2, 4, 8) & mask;
    uint kept = start.x;
#elif TECHNIQUE == TECHNIQUE_PERLANE
    precise LOADED sum = index;
#else
    LOADED sum = 0;
#endif
    uint ahead[IN_FLIGHT];
#define DO(k) ahead[k] = (k) + 1 | mask;
#define COUNT IN_FLIGHT
#include "repeat.hlsli"
    [loop] for (uint y = 0; y < 16; ++y)
    {
#if TECHNIQUE == TECHNIQUE_NO_LOADS
        kept += start.y + y;
#else
        const ROW row = ROW_OF(start.y + y) | mask;
        uint column = COLUMN(start.x, start.y + y) - 1; // of the texel before
#endif
        [loop] for (uint x = 0; x < 16; x += IN_FLIGHT)
        {
#if TECHNIQUE == TECHNIQUE_NO_LOADS
            kept = keptAddress(kept, zeros);
#define DO(k) sum += held;
#else
            LOADED values[IN_FLIGHT];
#define DO(k) values[k] = source.Load(PLACE(column + ahead[k], row LEVEL));
#define COUNT IN_FLIGHT
#include "repeat.hlsli"
            column += ahead[IN_FLIGHT - 1];
#define DO(k) sum += values[k];
#endif
#define COUNT IN_FLIGHT
#include "repeat.hlsli"
        }
    }
#if TECHNIQUE == TECHNIQUE_NO_LOADS
    index |= kept & mask;
#endif
    sink(widen(sum), index, group.x);
#endif
}
