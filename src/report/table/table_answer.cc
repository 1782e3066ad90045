// SPDX-License-Identifier: Apache-2.0
#include "report/table/table_answer.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "analyze/model/response.h"
#include "core/text/text.h"
#include "report/answer/answer.h"
#include "report/answer/baseline_words.h"
#include "report/answer/check_words.h"
#include "report/answer/driver_words.h"
#include "report/answer/model_words.h"
#include "report/words/labels.h"
#include "report/words/warning_text.h"

namespace trena {
namespace {

constexpr int kAnswerDigits = 4;

std::string WhyInWords(const LeftOutColumn& column, const Words& words) {
  const Words::Argument name{"column", column.name};
  switch (column.why) {
    case LeftOut::kConstant:
      return words.Say({"{column} (always {value})", "{column} (sempre {value})"},
                       {name, {"value", column.detail}});
    case LeftOut::kTooManyLevels:
      return words.Say(
          {"{column} (too many different values)", "{column} (valores diferentes demais)"}, {name});
    case LeftOut::kEmptyFields:
      return words.Say({"{column} (empty in some rows)", "{column} (vazia em algumas linhas)"},
                       {name});
    case LeftOut::kIdentifier:
      return words.Say({"{column} (an identifier)", "{column} (um identificador)"}, {name});
    case LeftOut::kTimestamp:
      return words.Say({"{column} (a time)", "{column} (uma data)"}, {name});
    case LeftOut::kMeasured:
      return words.Say({"{column} (a metric)", "{column} (uma métrica)"}, {name});
    case LeftOut::kSameAs:
      return words.Say(
          {"{column} (goes with {other} one to one)", "{column} (acompanha {other} um a um)"},
          {name, {"other", column.detail}});
    case LeftOut::kLabel:
      return words.Say({"{column} (labels the combinations)", "{column} (rotula as combinações)"},
                       {name});
  }
  return column.name;
}

std::string Count(size_t count, const Words& words) {
  return words.Fixed(static_cast<double>(count), 0);
}

void SayLeftOut(const TableAnalysis& analysis, const Words& words, std::vector<std::string>& out) {
  const TableRead& read = analysis.read;
  std::vector<std::string> parts;
  for (const auto& [outcome, rows] : read.not_ok) {
    parts.push_back(outcome + " (" + Count(rows, words) + ")");
  }
  if (read.missing > 0) {
    parts.push_back(words.Say(
        {"without a value of {response} ({count})", "sem valor de {response} ({count})"},
        {{"response", analysis.stated.cells.response}, {"count", Count(read.missing, words)}}));
  }
  if (parts.empty()) return;
  out.push_back(
      words.Say({"{count} [row is|rows are] left out: {list}.",
                 "{count} [linha fica|linhas ficam] de fora: {list}."},
                {{"count", Count(read.rows - read.used, words)}, {"list", words.List(parts)}}));
}

void SayFactors(const TableAnalysis& analysis, const Words& words, std::vector<std::string>& out) {
  const TableRead& read = analysis.read;
  if (!read.factors_found) return;
  std::vector<std::string> names, others;
  for (const CellFactor& factor : analysis.stated.cells.factors) names.push_back(factor.name);
  for (const LeftOutColumn& column : read.left_out) others.push_back(WhyInWords(column, words));
  out.push_back(
      words.Say({"Factors found: {factors}. A factor is a column of text, or of at most 10 "
                 "different numbers, with two rows or more for each level; never an identifier, a "
                 "time or a metric. --factors names others.",
                 "Fatores encontrados: {factors}. Um fator é uma coluna de texto, ou de no máximo "
                 "10 números diferentes, com duas linhas ou mais por nível; nunca um "
                 "identificador, uma data ou uma métrica. --factors indica outros."},
                {{"factors", words.List(names)}}));
  if (others.empty()) return;
  out.push_back(
      words.Say({"Columns that are no factors: {list}.", "Colunas que não são fatores: {list}."},
                {{"list", words.List(others)}}));
}

std::vector<std::string> DriverSentences(const TableAnalysis& analysis, const std::string& metric,
                                         const Words& words) {
  const double significance = 1 - analysis.stated.request.confidence;
  std::vector<Driver> drivers = DriversOf(analysis.stated);
  const bool any = std::any_of(drivers.begin(), drivers.end(), [](const Driver& driver) {
    return driver.evidence != Evidence::kChance;
  });
  std::vector<std::string> out;
  if (!any) {
    out.push_back(words.Say({"No effect of any factor can be told from chance.",
                             "Não se distingue do acaso o efeito de nenhum fator."}));
    std::erase_if(drivers,
                  [&](const Driver& driver) { return !driver.p || *driver.p > significance; });
  }
  const auto sentences = DriversInWords(drivers, metric, significance, words);
  out.insert(out.end(), sentences.begin(), sentences.end());
  return out;
}

void SayExtremes(const TableAnalysis& analysis, const Words& words, std::vector<std::string>& out) {
  const auto& cells = analysis.stated.cells.cells;
  const auto [low, high] = std::minmax_element(
      cells.begin(), cells.end(), [](const Cell& a, const Cell& b) { return a.mean < b.mean; });
  const auto number = [&](double mean) {
    return words.Significant(ShownMean(analysis, mean), kAnswerDigits);
  };
  const auto name = [&](auto cell) {
    return NameOfCell(analysis, static_cast<size_t>(cell - cells.begin()));
  };
  out.push_back(words.Say({"{response} goes from {low} at {lowest} to {high} at {highest}.",
                           "{response} vai de {low} em {lowest} a {high} em {highest}."},
                          {{"response", analysis.stated.cells.response},
                           {"low", number(low->mean)},
                           {"lowest", name(low)},
                           {"high", number(high->mean)},
                           {"highest", name(high)}}));
}

std::string VerdictSentence(const TableAnalysis& analysis, const Words& words) {
  const Words::Argument used{"used", Count(analysis.read.used, words)};
  const Words::Argument rows{"rows", Count(analysis.read.rows, words)};
  if (analysis.verdict == Verdict::kValid) {
    return words.Say({"The answer is valid: {used} of {rows} rows are analysed.",
                      "A resposta é válida: {used} de {rows} linhas foram analisadas."},
                     {used, rows});
  }
  return words.Say(
      {"The answer is {verdict}: {reasons}; {used} of {rows} rows are analysed.",
       "A resposta é {verdict}: {reasons}; {used} de {rows} linhas foram analisadas."},
      {{"verdict", VerdictWord(analysis.verdict, words)},
       {"reasons", ReasonsInWords(analysis.verdict_reasons, analysis.reservations, words)},
       used,
       rows});
}

// At most so many comparisons, and so many caveats and doubts each.
std::vector<std::string> AnswerOf(const TableAnalysis& analysis, size_t comparisons, size_t doubts,
                                  const Words& words) {
  const std::string& response = analysis.stated.cells.response;
  std::vector<std::string> out;
  const auto add = [&](const std::vector<std::string>& sentences, size_t most) {
    const size_t shown = std::min(sentences.size(), most);
    out.insert(out.end(), sentences.begin(),
               sentences.begin() + static_cast<std::ptrdiff_t>(shown));
  };
  if (analysis.stated.model.total_ss == 0) {
    out.push_back(words.Say({"{response} is the same in all rows: there is nothing to explain.",
                             "{response} é igual em todas as linhas: não há nada a explicar."},
                            {{"response", response}}));
  } else {
    const std::string metric =
        analysis.log ? words.Say(label::kTheLogarithmOfResponse, {{"response", response}})
                     : response;
    const std::vector<std::string> drivers = DriverSentences(analysis, metric, words);
    add(drivers, drivers.size());
    if (analysis.stated.baseline) {
      out.push_back(BaselineInWords(analysis.stated, MetricText(words, response, ""), words));
    }
    add(ComparisonInWords(analysis.stated, words), comparisons);
    add(CaveatsInWords(analysis.stated, words), doubts);
    add(DoubtsInWords(analysis.stated, words), doubts);
    SayExtremes(analysis, words, out);
  }
  out.push_back(VerdictSentence(analysis, words));
  return out;
}

}  // namespace

double ShownMean(const TableAnalysis& analysis, double mean) {
  return analysis.log ? std::exp(mean) : mean;
}

std::string NameOfCell(const TableAnalysis& analysis, size_t cell) {
  const Cells& cells = analysis.stated.cells;
  std::vector<std::string> parts;
  for (size_t i = 0; i < cells.factors.size(); ++i) {
    const CellFactor& factor = cells.factors[i];
    parts.push_back(factor.name + " " + factor.levels[cells.cells[cell].levels[i]]);
  }
  return Join(parts, ", ");
}

std::vector<std::string> ReadingInWords(const TableAnalysis& analysis, const Words& words) {
  const TableRead& read = analysis.read;
  const std::string table =
      analysis.path == "-" ? words.Say({"standard input", "entrada padrão"}) : analysis.path;
  std::vector<std::string> out = {
      words.Say({"{table} ({format}): {rows} [row|rows], {used} analysed.",
                 "{table} ({format}): {rows} [linha|linhas], {used} analisadas."},
                {{"table", table},
                 {"format", read.format},
                 {"rows", Count(read.rows, words)},
                 {"used", Count(read.used, words)}})};
  SayLeftOut(analysis, words, out);
  SayFactors(analysis, words, out);
  return out;
}

std::vector<std::string> AnswerInWords(const TableAnalysis& analysis, const Words& words) {
  constexpr size_t kAll = std::numeric_limits<size_t>::max();
  return AnswerOf(analysis, kAll, kAll, words);
}

std::vector<std::string> ShortAnswer(const TableAnalysis& analysis, const Words& words) {
  return AnswerOf(analysis, 2, 1, words);
}

}  // namespace trena
