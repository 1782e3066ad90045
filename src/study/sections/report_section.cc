// SPDX-License-Identifier: Apache-2.0
// `report:` of a study file: the currency, rates with their days, the language.
#include <fmt/format.h>

#include "core/text/moment.h"
#include "core/text/units.h"
#include "study/sections/sections.h"

namespace trena {
namespace {

// A day of the calendar, as 2024-01-15.
void ReadDate(Source& source, const YAML::Node& node, std::optional<std::string>& target) {
  auto text = ScalarText(source, node, "a date, like 2024-01-15");
  if (!text) return;
  if (ParseDay(*text)) {
    target = text;
  } else {
    source.Add(PlaceOf(node), fmt::format("`{}` is not a date; write it like 2024-01-15", *text));
  }
}

class RateReader {
 public:
  RateReader(Source& source, ReportOptions& report) : source_(source), report_(report) {}

  // { USD: 4.865, EUR: { rate: 5.31, date: 2024-02-01 }, date: 2024-01-15 }
  void Read(const YAML::Node& node) {
    ForEachEntry(source_, node, "rate", [&](const YAML::Node& key, const YAML::Node& value) {
      if (key.Scalar() == "date") {
        ReadDate(source_, value, report_.rate_date);
      } else if (auto currency = ReadCurrency(key)) {
        ReadOne(*currency, value);
      }
    });
  }

  std::optional<std::string> ReadCurrency(const YAML::Node& node) {
    auto text = ScalarText(source_, node, "a currency, like USD");
    if (!text || ParseMoney("1 " + *text).ok()) return text;
    source_.Add(PlaceOf(node), fmt::format("`{}` is not a currency", *text),
                "three capital letters, like USD, EUR or BRL");
    return std::nullopt;
  }

 private:
  void ReadOne(const std::string& currency, const YAML::Node& node) {
    if (!node.IsMap()) return ReadRate(currency, node);
    std::optional<std::string> date;
    ReadMap(source_, node, "the rate of " + currency,
            {{"rate", [&](auto& n) { ReadRate(currency, n); }},
             {"date", [&](auto& n) { ReadDate(source_, n, date); }}});
    if (date) report_.rate_dates[currency] = *date;
    if (!node["rate"]) {
      source_.Add(PlaceOf(node), fmt::format("the rate of {} is missing", currency),
                  "write `{ rate: 4.865, date: 2024-01-15 }`");
    }
  }

  void ReadRate(const std::string& currency, const YAML::Node& node) {
    auto rate = node.IsScalar() ? ScalarValue(node).number() : std::nullopt;
    if (rate && *rate > 0) {
      report_.rates[currency] = *rate;
    } else {
      source_.Add(PlaceOf(node), fmt::format("the rate of {} must be a number above 0", currency));
    }
  }

  Source& source_;
  ReportOptions& report_;
};

}  // namespace

void ReadReport(Source& source, const YAML::Node& node, ReportOptions& report, Places& places) {
  RateReader rates(source, report);
  ReadMap(source, node, "report",
          {{"currency",
            [&](auto& n) {
              report.currency = rates.ReadCurrency(n);
              places["report.currency"] = PlaceOf(n);
            }},
           {"rate", [&](auto& n) { rates.Read(n); }},
           {"language", [&](auto& n) {
              ReadChoice(source, n, "language", {"en", "pt-BR"}, report.language);
            }}});
}

}  // namespace trena
