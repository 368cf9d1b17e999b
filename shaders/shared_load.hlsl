// Measures loads from a workgroup's shared memory, of one to four 32-bit words. Before the loop, each
// invocation copies its elements from a buffer to shared memory: nine of one word, or two wider ones, or ROUNDS,
// beside the 256 loads of the loop. The no-load control copies them, too, but as many as without ROUNDS. Elements of
// one word at a stride that is a power of two make as many of 32 lanes meet on one of 32 banks as the stride has
// elements.
// variants: WIDTH=1,2,3,4 PATTERN=uniform,linear
// variants: WIDTH=1,2,3,4 PATTERN=uniform,linear TECHNIQUE=dependent,no_loads
// variants: WIDTH=1 PATTERN=stride_2,stride_4,stride_8,stride_16,stride_32
// variants: WIDTH=1 PATTERN=stride_2,stride_4,stride_8,stride_16,stride_32 TECHNIQUE=dependent
// variants: WIDTH=1 PATTERN=stride_17,stride_18,stride_20,stride_22,stride_24
// variants: WIDTH=1 PATTERN=stride_17,stride_18,stride_20,stride_22,stride_24 TECHNIQUE=dependent
// variants: WIDTH=1 ROUNDS=10 PATTERN=stride_33
// variants: WIDTH=1 ROUNDS=10 PATTERN=stride_33 TECHNIQUE=dependent
// variants: WIDTH=2 ROUNDS=4 PATTERN=stride_9,stride_10,stride_11,stride_12
// variants: WIDTH=2 ROUNDS=4 PATTERN=stride_9,stride_10,stride_11,stride_12 TECHNIQUE=dependent
// variants: WIDTH=4 ROUNDS=3 PATTERN=stride_5,stride_6
// variants: WIDTH=4 ROUNDS=3 PATTERN=stride_5,stride_6 TECHNIQUE=dependent
#include "widen.hlsli"

#ifdef ROUNDS
#elif WIDTH == 1
#define ROUNDS 9
#else
#define ROUNDS 2
#endif

#if WIDTH == 3
struct Element // a float3 would take 16 bytes in an array
{
    float x, y, z;
};
LOADED valueOf(Element element) { return float3(element.x, element.y, element.z); }
#else
typedef LOADED Element;
LOADED valueOf(Element element) { return element; }
#endif

[[vk::binding(0, 0)]] StructuredBuffer<Element> source;

groupshared LOADED elements[ROUNDS * 256];

static const uint kAddressStep = 1;

LOADED load(uint address) { return elements[address]; }

// Written out: a loop here would count as the kernel's.
void copySource(uint index)
{
#define DO(k) elements[index + 256 * (k)] = valueOf(source[index + 256 * (k)]);
#define COUNT ROUNDS
#include "repeat.hlsli"
    GroupMemoryBarrierWithGroupSync();
}
#define BEFORE_LOADS copySource(index);

#include "buffer_loop.hlsli"
