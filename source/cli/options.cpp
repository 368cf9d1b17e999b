#include "cli/options.h"

#include <algorithm>

#include <CLI/CLI.hpp>

namespace vkperftest {
namespace {

// Commands take an empty text for an option that was not given.
TakeValue nonEmpty(const char* names, std::function<void(const std::string&)> keep) {
    const std::vector<std::string> all = split(names, ',');
    return [name = all.back(), keep = std::move(keep)](const std::string& text) -> Result<void> {
        if (text.empty() && name.starts_with('-'))
            return usageError(name + " is empty", "give it a value, or leave it out");
        keep(text);
        return {};
    };
}

} // namespace

void Options::value(const char* names, const char* placeholder, const std::string& what, TakeValue take,
                    bool repeated) {
    // CLI11's own conversions are templates that take seconds to compile.
    const auto all = [this, take = std::move(take)](const CLI::results_t& values) {
        for (const std::string& value : values) {
            if (wrong_.ok()) wrong_ = take(value);
        }
        return wrong_.ok();
    };
    CLI::Option* const option = app_.add_option(names, CLI::callback_t(all), what)->type_name(placeholder);
    if (repeated) option->expected(CLI::detail::expected_max_vector_size);
    if (repeated && !option->get_positional()) option->allow_extra_args(false);
    if (what.empty() && !option->get_positional()) option->group("");
}

void Options::flag(const char* names, bool& flag, const std::string& what) {
    CLI::Option* const option = app_.add_flag_callback(
        names, [&flag] { flag = true; }, what);
    option->disable_flag_override();
    if (what.empty()) option->group("");
}

void Options::text(const char* names, const char* placeholder, const std::string& what, std::string& text) {
    value(names, placeholder, what, nonEmpty(names, [&text](const std::string& value) { text = value; }));
}

void Options::texts(const char* names, const char* placeholder, const std::string& what,
                    std::vector<std::string>& texts) {
    values(names, placeholder, what,
           nonEmpty(names, [&texts](const std::string& value) { texts.push_back(value); }));
}

void Options::number(const char* name, const std::string& what, std::uint64_t least, std::uint64_t most,
                     std::uint64_t& number) {
    value(name, "NUMBER", what, [=, &number](const std::string& text) -> Result<void> {
        const std::optional<std::uint64_t> given = parseAs<std::uint64_t>(text);
        number = given.value_or(0);
        if (given && number >= least && number <= most) return {};
        return usageError(fmt::format("{} '{}' is not a whole number in range", name, text),
                          fmt::format("give one from {} to {}", least, most));
    });
}

void Options::flags(const char* name, const char* placeholder, const std::string& what,
                    const std::vector<Choice<bool*>>& flags) {
    values(name, placeholder, what, [=](const std::string& words) -> Result<void> {
        for (const std::string& word : split(words, ',')) {
            bool* flag = nullptr;
            VKPERFTEST_TRY(assign(flag, chosen(name, std::string(trim(word)), flags)));
            *flag = true;
        }
        return {};
    });
}

void Options::addToHelp(const std::string& text) {
    app_.footer(text + "\n" + app_.get_footer());
}

void Options::hideAllBut(std::string_view names) {
    const std::vector<std::string> shown = split(names, ' ');
    for (CLI::Option* const option : app_.get_options()) {
        if (option->get_positional() || option->get_group().empty() || option->check_name("--help")) continue;
        if (std::ranges::any_of(shown, [&](const std::string& name) { return option->check_name(name); }))
            continue;
        option->group("");
    }
}

std::string Options::command() const {
    return app_.get_name();
}

bool Options::given(const std::string& name) const {
    const CLI::Option* const option = app_.get_option_no_throw(name); // null: the command has no such option
    return option != nullptr && option->count() > 0;
}

Result<void> Options::refuse(std::initializer_list<const char*> names, std::string_view with,
                             const char* remedy) const {
    for (const char* name : names) {
        if (given(name)) return usageError(fmt::format("{} cannot be given {}", name, with), remedy);
    }
    return {};
}

Result<void> Options::refuseOthers(std::initializer_list<std::string_view> allowed, std::string_view with,
                                   const char* remedy) const {
    for (const CLI::Option* option : app_.get_options()) {
        const std::string name = option->get_name();
        if (option->get_positional() || std::count(allowed.begin(), allowed.end(), name) > 0) continue;
        VKPERFTEST_TRY(refuse({name.c_str()}, with, remedy));
    }
    return {};
}

Error contradiction(std::string_view a, std::string_view b, const char* remedy) {
    return usageError(fmt::format("{} and {} contradict each other", a, b), remedy);
}

} // namespace vkperftest
