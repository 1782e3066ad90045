// SPDX-License-Identifier: Apache-2.0
#include "report/compare/comparison_report.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "analyze/compare/study_match.h"
#include "analyze/measured/run_values.h"
#include "core/text/text.h"
#include "report/compare/comparison_words.h"
#include "report/formats/markdown_report.h"
#include "report/formats/text_page.h"
#include "report/tables/cells.h"
#include "report/tables/model_tables.h"
#include "report/words/labels.h"
#include "report/words/metric_words.h"

namespace trena {
namespace {

constexpr size_t kMostDifferences = 25;
constexpr size_t kAllDifferences = std::numeric_limits<size_t>::max();

std::string NothingDiffers(const Words& words) {
  return words.Say(
      {"Nothing that the runs recorded differs: machine, versions, settings, inputs, seeds and "
       "prices are the same.",
       "Nada do que as execuções registraram difere: máquina, versões, configuração, entradas, "
       "sementes e preços são os mesmos."});
}

class ComparisonPage : public TextPage {
 public:
  ComparisonPage(const StudyComparison& comparison, const ReportContext& context)
      : TextPage(context), comparison_(comparison), text_(ComparisonInWords(comparison, words_)) {}

  std::string Render() {
    for (const std::string& sentence : text_.sides) AddText(sentence, 0);
    for (const std::string& sentence : text_.cautions) {
      AddText("! " + sentence, 0, Style::kYellow);
    }
    for (const MetricChange& metric : comparison_.metrics) {
      AddTable(ChangeTable(comparison_, metric, words_));
    }
    AddDifferences();
    AddAnswer();
    return std::move(out_);
  }

 private:
  void AddDifferences() {
    if (!comparison_.differences.empty()) {
      AddTable(DifferenceTable(comparison_, words_, kMostDifferences));
      return;
    }
    AddTitle(words_.Say(label::kWhatDiffers));
    AddText(NothingDiffers(words_), kIndent);
  }

  void AddAnswer() {
    AddTitle(words_.Say(label::kAnswer));
    for (const std::string& sentence : text_.answer) AddText(sentence, kIndent);
    if (text_.guard.empty()) return;
    out_ += "\n";
    AddText(text_.guard, 0,
            comparison_.guard == ThresholdVerdict::kKept ? Style::kGreen : Style::kRed);
  }

  const StudyComparison& comparison_;
  ComparisonText text_;
};

constexpr size_t kMostValuesListed = 3;
constexpr size_t kWidestComparison = 40;

std::string KindWord(DifferenceKind kind, const Words& words) {
  switch (kind) {
    case DifferenceKind::kSetting:
      return words.Say({"setting", "configuração"});
    case DifferenceKind::kEnvironment:
      return words.Say(label::kEnvironment);
    case DifferenceKind::kFramework:
      return words.Say(label::kFramework);
    case DifferenceKind::kPackage:
      return words.Say({"package", "pacote"});
    case DifferenceKind::kMachine:
      return words.Say({"machine", "máquina"});
    case DifferenceKind::kInput:
      return words.Say({"input", "entrada"});
    case DifferenceKind::kSeed:
      return words.Say(label::kSeed);
    case DifferenceKind::kPrice:
      return words.Say(label::kPrice);
    case DifferenceKind::kTrena:
      break;
  }
  return "trena";
}

std::string ValuesText(const std::set<std::string>& values) {
  if (values.empty()) return "—";
  std::vector<std::string> shown;
  for (const std::string& value : values) {
    if (shown.size() == kMostValuesListed) {
      shown.push_back("…");
      break;
    }
    shown.push_back(Shorten(value, kWidestComparison));
  }
  return Join(shown, " · ");
}

// Of A and of B.
TableCell CountsCell(const ScenarioChange& change) {
  return {fmt::format("{}, {}", change.first_n, change.second_n),
          static_cast<double>(std::min(change.first_n, change.second_n)), true};
}

TableCell EndsCell(const RatioInterval& interval, const Words& words) {
  if (!interval.low || !interval.high) return {"—", std::nullopt, true};
  return {words.Significant(*interval.low, cell::kDigits) + "–" +
              words.Significant(*interval.high, cell::kDigits),
          interval.low, true};
}

TableCell LevelCell(const Values& values, const std::string& name) {
  const Value* value = Find(values, name);
  if (value == nullptr) return cell::Text("—");
  return {value->ToString(), value->number(), value->number().has_value()};
}

std::vector<TableCell> ChangeRow(const StudyComparison& comparison, const MetricChange& metric,
                                 const ScenarioChange& change, const Words& words) {
  const MatchedPair& pair = comparison.match.pairs[change.pair];
  std::vector<TableCell> row = {cell::Text(LabelOf(pair))};
  const Values values = ValuesOf(*pair.first.run);
  for (const std::string& name : comparison.varying) row.push_back(LevelCell(values, name));
  row.push_back(CountsCell(change));
  row.push_back(cell::Figure(change.first_mean, words));
  row.push_back(cell::Figure(change.second_mean, words));
  if (!change.ratio) {
    row.insert(row.end(), 2, cell::Figure(std::nullopt, words));
    row.push_back(cell::Text(words.Say(label::kNotCompared)));
  } else {
    row.push_back(cell::Figure(change.ratio->interval.ratio, words));
    row.push_back(EndsCell(change.ratio->interval, words));
    row.push_back(cell::Text(
        VerdictInWords(change.verdict, metric.metric, comparison.request.same_within, words)));
  }
  row.push_back(cell::Chance(change.p, words));
  return row;
}

bool IsNumber(const StudyComparison& comparison, const std::string& name) {
  const auto& pairs = comparison.match.pairs;
  return std::all_of(pairs.begin(), pairs.end(), [&](const MatchedPair& pair) {
    const Values values = ValuesOf(*pair.first.run);
    const Value* value = Find(values, name);
    return value == nullptr || value->number();
  });
}

std::string ChangeNote(const MetricChange& metric, const Words& words) {
  std::string note =
      words.Say({"Ratios are B ÷ A of geometric means: above 1 is more in B.",
                 "As razões são B ÷ A de médias geométricas: acima de 1 é mais em B."});
  if (metric.tested > 1) {
    note += " " + words.Say({"The intervals of {count} scenarios hold all together (Bonferroni), "
                             "and p allows for their number (Holm).",
                             "Os intervalos de {count} cenários valem todos juntos (Bonferroni), e "
                             "p leva em conta seu número (Holm)."},
                            {{"count", std::to_string(metric.tested)}});
  }
  const auto any_without = [&](bool single) {
    return std::any_of(metric.scenarios.begin(), metric.scenarios.end(), [&](const auto& change) {
      const bool one = change.first_n < 2 || change.second_n < 2;
      return change.ratio && !change.ratio->interval.low && one == single;
    });
  };
  if (any_without(true)) note += " " + words.Say(label::kASingleRunHasNoInterval);
  if (any_without(false)) {
    note += " " + words.Say({"Runs that do not differ at all have no interval.",
                             "Execuções que não diferem em nada não têm intervalo."});
  }
  return note;
}

}  // namespace

std::string TerminalComparison(const StudyComparison& comparison, const ReportContext& context) {
  return ComparisonPage(comparison, context).Render();
}

std::string MarkdownComparison(const StudyComparison& comparison, const ReportContext& context) {
  using markdown::Escaped;
  const Words words(context.language);
  const ComparisonText text = ComparisonInWords(comparison, words);
  std::string out =
      "# " +
      Escaped(words.Say(label::kSecondAgainstFirst,
                        {{"second", comparison.second.name}, {"first", comparison.first.name}})) +
      "\n\n";
  for (const std::string& sentence : text.answer) out += "- " + Escaped(sentence) + "\n";
  if (!text.guard.empty()) out += "\n**" + Escaped(text.guard) + "**\n";
  out += "\n" + Escaped(Join(text.sides, " ")) + "\n";
  for (const std::string& sentence : text.cautions) out += "\n**" + Escaped(sentence) + "**\n";
  for (const MetricChange& metric : comparison.metrics) {
    out += markdown::MarkdownTable(ChangeTable(comparison, metric, words));
  }
  out += comparison.differences.empty()
             ? "\n" + Escaped(NothingDiffers(words)) + "\n"
             : markdown::MarkdownTable(DifferenceTable(comparison, words, kAllDifferences));
  return out + "\n" + Escaped(context.trena_version + " · " + context.generated) + "\n";
}

ReportTable ChangeTable(const StudyComparison& comparison, const MetricChange& metric,
                        const Words& words) {
  const MetricText text(words, metric.metric, metric.currency);
  ReportTable table;
  table.title = words.Say({"Scenarios compared: {metric}", "Cenários comparados: {metric}"},
                          {{"metric", text.Phrase()}});
  table.note = ChangeNote(metric, words);
  table.columns = {{.title = words.Say(label::kScenario), .key = true}};
  for (const std::string& name : comparison.varying) {
    table.columns.push_back({.title = name, .number = IsNumber(comparison, name)});
  }
  const std::string confidence = words.Fixed(comparison.first.analysis.confidence * 100, 0);
  for (const std::string& title :
       {std::string("n"), "A (" + text.Unit() + ")", "B (" + text.Unit() + ")",
        words.Say(label::kRatio),
        words.Say(label::kConfidencePercentInterval, {{"confidence", confidence}})}) {
    table.columns.push_back({.title = title, .number = true});
  }
  table.columns.push_back({.title = words.Say(label::kVerdict)});
  table.columns.push_back({.title = "p", .number = true});
  for (const ScenarioChange& change : metric.scenarios) {
    table.rows.push_back(ChangeRow(comparison, metric, change, words));
  }
  return table;
}

ReportTable DifferenceTable(const StudyComparison& comparison, const Words& words, size_t most) {
  ReportTable table;
  table.title = words.Say(label::kWhatDiffers);
  table.columns = {{.title = words.Say({"of", "de"})},
                   {.title = words.Say({"what", "o quê"})},
                   {.title = "A"},
                   {.title = "B"}};
  const auto& all = comparison.differences;
  const size_t shown = std::min(all.size(), most);
  for (size_t i = 0; i < shown; ++i) {
    const SideDifference& difference = all[i];
    table.rows.push_back({cell::Text(KindWord(difference.kind, words)),
                          cell::Text(Shorten(difference.name, kWidestComparison)),
                          cell::Text(ValuesText(difference.first)),
                          cell::Text(ValuesText(difference.second))});
  }
  if (shown < all.size()) {
    table.note =
        words.Say(label::kCountMoreAreInJson, {{"count", std::to_string(all.size() - shown)}});
  }
  return table;
}

}  // namespace trena
