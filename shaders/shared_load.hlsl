// Measures loads from a workgroup's shared memory, of one to four 32-bit words. Before the loop, each
// invocation copies its elements from a buffer to shared memory: nine of one word, or two wider ones,
// beside the 256 loads of the loop. The no-load control copies them, too. Elements of one word at a stride make as
// many of 32 lanes meet on one of 32 banks as the stride has elements.
// variants: WIDTH=1,2,3,4 PATTERN=uniform,linear
// variants: WIDTH=1,2,3,4 PATTERN=uniform,linear TECHNIQUE=dependent,no_loads
// variants: WIDTH=1 PATTERN=stride_2,stride_4,stride_8,stride_16,stride_32
// variants: WIDTH=1 PATTERN=stride_2,stride_4,stride_8,stride_16,stride_32 TECHNIQUE=dependent
#include "widen.hlsli"

#if WIDTH == 1
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
