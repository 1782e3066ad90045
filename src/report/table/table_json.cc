// SPDX-License-Identifier: Apache-2.0
#include "report/table/table_json.h"

#include <fmt/format.h>

#include <cmath>

#include "core/json.h"
#include "core/sha256.h"
#include "core/text/number_text.h"
#include "core/text/text.h"
#include "report/formats/model_json.h"
#include "report/table/table_answer.h"
#include "report/words/warning_text.h"

namespace trena {
namespace {

// A level that is written as a number is written is one.
Json LevelJson(const std::string& level) {
  const NumberText number = ReadNumber(level);
  if (number.kind != NumberKind::kNumber || fmt::format("{}", number.value) != level) return level;
  constexpr double kBeyond = 0x1p63;  // no whole number of 64 bits
  if (std::abs(number.value) < kBeyond && std::trunc(number.value) == number.value) {
    return static_cast<int64_t>(number.value);
  }
  return number.value;
}

Json LevelsJson(const Cells& cells, const std::vector<size_t>& factors,
                const std::vector<uint32_t>& levels) {
  Json json = Json::object();
  for (size_t i = 0; i < factors.size(); ++i) {
    const CellFactor& factor = cells.factors[factors[i]];
    json[factor.name] = LevelJson(factor.levels[levels[i]]);
  }
  return json;
}

std::string MetricName(const TableAnalysis& analysis) {
  const std::string& response = analysis.stated.cells.response;
  return analysis.log ? "ln(" + response + ")" : response;
}

Json ScenarioJson(const TableAnalysis& analysis, size_t cell) {
  const Cells& cells = analysis.stated.cells;
  const Summary& summary = analysis.summaries[cell];
  std::vector<size_t> factors;
  for (size_t i = 0; i < cells.factors.size(); ++i) factors.push_back(i);
  const Json levels = LevelsJson(cells, factors, cells.cells[cell].levels);
  return {{"id", analysis.ids[cell]},
          {"key", Sha256(Dump(levels))},
          {"levels", levels},
          {"metrics",
           {{MetricName(analysis),
             {{"n", summary.n},
              {"mean", OrNull(summary.mean)},
              {"sd", OrNull(summary.sd)},
              {"low", OrNull(summary.low)},
              {"high", OrNull(summary.high)}}}}}};
}

Json EffectsJson(const TableAnalysis& analysis) {
  Json effects = Json::array();
  for (const Effect& effect : analysis.stated.model.effects) {
    const std::vector<uint32_t> levels(effect.levels.begin(), effect.levels.end());
    effects.push_back(
        EffectJson(effect, LevelsJson(analysis.stated.cells, effect.factors, levels)));
  }
  return effects;
}

void AddModel(const TableAnalysis& analysis, Json& json) {
  const Cells& cells = analysis.stated.cells;
  const auto levels = [&](const std::vector<size_t>& factors, const std::vector<uint32_t>& at) {
    return LevelsJson(cells, factors, at);
  };
  json["model"] = ModelJson(analysis.stated);
  json["model"]["scale"] = analysis.log ? "log" : "raw";
  json["means"] = MeansJson(analysis.stated, levels);
  AddFindings(analysis.stated, json);
}

Json RunsJson(const TableRead& read) {
  Json outcomes = Json::object();
  outcomes["ok"] = read.used + read.missing;
  for (const auto& [outcome, rows] : read.not_ok) outcomes[outcome] = rows;
  return {{"planned", read.rows},
          {"finished", read.used},
          {"attempts", read.rows},
          {"outcomes", outcomes},
          {"pending_environments", Json::array()},
          {"set_aside", Json::array()}};
}

Json TableFacts(const TableAnalysis& analysis) {
  const TableRead& read = analysis.read;
  Json factors = Json::array(), others = Json::array(), short_terms = Json::array();
  for (const CellFactor& factor : analysis.stated.cells.factors) factors.push_back(factor.name);
  for (const LeftOutColumn& column : read.left_out) others.push_back(column.name);
  for (const InestimableTerm& term : analysis.stated.model.inestimable) {
    short_terms.push_back({{"term", term.term}, {"df", term.df}, {"full_df", term.full_df}});
  }
  return {{"format", read.format},
          {"rows", read.rows},
          {"used", read.used},
          {"missing", read.missing},
          {"factors", factors},
          {"factors_found", read.factors_found},
          {"no_factors", others},
          {"scale", analysis.log ? "log" : "raw"},
          {"ss_type", analysis.stated.model.ss_type},
          {"balanced", analysis.stated.model.orthogonal},
          {"inestimable", short_terms}};
}

Json CostOfNothing() {
  return {{"currency", nullptr},
          {"spent", nullptr},
          {"budget", nullptr},
          {"cheapest", nullptr},
          {"not_told_apart", Json::array()},
          {"without_price", Json::array()}};
}

}  // namespace

std::string TableJson(const TableAnalysis& analysis, const ReportContext& context) {
  const Words words(context.language);
  const GrandMean& grand = analysis.stated.model.grand_mean;
  Json json = {
      {"format", kAnalysisFormat},
      {"trena", context.trena_version},
      {"generated", context.generated},
      {"language", CodeOf(context.language)},
      {"study", ""},
      {"question", ""},
      {"path", analysis.path},
      {"table", TableFacts(analysis)},
      {"runs", RunsJson(analysis.read)},
      {"confidence", analysis.stated.model.confidence},
      {"scenarios", Json::array()},
      {"response", MetricName(analysis)},
      {"grand_mean",
       {{"mean", OrNull(grand.mean)}, {"low", OrNull(grand.low)}, {"high", OrNull(grand.high)}}},
      {"anova", AnovaJson(analysis.stated.model.rows)},
      {"effects", EffectsJson(analysis)},
      {"responses", Json::object()},
      {"cost", CostOfNothing()},
      {"warnings", WarningsJson(analysis.warnings, words)},
      {"verdict", ToString(analysis.verdict)},
      {"verdict_reasons", Json(analysis.verdict_reasons)},
      {"reservations", ReservationsJson(analysis.reservations)},
      {"answer", Join(AnswerInWords(analysis, words), " ")}};
  AddModel(analysis, json);
  for (size_t i = 0; i < analysis.ids.size(); ++i) {
    json["scenarios"].push_back(ScenarioJson(analysis, i));
  }
  return Dump(json, 2) + "\n";
}

}  // namespace trena
