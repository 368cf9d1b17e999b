// With the layer preloaded (LD_PRELOAD), the process sees its own processor time as the time that passes; so
// do software drivers, for their timestamps. What else the machine does then takes no time, as if it were
// idle.
#include <ctime>

#include <sys/syscall.h>
#include <unistd.h>

#define EXPORTED extern "C" __attribute__((visibility("default")))

EXPORTED int clock_gettime(clockid_t clock, timespec* time) noexcept {
    const clockid_t seen = clock == CLOCK_MONOTONIC ? CLOCK_PROCESS_CPUTIME_ID : clock;
    return static_cast<int>(syscall(SYS_clock_gettime, seen, time));
}
