// Whether the source is a resource that shaders can only read, or its writable counterpart (RWBuffer, …). Nothing
// writes to either: they differ in what a driver may assume of them.
#ifdef ACCESS
#define SOURCE(type) RW##type
#else
#define SOURCE(type) type
#endif
