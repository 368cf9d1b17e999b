#version 450
layout(local_size_x = 64) in;
layout(binding = 0) readonly buffer In { float values[]; };
layout(binding = 1) writeonly buffer Out { float result[]; };
layout(binding = 2) readonly buffer Slopes { vec4 slopes[]; };
layout(binding = 3) buffer Data { vec4 data[]; };
layout(push_constant) uniform P { int width; uint at; } p;
float unused(float value, float other) { return value; }
void main() {
    uint x = gl_GlobalInvocationID.x;
    float sum = values[x
        + uint(p.width)
    ];
    result[x * (p.at == 0 ? uint(p.width) : 7) + x] =
        unused(sum, slopes[1].y);
    vec4 v = data[x];
    data[x] = mix(v, v * slopes[p.at], lessThan(v, vec4(0)));
}
