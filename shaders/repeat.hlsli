// DO(0) … DO(COUNT - 1), for a COUNT up to 16 that the including file defines, as it does the macro DO; both
// are undefined at the end, so that the file can be included again. Written out, since not every compiler
// unrolls a loop when told to.
#if COUNT > 0
DO(0)
#endif
#if COUNT > 1
DO(1)
#endif
#if COUNT > 2
DO(2)
#endif
#if COUNT > 3
DO(3)
#endif
#if COUNT > 4
DO(4)
#endif
#if COUNT > 5
DO(5)
#endif
#if COUNT > 6
DO(6)
#endif
#if COUNT > 7
DO(7)
#endif
#if COUNT > 8
DO(8)
#endif
#if COUNT > 9
DO(9)
#endif
#if COUNT > 10
DO(10)
#endif
#if COUNT > 11
DO(11)
#endif
#if COUNT > 12
DO(12)
#endif
#if COUNT > 13
DO(13)
#endif
#if COUNT > 14
DO(14)
#endif
#if COUNT > 15
DO(15)
#endif
#undef COUNT
#undef DO
