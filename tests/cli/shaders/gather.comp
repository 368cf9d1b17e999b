#version 450
layout(local_size_x = 64) in;
layout(constant_id = 1) const int count = 8;
layout(binding = 0, std430) buffer Out { vec4 result[]; };
layout(binding = 1, std430) readonly buffer In { vec4 wide[]; };
layout(binding = 2, std430) readonly buffer Numbers { uint narrow[]; };
void main() {
    uint i = gl_GlobalInvocationID.x;
    vec4 sum = vec4(0);
    for (int n = 0; n < count * int(gl_NumWorkGroups.x); ++n) {
        uint at = narrow[i + n];
        sum += wide[at];
    }
    result[i] = sum;
}
