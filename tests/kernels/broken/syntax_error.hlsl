// Broken on purpose: the build must stop at it.
[numthreads(256, 1, 1)]
void main() { this is no HLSL; }
