#version 450
layout(local_size_x = 64) in;
layout(binding = 0) buffer A { float a[]; };
layout(binding = 1) buffer B { float b[]; };
layout(binding = 2) buffer O { float o[]; };
void main() {
    uint i = gl_GlobalInvocationID.x;
    a[i] = float(i);
    b[i ^ 5] = 2.0; // may be the same buffer
    float z = a[i];
    o[i] = z;
}
