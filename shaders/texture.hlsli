// The source of the texture kernels: 32 x 32 texels, WIDTH channels asked for, floats or integers of TYPE. By its
// SHAPE, an image that is not 2D has the same texels in another place (source/cases/source_data.h).
#include "access.hlsli"
#ifdef TYPE
#include "integers.hlsli"
#else
#include "widen.hlsli"
#endif

#define SHAPE_LINE 1   // 1D: rows lie one after another
#define SHAPE_LAYERS 2 // 2D array: 16 rows in each of two layers
#define SHAPE_VOLUME 3 // 3D: 16 rows in each of two slices
#define SHAPE_CUBE 4   // on the face +Y

#if SHAPE == SHAPE_LINE
[[vk::binding(0, 0)]] Texture1D<LOADED> source;
#elif SHAPE == SHAPE_LAYERS
[[vk::binding(0, 0)]] Texture2DArray<LOADED> source;
#elif SHAPE == SHAPE_VOLUME
[[vk::binding(0, 0)]] Texture3D<LOADED> source;
#elif SHAPE == SHAPE_CUBE
[[vk::binding(0, 0)]] TextureCube<LOADED> source;
#else
[[vk::binding(0, 0)]] SOURCE(Texture2D)<LOADED> source;
#endif
