// Measures copies of 4x4 matrices through addresses whose loads promise ALIGN bytes of alignment (SPIR-V's
// Aligned; the stores promise 16): by loads of one word, of four or of a whole matrix. The counterpart of
// raw_copy.hlsl and structured_copy.hlsl.
// variants: WIDTH=1 ALIGN=4 TECHNIQUE=direct,no_loads
// variants: WIDTH=4,16 ALIGN=4,8,16 TECHNIQUE=direct,no_loads
#version 450
#extension GL_GOOGLE_include_directive : require
#extension GL_EXT_buffer_reference : require
#include "address.glsl"

struct Matrix
{
    vec4 a, b, c, d;
};

#if WIDTH == 1
#define ELEMENT float
#elif WIDTH == 4
#define ELEMENT Matrix
#else
#define ELEMENT mat4
#endif
layout(buffer_reference, std430, buffer_reference_align = ALIGN) readonly buffer Source { ELEMENT value; };
layout(buffer_reference, std430, buffer_reference_align = 16) writeonly buffer Copy { Matrix value; };

// Variables of all functions, since some compilers would read the push constants in every iteration.
uvec2 source;
uvec2 target;

const uint kMatrixBytes = 64;
const uint kRowBytes = 16;

// One 64-bit address per matrix; its parts are reached by constant offsets.
#if WIDTH == 1
// The mask in the address of every word keeps drivers from merging the loads. The source begins at a multiple
// of kMatrixBytes (source/vulkan/resources.h), so that the word's place can be or-ed in.
uvec2 wordAddress(uvec2 matrix, uint word, uint mask)
{
    return uvec2(matrix.x | (mask | 4 * word), matrix.y);
}

float loadWord(uvec2 matrix, uint word, uint mask) { return Source(wordAddress(matrix, word, mask)).value; }

vec4 loadRow(uvec2 matrix, uint row, uint mask)
{
    return vec4(loadWord(matrix, 4 * row, mask), loadWord(matrix, 4 * row + 1, mask),
                loadWord(matrix, 4 * row + 2, mask), loadWord(matrix, 4 * row + 3, mask));
}
#endif

Matrix loadMatrix(uint number, uint mask)
{
#if WIDTH == 1
    const uvec2 matrix = beyond(source, number * kMatrixBytes);
    return Matrix(loadRow(matrix, 0, mask), loadRow(matrix, 1, mask), loadRow(matrix, 2, mask),
                  loadRow(matrix, 3, mask));
#elif WIDTH == 4
    Source matrix = Source(beyond(source, number * kMatrixBytes | mask));
    return Matrix(matrix.value.a, matrix.value.b, matrix.value.c, matrix.value.d);
#else
    // Its columns are the matrix's rows; for a copy that makes no difference.
    const mat4 value = Source(beyond(source, number * kMatrixBytes | mask)).value;
    return Matrix(value[0], value[1], value[2], value[3]);
#endif
}

uint keptAddress(uint kept, uint number, uint mask)
{
    kept = beyond(uvec2(source.x, kept), number * kMatrixBytes).y;
#if WIDTH == 1
    // Two words each, by + and ^ in turns, so that no two of these constants become one.
#define DO(k) kept = (kept + (mask | 8 * (k) + 4)) ^ (mask | 8 * (k) + 8);
#define COUNT 7
#include "repeat.hlsli"
#endif
    return kept;
}

void storeMatrix(uint row, Matrix value)
{
    Copy copy = Copy(beyond(target, row * kRowBytes));
    copy.value.a = value.a;
    copy.value.b = value.b;
    copy.value.c = value.c;
    copy.value.d = value.d;
}

#include "copy_loop.hlsli"

void main()
{
    source = constants.source;
    target = constants.target;
    copyMatrices(gl_LocalInvocationIndex, gl_WorkGroupID.x, constants.addressMask);
}
