// Texts that tests expect word for word: those of the tests in one folder stand in tests/golden/FOLDER.txt, below the
// test's name, line by line and in their order.
#pragma once

#include <string>

namespace vkperftest {

// The test's next lines; empty ones are not kept. A test that ends with fewer than the file has fails, too. With
// VKPERFTEST_WRITE_GOLDEN set, the tests that run write theirs anew: read what has changed before you keep it.
void expectGolden(const std::string& text);

} // namespace vkperftest
