// SPDX-License-Identifier: Apache-2.0
#include "study/sections/analyze_section.h"

#include "core/text/units.h"
#include "study/sections/read_unit.h"
#include "study/sections/sections.h"

namespace trena {
namespace {

// A word or a list of them.
void ReadWords(Source& source, const YAML::Node& node, const char* expected,
               std::vector<std::string>& target) {
  if (!node.IsSequence()) {
    if (auto text = ScalarText(source, node, expected)) target.push_back(*text);
    return;
  }
  for (const auto& part : node) {
    if (auto text = ScalarText(source, part, expected)) target.push_back(*text);
  }
}

// A level of one factor, or of every factor.
void ReadBaseline(Source& source, const YAML::Node& node, Values& baseline) {
  ForEachEntry(source, node, "baseline", [&](const YAML::Node& key, const YAML::Node& value) {
    if (!ScalarText(source, value, "a level of " + key.Scalar())) return;
    baseline.emplace_back(key.Scalar(), ScalarValue(value));
  });
}

}  // namespace

YamlFields ModelFields(Source& source, AnalyzeOptions& analyze, Places& places) {
  return {
      {"covariate",
       [&](auto& n) {
         places["analyze.covariate"] = PlaceOf(n);
         ReadWords(source, n, "yardstick, order or a metric", analyze.covariates);
       }},
      {"model",
       [&](auto& n) {
         places["analyze.model"] = PlaceOf(n);
         auto text = ScalarText(source, n, "full, main, 2way or a formula");
         if (text) analyze.model = *text;
       }},
      {"ss",
       [&](auto& n) {
         if (auto type = ReadCount(source, n, "ss", 1, 3))
           analyze.ss_type = static_cast<int>(*type);
       }},
      {"block", [&](auto& n) { ReadChoice(source, n, "block", {"replication"}, analyze.block); }},
      {"same_within",
       [&](auto& n) {
         ReadUnit(source, n, "a percentage, like 5%", ParsePercent, analyze.same_within);
       }},
      {"adjust",
       [&](auto& n) { ReadChoice(source, n, "adjust", {"tukey", "holm"}, analyze.adjust); }},
      {"contrasts",
       [&](auto& n) {
         places["analyze.contrasts"] = PlaceOf(n.IsSequence() && n.size() > 0 ? n[0] : n);
         ReadWords(source, n, "framework: pytorch - mxnet", analyze.contrasts);
       }},
      {"baseline",
       [&](auto& n) {
         places["analyze.baseline"] = PlaceOf(n);
         ReadBaseline(source, n, analyze.baseline);
       }},
  };
}

}  // namespace trena
