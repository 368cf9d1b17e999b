// Sentences that tests expect word for word, in tests/golden/sentences.txt: below a test's name, those that
// it hands over, in their order.
#pragma once

#include <string>

namespace vkperftest {

// The test's next sentence. A test that ends with fewer than the file has fails, too. With
// VKPERFTEST_WRITE_GOLDEN set, the tests that run write theirs anew: read what has changed before you keep
// it.
void expectGolden(const std::string& sentence);

} // namespace vkperftest
