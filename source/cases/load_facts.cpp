#include "cases/load_facts.h"

#include <functional>
#include <map>
#include <string>

#include "cases/controls.h"
#include "cases/suite.h"

namespace vkperftest {
namespace {

using FactsByName = std::map<std::string, LoadFacts, std::less<>>;

// By the names of all rows, and of every control that they may have.
FactsByName factsOfEveryRow() {
    FactsByName all;
    const auto add = [&all](const Case& row) { all.emplace(caseName(row), factsOf(row)); };
    for (const Suite& suite : suites()) {
        for (const Case& row : suite.rows()) {
            for (const std::optional<Case>& each : {std::optional(row), noLoadsOf(row), dependentOf(row)})
                if (each) add(*each);
        }
    }
    return all;
}

} // namespace

LoadFacts factsOf(const Case& row) {
    const Operation& operation = row.operation;
    if (!operation.parts.empty()) {
        LoadFacts mixed{.kind = operation.kind,
                        .pattern = row.pattern,
                        .technique = row.technique,
                        .subgroupSize = row.subgroupSize,
                        .robustness = row.robustness};
        for (const Case& part : partsOf(row)) mixed.parts.push_back(factsOf(part));
        return mixed;
    }
    const std::uint32_t bytes = traits(operation.source.format).bytesOf(operation.width);
    const std::uint32_t stride = operation.stride > 0 ? operation.stride : bytes;
    const std::uint32_t places = stride | operation.byteOffset | operation.secondArray;
    return {.kind = operation.kind,
            .resource = operation.source.kind,
            .resourceBytes = operation.source.bytes(),
            .format = operation.source.format,
            .values = operation.width,
            .bytes = bytes,
            .stride = stride,
            .byteOffset = operation.byteOffset,
            .alignment = places & (~places + 1), // its lowest bit
            .alignmentProvable = operation.provable,
            .secondArray = operation.secondArray,
            .sampler = operation.sampler,
            .image = operation.source.shape,
            .index = operation.index,
            .atomic = operation.atomic,
            .usesResult = operation.usesResult,
            .place = operation.place,
            .memory = operation.source.memory,
            .pattern = row.pattern,
            .technique = row.technique,
            .subgroupSize = row.subgroupSize,
            .robustness = row.robustness};
}

std::uint32_t loadsPerIteration(const LoadFacts& load) {
    const bool wide = load.kind == LoadKind::RawVector || load.kind == LoadKind::Struct; // perhaps
    return loadsPerIteration(load.technique, wide ? load.bytes : 0);
}

std::optional<LoadFacts> factsOfName(std::string_view name) {
    static const FactsByName all = factsOfEveryRow();
    const auto found = all.find(name);
    return found != all.end() ? std::optional(found->second) : std::nullopt;
}

} // namespace vkperftest
