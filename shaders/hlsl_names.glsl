// HLSL's names for what GLSL has, so that kernels of both languages share files.
#define float2 vec2
#define float3 vec3
#define float4 vec4
#define uint2 uvec2
#define uint4 uvec4
#define asfloat uintBitsToFloat
#define asuint floatBitsToUint
#define static
#define LOOP [[dont_unroll]]
#define BRANCH [[dont_flatten]]
#define WaveActiveSum subgroupAdd
#define WavePrefixSum subgroupExclusiveAdd
#define WaveReadLaneFirst subgroupBroadcastFirst
#define WaveIsFirstLane subgroupElect
