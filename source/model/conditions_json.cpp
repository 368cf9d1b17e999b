#include "model/conditions_json.h"

namespace vkperftest {
namespace {

struct Number {
    const char* key;
    std::optional<double> Conditions::*value;
};

constexpr Number kNumbers[] = {{"clock_mhz", &Conditions::clock},
                               {"clock_limit_mhz", &Conditions::clockLimit},
                               {"memory_clock_mhz", &Conditions::memoryClock},
                               {"temperature_celsius", &Conditions::temperature},
                               {"power_watts", &Conditions::power}};

Conditions readOne(const Node& node) {
    Conditions conditions{.epoch = node["epoch"].whole()};
    for (const Number& number : kNumbers) {
        if (const Node value = node[number.key]; !value.null())
            conditions.*number.value = value.finite(); // it may freeze
    }
    if (const Node state = node["power_state"]; !state.null()) conditions.powerState = state.text();
    if (const Node throttling = node["throttling"]; !throttling.null())
        conditions.throttling = throttling.list([](const Node& reason) { return reason.text(); });
    return conditions;
}

} // namespace

Json conditionsToJson(const std::vector<Conditions>& readings) {
    Json list = Json::array();
    for (const Conditions& reading : readings) {
        Json& json = list.emplace_back(Json{{"epoch", reading.epoch}});
        for (const Number& number : kNumbers) {
            const std::optional<double>& value = reading.*number.value;
            json[number.key] = value ? jsonNumber(*value) : Json(nullptr);
        }
        json["power_state"] = reading.powerState.empty() ? Json(nullptr) : Json(reading.powerState);
        json["throttling"] = reading.throttling ? Json(*reading.throttling) : Json(nullptr);
    }
    return list;
}

std::vector<Conditions> conditionsFromJson(const Node& node) {
    return node.list(readOne);
}

} // namespace vkperftest
