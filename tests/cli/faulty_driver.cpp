// A Vulkan driver that does what its FAULT says as soon as a loader asks it anything.
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <thread>

extern "C" __attribute__((visibility("default"))) int vk_icdNegotiateLoaderICDInterfaceVersion(unsigned*) {
    std::fprintf(stderr, "it was here\n");
#ifdef FAULT_CRASH
    std::abort();
#else
    while (true) std::this_thread::sleep_for(std::chrono::seconds(1));
#endif
}

extern "C" __attribute__((visibility("default"))) void* vk_icdGetInstanceProcAddr(void*, const char*) {
    return nullptr;
}
