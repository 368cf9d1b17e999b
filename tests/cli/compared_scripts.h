// What is measured to be compared.
#pragma once

namespace vkperftest {

inline constexpr const char* kBase = "load | * | * | 0.01 | 0.02\nepoch | * | * | 0.005\n";
inline constexpr const char* kLoad4Slower = "load | * | * | 0.01 | 0.01\nload | *Load4* | * | 0.015 | 0.01\n"
                                            "epoch | * | * | 0.003\n";

} // namespace vkperftest
