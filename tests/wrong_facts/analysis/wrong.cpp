// What tests/check_facts.py must find: facts that are read out of names and sentences.
#include <regex>
#include <string_view>

#include "base/text.h"
#include "cases/case.h"
#include "model/run_result.h"

namespace vkperftest {

bool ofOperation(const RowResult& row) {
    return row.operation.starts_with("Buffer<"); // wrong
}

bool ofName(const RowResult& row) {
    const std::string_view label = row.name;
    return label.find(", floor") != std::string_view::npos; // wrong
}

bool ofReason(const RowResult& row) {
    return reasonText(row.strategies.front().reason).starts_with("wrong values"); // wrong
}

bool ofDetail(const StrategyResult& result) {
    return result.reason.detail.substr(0, 4) == "lost"; // wrong
}

bool ofMadeName(const Case& row) {
    return caseName(row).ends_with(", serial"); // wrong
}

bool byLiteral(const RunResult& run) {
    for (const RowResult& each : run.rows) {
        if (each.operation == "ByteAddressBuffer.Load4") return true; // wrong
        if (each.name != "cbuffer{float4} load uniform") return true; // wrong
        if ("typed-r8-uniform" == each.id) return true;               // wrong
    }
    return false;
}

bool ofParameter(std::string_view name) {
    return name.find("Load4") != std::string_view::npos; // wrong
}

bool ofOne(const RunResult& run) {
    const auto raw = [](const auto& one) { return one.name.starts_with("Byte"); }; // wrong
    return std::any_of(run.rows.begin(), run.rows.end(), raw);
}

bool byPattern(const RowResult& row) {
    return globMatches("*Load4*", row.name); // wrong
}

bool byExpression(const RowResult& row) {
    static const std::regex kWide("Load[34]");
    return std::regex_search(row.name, kWide); // wrong
}

bool ofView(const RowResult& row) {
    return std::string_view(row.name).starts_with("Texture2D"); // wrong
}

bool ofLowerCase(const RowResult& row) {
    return lowercase(row.name).find("texture") != std::string::npos; // wrong
}

bool ofCause(const Error& error) {
    return error.cause.find("lost") != std::string::npos; // wrong
}

std::string firstWord(const RowResult& row) {
    return split(row.name, ' ').front(); // wrong
}

bool ofSentence(std::string_view text) {
    return text.find(", not ") != std::string_view::npos; // wrong
}

bool isSentence(std::string_view text) {
    return text == "the device was lost"; // wrong
}

char ofLetter(const RowResult& r) {
    return r.name[0]; // wrong
}

std::string ofTwoLines(const RowResult& row) {
    return row
        .name // wrong
        .substr(0, 6);
}

bool ofList(const std::vector<std::string>& names) {
    for (const std::string& one : names) {
        if (one.contains("Sample")) return true; // wrong
    }
    return names.back().ends_with("random"); // wrong
}

bool ofAlias(const RowResult& row) {
    const std::string kind = lowercase(row.operation);
    return kind == "buffer"; // wrong
}

} // namespace vkperftest
