// What the lies have in common: HOSTILE_LIE="NAME WORD…, …"; one of the files *_lies.cpp knows the name.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "chain.h"

namespace hostile {

// The words behind each lie of the name that the environment asks for.
std::vector<std::vector<std::string>> lies(std::string_view name);

inline bool lie(std::string_view name) {
    return !lies(name).empty();
}

// The first word behind the lie; empty if nobody asks for it.
inline std::string lieWord(std::string_view name) {
    const std::vector<std::vector<std::string>> all = lies(name);
    return all.empty() || all.front().empty() ? std::string() : all.front().front();
}

} // namespace hostile
