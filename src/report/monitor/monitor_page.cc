// SPDX-License-Identifier: Apache-2.0
#include "report/monitor/monitor_page.h"

#include "core/text/text.h"
#include "report/monitor/monitor_charts.h"
#include "report/monitor/monitor_report.h"
#include "report/page/page_parts.h"
#include "report/words/cause_words.h"
#include "report/words/labels.h"
namespace trena {
namespace {

constexpr size_t kLongestTitle = 160;
constexpr size_t kMostSeriesRows = 1000;

void AddFigures(const Monitored& monitored, const Words& words, Html& html) {
  bool well = monitored.record.outcome == Outcome::kOk;
  html.Open("section", {{"class", "answer"}, {"aria-label", words.Say(label::kAnswer)}});
  if (!monitored.pid) {  // of a process that was looked at it is not known
    html.Element("p", OutcomeWord(monitored.record.outcome, words),
                 {{"class", well ? "verdict valid" : "verdict invalid"}});
  }
  for (const std::string& remark : MonitorRemarks(monitored, words)) html.Element("p", remark);
  html.Open("dl", {{"class", "figures"}});
  for (const MonitorFigure& figure : MonitorFigures(monitored, words)) {
    AddFigure(figure.name, figure.value, figure.details, html);
  }
  html.Close("dl").Close("section");
}

TableCell Number(std::optional<double> value, const std::string& text) {
  return {value ? text : "—", value, true};
}

ReportTable EpochTable(const Monitored& monitored, const Words& words) {
  ReportTable table;
  table.title = words.Say({"Epochs", "Épocas"});
  table.note = words.Say({"An epoch without seconds is one whose beginning nobody told.",
                          "Uma época sem segundos é uma cujo começo ninguém informou."});
  table.columns = {{words.Say(label::kEpoch)},
                   {words.Say({"ended after (s)", "fim após (s)"}), true},
                   {words.Say({"seconds", "segundos"}), true},
                   {words.Say(label::kLoss), true},
                   {words.Say(label::kAccuracy), true},
                   {words.Say({"images", "imagens"}), true}};
  for (const EpochEvent& epoch : monitored.epochs) {
    if (table.rows.size() == kMostSeriesRows) break;
    auto number = [&](std::optional<double> value, int digits) {
      return Number(value, value ? words.Significant(*value, digits) : "");
    };
    auto after = epoch.t ? std::optional(*epoch.t - monitored.begin) : std::nullopt;
    TableCell accuracy =
        Number(epoch.accuracy, epoch.accuracy ? words.Percent(100 * *epoch.accuracy) : "");
    TableCell images = Number(epoch.images, epoch.images ? words.Fixed(*epoch.images, 0) : "");
    table.rows.push_back({{std::to_string(epoch.epoch), epoch.epoch, true},
                          number(after, 4),
                          number(epoch.seconds, 4),
                          number(epoch.loss, 4),
                          accuracy,
                          images});
  }
  const size_t left = monitored.epochs.size() - table.rows.size();
  if (left > 0) {
    table.note += " " + words.Say(label::kCountMoreAreInJson, {{"count", std::to_string(left)}});
  }
  return table;
}

void AddSeries(const Monitored& monitored, const Words& words, Html& html) {
  std::vector<Chart> charts = MonitorCharts(monitored, words);
  if (charts.empty()) return;
  AddSection("series", words.Say(label::kOverTime), html);
  for (const Chart& chart : charts) AddChart(chart, html);
  html.Close("section");
}

void AddEpochs(const Monitored& monitored, const Words& words, Html& html) {
  if (monitored.epochs.empty()) return;
  ReportTable table = EpochTable(monitored, words);
  AddSection("epochs", table.title, html);
  AddTable(table, html, true);
  html.Close("section");
}

void AddRepeat(const Monitored& monitored, const Words& words, Html& html) {
  AddSection("repeat", words.Say(label::kHowToRepeatIt), html);
  html.Open("pre").Element("code", CommandText(monitored.record.command)).Close("pre");
  std::vector<RunRecord> runs = {monitored.record};
  AddFacts(words.Say(label::kTheMachine), CommonFacts(runs, &RunRecord::facts), html);
  AddFacts(words.Say(label::kVersions), CommonFacts(runs, &RunRecord::versions), html);
  html.Close("section");
}

}  // namespace

std::string MonitorPage(const Monitored& monitored, const ReportContext& context) {
  Words words(context.language);
  Html html;
  const std::string title = Shorten(CommandText(monitored.record.command), kLongestTitle);
  BeginPage(title, context, html);
  AddTop(words.Say({"Monitored program", "Programa monitorado"}) + " · " + monitored.record.started,
         title, false, words, html);
  html.Open("main", {{"id", "answer"}});
  AddFigures(monitored, words, html);
  AddSeries(monitored, words, html);
  AddEpochs(monitored, words, html);
  AddRepeat(monitored, words, html);
  html.Close("main");
  AddFooter(context, words, html);
  EndPage(html);
  return html.text();
}

}  // namespace trena
