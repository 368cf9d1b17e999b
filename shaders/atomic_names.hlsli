// What the kernels of atomic operations (atomic_loop.hlsli) do.
#define OPERATION_ADD 0
#define OPERATION_MIN 1
#define OPERATION_EXCHANGE 2
#define OPERATION_COMPARE 3 // and exchange, where the word still is kUntouched
#define RESULT_DROPPED 0
#define RESULT_USED 1
