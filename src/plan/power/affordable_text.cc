// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <cstddef>

#include "plan/power/affordable.h"

namespace trena {
namespace {

std::string Percent(double part) { return fmt::format("{:.2g} %", part * 100); }

std::string PriceText(const AffordableDesign& design) {
  std::string money =
      design.money && design.money->amount > 0 ? ", about " + ToString(*design.money) : "";
  std::string mean =
      design.runs_at_mean > 0
          ? fmt::format(", {} of them at the mean of what is known", design.runs_at_mean)
          : "";
  return fmt::format("{} runs, about {}{}{}", design.runs_to_make, ToString(design.time), money,
                     mean);
}

// Among which designs the recommended one tells most.
std::string Among(const Affordable& affordable) {
  auto first = affordable.designs.begin();
  auto recommended = first + static_cast<std::ptrdiff_t>(*affordable.recommended);
  if (recommended == first) return "Of what fits";
  if (recommended->Finds(affordable.detect)) {
    return fmt::format("Of what finds {}", Percent(*affordable.detect));
  }
  bool others_repeat = std::any_of(
      first, recommended, [](const AffordableDesign& design) { return design.replications > 1; });
  return others_repeat ? "Of what tells every effect from chance" : "Of what repeats its runs";
}

Json DesignJson(const AffordableDesign& design) {
  auto percent = design.smallest ? std::optional(*design.smallest * 100) : std::nullopt;
  Json money = nullptr;
  if (design.money) {
    money = {{"amount", OrNull(design.money->amount)}, {"currency", design.money->currency}};
  }
  return {{"kind", design.kind},
          {"design", design.written},
          {"runs_each", design.runs_each},
          {"replications", design.replications},
          {"runs", design.runs},
          {"runs_to_make", design.runs_to_make},
          {"runs_at_mean", design.runs_at_mean},
          {"time_s", OrNull(design.time.value)},
          {"money", std::move(money)},
          {"estimates", design.estimates},
          {"confounds", design.confounds},
          {"smallest_percent", OrNull(percent)},
          {"why_none", design.why_none},
          {"search_stopped", design.search_stopped}};
}

}  // namespace

std::string Describe(const Affordable& affordable) {
  if (!affordable.recommended) {
    const AffordableDesign& cheapest = *affordable.cheapest;
    return fmt::format("{} buy none of the designs: the cheapest, `design: {}`, is {}",
                       ToString(affordable.limit), cheapest.written, PriceText(cheapest));
  }
  const AffordableDesign& design = affordable.designs[*affordable.recommended];
  std::string finds =
      design.smallest ? fmt::format(" and would find effects from {} on", Percent(*design.smallest))
                      : ", but " + design.why_none;
  // One that finds it would have been recommended.
  bool unmet = affordable.detect && !design.Finds(affordable.detect);
  return fmt::format("Recommended: `design: {}` ({}). {} it tells most: {}{}.{}", design.written,
                     PriceText(design), Among(affordable), design.estimates, finds,
                     unmet ? fmt::format(" Nothing that fits would find {} of every factor.",
                                         Percent(*affordable.detect))
                           : "");
}

Json ToJson(const Affordable& affordable) {
  Json designs = Json::array();
  for (const AffordableDesign& design : affordable.designs) designs.push_back(DesignJson(design));
  auto asked = affordable.detect ? std::optional(*affordable.detect * 100) : std::nullopt;
  return {{"format", 1},
          {"within", ToString(affordable.limit)},
          {"noise", ToJson(affordable.noise)},
          {"asked_percent", OrNull(asked)},
          {"designs", std::move(designs)},
          {"recommended", affordable.recommended ? Json(*affordable.recommended) : Json()}};
}

}  // namespace trena
