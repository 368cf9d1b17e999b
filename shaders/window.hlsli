// What the kernels of walks share (source/cases/walk.h).
#ifndef WINDOW_HLSLI
#define WINDOW_HLSLI

// See WalkConstants.
struct Window
{
    uint mask;
    uint shift;
    uint steps;
    uint lanes;
    uint turnBits;
    uint windowMask;
    uint columnBits;
    uint windowColumns;
};

[[vk::push_constant]] ConstantBuffer<Window> window;

#endif
