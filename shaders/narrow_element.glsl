// The type of a buffer's elements, NATIVE: WIDTH values of 8 or 16 bits by ELEMENT, or 64-bit integers.
#extension GL_EXT_shader_8bit_storage : require
#extension GL_EXT_shader_16bit_storage : require
#extension GL_EXT_shader_explicit_arithmetic_types_int64 : require
#define ELEMENT_UINT8 0
#define ELEMENT_UINT16 1
#define ELEMENT_HALF 2
#define ELEMENT_UINT64 3

#if WIDTH == 1
#define OF_WIDTH(one, two, four) one
#elif WIDTH == 2
#define OF_WIDTH(one, two, four) two
#else
#define OF_WIDTH(one, two, four) four
#endif

#if ELEMENT == ELEMENT_UINT8
#define NATIVE OF_WIDTH(uint8_t, u8vec2, u8vec4)
#elif ELEMENT == ELEMENT_UINT16
#define NATIVE OF_WIDTH(uint16_t, u16vec2, u16vec4)
#elif ELEMENT == ELEMENT_HALF
#define NATIVE OF_WIDTH(float16_t, f16vec2, f16vec4)
#else
#define NATIVE OF_WIDTH(, uint64_t, u64vec2)
#endif
