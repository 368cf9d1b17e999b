// Measures stores of one, two or four values of 8 or 16 bits to a storage buffer that is declared to hold them.
// variants: ELEMENT=uint8,uint16 WIDTH=1,2,4 PATTERN=linear,scattered
#version 450
#extension GL_GOOGLE_include_directive : require
#include "narrow_element.glsl"
#define TRAVERSES
#define STORES
#include "bound.glsl"

layout(binding = 1, std430) writeonly buffer Target { NATIVE values[]; } target;

#if ELEMENT == ELEMENT_UINT8
const uint kSlot = 4 * 65536 / WIDTH;
#else
const uint kSlot = 2 * 65536 / WIDTH;
#endif
#define OF_INVOCATION 5
#define OF_STORE 1061

void store(uint place, uint value)
{
    target.values[place] =
        NATIVE(OF_WIDTH(value, uvec2(value, value + 1), uvec4(value, value + 1, value + 2, value + 3)));
}

#include "store_loop.hlsli"
