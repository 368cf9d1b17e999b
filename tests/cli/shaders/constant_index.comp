#version 450
// The index in line 9 is a parameter, which is constant where it is called.
layout(local_size_x = 64) in;
layout(binding = 0) readonly buffer Modes { uint modes[]; };
layout(binding = 1) readonly buffer Heights { uint heights[]; };
layout(binding = 2) writeonly buffer Result { uint result[]; };
layout(binding = 3) uniform Size { uint width; };
layout(binding = 4) uniform sampler2D heightMap;
uint modeOf(int layer) { return modes[layer]; }
void main() {
    uint i = gl_GlobalInvocationID.x;
    if ((modeOf(2) & 7u) != 0u) return;
    float sum = 0;
    for (uint k = 0; k < 4; ++k)
        sum += texelFetch(heightMap, ivec2(i * width + k, 0), 0).x;
    result[i] = uint(sum) + heights[i];
}
