#version 450
layout(local_size_x = 64) in;
layout(binding = 0) uniform Sizes { int count; };
layout(binding = 1) readonly buffer In { vec4 colors[]; };
layout(binding = 2) writeonly buffer Out { float words[]; };

// Compilers join the stores of a branch.
void main() {
    vec4 color = colors[gl_GlobalInvocationID.x];
    int first = int(gl_GlobalInvocationID.x) * count;
    if (count == 4) {
        words[first] = color.x;
        words[first + 1] = color.y;
        words[first + 2] = color.z;
        words[first + 3] = color.w;
    } else if (count == 3) {
        words[first] = color.x;
        words[first + 1] = color.y;
        words[first + 2] = color.z;
    } else if (count == 1) {
        words[first] = color.x;
    }
}
