// Measures nothing: every invocation loads one element of a resource of 16-byte elements, and its sum is one
// of the element's four words. The first 32 invocations load the last elements that are bound, the others
// load beyond them, ever farther (source/cases/cpu_model.h). byteOffset is the number of the first
// element.
// variants: KIND=raw,typed,constant,texture,rwtyped,rwtexture
#define KIND_RAW 1
#define KIND_TYPED 2
#define KIND_CONSTANT 3
#define KIND_TEXTURE 4
#define KIND_RWTYPED 5
#define KIND_RWTEXTURE 6
#include "constants.hlsli"
#include "sink.hlsli"

#if KIND == KIND_RAW
[[vk::binding(0, 0)]] ByteAddressBuffer source;
float4 load(uint element) { return asfloat(source.Load4(element * 16)); }
#elif KIND == KIND_TYPED
[[vk::binding(0, 0)]] Buffer<float4> source;
float4 load(uint element) { return source[element]; }
#elif KIND == KIND_CONSTANT
[[vk::binding(0, 0)]] cbuffer Source
{
    float4 values[1024];
};
float4 load(uint element) { return values[element]; }
#elif KIND == KIND_RWTYPED
[[vk::binding(0, 0)]] RWBuffer<float4> source;
float4 load(uint element) { return source[element]; }
#elif KIND == KIND_RWTEXTURE
[[vk::binding(0, 0)]] RWTexture2D<float4> source;
float4 load(uint element) { return source.Load(int2(element, 0)); }
#else
[[vk::binding(0, 0)]] Texture2D<float4> source;
float4 load(uint element) { return source.Load(int3(element, 0, 0)); }
#endif

[numthreads(256, 1, 1)]
void main(uint index : SV_GroupIndex, uint3 group : SV_GroupID)
{
    const uint ahead = index < 128 ? index : index < 192 ? index << 12 : index << 20;
    const float4 value = load(constants.byteOffset + ahead | constants.addressMask);
    sink(float4(value[index & 3], 0, 0, 0), index, group.x);
}
