//-D LIMIT=3
//-D ADD(x, y)=(x + y)
#define PASTE(x, y) x ## y
#define LOAD(buffer, type, n, ...) buffer.Load<vector<type, n>>(__VA_ARGS__)
#define NAME(x) #x
#if defined(LIMIT) && LIMIT > 2 || !defined HIDDEN
#  define START ADD(8, 4)
#elif 0x10 >> 2 == 4 ? 1 : 0
#  include "missing.hlsli"
#else
#  error "no start"
#endif
#ifndef GUARD
#define GUARD
#undef LIMIT
#pragma once
#endif
ByteAddressBuffer PASTE(buf, fer); /* a
comment */ void f() { LOAD(buffer, float, 8, START \
 + 4); printf(NAME("x\"" // y
)); }
