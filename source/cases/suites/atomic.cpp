#include <initializer_list>

#include "cases/families/families.h"
#include "cases/suite.h"

namespace vkperftest {

std::vector<Case> atomicRows() {
    std::vector<Case> rows = {defaultBaseline()};
    const auto add = [&](LoadKind kind, std::initializer_list<Atomic> atomics, Format word) {
        for (const bool result : {false, true}) {
            const Operation sum = atomicOperation(kind, Atomic::Add, result, word);
            rows.push_back({sum, Pattern::Uniform, Technique::Reduce});
            for (const Atomic atomic : atomics)
                addPatterns(rows, atomicOperation(kind, atomic, result, word),
                            {Pattern::Uniform, Pattern::PerSubgroup, Pattern::Linear});
        }
    };
    const std::initializer_list<Atomic> every = {Atomic::Add, Atomic::Min, Atomic::Exchange,
                                                 Atomic::CompareExchange};
    for (const LoadKind kind : {LoadKind::RawAtomic, LoadKind::StructuredAtomic, LoadKind::TypedAtomic,
                                LoadKind::TextureAtomic, LoadKind::SharedAtomic})
        add(kind, every, Format::R32UI);
    add(LoadKind::StructuredAtomic, every, Format::RG32UI);
    add(LoadKind::StructuredAtomic, {Atomic::Add}, Format::R32F);
    return rows;
}

} // namespace vkperftest
