// SPDX-License-Identifier: Apache-2.0
#include "report/fit/fit_report.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/terminal/terminal.h"
#include "core/text/text.h"
#include "core/version.h"
#include "report/words/labels.h"

namespace trena {
namespace {

using Align = TextTable::Align;

constexpr size_t kMostCombinations = 12;  // of a table, on a screen
constexpr size_t kMostLines = 6;
constexpr const char* kNothing = "—";

// As the study has it.
std::string LevelText(const std::optional<double>& level) {
  return level ? Value(*level).ToString() : kNothing;
}

// The largest whole level below it; one below the first is none.
std::string WholeText(double x, const Words& words) {
  return words.Fixed(std::max(0.0, std::floor(x)), 0);
}

std::string ForetoldText(const std::optional<ForetoldLevel>& level, const Words& words) {
  if (!level) return kNothing;
  const ReachedAt& at = level->at;
  if (!at.low) return WholeText(at.x, words);
  return fmt::format("{} ({}–{})", WholeText(at.x, words), WholeText(*at.low, words),
                     WholeText(*at.high, words));
}

std::string IntervalText(const Coefficient& value, const Words& words) {
  const auto bytes = [&](double amount) {
    return amount < 0 ? "−" + words.Memory(-amount) : words.Memory(amount);
  };
  if (!value.low) return bytes(value.value);
  return fmt::format("{} ({}–{})", bytes(value.value), bytes(*value.low), bytes(*value.high));
}

std::vector<std::string> NamesOf(const std::vector<Values>& all) {
  std::vector<std::string> names;
  for (const Values& values : all) {
    for (const auto& [name, level] : values) {
      if (name != "memory_limit" && std::find(names.begin(), names.end(), name) == names.end()) {
        names.push_back(name);
      }
    }
  }
  return names;
}

class FitWords {
 public:
  FitWords(const FitAnalysis& analysis, const Words& words, bool all)
      : analysis_(analysis), words_(words), all_(all) {
    std::vector<Values> others;
    for (const FitRow& row : analysis.rows) others.push_back(row.others);
    names_ = NamesOf(others);
  }

  std::string Text() const {
    std::string out = Title() + "\n\n" + Largest() + "\n" + Lines();
    for (const std::string& remark : Remarks()) out += remark + "\n";
    return out;
  }

 private:
  std::string Title() const {
    return words_.Say({"Largest {factor} that fits, by {made} short [run|runs] ({already} of "
                       "before), {time} in all",
                       "Maior {factor} que cabe, por {made} [execução curta|execuções curtas] "
                       "({already} de antes), {time} ao todo"},
                      {{"factor", ForTerminal(analysis_.factor)},
                       {"made", std::to_string(analysis_.made + analysis_.already)},
                       {"time", words_.Time(analysis_.took.value)},
                       {"already", std::to_string(analysis_.already)}});
  }

  std::vector<TextTable::Column> OtherColumns() const {
    std::vector<TextTable::Column> columns;
    for (const std::string& name : names_) columns.push_back({name});
    return columns;
  }

  std::vector<std::string> OtherCells(const Values& others) const {
    std::vector<std::string> cells;
    for (const std::string& name : names_) {
      const Value* value = Find(others, name);
      cells.push_back(value != nullptr ? value->ToString() : kNothing);
    }
    return cells;
  }

  std::string More(size_t rows, size_t shown) const {
    if (rows <= shown) return "";
    return "  " + words_.Say(label::kAndMoreWithAll, {{"count", std::to_string(rows - shown)}}) +
           "\n";
  }

  std::string Largest() const {
    std::vector<TextTable::Column> columns = OtherColumns();
    for (const Sentence& title :
         {Sentence{"memory", "memória"}, Sentence{"fits", "cabe"}, Sentence{"does not", "não cabe"},
          Sentence{"foretold (95%)", "previsto (95%)"}}) {
      columns.push_back({words_.Say(title), Align::kRight});
    }
    TextTable table(columns);
    const size_t shown =
        all_ ? analysis_.rows.size() : std::min(analysis_.rows.size(), kMostCombinations);
    for (size_t i = 0; i < shown; ++i) {
      const FitRow& row = analysis_.rows[i];
      std::vector<std::string> cells = OtherCells(row.others);
      cells.push_back(row.limit ? words_.Memory(static_cast<double>(row.limit->value)) : kNothing);
      cells.push_back(LevelText(row.fits));
      cells.push_back(LevelText(row.does_not));
      cells.push_back(ForetoldText(row.foretold, words_));
      table.Add(std::move(cells));
    }
    return table.Render() + More(analysis_.rows.size(), shown);
  }

  std::string Lines() const {
    std::vector<TextTable::Column> columns = OtherColumns();
    columns.push_back({words_.Say({"before any", "antes de tudo"}), Align::kRight});
    columns.push_back({words_.Say({"each", "cada"}), Align::kRight});
    columns.push_back({words_.Say({"by its layers", "pelas camadas"}), Align::kRight});
    columns.push_back({"n", Align::kRight});
    for (const Bytes memory : analysis_.memories) {
      columns.push_back({words_.Memory(static_cast<double>(memory.value)), Align::kRight});
    }
    TextTable table(columns);
    size_t rows = 0;
    for (const FitLine& line : analysis_.lines) {
      if (!line.line || (!all_ && rows++ >= kMostLines)) continue;
      AddLine(line, table);
    }
    if (table.rows() == 0) return "";
    return words_.Say({"Memory by {factor}, and what would fit into other memories",
                       "Memória por {factor}, e o que caberia em outras memórias"},
                      {{"factor", ForTerminal(analysis_.factor)}}) +
           "\n\n" + table.Render() + More(rows, kMostLines) + "\n";
  }

  void AddLine(const FitLine& line, TextTable& table) const {
    std::vector<std::string> cells = OtherCells(line.others);
    cells.push_back(IntervalText(line.line->intercept, words_));
    cells.push_back(IntervalText(line.line->slope, words_));
    cells.push_back(LayersText(line));
    cells.push_back(std::to_string(line.line->n));
    for (const Bytes memory : analysis_.memories) {
      const auto found = std::find_if(line.foretold.begin(), line.foretold.end(),
                                      [&](const auto& level) { return level.memory == memory; });
      cells.push_back(found == line.foretold.end() ? kNothing : ForetoldText(*found, words_));
    }
    table.Add(std::move(cells));
  }

  std::string LayersText(const FitLine& line) const {
    if (!line.layers_fixed) return kNothing;
    const std::string fixed = words_.Memory(*line.layers_fixed);
    if (!analysis_.each_is_an_image) return fixed;
    return fmt::format("{} + {}", fixed, words_.Memory(*line.layers_each));
  }

  // What is not in the tables: why nothing fits, what is not as it seems.
  std::vector<std::string> Remarks() const {
    std::vector<std::string> remarks;
    for (const FitRow& row : analysis_.rows) {
      if (const std::string why = WhyNone(row); !why.empty()) remarks.push_back(why);
      if (!row.problem.empty()) {
        remarks.push_back(words_.Say({"Not known any further: {why}", "Não se sabe mais: {why}"},
                                     {{"why", ForTerminal(row.problem)}}));
      }
      if (!all_ && remarks.size() > kMostLines) break;
    }
    if (AnyExtrapolated()) {
      remarks.push_back(
          words_.Say({"What lies beyond the largest that was tried is foretold as if the line went "
                      "on.",
                      "O que passa do maior já tentado é previsto como se a reta continuasse."}));
    }
    AddSource(remarks);
    return remarks;
  }

  void AddSource(std::vector<std::string>& remarks) const {
    if (HasLayers()) {
      remarks.push_back(words_.Say(
          {"By its layers: weights, gradients and the optimizer's own, and what all layers put out "
           "for one image.",
           "Pelas camadas: pesos, gradientes e os números do otimizador, e o que todas as camadas "
           "dão para uma imagem."}));
    }
    if (const std::string measured = OfLayers(); !measured.empty()) remarks.push_back(measured);
    if (analysis_.simulated) {
      remarks.push_back(words_.Say(
          {"Simulated: the runner trains nothing.", "Simulado: o executor não treina nada."}));
    }
    if (analysis_.stand_in) remarks.push_back(words_.Say(label::kMeasuredOnAStandInMachine));
  }

  // What was measured of an image against what its layers say: of one line with its interval, of
  // several the least and the most.
  std::string OfLayers() const {
    std::vector<const FitLine*> known;
    for (const FitLine& line : analysis_.lines) {
      if (line.of_layers) known.push_back(&line);
    }
    if (known.empty()) return "";
    const auto [least, most] =
        std::minmax_element(known.begin(), known.end(), [](const FitLine* a, const FitLine* b) {
          return a->of_layers->value < b->of_layers->value;
        });
    const auto times = [&](double ratio) { return words_.Significant(ratio, 3); };
    const Coefficient& low = *(*least)->of_layers;
    if (known.size() == 1) {
      return words_.Say(
          {"An image took {ratio} times ({low}–{high}) what its layers put out.",
           "Uma imagem usou {ratio} vezes ({low}–{high}) o que suas camadas dão."},
          {{"ratio", times(low.value)}, {"low", times(*low.low)}, {"high", times(*low.high)}});
    }
    return words_.Say(
        {"An image took from {low} times ({first}) to {high} times ({last}) what its layers put "
         "out.",
         "Uma imagem usou de {low} vezes ({first}) a {high} vezes ({last}) o que suas camadas "
         "dão."},
        {{"low", times(low.value)},
         {"first", ForTerminal(Describe((*least)->others))},
         {"high", times((*most)->of_layers->value)},
         {"last", ForTerminal(Describe((*most)->others))}});
  }

  std::string WhyNone(const FitRow& row) const {
    if (row.fits || !row.does_not || !row.limit) return "";
    const std::string name = row.others.empty() ? analysis_.factor : Describe(row.others);
    const std::string limit = words_.Memory(static_cast<double>(row.limit->value));
    if (!row.least) {
      return words_.Say(
          {"{name}: not even {level} fits into {limit}.", "{name}: nem {level} cabe em {limit}."},
          {{"name", ForTerminal(name)}, {"level", LevelText(row.does_not)}, {"limit", limit}});
    }
    return words_.Say(
        {"{name}: {limit} is less than the framework needs; with {level} it took {need}.",
         "{name}: {limit} é menos do que a biblioteca precisa; com {level} usou {need}."},
        {{"name", ForTerminal(name)},
         {"limit", limit},
         {"level", LevelText(row.does_not)},
         {"need", words_.Memory(*row.least)}});
  }

  bool HasLayers() const {
    return std::any_of(analysis_.lines.begin(), analysis_.lines.end(),
                       [](const FitLine& line) { return line.line && line.layers_fixed; });
  }

  bool AnyExtrapolated() const {
    const auto beyond = [](const ForetoldLevel& level) { return level.extrapolated; };
    return std::any_of(analysis_.lines.begin(), analysis_.lines.end(), [&](const FitLine& line) {
      return std::any_of(line.foretold.begin(), line.foretold.end(), beyond);
    });
  }

  const FitAnalysis& analysis_;
  const Words& words_;
  bool all_;
  std::vector<std::string> names_;  // of the factors that vary, but for the limit
};

Json BytesJson(const std::optional<Bytes>& bytes) { return bytes ? Json(bytes->value) : Json(); }

Json ForetoldJson(const ForetoldLevel& level) {
  return {{"memory_bytes", level.memory.value},
          {"at", level.at.x},
          {"low", OrNull(level.at.low)},
          {"high", OrNull(level.at.high)},
          {"extrapolated", level.extrapolated}};
}

Json EstimateJson(const Coefficient& value) {
  return {{"value", value.value}, {"low", OrNull(value.low)}, {"high", OrNull(value.high)}};
}

Json RowJson(const FitRow& row) {
  return {{"others", ToJson(row.others)},
          {"memory_bytes", BytesJson(row.limit)},
          {"fits", OrNull(row.fits)},
          {"does_not", OrNull(row.does_not)},
          {"least_bytes", OrNull(row.least)},
          {"foretold", row.foretold ? ForetoldJson(*row.foretold) : Json()},
          {"problem", row.problem.empty() ? Json() : Json(row.problem)}};
}

Json LineJson(const FitLine& line) {
  Json points = Json::array(), foretold = Json::array();
  for (size_t i = 0; i < line.levels.size(); ++i) {
    points.push_back({{"level", line.levels[i]}, {"bytes", line.bytes[i]}});
  }
  for (const ForetoldLevel& level : line.foretold) foretold.push_back(ForetoldJson(level));
  Json fit;
  if (line.line) {
    fit = {{"intercept_bytes", EstimateJson(line.line->intercept)},
           {"slope_bytes", EstimateJson(line.line->slope)},
           {"residual_sd_bytes", OrNull(line.line->residual_sd)},
           {"n", line.line->n}};
  }
  return {{"others", ToJson(line.others)},
          {"points", std::move(points)},
          {"line", std::move(fit)},
          {"layers_fixed_bytes", OrNull(line.layers_fixed)},
          {"layers_each_bytes", OrNull(line.layers_each)},
          {"of_layers", line.of_layers ? EstimateJson(*line.of_layers) : Json()},
          {"foretold", std::move(foretold)}};
}

}  // namespace

std::string FitText(const FitAnalysis& analysis, const Words& words, bool all) {
  return FitWords(analysis, words, all).Text();
}

Json FitJson(const FitAnalysis& analysis) {
  Json rows = Json::array(), lines = Json::array();
  for (const FitRow& row : analysis.rows) rows.push_back(RowJson(row));
  for (const FitLine& line : analysis.lines) lines.push_back(LineJson(line));
  return {{"format", 1},
          {"trena", VersionText()},
          {"factor", analysis.factor},
          {"combinations", std::move(rows)},
          {"lines", std::move(lines)},
          {"runs", {{"made", analysis.made}, {"already", analysis.already}}},
          {"seconds", analysis.took.value},
          {"simulated", analysis.simulated},
          {"stand_in", analysis.stand_in}};
}

}  // namespace trena
