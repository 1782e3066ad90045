// SPDX-License-Identifier: Apache-2.0
#include "study/analyze_section.h"

#include <fmt/format.h>

#include "core/text.h"
#include "study/sections.h"

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

void ReadSameWithin(Source& source, const YAML::Node& node, double& target) {
  auto text = ScalarText(source, node, "a percentage, like 5%");
  if (!text) return;
  if (const auto share = ParseShare(*text)) {
    target = *share;
  } else {
    source.Add(PlaceOf(node), fmt::format("`{}` is not a percentage between 0 and 100", *text),
               "write it like 5%");
  }
}

}  // namespace

std::optional<double> ParseShare(const std::string& text) {
  std::string number(Trim(text));
  const bool percent = number.ends_with('%');
  if (percent) number.pop_back();
  const auto value = Value::Parse(std::string(Trim(number))).number();
  if (!value) return std::nullopt;
  const double share = percent ? *value / 100 : *value;
  if (!(share > 0 && share < 1)) return std::nullopt;
  return share;
}

YamlFields ModelFields(Source& source, AnalyzeOptions& analyze) {
  return {
      {"covariate",
       [&](auto& n) { ReadWords(source, n, "yardstick, order or a metric", analyze.covariates); }},
      {"model",
       [&](auto& n) {
         auto text = ScalarText(source, n, "full, main, 2way or a formula");
         if (text) analyze.model = *text;
       }},
      {"ss",
       [&](auto& n) {
         if (auto type = ReadCount(source, n, "ss", 1, 3))
           analyze.ss_type = static_cast<int>(*type);
       }},
      {"block", [&](auto& n) { ReadChoice(source, n, "block", {"replication"}, analyze.block); }},
      {"same_within", [&](auto& n) { ReadSameWithin(source, n, analyze.same_within); }},
      {"adjust",
       [&](auto& n) { ReadChoice(source, n, "adjust", {"tukey", "holm"}, analyze.adjust); }},
      {"contrasts",
       [&](auto& n) { ReadWords(source, n, "framework: pytorch - mxnet", analyze.contrasts); }},
  };
}

}  // namespace trena
