// Measures stores to a workgroup's shared memory, of one, two or four 32-bit words. Elements of one word at a
// stride make as many of 32 lanes meet on one of 32 banks as the stride has elements.
// variants: WIDTH=1,2,4 PATTERN=uniform,linear
// variants: WIDTH=1 PATTERN=stride_2,stride_4,stride_8,stride_16,stride_32
#define TRAVERSES
#include "constants.hlsli"
#include "store_element.hlsli"

#if WIDTH == 1
#define ELEMENTS 2048
#else
#define ELEMENTS 1024
#endif
groupshared ELEMENT elements[ELEMENTS];

[[vk::binding(1, 0)]] RWStructuredBuffer<ELEMENT> target;

void store(uint place, uint value) { elements[place] = elementOf(value); }

void copyOut(uint window, uint place) { target[window * (65536 / WIDTH) + place] = elements[place]; }
#define COPY_OUT

#include "store_loop.hlsli"
