// Other processes: programs that are run to their end, and children that parent and child talk to.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace vkperftest {

using Deadline = std::optional<std::chrono::steady_clock::time_point>; // nothing: as long as it takes

// Runs the program, a path or a name in the search path, with these arguments and this process's standard
// streams, and returns its exit code. RowFailed if it was killed by a signal, which the error names, on Windows
// by an exception, or because it was still running at the deadline; Io if it cannot be started.
Result<int> runProgram(const std::string& program, const std::vector<std::string>& arguments,
                       Deadline latest = {});

// What a command of the system's shell prints to standard output; empty if it cannot be started.
std::string outputOf(const std::string& command);

// What parent and child pass each other: some texts of any bytes. They are not JSON, because source code, SPIR-V
// and drivers' texts need not be UTF-8.
using Message = std::vector<std::string>;

std::string packed(const Message& message);               // as one text, so that messages hold messages
std::optional<Message> unpacked(std::string_view packed); // nothing if the text is not what packed() made

enum class Heard { Message, Late, Ended };

// One end of the pipe between parent and child.
class Channel {
public:
    // Descriptors; `printed`: what else is read meanwhile, or -1.
    explicit Channel(int in = -1, int out = -1, int printed = -1) : in_(in), out_(out), printed_(printed) {}

    // False if the other end is closed.
    bool tell(const Message& message) const;

    // The next message. Ended: the other process has closed its end, or sends what is no message.
    Heard hear(Message& message, Deadline latest = {});

protected:
    void readPrinted();

    int in_, out_, printed_;
    std::string text_; // what was printed

private:
    std::string pending_; // the beginning of the next message
};

// In a child that was started as a program: the channel to its parent. What drivers print to standard output goes
// where standard error goes from then on; until then, the program can still be restarted, and is the same child.
Channel channelToParent();

// A child, which ends at the latest with this object.
class Child : public Channel {
public:
    // A program whose standard input and output are the channel, and whose standard error is kept.
    Child(const std::string& program, const std::vector<std::string>& arguments);
#ifndef _WIN32
    // A copy of this process with the calling thread alone: `work` must not wait for a lock that another thread may
    // hold. What it prints is lost.
    explicit Child(const std::function<void(Channel&)>& work);
#endif
    ~Child();
    Child(const Child&) = delete;
    Child& operator=(const Child&) = delete;

    // Ends it if it still runs. An error if it could not be started, or crashed before: "it was killed by a signal
    // (Aborted)"; else its exit code.
    Result<int> end();

    // That it has taken so far, on all processors together; none after end().
    std::chrono::nanoseconds processorTime() const;

    // After end(): all that it printed.
    const std::string& printed() const {
        return text_;
    }

private:
    Result<int> ended_ = 0;
    std::intptr_t process_ = 0; // 0: none, or it has ended
};

// False on Windows.
constexpr bool kCopiesProcess =
#ifdef _WIN32
    false;
#else
    true;
#endif

// Runs `work` in a copy of this process and returns its result; other changes that it makes, and what it
// prints, are lost. RowFailed, with a clause about the reason, if it crashed, threw, took longer than
// `patience` of processor time, or ten times as long asleep, or used more than 384 MB of memory (1 GB under a
// sanitizer) beyond what the process has. The copy ends soon after that time even if this process was killed
// meanwhile. Several threads may call it.
// Windows cannot copy processes: there, `work` runs in this process, without limits.
Result<std::string> runApart(const std::function<std::string()>& work, std::chrono::milliseconds patience);

// As long as the lock is held, other threads start no children that are copies. For code that holds locks which a
// copy needs.
std::unique_lock<std::mutex> withoutCopies();

} // namespace vkperftest
