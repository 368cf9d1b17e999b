#include "base/named.h"

#include <array>

#include <gmock/gmock.h>

namespace vkperftest {
namespace {

struct Entry {
    std::string_view name;
    std::string_view ending;
};

constexpr std::array<Entry, 3> kEntries = {{{"table", ""}, {"csv", ".csv"}, {"markdown", ".md"}}};

TEST(Named, ListsTheNames) {
    EXPECT_EQ(namesOf(kEntries), "table, csv, markdown");
}

TEST(Named, FindsByName) {
    EXPECT_EQ(findNamed(kEntries, "csv", "there is no format").value(), &kEntries[1]);
    for (const char* wrong : {"", "CSV", "cs", "csv "}) {
        const auto found = findNamed(kEntries, wrong, "there is no format");
        ASSERT_FALSE(found.ok()) << wrong;
        EXPECT_EQ(found.error().kind, ErrorKind::Usage);
        EXPECT_EQ(found.error().cause, std::string("there is no format '") + wrong + "'");
        EXPECT_EQ(found.error().remedy, "choose from: table, csv, markdown");
    }
}

TEST(Named, FindsByEnding) {
    EXPECT_EQ(findByEnding(kEntries, "a/b.csv"), &kEntries[1]);
    EXPECT_EQ(findByEnding(kEntries, "B.MD"), &kEntries[2]);
    for (const char* other : {"", "csv", "a.txt", "a.csv.gz"})
        EXPECT_EQ(findByEnding(kEntries, other), nullptr);
}

} // namespace
} // namespace vkperftest
