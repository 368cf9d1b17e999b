// Reads a record from a JSON object and writes it there, both by one table of its fields: a function template
// with a line for each member of the object, in the order in which they are written.
//
//     void jsonFields(auto& json, Of<ToolRecord> auto& tool) {
//         json.derived("name", "vkperftest");             // written for other readers; ignored here
//         json("version", tool.version);                  // must be there
//         json.onlyIf(tool.dirty, "dirty", tool.dirty);   // written only on that condition
//         json.orNull("built", tool.built);               // null for nothing, or for an empty text
//         json("loads", tool.loads, atMost(kMostLoads));  // read by a function of the node
//     }
//
// Reading throws Wrong (model/json_node.h). The parts of a results file, which are read and written so, are
// declared at the end; report/results_json.h adds what is made of what was measured.
#pragma once

#include <array>
#include <concepts>
#include <functional>
#include <limits>
#include <map>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "base/enum_table.h"
#include "isa/summary.h"
#include "model/json_layout.h"
#include "model/json_node.h"
#include "model/run_result.h"

namespace vkperftest {

using Word = std::string_view;

template <class Enumerator> auto namesBy(Word (*word)(Enumerator)) {
    std::array<Word, enumeratorCount<Enumerator>()> all;
    for (std::size_t i = 0; i < all.size(); ++i) all[i] = word(static_cast<Enumerator>(i));
    return all;
}

// The words that stand for enumerators. A status is only read by them; statusName is written.
template <class Enumerator> constexpr auto kWords = nullptr;
template <>
inline constexpr auto kWords<DeviceKind> = enumTable<DeviceKind, Word>({"discrete", "integrated", "virtual",
                                                                        "cpu", "other"});
template <>
inline constexpr auto kWords<Robustness> = std::to_array<Word>({robustnessName(Robustness::Forbidden),
                                                                robustnessName(Robustness::Off),
                                                                robustnessName(Robustness::Buffer),
                                                                robustnessName(Robustness::Two)});
template <> inline constexpr auto kWords<LoadSource> = kLoadSourceNames;
template <> inline const auto kWords<ReasonKind> = namesBy(reasonWord);
template <>
inline constexpr auto kWords<StopReason> = enumTable<StopReason, Word>({"precision", "time", "interrupted"});
template <>
inline constexpr auto kWords<Status> = std::to_array<Word>({"measured", "unsupported", "failed",
                                                            "not measured"});

// The record, constant where it is written.
template <class Type, class Record>
concept Of = std::same_as<std::remove_const_t<Type>, Record>;

// By the type, whose own functions of these names are called if it has them; for a record, jsonFields.
template <class Type> void readJson(const Node& node, Type& value);
template <class Type> Json toJson(const Type& value);

template <class Type>
concept IsMap = requires {
    typename Type::mapped_type;
};
template <class Type>
concept IsOptional = requires(const Type& value) {
    value.has_value();
};

struct ByType {}; // readJson

// `Side`: the Node that is read, or the Json that is written.
template <class Side> class Fields {
public:
    explicit Fields(Side& side) : side_(side) {}

    template <class By = ByType> void operator()(const std::string& name, auto& member, By by = {}) {
        if constexpr (kReading)
            read(side_[name], member, by);
        else
            side_[name] = toJson(member);
    }
    template <class By = ByType>
    void onlyIf([[maybe_unused]] bool written, const std::string& name, auto& member, By by = {}) {
        if constexpr (kReading) written = side_.has(name);
        if (written) (*this)(name, member, by);
    }
    template <class Member, class By = ByType>
    void orNull(const std::string& name, Member& member, By by = {}) {
        if constexpr (!kReading)
            side_[name] = member == std::remove_const_t<Member>() ? Json(nullptr) : toJson(member);
        else if (const Node node = side_[name]; !node.null())
            read(node, member, by);
    }
    void derived(const std::string& name, const auto& value) {
        if constexpr (!kReading) side_[name] = value;
    }

private:
    static constexpr bool kReading = std::same_as<Side, const Node>;

    template <class Member, class By> static void read(const Node& node, Member& member, By by) {
        if constexpr (std::same_as<By, ByType>)
            readJson(node, member);
        else
            member = static_cast<Member>(std::invoke(by, node));
    }

    Side& side_;
};

template <class Type> void readJson(const Node& node, Type& value) {
    if constexpr (std::same_as<Type, std::string>)
        value = node.text();
    else if constexpr (std::same_as<Type, bool>)
        value = node.flag();
    else if constexpr (std::same_as<Type, double>)
        value = node.number();
    else if constexpr (std::unsigned_integral<Type>)
        value = static_cast<Type>(node.whole(std::numeric_limits<Type>::max()));
    else if constexpr (std::is_enum_v<Type>)
        value = node.word<Type>(kWords<Type>);
    else if constexpr (std::same_as<Type, std::vector<double>>)
        value = node.samples();
    else if constexpr (std::same_as<Type, std::vector<std::size_t>>)
        value = node.indices();
    else if constexpr (requires { value.emplace_back(); })
        node.each([&](const Node& element) { readJson(element, value.emplace_back()); });
    else if constexpr (IsMap<Type>)
        node.members([&](const std::string& key, const Node& member) { readJson(member, value[key]); });
    else if constexpr (IsOptional<Type>)
        readJson(node, value.emplace());
    else {
        Fields fields(node);
        jsonFields(fields, value);
    }
}

template <class Type> Json toJson(const Type& value) {
    if constexpr (std::same_as<Type, double>) {
        return jsonNumber(value);
    } else if constexpr (std::is_enum_v<Type>) {
        return kWords<Type>.begin()[static_cast<std::size_t>(value)];
    } else if constexpr (std::integral<Type> || std::same_as<Type, std::string>) {
        return value;
    } else if constexpr (IsOptional<Type>) {
        return toJson(*value);
    } else if constexpr (requires { value.front(); }) {
        Json json = Json::array();
        for (const auto& element : value) json.push_back(toJson(element));
        return json;
    } else if constexpr (IsMap<Type>) {
        Json json = Json::object();
        for (const auto& [key, member] : value) json[key] = toJson(member);
        return json;
    } else {
        Json json = Json::object();
        Fields fields(json);
        jsonFields(fields, value);
        return json;
    }
}

inline Json toJson(Status status) {
    return statusName(status);
}

constexpr auto atMost(std::uint64_t most) {
    return [most](const Node& node) { return node.whole(most); };
}

inline std::uint64_t positiveCount(const Node& node) {
    const std::uint64_t count = node.whole(1u << 30);
    if (count == 0) node.wrong("must be greater than zero");
    return count;
}

inline std::string textNotEmpty(const Node& node) {
    std::string text = node.text();
    if (text.empty()) node.wrong("must not be empty");
    return text;
}

constexpr int kSchema = 1; // the number of results/results-1.schema.json

// All but codes, rows and controls. `complete`: the run has ended.
Json headToJson(const RunResult& run, bool complete);
void headFromJson(const Node& node, RunResult& run); // throws Wrong, like the others

// A device without the members that only some have.
Json deviceToJson(const DeviceRecord& device);

// What the driver's compiler made of the kernels.
Json codesToJson(const std::map<std::string, CodeDigest>& codes);
std::map<std::string, CodeDigest> codesFromJson(const Node& node);

// A row, a control or the A/A control.
Json rowToJson(const RowResult& row);
RowResult rowFromJson(const Node& node);

constexpr std::uint64_t kMostLoads = std::uint64_t{1} << 50; // of a sample: hours on any device

void jsonFields(auto& json, Of<Reason> auto& reason) {
    json("kind", reason.kind);
    json.onlyIf(!reason.detail.empty(), "detail", reason.detail);
    json.onlyIf(!reason.wanted.empty(), "wanted", reason.wanted);
}

// Of a strategy, a way of recording or a window: the reason as a sentence for readers, and as a kind with a
// detail.
void outcomeFields(auto& json, auto& result) {
    json("status", result.status);
    json.derived("reason", reasonText(result.reason));
    json.onlyIf(!result.reason.empty(), "cause", result.reason);
}

// Call when outcomeFields has read them. Wrong values are written as a failure: the cause distinguishes them.
void settleOutcome(const Node& node, auto& result) {
    if (hasDetail(result.reason.kind) && result.reason.detail.empty())
        node["cause"]["detail"].wrong("is empty");
    if (result.status == Status::Failed && result.reason.kind == ReasonKind::WrongValues)
        result.status = Status::WrongValues;
}

// Samples are there if the status says so, and else are not.
inline void expectSamples(const Node& node, Status status, bool empty) {
    if ((status == Status::Measured) != empty) return;
    node.wrong(empty ? "is empty, but the status is measured"
                     : "must be empty, since the status is not measured");
}

} // namespace vkperftest
