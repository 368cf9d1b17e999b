// What `isa` calls drivers: so that two can always be told apart.

#include "golden.h"
#include "isa/compile_log.h"
#include "matchers.h"

namespace vkperftest::subjects_test {

DriverNames namesOf(const std::vector<std::string>& manifests, const DriverNames& versions = {}) {
    return driverNames(manifests, versions);
}

TEST(IsaNames, DriversAreCalledByTheirVersions) {
    EXPECT_THAT(namesOf({"/a/icd.json", "/b/icd.json"},
                        {{"/a/icd.json", "Mesa 22.3.6"}, {"/b/icd.json", "Mesa 25.0.7"}}),
                ElementsAre(Pair("/a/icd.json", "Mesa 22.3.6"), Pair("/b/icd.json", "Mesa 25.0.7")));
    EXPECT_TRUE(namesOf({}).empty());
}

TEST(IsaNames, OrByTheirManifests) {
    for (const DriverNames& versions :
         {DriverNames(), DriverNames{{"/a/icd.json", "Mesa 25"}, {"/b/icd.json", "Mesa 25"}},
          DriverNames{{"/a/icd.json", "Mesa 25"}, {"/b/icd.json", ""}}})
        EXPECT_THAT(namesOf({"/a/icd.json", "/b/icd.json"}, versions),
                    ElementsAre(Pair("/a/icd.json", "/a/icd.json"), Pair("/b/icd.json", "/b/icd.json")));
}

TEST(IsaNames, SubjectsAreTargetsOrDrivers) {
    const Target* const fiji = findTarget("fiji").value();
    const DriverNames two = namesOf({"/a/icd.json", "/b/icd.json"});
    EXPECT_EQ(subjectName({"", nullptr}, {}), "loads in the loop");
    EXPECT_EQ(subjectName({"/a/icd.json", nullptr}, namesOf({"/a/icd.json"})), "/a/icd.json");
    EXPECT_EQ(subjectName({"/a/icd.json", fiji}, namesOf({"/a/icd.json"})), "fiji");
    EXPECT_EQ(subjectName({"/a/icd.json", fiji}, two), "fiji /a/icd.json");
    const std::vector<CompiledSubject> compiled = {
        {.subject = {"/a/icd.json", fiji}, .log = {.device = "A GPU, radv Mesa 22", .driver = "Mesa 22"}},
        {.subject = {"/b/icd.json", fiji}, .log = {.device = "A GPU, radv Mesa 25", .driver = "Mesa 25"}},
        {.subject = {"/b/icd.json", nullptr}, .trouble = "it does not load"}};
    const std::vector<std::string> manifests = {"/a/icd.json", "/b/icd.json"};
    for (const std::string& line : subjectLines(compiled, driverNames(manifests, compiled)))
        expectGolden(line);
}

} // namespace vkperftest::subjects_test
