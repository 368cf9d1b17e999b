// The sink of kernels in GLSL (see sink.hlsli). Including kernels define STORE_SUM(place, sum).
shared float sharedSums[256];

void sink(vec4 sum, uint index, uint group)
{
    sharedSums[index] = dot(sum, vec4(1, 3, 5, 7));
    barrier();
    const uint rotation = constants.sinkRotation;
    [[branch]] if (rotation != kSinkClosed)
    {
        const uint other = (index + rotation) & 255;
        STORE_SUM(group * 256 + other, sharedSums[other]);
    }
}
