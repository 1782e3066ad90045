// SPDX-License-Identifier: Apache-2.0
#include "study/billing/price_record.h"

#include <cmath>

namespace trena {
namespace {

void AddSeconds(const char* name, const std::optional<Seconds>& seconds, Json& json) {
  if (seconds) json[name] = seconds->value;
}

Json SpotRecord(const SpotTerms& spot) {
  Json json = {{"interrupted_every_s", spot.interrupted_every.value},
               {"restart_s", spot.restart.value}};
  AddSeconds("checkpoint_every_s", spot.checkpoint_every, json);
  return json;
}

}  // namespace

Json PriceRecord(const Environment& environment) {
  if (!environment.price) return nullptr;
  const Price& price = *environment.price;
  Json json = {{"per_hour", price.per_hour},
               {"currency", price.currency.empty() ? Json() : Json(price.currency)},
               {"free", price.free}};
  const Billing& billing = environment.billing;
  AddSeconds("unit_s", billing.unit, json);
  AddSeconds("minimum_s", billing.minimum, json);
  AddSeconds("setup_s", billing.setup, json);
  AddSeconds("idle_s", billing.idle, json);
  if (billing.disk) {
    json["disk"] = {{"per_hour", billing.disk->per_hour}, {"currency", billing.disk->currency}};
  }
  if (billing.data) {
    json["data"] = {{"amount", billing.data->amount}, {"currency", billing.data->currency}};
  }
  if (billing.spot) json["spot"] = SpotRecord(*billing.spot);
  if (billing.reserved_use) json["reserved_use"] = *billing.reserved_use;
  return json;
}

std::optional<Price> PriceFromRecord(const Json& record) {
  const auto per_hour = Get<double>(record, "per_hour");
  if (!per_hour || !std::isfinite(*per_hour) || *per_hour < 0) return std::nullopt;
  return Price{*per_hour, Get<std::string>(record, "currency").value_or(""),
               Get<bool>(record, "free").value_or(false)};
}

}  // namespace trena
