// The way of our own sentences through CLI11.
#pragma once

#include <CLI/CLI.hpp>

#include "base/result.h"

namespace vkperftest {

// What is wrong with an option's value: thrown by the function that CLI11 hands it to, caught by
// parseCommandLine.
struct WrongValue : CLI::ParseError {
    explicit WrongValue(vkperftest::Error what)
        : ParseError("WrongValue", what.sentence(), CLI::ExitCodes::ValidationError), error(std::move(what)) {
    }
    vkperftest::Error error;
};

} // namespace vkperftest
