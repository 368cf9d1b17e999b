// With the layer preloaded (LD_PRELOAD), the process sees its own processor time as the time that passes, software drivers
// for their timestamps, too: what else the machine does then takes none of it, as if it were idle.
#include <ctime>

#include <sys/syscall.h>
#include <unistd.h>

extern "C" __attribute__((visibility("default"))) int clock_gettime(clockid_t clock, timespec* time) noexcept {
    const clockid_t seen = clock == CLOCK_MONOTONIC ? CLOCK_PROCESS_CPUTIME_ID : clock;
    return static_cast<int>(syscall(SYS_clock_gettime, seen, time));
}
