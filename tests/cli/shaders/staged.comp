#version 450
// Without the load in line 19, the stores that it reads have no use, nor has the loop before them.
layout(local_size_x = 64) in;
layout(binding = 0) readonly buffer Words { uint words[]; };
layout(binding = 1) writeonly buffer Sums { float sums[]; };
layout(push_constant) uniform Count { uint count; };
shared float staged[64], parts[64];
void main() {
    uint me = gl_LocalInvocationID.x;
    float sum = 0;
    for (uint i = 0; i < count; ++i) {
        staged[me] = float(words[i * 64 + me]);
        barrier();
        sum += staged[63 - me] * 3;
    }
    parts[me] = sum;
    barrier();
    float all = 0;
    for (uint k = 0; k < count; ++k) all += parts[k];
    if (me == 0) sums[gl_WorkGroupID.x] = all;
}
