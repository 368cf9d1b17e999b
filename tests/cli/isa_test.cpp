// `isa`: what is refused where nothing compiles. What compiles is in isa_driver_test.cpp.
#include <gmock/gmock.h>

#include "program.h"

namespace vkperftest::isa_test {

TEST(Isa, TargetsNeedTheirDriver) {
    if (underWine()) return expectError(runLine("isa --target skl"), 3, {"on Linux only"});
    // Which of the two, depends on the system (mesa_drivers_unit_test.cpp).
    for (const auto& [target, driver] :
         {std::pair("fiji", "RADV"), {"skl", "ANV"}, {"bdw", "hasvk"}, {"turing", "NVK"}})
        expectError(
            runProgram({"isa", "--target", target},
                       "VK_DRIVER_FILES= VK_ICD_FILENAMES= XDG_DATA_DIRS=/nonexistent HOME=/nonexistent"),
            3, {driver, "scripts/mesa-versions.sh"});
}

} // namespace vkperftest::isa_test
