// The source of the texture kernels: 32 x 32 texels, WIDTH channels asked for.
#include "widen.hlsli"

[[vk::binding(0, 0)]] Texture2D<LOADED> source;
