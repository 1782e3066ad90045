// SPDX-License-Identifier: Apache-2.0
#include "report/tables/cost_tables.h"

#include <algorithm>
#include <set>

#include "report/answer/scenario_text.h"
#include "report/tables/cells.h"
#include "report/words/labels.h"
#include "report/words/metric_words.h"
#include "report/words/place_name.h"
#include "report/words/price_words.h"

namespace trena {
namespace {

using cell::Number;
using cell::Text;

TableCell TimeCell(std::optional<double> seconds, const Words& words) {
  return Number(seconds ? words.Time(*seconds) : "—", seconds);
}

TableCell MoneyCell(std::optional<double> amount, const Words& words) {
  return Number(amount ? words.Money(*amount, "") : "—", amount);
}

std::string ItemWord(BillItem item, const Words& words) {
  switch (item) {
    case BillItem::kTraining:
      return words.Say(label::kTraining);
    case BillItem::kAround:
      return words.Say({"around training", "em torno do treino"});
    case BillItem::kFailed:
      return words.Say({"attempts that did not end well", "tentativas que não terminaram bem"});
    case BillItem::kPilots:
      return words.Say({"pilots", "pilotos"});
    case BillItem::kSetup:
      return words.Say({"set-up", "preparação"});
    case BillItem::kIdle:
      return words.Say({"idle", "ociosidade"});
    case BillItem::kInterruptions:
      return words.Say({"interruptions", "interrupções"});
    case BillItem::kRounding:
      return words.Say({"minimum and whole units", "mínimo e unidades inteiras"});
    case BillItem::kUnused:
      return words.Say({"reserved, not used", "reservado e não usado"});
    case BillItem::kDisk:
      return words.Say({"disk", "disco"});
    case BillItem::kData:
      return words.Say({"data", "dados"});
  }
  return "";
}

std::string PriceOf(const Analysis& analysis, const std::string& environment, const Words& words) {
  for (const ScenarioAnalysis& scenario : analysis.scenarios) {
    if (scenario.environment != environment || !scenario.price) continue;
    if (scenario.price->free) return words.Say(label::kFree);
    return words.Say(
        label::kPriceH,
        {{"price", PriceInWords(scenario.price->per_hour, scenario.price->currency, words)}});
  }
  return "—";
}

std::string SourceOf(const BillLine& line, const Analysis& analysis, const Words& words) {
  if (line.setting.empty()) {
    return words.Say({"measured × {price}", "medido × {price}"},
                     {{"price", PriceOf(analysis, line.environment, words)}});
  }
  if (line.item == BillItem::kInterruptions) {
    return words.Say({"expected, not measured (Daly 2006): {setting}",
                      "esperado, não medido (Daly 2006): {setting}"},
                     {{"setting", line.setting}});
  }
  return line.setting;
}

void AddEnd(const std::string& name, std::optional<double> amount, const std::string& source,
            const Words& words, ReportTable& table) {
  table.rows.push_back(
      {Text(""), Text(name), Number("", std::nullopt), MoneyCell(amount, words), Text(source)});
}

void AddInvoice(const InvoiceGap& gap, const Words& words, ReportTable& table) {
  AddEnd(words.Say({"invoice", "fatura"}), gap.invoice,
         words.Say({"study file: {setting}", "arquivo do estudo: {setting}"},
                   {{"setting", "invoice"}}),
         words, table);
  AddEnd(words.Say({"not on the bill", "fora da conta"}), gap.gap,
         words.Say({"invoice less total", "fatura menos o total"}), words, table);
}

std::string BillNote(const CostAnalysis& cost, const Words& words) {
  std::string note = words.Say({"Each attempt is charged as a start of its machine.",
                                "Cada tentativa é cobrada como um início de sua máquina."});
  for (const ExchangeRate& rate : cost.rates) {
    note +=
        " " +
        words.Say({"{one} = {amount} ({date}).", "{one} = {amount} ({date})."},
                  {{"one", words.WithCurrency("1", rate.currency)},
                   {"amount", words.WithCurrency(words.Significant(rate.rate, 4), cost.currency)},
                   {"date", rate.date ? words.Date(*rate.date)
                                      : words.Say({"no date given", "sem data"})}});
  }
  return note;
}

std::string StandingWord(Standing standing, const Words& words) {
  switch (standing) {
    case Standing::kNoPrice:
      return words.Say({"has no price", "não tem preço"});
    case Standing::kWins:
      return words.Say({"is the cheaper one", "é o mais barato"});
    case Standing::kLoses:
      return words.Say({"is the dearer one", "é o mais caro"});
    case Standing::kCannotTell:
      return words.Say({"cannot be told", "não se pode dizer"});
  }
  return "";
}

const AnovaRow* FindRow(const std::vector<AnovaRow>& rows, const std::string& term) {
  const auto named = [&](const AnovaRow& row) { return row.term == term; };
  const auto found = std::find_if(rows.begin(), rows.end(), named);
  return found == rows.end() ? nullptr : &*found;
}

TableCell ShareCell(const AnovaRow* row, const Words& words) {
  if (row == nullptr || !row->percent) return Number("—", std::nullopt);
  return Number(words.Percent(*row->percent), row->percent);
}

TableCell ProbabilityCell(const AnovaRow* row, const Words& words) {
  if (row == nullptr || !row->p) return Number("—", std::nullopt);
  return Number(words.Chance(*row->p), row->p);
}

}  // namespace

bool PricesDiffer(const Analysis& analysis) {
  std::set<std::pair<double, std::string>> prices;
  for (const ScenarioAnalysis& scenario : analysis.scenarios) {
    if (scenario.price && scenario.metrics.contains("cost")) {
      prices.emplace(scenario.price->per_hour, scenario.price->currency);
    }
  }
  return prices.size() > 1;
}

namespace {

// Null where the metric has no analysis of variance on the raw scale.
const std::vector<AnovaRow>* FindRows(const Analysis& analysis, const std::string& metric) {
  const auto rows = [&](const ResponseAnalysis& response) -> const std::vector<AnovaRow>* {
    const bool fits = response.metric == metric && response.stated && response.scale == "raw";
    return fits ? &response.stated->model.rows : nullptr;
  };
  if (const auto* found = rows(analysis.main)) return found;
  for (const ResponseAnalysis& response : analysis.others) {
    if (const auto* found = rows(response)) return found;
  }
  return nullptr;
}

}  // namespace

ReportTable BillTable(const Analysis& analysis, const Words& words) {
  const CostAnalysis& cost = analysis.cost;
  ReportTable table{
      words.Say({"The bill", "A conta"}),
      BillNote(cost, words),
      {TableColumn::Key(words.Say(label::kEnvironment)),
       TableColumn::Key(words.Say({"item", "item"})),
       {words.Say({"machine time", "tempo de máquina"}), true},
       {words.Say({"amount ({currency})", "valor ({currency})"}, {{"currency", cost.currency}}),
        true},
       {words.Say({"source", "origem"})}},
      {}};
  for (const BillLine& line : cost.bill.lines) {
    table.rows.push_back({Text(PlaceName(line.environment, words)),
                          Text(ItemWord(line.item, words)), TimeCell(line.seconds, words),
                          MoneyCell(line.amount, words), Text(SourceOf(line, analysis, words))});
  }
  if (table.rows.empty()) return table;
  AddEnd(words.Say({"total", "total"}), cost.bill.total, "", words, table);
  if (cost.bill.invoice) AddInvoice(*cost.bill.invoice, words, table);
  return table;
}

ReportTable BreakEvenTable(const Analysis& analysis, const Words& words) {
  const MetricText money(words, "cost", analysis.cost.currency);  // of prices
  ReportTable table{words.Say({"Break-even prices", "Preços de equilíbrio"}),
                    words.Say({"Price × training time, summed over scenarios that differ by their "
                               "environment alone; prices are per hour.",
                               "Preço × tempo de treinamento, somados sobre cenários que só "
                               "diferem no ambiente; preços por hora."}),
                    {TableColumn::Key(words.Say(label::kEnvironment)),
                     {words.Say(label::kPrice), true},
                     {words.Say({"against", "contra"})},
                     {words.Say({"its price", "preço dele"}), true},
                     {words.Say({"cheaper below", "mais barato abaixo de"}), true},
                     {words.Say(label::kConfidencePercentInterval,
                                {{"confidence", words.Fixed(analysis.confidence * 100, 0)}}),
                      true},
                     {words.Say({"in single scenarios", "em cenários isolados"}), true},
                     {words.Say({"scenarios", "cenários"}), true},
                     {words.Say({"now", "agora"})}},
                    {}};
  for (const BreakEven& point : analysis.cost.break_evens) {
    const bool interval = point.low && point.high;
    table.rows.push_back(
        {Text(PlaceName(point.environment, words)), MoneyCell(point.price, words),
         Text(PlaceName(point.against, words)), MoneyCell(point.against_price, words),
         MoneyCell(point.below, words),
         Number(interval ? money.Range(*point.low, *point.high) : words.Say(label::kNoneR1),
                point.low),
         Number(money.Range(point.least, point.most), point.least),
         Number(std::to_string(point.scenarios), static_cast<double>(point.scenarios)),
         Text(StandingWord(point.standing, words))});
  }
  return table;
}

TimeAndCost FindTimeAndCost(const Analysis& analysis) {
  const std::vector<AnovaRow>* time = FindRows(analysis, analysis.time);
  const std::vector<AnovaRow>* cost = FindRows(analysis, "cost");
  if (time == nullptr || cost == nullptr || !PricesDiffer(analysis)) return {};
  return {time, cost};
}

ReportTable TimeAndCostTable(const Analysis& analysis, const Words& words) {
  ReportTable table{
      words.Say({"What drives time and cost", "O que determina o tempo e o custo"}),
      words.Say({"Percent of variation; a factor may drive one and not the other.",
                 "Porcentagem da variação; um fator pode determinar um e não o outro."}),
      {{words.Say(label::kTerm)},
       {words.Say({"share of time", "parcela do tempo"}), true},
       {words.Say({"p of time", "p do tempo"}), true},
       {words.Say({"share of cost", "parcela do custo"}), true},
       {words.Say({"p of cost", "p do custo"}), true}},
      {}};
  const TimeAndCost both = FindTimeAndCost(analysis);
  if (both.time == nullptr) return table;
  for (const AnovaRow& row : *both.time) {
    const AnovaRow* cost = FindRow(*both.cost, row.term);
    const bool residuals = row.factors.empty();
    table.rows.push_back({Text(residuals ? words.Say(label::kResidualsReplications) : row.term),
                          ShareCell(&row, words), ProbabilityCell(&row, words),
                          ShareCell(cost, words), ProbabilityCell(cost, words)});
  }
  return table;
}

}  // namespace trena
