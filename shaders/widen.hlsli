// Spreads what one load returned over the accumulator's four channels; a kernel of each width adds the same way.
float4 widen(float value) { return value.xxxx; }
float4 widen(float2 value) { return value.xyxy; }
float4 widen(float3 value) { return value.xyzx; }
float4 widen(float4 value) { return value; }
