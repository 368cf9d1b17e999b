#version 450
layout(local_size_x = 64) in;
layout(binding = 0) writeonly buffer Out { uint result[]; };
layout(binding = 1) readonly buffer In { uint counts[2]; };
void main() {
    for (uint i = 0; i < counts[0]; ++i)
        result[i] = i;
    for (uint i = 0; i < counts[1]; ++i)
        result[i + 1000] = i;
}
