#version 450
#extension GL_EXT_shader_atomic_float : require
layout(local_size_x = 64) in;
layout(binding = 0) buffer Out { float result; };
void main() { atomicAdd(result, float(gl_LocalInvocationID.x)); }
