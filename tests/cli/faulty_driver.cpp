// A Vulkan driver that does what its FAULT says as soon as a loader asks it anything.
#include <atomic>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <thread>

extern "C" __attribute__((visibility("default"))) int vk_icdNegotiateLoaderICDInterfaceVersion(unsigned*) {
    std::fprintf(stderr, "it was here\n");
#ifdef FAULT_CRASH
    std::abort();
#elif defined(FAULT_SLEEP)
    while (true) std::this_thread::sleep_for(std::chrono::seconds(1));
#else
    while (true) std::atomic_thread_fence(std::memory_order_seq_cst); // computes
#endif
}

extern "C" __attribute__((visibility("default"))) void* vk_icdGetInstanceProcAddr(void*, const char*) {
    return nullptr;
}
