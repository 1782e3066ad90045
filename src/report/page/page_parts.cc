// SPDX-License-Identifier: Apache-2.0
#include "report/page/page_parts.h"

#include <fmt/format.h>

#include <algorithm>

namespace trena {
namespace {

void AddHead(const ReportTable& table, Html& html) {
  html.Open("thead").Open("tr");
  for (const TableColumn& column : table.columns) {
    if (column.bar) {
      html.Open("td").Close("td");  // the bars repeat the column before them
    } else if (column.number) {
      html.Element("th", Cut(column.title), {{"scope", "col"}, {"class", "number"}});
    } else {
      html.Element("th", Cut(column.title), {{"scope", "col"}});
    }
  }
  html.Close("tr").Close("thead");
}

void AddBar(std::optional<double> percent, Html& html) {
  std::string width = fmt::format("width:{:.2f}%", std::clamp(percent.value_or(0), 0.0, 100.0));
  html.Open("td").Open("span", {{"class", "bar"}, {"aria-hidden", "true"}});
  html.Element("span", "", {{"style", width}}).Close("span").Close("td");
}

void AddCell(const TableCell& cell, const TableColumn& column, bool first, Html& html) {
  if (column.bar) return AddBar(cell.sort, html);
  const std::string text = Cut(cell.text);
  if (first) {
    html.Element("th", text, {{"scope", "row"}});
  } else if (cell.number) {
    std::string sort = cell.sort ? fmt::format("{}", *cell.sort) : "";
    html.Element("td", text, {{"class", column.number ? "number" : ""}, {"data-sort", sort}});
  } else {
    html.Element("td", text);
  }
}

void OpenBox(const std::string& title, Html& html) {
  html.Open(
      "div",
      {{"class", "scroll"}, {"role", "group"}, {"aria-label", Cut(title)}, {"tabindex", "0"}});
}

// From the head to the note below.
void AddRows(const ReportTable& table, Html& html) {
  AddHead(table, html);
  html.Open("tbody");
  for (const auto& row : table.rows) {
    html.Open("tr");
    for (size_t i = 0; i < row.size(); ++i) AddCell(row[i], table.columns[i], i == 0, html);
    html.Close("tr").Trusted("\n");
  }
  html.Close("tbody").Close("table").Close("div");
  if (!table.note.empty()) html.Element("p", table.note, {{"class", "note"}});
}

constexpr size_t kMostValues = 3;

struct Fact {
  std::string name;
  std::vector<std::string> values;  // distinct, as they were met
};

std::string Shown(const Json& value) {
  return value.is_string() ? value.get<std::string>() : Dump(value);
}

void Add(const std::string& name, const std::string& value, std::vector<Fact>& facts) {
  auto named = [&](const Fact& fact) { return fact.name == name; };
  auto found = std::find_if(facts.begin(), facts.end(), named);
  if (found == facts.end()) found = facts.insert(facts.end(), {name, {}});
  auto& values = found->values;
  bool known = std::find(values.begin(), values.end(), value) != values.end();
  if (!known && values.size() <= kMostValues) values.push_back(value);
}

void Collect(const Json& json, const std::string& name, std::vector<Fact>& facts) {
  if (json.is_null()) return;
  if (!json.is_object()) {
    if (!name.empty()) Add(name, Shown(json), facts);
    return;
  }
  for (const auto& [key, value] : json.items()) {
    Collect(value, name.empty() ? key : name + "." + key, facts);
  }
}

}  // namespace

void AddTable(const ReportTable& table, Html& html, bool sortable) {
  if (table.rows.empty()) return;
  OpenBox(table.title, html);
  html.Open("table", {{"class", sortable ? "sortable" : ""}, {"aria-label", Cut(table.title)}});
  AddRows(table, html);
}

void AddFilteredTable(const ReportTable& table, const Words& words, Html& html) {
  if (table.rows.empty()) return;
  OpenBox(table.title, html);
  html.Open("table",
            {{"class", "sortable filtered"},
             {"aria-label", Cut(table.title)},
             {"data-filter", words.Say({"Filter the rows", "Filtrar as linhas"})},
             {"data-columns", words.Say({"Columns", "Colunas"})},
             {"data-shown", words.Say({"{shown} of {all} rows", "{shown} de {all} linhas"})}});
  AddRows(table, html);
}

void AddDetails(const ReportTable& table, Html& html) {
  if (table.rows.empty()) return;
  html.Open("details").Element("summary", table.title);
  AddTable(table, html, true);
  html.Close("details");
}

void AddChart(const Chart& chart, Html& html) {
  html.Open("figure").Open("figcaption");
  html.Element("strong", Cut(chart.title)).Element("span", Cut(chart.caption, 800));
  html.Close("figcaption");
  html.Open("div", {{"class", "chart"},
                    {"data-chart", chart.name},
                    {"role", "img"},
                    {"aria-label", Cut(chart.title)}});
  html.Close("div");
  html.Open("script", {{"type", "application/json"}, {"id", "chart-" + chart.name}});
  html.Trusted(JsonForScript(chart.spec)).Close("script").Close("figure").Trusted("\n");
}

void AddCharts(const std::vector<Chart>& charts, Html& html) {
  for (const Chart& chart : charts) AddChart(chart, html);
}

void AddChartGrid(const std::vector<Chart>& charts, Html& html) {
  if (charts.empty()) return;
  html.Open("div", {{"class", "grid"}});
  AddCharts(charts, html);
  html.Close("div");
}

void AddFigure(const std::string& name, const std::string& value,
               const std::vector<std::string>& details, Html& html) {
  html.Open("div").Element("dt", name).Open("dd");
  html.Element("div", Cut(value), {{"class", "value"}});
  for (const std::string& detail : details) html.Element("div", Cut(detail), {{"class", "detail"}});
  html.Close("dd").Close("div");
}

void AddFacts(const std::string& title, const FactLines& lines, Html& html) {
  if (lines.empty()) return;
  html.Element("h3", title).Open("dl", {{"class", "facts"}});
  for (const auto& [name, value] : lines) {
    html.Element("dt", Cut(name)).Element("dd", Cut(value, 2000));
  }
  html.Close("dl");
}

void AddSection(const std::string& id, const std::string& title, Html& html) {
  html.Open("section", {{"aria-labelledby", id}}).Heading(id, title);
}

FactLines CommonFacts(const std::vector<RunRecord>& runs, Shared<Json> RunRecord::* part) {
  std::vector<Fact> facts;
  for (const RunRecord& run : runs) {
    Collect(run.*part, "", facts);
    if (part == &RunRecord::facts) Collect(MomentOf(run), "moment", facts);
  }
  FactLines lines;
  for (const Fact& fact : facts) {
    std::string text;
    for (size_t i = 0; i < fact.values.size(); ++i) {
      if (i == kMostValues) {
        text += " · …";
        break;
      }
      text += (i > 0 ? " · " : "") + fact.values[i];
    }
    lines.emplace_back(fact.name, text);
  }
  return lines;
}

}  // namespace trena
