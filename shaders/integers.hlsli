// What one load of integers returns, by its TYPE and WIDTH, and how the sink widens it (as widen.hlsli has it
// of floats). The sums are whole numbers; only the sink turns them into floats.
#define TYPE_UINT uint
#define TYPE_INT int
#if WIDTH == 1
#define LOADED TYPE
float4 widen(LOADED value) { return float(value); }
#elif WIDTH == 2
#define LOADED vector<TYPE, 2>
float4 widen(LOADED value) { return float4(value.xyxy); }
#else
#define LOADED vector<TYPE, 4>
float4 widen(LOADED value) { return float4(value); }
#endif
