// Any bytes as a driver's manifest: the library that it names, or what is wrong with it.
#include <fstream>

#include "base/atomic_file.h"
#include "base/utf8_path.h"
#include "fuzzing.h"
#include "model/driver_environment.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace vkperftest;
    static ScratchFolder folder;
    static const std::string path = [] {
        require(folder.create("fuzz").ok());
        setEnvironmentVariable("VK_DRIVER_FILES", folder.file("icd.json"));
        return folder.file("icd.json");
    }();
    std::ofstream(path, std::ios::binary) << textOf(data, size);
    const Result<std::string> library = libraryOf(path);
    if (!accepted(library)) require(!manifestTrouble().empty());
    return 0;
}
