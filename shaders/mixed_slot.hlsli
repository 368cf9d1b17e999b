// One slot of mixed.hlsl: its resource, and what loads from it as the slot's own kernel does. The including
// file defines NUMBER (the slot's, which the names here end with), SLOT (what it loads) and BINDING; all are
// undefined at the end, so that the file can be included again.
#if SLOT % 10 == 1
#define LOADED_OF_SLOT float
#elif SLOT % 10 == 2
#define LOADED_OF_SLOT float2
#elif SLOT % 10 == 4
#define LOADED_OF_SLOT float4
#else
#error a slot is not defined, or no kernel has its name: see the lines of variants
#endif
typedef LOADED_OF_SLOT OF_SLOT(Loaded);

#if SLOT / 10 == SLOT_TEXTURES
#define ANY_TEXTURE
static const uint OF_SLOT(kStep) = 1;

[[vk::binding(BINDING, 0)]] Texture2D<LOADED_OF_SLOT> OF_SLOT(source);

// A texture's place is a column, and all its loads of an iteration are in one row of texels.
LOADED_OF_SLOT OF_SLOT(load)(uint place, uint2 ahead)
{
    return OF_SLOT(source).Load(int3(place + ahead.x, ahead.y, 0));
}

uint OF_SLOT(place)(uint element, uint2 texel) { return texel.x; }

uint OF_SLOT(next)(uint place, uint step) { return place; }
#else

#if SLOT / 10 == SLOT_RAW_BUFFERS || SLOT / 10 == SLOT_RAW_BUFFERS_AT_OFFSET
static const uint OF_SLOT(kStep) = 4 * (SLOT % 10);

[[vk::binding(BINDING, 0)]] ByteAddressBuffer OF_SLOT(source);

LOADED_OF_SLOT OF_SLOT(load)(uint place, uint2 ahead)
{
#if SLOT % 10 == 1
    return asfloat(OF_SLOT(source).Load(place));
#elif SLOT % 10 == 2
    return asfloat(OF_SLOT(source).Load2(place));
#else
    return asfloat(OF_SLOT(source).Load4(place));
#endif
}
#else
static const uint OF_SLOT(kStep) = 1;

#if SLOT / 10 == SLOT_CONSTANT_BUFFERS
[[vk::binding(BINDING, 0)]] cbuffer OF_SLOT(Source)
{
    float4 OF_SLOT(source)[1024];
};
#elif SLOT / 10 == SLOT_STRUCTURED_BUFFERS
[[vk::binding(BINDING, 0)]] StructuredBuffer<LOADED_OF_SLOT> OF_SLOT(source);
#else
[[vk::binding(BINDING, 0)]] Buffer<LOADED_OF_SLOT> OF_SLOT(source);
#endif

LOADED_OF_SLOT OF_SLOT(load)(uint place, uint2 ahead) { return OF_SLOT(source)[place]; }
#endif

uint OF_SLOT(place)(uint element, uint2 texel)
{
#if SLOT / 10 == SLOT_RAW_BUFFERS_AT_OFFSET
    return element * OF_SLOT(kStep) + constants.byteOffset;
#else
    return element * OF_SLOT(kStep);
#endif
}

uint OF_SLOT(next)(uint place, uint step) { return place + step; }
#endif

#undef LOADED_OF_SLOT
#undef BINDING
#undef SLOT
#undef NUMBER
