// What one store writes, WIDTH words of 32 bits: a value and the numbers that follow it.
#if WIDTH == 1
#define ELEMENT uint
ELEMENT elementOf(uint value) { return value; }
#elif WIDTH == 2
#define ELEMENT uint2
ELEMENT elementOf(uint value) { return uint2(value, value + 1); }
#else
#define ELEMENT uint4
ELEMENT elementOf(uint value) { return uint4(value, value + 1, value + 2, value + 3); }
#endif
