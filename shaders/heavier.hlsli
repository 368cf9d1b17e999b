// What the techniques "heavier" and "heavier floor" do beside every load: an addition of floats and an
// operation on integers, in registers of their own. If a row takes longer by what they cost, instructions
// limit it; if it takes no longer, its loads hide them. HEAVIER_BEGIN stands before the loop,
// HEAVIER_ITERATION in it, between the loads of an iteration and the first use of their values, and
// HEAVIER_END behind it. The loop has `index`, which differs from lane to lane, `mask`, which is 0, and
// IN_FLIGHT.
#if TECHNIQUE == TECHNIQUE_HEAVIER || TECHNIQUE == TECHNIQUE_HEAVIER_FLOOR
// Operations that no compiler can drop: see keptAddress (technique.hlsli), the floor's sum
// (buffer_loop.hlsli).
#define HEAVIER_BEGIN \
    const uint4 heavierZeros = uint4(1, 2, 4, 8) & mask; \
    const float2 heavierTerms = float2(index, index + 1); \
    uint heavierKept = index; \
    precise float2 heavierSum = float2(0, 0);
#define HEAVIER_TWO_LOADS(one, other) \
    heavierKept = (heavierKept + heavierZeros.one) ^ heavierZeros.other; \
    heavierSum += heavierTerms;
#if IN_FLIGHT == 4
#define HEAVIER_ITERATION HEAVIER_TWO_LOADS(x, y) HEAVIER_TWO_LOADS(z, w)
#else
#define HEAVIER_ITERATION HEAVIER_TWO_LOADS(x, y)
#endif
#define HEAVIER_END index |= (heavierKept ^ asuint(heavierSum.x) ^ asuint(heavierSum.y)) & mask;
#else
#define HEAVIER_BEGIN
#define HEAVIER_ITERATION
#define HEAVIER_END
#endif
