// Measures loads of two to four kinds in one loop: 64 iterations of four loads, one for each slot, all in
// flight before the first addition. What a slot loads is named after the kernel that loads the same: raw4 is
// raw_buffer.hlsl with WIDTH=4, and raw4_offset its unaligned rows. Load number n of an invocation is that of
// slot n mod 4, and reads the element that load number n of the other kernel reads.
//
// It compiles alone, too, for example with -D SLOT0=SLOT_RAW4 -D SLOT1=SLOT_RAW4 -D SLOT2=SLOT_TYPED4
// -D SLOT3=SLOT_TEXTURE4 -D PATTERN=PATTERN_LINEAR.
//
// variants: SLOT0=raw4 SLOT1=raw4 SLOT2=typed4 SLOT3=typed4 PATTERN=uniform,linear,random
// variants: SLOT0=raw4 SLOT1=raw4 SLOT2=typed4 SLOT3=typed4 PATTERN=uniform,linear TECHNIQUE=no_loads
// variants: SLOT0=raw1 SLOT1=raw1 SLOT2=raw1 SLOT3=typed4 PATTERN=uniform,linear,random
// variants: SLOT0=raw1 SLOT1=raw1 SLOT2=raw1 SLOT3=typed4 PATTERN=uniform,linear TECHNIQUE=no_loads
// variants: SLOT0=raw4 SLOT1=raw4 SLOT2=structured4 SLOT3=structured4 PATTERN=uniform,linear,random
// variants: SLOT0=raw4 SLOT1=raw4 SLOT2=structured4 SLOT3=structured4 PATTERN=uniform,linear TECHNIQUE=no_loads
// variants: SLOT0=structured1 SLOT1=structured1 SLOT2=structured1 SLOT3=raw4_offset PATTERN=uniform,linear,random
// variants: SLOT0=structured1 SLOT1=structured1 SLOT2=structured1 SLOT3=raw4_offset PATTERN=uniform,linear TECHNIQUE=no_loads
// variants: SLOT0=typed1 SLOT1=typed1 SLOT2=texture4 SLOT3=texture4 PATTERN=uniform,linear,random
// variants: SLOT0=typed1 SLOT1=typed1 SLOT2=texture4 SLOT3=texture4 PATTERN=uniform,linear TECHNIQUE=no_loads
// variants: SLOT0=constant SLOT1=constant SLOT2=raw2 SLOT3=raw2 PATTERN=uniform,linear,random
// variants: SLOT0=constant SLOT1=constant SLOT2=raw2 SLOT3=raw2 PATTERN=uniform,linear TECHNIQUE=no_loads
// variants: SLOT0=structured2 SLOT1=structured2 SLOT2=typed1 SLOT3=texture4 PATTERN=uniform,linear,random
// variants: SLOT0=structured2 SLOT1=structured2 SLOT2=typed1 SLOT3=texture4 PATTERN=uniform,linear TECHNIQUE=no_loads
// variants: SLOT0=constant SLOT1=constant SLOT2=raw1 SLOT3=typed4 PATTERN=uniform,linear,random
// variants: SLOT0=constant SLOT1=constant SLOT2=raw1 SLOT3=typed4 PATTERN=uniform,linear TECHNIQUE=no_loads
// variants: SLOT0=raw4 SLOT1=structured1 SLOT2=typed4 SLOT3=texture4 PATTERN=uniform,linear,random
// variants: SLOT0=raw4 SLOT1=structured1 SLOT2=typed4 SLOT3=texture4 PATTERN=uniform,linear TECHNIQUE=no_loads
// variants: SLOT0=constant SLOT1=raw1 SLOT2=typed1 SLOT3=texture4 PATTERN=uniform,linear,random
// variants: SLOT0=constant SLOT1=raw1 SLOT2=typed1 SLOT3=texture4 PATTERN=uniform,linear TECHNIQUE=no_loads
#include "constants.hlsli"
#include "pattern.hlsli"
#include "sink.hlsli"
#include "technique.hlsli"
#include "widen.hlsli"

// The first digits are the resource, the last one the width.
#define SLOT_RAW_BUFFERS 1
#define SLOT_RAW1 11
#define SLOT_RAW2 12
#define SLOT_RAW4 14
#define SLOT_RAW_BUFFERS_AT_OFFSET 2
#define SLOT_RAW4_OFFSET 24
#define SLOT_STRUCTURED_BUFFERS 3
#define SLOT_STRUCTURED1 31
#define SLOT_STRUCTURED2 32
#define SLOT_STRUCTURED4 34
#define SLOT_TYPED_BUFFERS 4
#define SLOT_TYPED1 41
#define SLOT_TYPED4 44
#define SLOT_TEXTURES 5
#define SLOT_TEXTURE4 54
#define SLOT_CONSTANT_BUFFERS 6
#define SLOT_CONSTANT 64

#define PASTED_AS_THEY_ARE(a, b) a##b
#define PASTED(a, b) PASTED_AS_THEY_ARE(a, b)
#define OF_SLOT(name) PASTED(name, NUMBER)

// Bindings: 1 is the sink's, 2 the samplers' (source/vulkan/programs.cpp).
#define NUMBER 0
#define SLOT SLOT0
#define BINDING 0
#include "mixed_slot.hlsli"
#define NUMBER 1
#define SLOT SLOT1
#define BINDING 3
#include "mixed_slot.hlsli"
#define NUMBER 2
#define SLOT SLOT2
#define BINDING 4
#include "mixed_slot.hlsli"
#define NUMBER 3
#define SLOT SLOT3
#define BINDING 5
#include "mixed_slot.hlsli"

// Precise: see buffer_loop.hlsli.
#ifdef TECHNIQUE_WITHOUT_LOADS
#define EXACT precise
#else
#define EXACT
#endif

[numthreads(256, 1, 1)]
void main(uint index : SV_GroupIndex, uint3 group : SV_GroupID)
{
    // Locals, since some compilers would read the push constants again in every iteration.
    const uint mask = constants.addressMask;
    const uint element = startElement(index);
    const uint2 local = uint2(index & 15, index >> 4); // as in a workgroup of 16 x 16
#define DO(k) EXACT Loaded##k sum##k = 0;
#define COUNT 4
#include "repeat.hlsli"
#ifdef TECHNIQUE_WITHOUT_LOADS
#define DO(k) \
    const Loaded##k held##k = \
        load##k(place##k(element + index, local) | mask, uint2(0, local.y | mask));
#define COUNT 4
#include "repeat.hlsli"
    const uint4 zeros = uint4(1, 2, 4, 8) & mask;
    uint kept = element;
#else
    const uint2 texel = startTexel(local);
    // What is computed ahead, and the mask: see buffer_loop.hlsli.
#define DO(k) \
    uint at##k = place##k(element, texel) + (k * kStep##k | mask); \
    const uint step##k = 4 * kStep##k | mask;
#define COUNT 4
#include "repeat.hlsli"
#endif
    [loop] for (uint i = 0; i < 256; i += 4)
    {
#ifdef TECHNIQUE_WITHOUT_LOADS
#ifdef ANY_TEXTURE
        kept += i >> 4;
#endif
        kept = keptAddress(kept, zeros);
#define DO(k) sum##k += held##k;
#else
        const uint2 ahead = uint2(i & 15, (texel.y + (i >> 4)) | mask); // of textures alone
#define DO(k) const Loaded##k value##k = load##k(at##k, ahead);
#define COUNT 4
#include "repeat.hlsli"
#define DO(k) at##k = next##k(at##k, step##k);
#define COUNT 4
#include "repeat.hlsli"
#define DO(k) sum##k += value##k;
#endif
#define COUNT 4
#include "repeat.hlsli"
    }
#ifdef TECHNIQUE_WITHOUT_LOADS
    index |= kept & mask; // keeps the operations on the address alive
#endif
    sink(widen(sum0) + widen(sum1) + widen(sum2) + widen(sum3), index, group.x);
}
