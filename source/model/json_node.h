// Reads JSON: what is rejected while it is parsed, and values with their places, which every error names.
#pragma once

#include <algorithm>
#include <cmath>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "base/printable.h"
#include "base/text.h"
#include "isa/summary.h"
#include "model/json_layout.h"

namespace vkperftest {

// Wrong input is an exception while JSON is read, since it must pass through many small readers. It goes no
// further.
struct Wrong {
    std::string place; // "rows[3].strategies[0].loads"
    std::string what;
};

constexpr std::size_t kLongestLine = 4096;      // bytes: names and reasons
constexpr std::size_t kLongestText = kMostKept; // of a driver

// Rejects what JSON leaves undefined (a key twice), and what no results file has: deep nesting, long texts,
// and so many values, keys or objects side by side that a small file would take much memory or time. Throws
// Wrong.
class JsonGuard {
public:
    // The library calls it; always true.
    bool operator()(int depth, Json::parse_event_t event, Json& parsed);

private:
    struct Open { // an object or a list
        std::set<std::string> keys;
        std::size_t objects = 0;
    };

    std::vector<Open> open_;
    std::size_t memory_ = 0; // in numbers
};

// A value and where it stands.
class Node {
public:
    Node(const Json& value, std::string place) : value_(value), place_(std::move(place)) {}

    [[noreturn]] void wrong(const std::string& what) const { throw Wrong{place_, what}; }

    // A member of an object, which must be there.
    Node operator[](const std::string& key) const {
        if (!value_.is_object()) wrong("must be an object");
        const auto found = value_.find(key);
        const std::string place = place_.empty() ? key : place_ + "." + key;
        if (found == value_.end()) throw Wrong{place, "is missing"};
        return Node(*found, place);
    }

    bool has(const std::string& key) const { return value_.is_object() && value_.contains(key); }
    bool null() const { return value_.is_null(); }

    // The text in a form that may be shown: all texts of a file are read by this. A line may become a cell of
    // a table, and makes its whole column as wide.
    std::string text(Keep keep = Keep::Line) const {
        if (!value_.is_string()) wrong("must be a string");
        const std::size_t most = keep == Keep::Line ? kLongestLine : kLongestText;
        if (value_.get_ref<const std::string&>().size() > most)
            wrong(fmt::format("must have at most {} bytes", most));
        return printable(value_.get_ref<const std::string&>(), keep);
    }

    bool flag() const {
        if (!value_.is_boolean()) wrong("must be true or false");
        return value_.get<bool>();
    }

    double finite() const {
        if (!value_.is_number()) wrong("must be a number");
        const double result = value_.get<double>();
        if (!std::isfinite(result)) wrong("must be a finite number");
        return result;
    }

    // Finite and at least zero.
    double number() const {
        const double result = finite();
        if (result < 0) wrong("must be a finite number that is not negative");
        return result;
    }

    double positive() const {
        const double result = number();
        if (result <= 0) wrong("must be greater than zero");
        return result;
    }

    std::uint64_t whole(std::uint64_t most) const {
        if (!value_.is_number_unsigned() || value_.get<std::uint64_t>() > most) {
            wrong(fmt::format("must be a whole number from 0 to {}", most));
        }
        return value_.get<std::uint64_t>();
    }

    template <class Enumerator, class Words> Enumerator word(const Words& words) const {
        const auto found = std::find(words.begin(), words.end(), text());
        if (found == words.end()) {
            const std::vector<std::string> choices(words.begin(), words.end());
            wrong("must be one of: " + join(choices, ", "));
        }
        return static_cast<Enumerator>(found - words.begin());
    }

    template <class Each> void each(Each each) const {
        if (!value_.is_array()) wrong("must be a list");
        for (std::size_t i = 0; i < value_.size(); ++i)
            each(Node(value_[i], fmt::format("{}[{}]", place_, i)));
    }

    // A list of times in nanoseconds, greater than zero. Times that no clock can measure are rejected, too,
    // so that ratios and logarithms stay finite.
    std::vector<double> samples() const {
        constexpr double kLeast = 1e-12, kMost = 1e18;
        return bulk<double>("must be a number greater than zero, from 1e-12 to 1e18", [](const Json& value) {
            const double number = value.is_number() ? value.get<double>() : 0;
            return number >= kLeast && number <= kMost ? std::optional(number) : std::nullopt;
        });
    }

    // A list of whole numbers.
    std::vector<std::size_t> indices() const {
        return bulk<std::size_t>("must be a whole number", [](const Json& value) {
            return value.is_number_unsigned() ? std::optional(value.get<std::size_t>()) : std::nullopt;
        });
    }

    template <class Each> void members(Each each) const {
        if (!value_.is_object()) wrong("must be an object");
        for (const auto& [key, value] : value_.items()) each(printable(key), Node(value, place_ + "." + key));
    }

    std::size_t size() const { return value_.size(); }

private:
    // Most of a file is such lists, so they are read without a Node for each element.
    template <class Element, class Read> std::vector<Element> bulk(const char* what, Read read) const {
        if (!value_.is_array()) wrong("must be a list");
        std::vector<Element> result;
        result.reserve(value_.size());
        for (std::size_t i = 0; i < value_.size(); ++i) {
            const std::optional<Element> element = read(value_[i]);
            if (!element) throw Wrong{fmt::format("{}[{}]", place_, i), what};
            result.push_back(*element);
        }
        return result;
    }

    const Json& value_;
    std::string place_;
};

} // namespace vkperftest
