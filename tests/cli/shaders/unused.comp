#version 450
layout(local_size_x = 64) in;
layout(binding = 0) writeonly buffer Out { uint result[]; };
layout(binding = 1) readonly buffer In { uint values[]; };

// What line 9 stores is overwritten, and what it loads needless.
void main() {
    uint at = gl_GlobalInvocationID.x, sum = values[at];
    result[at] = values[at + 64];
    result[at] = sum;
}
