#include <fmt/format.h>

#include "base/enum_table.h"
#include "base/text.h"
#include "cases/case.h"
#include "cases/families/families.h"

namespace vkperftest {

Operation atomicOperation(LoadKind kind, Atomic atomic, bool usesResult, Format word) {
    constexpr auto kNames =
        enumTable<Atomic, std::string_view>({"", "Add", "Min", "Exchange", "CompareExchange"});
    constexpr auto kOfKernels =
        enumTable<Atomic, std::string_view>({"", "add", "min", "exchange", "compare"});
    constexpr std::uint32_t kWords = 512 * kInvocationsPerGroup; // of all workgroups that share no word
    const bool usual = word == Format::R32UI;
    const std::string other = usual ? "" : word == Format::R32F ? "float" : "uint64";
    const std::string_view type = usual ? "uint" : word == Format::R32F ? "float" : "uint64_t";
    const WrittenTarget target = targetOf(kind, type, word);
    const bool texels = target.resource != ResourceKind::StorageBuffer; // with the results behind the words
    const std::uint32_t words = kind == LoadKind::SharedAtomic ? kInvocationsPerGroup
                                : texels                       ? 2 * kWords
                                                               : kWords;
    const FormatTraits& format = traits(word);
    return {.name = fmt::format("{}.Interlocked{}{}", target.type, kNames[atomic],
                                usesResult ? " with result" : ""),
            .id = fmt::format("{}-{}interlocked-{}{}", target.word, usual ? "" : other + "-",
                              lowercase(kNames[atomic]), usesResult ? "-result" : ""),
            .kernel = fmt::format("{}.{}.{}",
                                  usual ? fmt::format("atomic.{}", target.word) : "atomic_word." + other,
                                  kOfKernels[atomic], usesResult ? "used" : "dropped"),
            .kind = kind,
            .source = {target.resource, word, words / format.channels, format.bytes()},
            .width = format.channels,
            .atomic = atomic,
            .usesResult = usesResult};
}

} // namespace vkperftest
