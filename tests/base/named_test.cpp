#include "base/named.h"

#include <array>

#include <gmock/gmock.h>

#include "golden.h"

namespace vkperftest::named_test {

struct Entry {
    std::string_view name;
    std::string_view ending;
};

constexpr std::array<Entry, 3> kEntries = {{{"table", ""}, {"csv", ".csv"}, {"markdown", ".md"}}};

TEST(Named, FindsByName) {
    for (const char* any : {"csv", "CSV", "Csv"})
        EXPECT_EQ(findNamed(kEntries, any, "there is no format").value(), &kEntries[1]);
    for (const char* wrong : {"", "cs", "csv  "}) {
        const auto found = findNamed(kEntries, wrong, "there is no format");
        ASSERT_FALSE(found.ok()) << wrong;
        EXPECT_EQ(found.error().kind, ErrorKind::Usage);
        EXPECT_EQ(found.error().cause, std::string("there is no format '") + wrong + "'");
        expectGolden(found.error().remedy);
    }
}

TEST(Named, SaysWhichNameMayBeMeant) {
    const auto found = findNamed(kEntries, "Tabl", "there is no format");
    ASSERT_FALSE(found.ok());
    expectGolden(found.error().cause);
}

} // namespace vkperftest::named_test
