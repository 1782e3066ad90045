// SPDX-License-Identifier: Apache-2.0
#include "study/billing/billing_section.h"

#include <fmt/format.h>

#include "core/text/number_text.h"
#include "core/text/text.h"
#include "study/sections/read_unit.h"

namespace trena {
namespace {

// A time above 0.
void ReadTime(Source& source, const YAML::Node& node, const char* what,
              std::optional<Seconds>& target) {
  ReadUnit(source, node, "a time, like 5min", ParseSeconds, target);
  if (!target || target->value > 0) return;
  source.Add(PlaceOf(node), fmt::format("{} must be above 0", what), "leave it out for none");
}

// "60 %" as 0.6.
Result<double> ParseShare(const std::string& text) {
  std::string_view number = Trim(text);
  const bool percent = number.ends_with('%');
  if (percent) number.remove_suffix(1);
  const NumberText read = ReadNumber(number);
  const bool fits = percent && read.kind == NumberKind::kNumber && read.value > 0;
  if (!fits || read.value > 100) {
    return InputError(fmt::format(
        "`{}` is not a share of the time; write it like 60 %, above 0 and up to 100 %", text));
  }
  return read.value / 100;
}

void CheckOneModel(Source& source, const YAML::Node& node, bool other) {
  if (other) source.Add(PlaceOf(node), "an environment is spot or reserved, not both");
}

}  // namespace

void ReadBill(Source& source, const YAML::Node& node, Billing& billing) {
  const auto time = [&](const char* what, std::optional<Seconds>& target) {
    return [&source, what, &target](const YAML::Node& n) { ReadTime(source, n, what, target); };
  };
  ReadMap(source, node, "bill",
          {{"unit", time("unit", billing.unit)},
           {"minimum", time("minimum", billing.minimum)},
           {"setup", time("setup", billing.setup)},
           {"idle", time("idle", billing.idle)},
           {"disk",
            [&](auto& n) {
              ReadUnit(source, n, "a price, like 0.01 USD/h", ParsePrice, billing.disk);
            }},
           {"data", [&](auto& n) {
              ReadUnit(source, n, "an amount of money, like 0.05 USD", ParseMoney, billing.data);
            }}});
}

void ReadSpot(Source& source, const YAML::Node& node, Billing& billing) {
  CheckOneModel(source, node, billing.reserved_use.has_value());
  std::optional<Seconds> every, restart;
  SpotTerms spot;
  const size_t before = source.diagnostics().size();
  ReadMap(source, node, "spot",
          {{"interrupted_every", [&](auto& n) { ReadTime(source, n, "interrupted_every", every); }},
           {"checkpoint_every",
            [&](auto& n) { ReadTime(source, n, "checkpoint_every", spot.checkpoint_every); }},
           {"restart", [&](auto& n) { ReadTime(source, n, "restart", restart); }}});
  if (!every && source.diagnostics().size() == before) {
    source.Add(PlaceOf(node), "spot does not say how often it is interrupted",
               "add `interrupted_every: 20h`, the mean time between interruptions");
  }
  if (!every) return;
  spot.interrupted_every = *every;
  if (restart) spot.restart = *restart;
  billing.spot = spot;
}

void ReadReserved(Source& source, const YAML::Node& node, Billing& billing) {
  CheckOneModel(source, node, billing.spot.has_value());
  const size_t before = source.diagnostics().size();
  ReadMap(source, node, "reserved", {{"used", [&](auto& n) {
                                        ReadUnit(source, n, "a share, like 60 %", ParseShare,
                                                 billing.reserved_use);
                                      }}});
  if (!billing.reserved_use && source.diagnostics().size() == before) {
    source.Add(PlaceOf(node), "reserved does not say how much of the time is used",
               "add `used: 60 %`");
  }
}

}  // namespace trena
