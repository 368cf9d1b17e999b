#version 450
#extension GL_EXT_buffer_reference : require
layout(local_size_x = 64) in;
layout(buffer_reference, std430, buffer_reference_align = 16) buffer Values { vec4 at[]; };
layout(push_constant) uniform Root { Values source; Values target; };
void main() {
    uint i = gl_GlobalInvocationID.x;
    target.at[i] =
        source.at[i];
}
