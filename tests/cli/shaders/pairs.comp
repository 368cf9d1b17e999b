#version 450
layout(local_size_x = 64) in;
layout(binding = 0) buffer Out { float result[]; };
shared float a[128];
shared float b[128];

// Without the loads of one array, those of the other make other pairs.
void main() {
    uint t = gl_LocalInvocationID.x;
    a[t] = float(t);
    b[t] = float(t * t);
    barrier();
    if (t < 32) {
        a[t] = max(1.0, a[t + 32]);
        b[t] += b[t + 32];
    }
    barrier();
    result[t] = a[t ^ 1] + b[t ^ 1];
}
