#version 450
#extension GL_KHR_shader_subgroup_ballot : require
// A loop of the source that loads data once for each different index.
layout(local_size_x = 64) in;
layout(binding = 0) readonly buffer Values { vec4 values[]; };
layout(binding = 1) readonly buffer Chosen { uint chosen[]; };
layout(binding = 2) writeonly buffer Sums { vec4 sums[]; };
void main() {
    uint mine = chosen[gl_GlobalInvocationID.x];
    vec4 sum = vec4(0);
    while (true) {
        uint first = subgroupBroadcastFirst(mine);
        if (first == mine) {
            sum = values[first];
            break;
        }
    }
    sums[gl_GlobalInvocationID.x] = sum;
}
