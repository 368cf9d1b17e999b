#version 450
layout(local_size_x = 64) in;
struct Particle { vec4 pos; vec4 vel; };
layout(binding = 0) buffer Out { Particle particles[]; };
void main() {
    uint i = gl_GlobalInvocationID.x;
    particles[i].vel.w += 0.5;
    if (particles[i].vel.w > 1.0)
        particles[i].vel.w -= 1.0;
}
