// `isa FILE`: files that are refused before anything is compiled for a GPU.
#include <gmock/gmock.h>

#include "program.h"

namespace vkperftest::isa_shaders_test {

TEST(IsaShaders, FilesThatAreNoComputeShadersAreRefused) {
    const std::string broken = scratchFile("broken.comp", "#version 450\nvoid main() { x = 1; }\n"),
                      pixel = scratchFile("pixel.frag", "#version 450\nvoid main() {}\n"),
                      empty = scratchFile("empty.comp");
    writeAll(empty, readAll(pixel));
    expectParts(exits(2, runLine("isa {}", broken)).err, {"broken.comp:2: 'x'"});
    expectError(runLine("isa {}", pixel), 2, {"pixel.frag", "no compute shader", "main (frag)"});
    expectError(runLine("isa {} --spec=1=2", empty), 2, {"'1=2'", "no specialization constants"});
}

} // namespace vkperftest::isa_shaders_test
