// What one load returns, by its WIDTH (four channels if undefined), and how the sink makes four channels of
// it. Kernels add up narrow values as they are loaded and widen the sum once: adding up widened values would
// cost up to four times as many additions, which not every compiler merges.
#if WIDTH == 1
#define LOADED float
#elif WIDTH == 2
#define LOADED float2
#elif WIDTH == 3
#define LOADED float3
#else
#define LOADED float4
#endif

float4 widen(float value) { return value.xxxx; }
float4 widen(float2 value) { return value.xyxy; }
float4 widen(float3 value) { return value.xyzx; }
float4 widen(float4 value) { return value; }
