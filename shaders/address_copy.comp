// Measures copies of 4x4 matrices through addresses whose loads and stores promise ALIGN bytes of alignment
// (SPIR-V's Aligned): by loads of one word, of four or of a whole matrix. The twin of raw_copy.hlsl and
// structured_copy.hlsl.
// variants: WIDTH=1 ALIGN=4 TECHNIQUE=direct,floor
// variants: WIDTH=4,16 ALIGN=4,16 TECHNIQUE=direct,floor
#version 450
#extension GL_GOOGLE_include_directive : require
#extension GL_EXT_buffer_reference : require
#include "address.glsl"

#if WIDTH == 1
layout(buffer_reference, std430, buffer_reference_align = ALIGN) readonly buffer Source { float values[]; };
#elif WIDTH == 4
layout(buffer_reference, std430, buffer_reference_align = ALIGN) readonly buffer Source { vec4 values[]; };
#else
layout(buffer_reference, std430, buffer_reference_align = ALIGN) readonly buffer Source { mat4 values[]; };
#endif
layout(buffer_reference, std430, buffer_reference_align = ALIGN) writeonly buffer Copies { vec4 rows[]; };

// Locals of all functions, since some compilers would read the push constants again in every iteration.
Source source;
Copies target;

struct Matrix
{
    vec4 a, b, c, d;
};

#if WIDTH == 1
vec4 loadRow(uint first)
{
    return vec4(source.values[first], source.values[first + 1], source.values[first + 2], source.values[first + 3]);
}
#endif

Matrix loadMatrix(uint number, uint mask)
{
#if WIDTH == 1
    const uint first = number * 16 | mask;
    return Matrix(loadRow(first), loadRow(first + 4), loadRow(first + 8), loadRow(first + 12));
#elif WIDTH == 4
    const uint first = number * 4 | mask;
    return Matrix(source.values[first], source.values[first + 1], source.values[first + 2], source.values[first + 3]);
#else
    const mat4 value = source.values[number | mask]; // its columns are the matrix's rows, for all that a copy cares
    return Matrix(value[0], value[1], value[2], value[3]);
#endif
}

void storeRow(uint row, vec4 value) { target.rows[row] = value; }

#include "copy_loop.hlsli"

void main()
{
    source = Source(constants.source);
    target = Copies(constants.target);
    copyMatrices(gl_LocalInvocationIndex, gl_WorkGroupID.x, constants.addressMask);
}
