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

TEST(Named, FindsByEnding) {
    EXPECT_EQ(findByEnding(kEntries, "a/b.csv", kEntries.data()).value(), &kEntries[1]);
    EXPECT_EQ(findByEnding(kEntries, "B.MD", kEntries.data()).value(), &kEntries[2]);
    for (const char* asChosen : {"", "csv", "a.txt", "A.TXT", "a.b/c", ".hidden", "/dev/stdout", "../x"})
        EXPECT_EQ(findByEnding(kEntries, asChosen, kEntries.data()).value(), kEntries.data()) << asChosen;
}

TEST(Named, RefusesEndingsThatNobodyKnows) {
    for (const char* unknown : {"x.htm", "a.csv.gz", "a/b.c/d.dat", "x."}) {
        const auto found = findByEnding(kEntries, unknown, kEntries.data());
        ASSERT_FALSE(found.ok()) << unknown;
        EXPECT_EQ(found.error().kind, ErrorKind::Usage);
        expectGolden(found.error().remedy);
    }
    expectGolden(findByEnding(kEntries, "x.htm", kEntries.data()).error().cause);
}

} // namespace vkperftest::named_test
