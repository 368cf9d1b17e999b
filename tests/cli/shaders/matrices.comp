#version 450
// Line 12 has use only if the components of what line 11 loads differ.
layout(local_size_x = 64) in;
layout(binding = 0) uniform View { mat4 fromClip; mat4 toWorld; } view;
layout(binding = 1) buffer Normals { vec4 normals[]; };
layout(binding = 2) uniform sampler2D depths;
void main() {
    uint i = gl_GlobalInvocationID.x;
    vec3 at[2];
    for (int k = 0; k < 2; ++k)
        at[k] = (view.fromClip * vec4(texelFetch(depths, ivec2(i, k), 0).x, i, k, 1)).xyz;
    normals[i] = view.toWorld * vec4(cross(at[0], at[1]), 0);
}
