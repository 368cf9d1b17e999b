// HLSL in tests: a text and what the scan finds in it.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <gmock/gmock.h>

#include "lint/hlsl/source.h"

namespace vkperftest {

inline ShaderFile hlslFile(std::string text) {
    return {.path = "test.hlsl", .language = ShaderLanguage::Hlsl, .bytes = std::move(text)};
}

inline HlslSource scanText(const std::string& text, const ShaderOptions& options = {}) {
    Result<HlslSource> source = scanHlsl(hlslFile(text), options);
    EXPECT_TRUE(source.ok()) << text << '\n' << (source.ok() ? "" : source.error().sentence());
    return source.ok() ? std::move(source).value() : HlslSource();
}

// The sentence of its failure; empty if it succeeds.
inline std::string scanError(const std::string& text, const ShaderOptions& options = {}) {
    const Result<HlslSource> source = scanHlsl(hlslFile(text), options);
    return source.ok() ? "" : source.error().sentence();
}

// Of the first access; 99999 where there is none, or none that is constant.
inline std::uint64_t firstOffset(const std::string& text, const ShaderOptions& options = {}) {
    const HlslSource source = scanText(text, options);
    return source.accesses.empty() ? 99999 : source.accesses[0].offset.value_or(99999);
}

// As "float x 8 @ 12", in order, or "float x 8 @ ?" without a constant offset.
inline std::vector<std::string> scannedAccesses(const std::string& text, const ShaderOptions& options = {}) {
    std::vector<std::string> result;
    for (const BufferAccess& access : scanText(text, options).accesses) {
        result.push_back(access.method + " " + access.element + " x " + std::to_string(access.elements) +
                         " @ " + (access.offset ? std::to_string(*access.offset) : "?"));
    }
    return result;
}

} // namespace vkperftest
