// Which of a shader's accesses become instructions.
#pragma once

#include <cstdint>
#include <set>
#include <string>
#include <tuple>
#include <vector>

#include "frontend/source_accesses.h"

namespace vkperftest {

// Keeps the accesses that are left when dead code is gone, except loads of what the invocation itself stored
// before. Of one line, all accesses to one variable are kept or dropped together. Accesses
// whose variable is not known are kept.
class KeptAccesses {
public:
    explicit KeptAccesses(const SpirvModule& withoutDeadCode);

    // Erase those that are not kept. Each takes what its function of source_accesses.h found in the module as
    // it was before dead code went.
    void keepLoads(std::vector<SourceAccess>& loads) const { keep(loads, loads_); }
    void keepStores(std::vector<SourceAccess>& stores) const { keep(stores, stores_); }
    void keepAtomics(std::vector<SourceAccess>& atomics) const { keep(atomics, atomics_); }

private:
    using Key = std::tuple<std::uint32_t, std::string, std::uint32_t>; // variable, file and line
    using Keys = std::set<Key>;

    static Key keyOf(const SourceAccess& access);
    static Keys keysOf(const std::vector<SourceAccess>& accesses);
    static void keep(std::vector<SourceAccess>& accesses, const Keys& kept);

    Keys loads_, stores_, atomics_;
};

} // namespace vkperftest
