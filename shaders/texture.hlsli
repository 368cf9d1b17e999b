// The source of the texture kernels: 32 x 32 texels, WIDTH channels asked for.
#include "widen.hlsli"

#if WIDTH == 1
[[vk::binding(0, 0)]] Texture2D<float> source;
#elif WIDTH == 2
[[vk::binding(0, 0)]] Texture2D<float2> source;
#else
[[vk::binding(0, 0)]] Texture2D<float4> source;
#endif
