#include "vulkan/fake_device.h"

#ifdef __linux__
#include <cerrno>
#include <cstring>

#include <dlfcn.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <fmt/format.h>

#include "base/child_process.h"
#include "base/environment.h"
#endif

namespace vkperftest {

#ifndef __linux__

Result<void> plugInFakeDevice(const std::string&) {
    return Error{ErrorKind::NoDevice, "GPUs that are not there can be compiled for on Linux only",
                 "run this program's Linux version"};
}

#else

namespace {

constexpr const char* kDriverVariable = "VKPERFTEST_FAKE_DEVICE"; // the library reads it

Error cannot(const std::string& why) {
    return {ErrorKind::NoDevice, fmt::format("the fake device cannot be plugged in: {}", why), ""};
}

// The descriptor of a file in memory with the library, which the next program inherits.
int libraryInMemory() {
    const std::span<const unsigned char> bytes = fakeDeviceLibrary();
    const int file = static_cast<int>(syscall(SYS_memfd_create, "vkperftest-fake-device", 0U));
    for (std::size_t done = 0; file >= 0 && done < bytes.size();) {
        const ssize_t count = write(file, bytes.data() + done, bytes.size() - done);
        if (count < 0) return -1;
        done += static_cast<std::size_t>(count);
    }
    return file;
}

} // namespace

Result<void> plugInFakeDevice(const std::string& device) {
    if (fakeDeviceLibrary().empty())
        return cannot("this program was built without it, since libdrm's headers were missing");
    if (environmentVariable(kDriverVariable) == device) {
        if (dlsym(RTLD_DEFAULT, "vkperftestFakeDevice") != nullptr) return {};
        return cannot("the system's loader of libraries did not preload it");
    }
    const int library = libraryInMemory();
    if (library < 0) return cannot(fmt::format("no file in memory ({})", std::strerror(errno)));
    const std::string others = environmentVariable("LD_PRELOAD");
    setEnvironmentVariable("LD_PRELOAD",
                           fmt::format("/proc/self/fd/{}{}{}", library, others.empty() ? "" : ":", others));
    setEnvironmentVariable(kDriverVariable, device);
    return restartProgram();
}

#endif

} // namespace vkperftest
