// What the kernels of walks share (source/cases/walk.h).
#ifndef WINDOW_HLSLI
#define WINDOW_HLSLI

// See WalkConstants.
struct Window
{
    uint places;
    uint steps;
    uint stride;
    uint between;
    uint columnBits;
};

[[vk::push_constant]] ConstantBuffer<Window> window;

#endif
