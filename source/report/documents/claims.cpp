#include "report/documents.h"

namespace vkperftest {

Document claimsDocument(std::span<const JudgedClaim> claims) {
    Document document{.heading = "Claims of lint's rules"};
    document.records.columns = textColumns("rule,claim,device,measured,holds");
    for (const JudgedClaim& judged : claims) {
        const std::string rule(judged.claim->rule), text(judged.claim->text);
        const Finding& finding = judged.finding;
        document.sections.push_back({.title = rule, .labels = {{"claim", text}}});
        std::vector<Label>& labels = document.sections.back().labels;
        if (!judged.device.empty()) labels.push_back({"device", judged.device});
        labels.push_back({"measured", finding.sentence});
        labels.push_back({"holds?", finding.verdict});
        document.records.rows.push_back({rule, text, judged.device, finding.sentence, finding.verdict});
    }
    return document;
}

} // namespace vkperftest
