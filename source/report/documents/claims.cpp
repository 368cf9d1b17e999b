#include "model/json_layout.h"
#include "report/documents.h"
#include "report/finding_json.h"

namespace vkperftest {

Document claimsDocument(std::span<const JudgedClaim> claims) {
    std::vector<Finding> findings;
    for (const JudgedClaim& judged : claims) findings.push_back(judged.finding);
    const std::string conclusion = concludeClaims(findings);
    Document document{
        .heading = "Claims of lint's rules", .sections = {{.title = conclusion}}, .notes = {conclusion}};
    document.records.columns = textColumns("rule,claim,device,sentence,verdict");
    Json list = Json::array();
    for (const JudgedClaim& judged : claims) {
        const std::string rule(judged.claim->rule), text(judged.claim->text);
        const Finding& finding = judged.finding;
        document.sections.push_back({.title = rule, .labels = {{"claim", text}}});
        std::vector<Label>& labels = document.sections.back().labels;
        if (!judged.device.empty()) labels.push_back({"device", judged.device});
        labels.push_back({"measured", finding.sentence});
        labels.push_back({"verdict", std::string(verdictWords(finding.verdict))});
        document.records.rows.push_back({rule, text, judged.device, finding.sentence, verdictText(finding)});
        list.push_back({{"rule", rule},
                        {"claim", text},
                        {"device", judged.device},
                        {"sentence", finding.sentence},
                        {"verdict", verdictText(finding)},
                        {"figures", figuresJson(finding)}});
    }
    document.data = layOutJson({{"conclusion", conclusion}, {"claims", std::move(list)}});
    return document;
}

} // namespace vkperftest
