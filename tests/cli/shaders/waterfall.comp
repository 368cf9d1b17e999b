#version 450
#extension GL_EXT_nonuniform_qualifier : require
layout(local_size_x = 64) in;
layout(binding = 0) readonly buffer Part { vec4 values[]; } parts[];
layout(set = 1, binding = 0) readonly buffer Chosen { uint chosen[]; };
layout(set = 1, binding = 1) writeonly buffer Sums { vec4 sums[]; };
layout(push_constant) uniform Count { uint count; };
void main() {
    vec4 sum = vec4(0);
    for (uint i = 0; i < count; ++i) {
        uint part = chosen[gl_GlobalInvocationID.x + i * 64];
        sum += parts[nonuniformEXT(part)].values[gl_LocalInvocationID.x];
    }
    sums[gl_GlobalInvocationID.x] = sum;
}
