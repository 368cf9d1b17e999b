#version 450
#extension GL_NV_shader_subgroup_partitioned : require
layout(local_size_x = 64) in;
layout(binding = 0) buffer Data { uint data[]; };

void main() {
    const uint value = data[gl_GlobalInvocationID.x];
    data[gl_GlobalInvocationID.x] = subgroupPartitionedAddNV(value, subgroupPartitionNV(value));
}
