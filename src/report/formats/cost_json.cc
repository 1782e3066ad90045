// SPDX-License-Identifier: Apache-2.0
#include "report/formats/cost_json.h"

namespace trena {
namespace {

Json OrNullText(const std::optional<std::string>& text) { return text ? Json(*text) : Json(); }

Json RatesJson(const CostAnalysis& cost) {
  Json rates = Json::array();
  for (const ExchangeRate& rate : cost.rates) {
    rates.push_back({{"currency", rate.currency},
                     {"rate", OrNull(rate.rate)},
                     {"date", OrNullText(rate.date)}});
  }
  return rates;
}

Json RepricedJson(const CostAnalysis& cost) {
  Json repriced = Json::array();
  for (const Repricing& one : cost.repriced) {
    repriced.push_back({{"environment", one.environment},
                        {"price", PriceJson(one.now)},
                        {"study_price", PriceJson(one.before)}});
  }
  return repriced;
}

Json InvoiceJson(const std::optional<InvoiceGap>& gap) {
  if (!gap) return nullptr;
  return {{"amount", OrNull(gap->invoice)},
          {"gap", OrNull(gap->gap)},
          {"hypothesis",
           {{"seconds_per_attempt", OrNull(gap->seconds_per_attempt)},
            {"percent_of_time", OrNull(gap->percent_of_time)}}}};
}

Json BillJson(const BillAnalysis& bill) {
  Json lines = Json::array();
  for (const BillLine& line : bill.lines) {
    const bool expected = line.item == BillItem::kInterruptions;
    const char* source = line.setting.empty() ? "measured" : expected ? "expected" : "study";
    lines.push_back({{"environment", line.environment},
                     {"item", ToString(line.item)},
                     {"attempts", line.attempts},
                     {"seconds", OrNull(line.seconds)},
                     {"amount", OrNull(line.amount)},
                     {"source", source},
                     {"setting", line.setting.empty() ? Json() : Json(line.setting)}});
  }
  return {{"attempts", bill.attempts},
          {"total", OrNull(bill.total)},
          {"lines", lines},
          {"invoice", InvoiceJson(bill.invoice)}};
}

Json BreakEvensJson(const CostAnalysis& cost) {
  Json points = Json::array();
  for (const BreakEven& point : cost.break_evens) {
    points.push_back({{"environment", point.environment},
                      {"price", OrNull(point.price)},
                      {"against", point.against},
                      {"against_price", OrNull(point.against_price)},
                      {"below", OrNull(point.below)},
                      {"low", OrNull(point.low)},
                      {"high", OrNull(point.high)},
                      {"least", OrNull(point.least)},
                      {"most", OrNull(point.most)},
                      {"scenarios", point.scenarios},
                      {"standing", ToString(point.standing)}});
  }
  return points;
}

}  // namespace

Json PriceJson(const std::optional<Price>& price) {
  if (!price) return nullptr;
  if (price->free) return "free";
  return {{"per_hour", OrNull(price->per_hour)}, {"currency", price->currency}};
}

Json CostJson(const CostAnalysis& cost) {
  return {{"currency", cost.currency.empty() ? Json() : Json(cost.currency)},
          {"spent", OrNull(cost.spent)},
          {"budget", OrNull(cost.budget)},
          {"cheapest", OrNullText(cost.cheapest)},
          {"not_told_apart", cost.not_told_apart},
          {"cheapest_bill", OrNullText(cost.cheapest_bill)},
          {"pareto", cost.pareto},
          {"without_price", cost.without_price},
          {"rates", RatesJson(cost)},
          {"repriced", RepricedJson(cost)},
          {"bill", BillJson(cost.bill)},
          {"break_even", BreakEvensJson(cost)}};
}

}  // namespace trena
