// Which accesses of a module become instructions.
#include "frontend/kept_accesses.h"

#include <gmock/gmock.h>

#include "frontend/compiled.h"
#include "frontend/workgroup.h"
#include "golden.h"
#include "isa/stored_text.h"

namespace vkperftest::kept_accesses_test {

// The lines of the body, counted from 0, with kept accesses.
std::string told(const std::string& body, const std::vector<SpecializedConstant>& constants = {}) {
    static const std::string head = casesIn("frontend/kept_accesses.txt").at("declarations");
    const std::string before = "#version 450\n" + head;
    const SpirvModule module = withConstants(moduleOfGlsl(before + body + "}\n"), constants);
    std::vector<SourceAccess> accesses = sourceAccesses(module);
    keepUsed(accesses, module);
    std::string all;
    for (const SourceAccess& one : accesses)
        all += fmt::format(" {}{}", "LSA"[static_cast<std::size_t>(one.access)],
                           one.place.line - 1 - std::ranges::count(before, '\n'));
    return all;
}

TEST(KeptAccesses, AreWhatTheGoldenTextSays) {
    for (const auto& [name, body] : casesIn("frontend/kept_accesses.txt")) {
        if (name == "declarations") continue;
        expectGolden(name + ":" + told(body));
        if (name == "a specialization constant") expectGolden(told(body, {{.id = 3, .value = 1}}));
    }
}

} // namespace vkperftest::kept_accesses_test
