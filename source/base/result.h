// Failure as a value: every fallible function returns Result<T>, and an Error is a sentence for the user.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace vkperftest {

// What went wrong decides the exit code (cli/command.h).
enum class ErrorKind {
    Usage,       // the command line or an input file is wrong
    NoDevice,    // no loader, no driver, no usable device
    Unsupported, // the device lacks what a row needs; an ordinary result
    RowFailed,   // a row failed; the others continue
    WrongValues, // a row returned wrong values; likewise
    DeviceLost,  // a submission failed; the others continue after everything on the device is recreated
    Io,          // a file could not be read or written
};

struct Error {
    ErrorKind kind = ErrorKind::Usage;
    std::string cause;  // a clause without a full stop: "no device is called 'foo'"
    std::string remedy; // what to do about it, likewise; may be empty
    // What was asked for instead of what the cause names, if the cause does not say so; may be empty.
    std::string wanted = {};
    std::vector<std::string> choices = {}; // among which the remedy lets choose

    // "cause; remedy" in one sentence.
    std::string sentence() const { return remedy.empty() ? cause : cause + "; " + remedy; }

    // The same error with its subject in front: "'x.json': it holds no row".
    Error about(const std::string& thing) const {
        return {kind, "'" + thing + "': " + cause, remedy, wanted, choices};
    }
};

// Of the command line or an input file.
inline Error usageError(std::string cause, std::string remedy) {
    return {ErrorKind::Usage, std::move(cause), std::move(remedy)};
}

template <class T> class [[nodiscard]] Result {
public:
    Result(T value) : content_(std::move(value)) {}
    Result(Error error) : content_(std::move(error)) {}

    bool ok() const { return std::holds_alternative<T>(content_); }
    T& value() & { return std::get<T>(content_); }
    const T& value() const& { return std::get<T>(content_); }
    T value() && { return std::get<T>(std::move(content_)); } // by value: a loop over it keeps it alive
    const Error& error() const& { return std::get<Error>(content_); }
    Error error() && { return std::get<Error>(std::move(content_)); }

private:
    std::variant<T, Error> content_;
};

template <> class [[nodiscard]] Result<void> {
public:
    Result() = default;
    Result(Error error) : error_(std::move(error)) {}

    bool ok() const { return !error_; }
    const Error& error() const& { return *error_; }
    Error error() && { return *std::move(error_); }

private:
    std::optional<Error> error_;
};

// Moves the value into `target`, or returns the error.
template <class T> Result<void> assign(T& target, Result<T> value) {
    if (!value.ok()) return std::move(value).error();
    target = std::move(value).value();
    return {};
}

// Returns from the function with the error of a Result expression, if there is one.
#define VKPERFTEST_TRY(expression)                                                                           \
    do {                                                                                                     \
        if (auto&& vkperftestResult = (expression); !vkperftestResult.ok()) return vkperftestResult.error(); \
    } while (false)

} // namespace vkperftest
