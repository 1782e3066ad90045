// SPDX-License-Identifier: Apache-2.0
#include "configure/verify/verify_rows.h"

#include <fmt/format.h>

#include "core/text/text.h"

namespace trena {
namespace {

std::string Exceeds(const char* what, const Gap& gap) {
  if (gap.within()) return "";
  std::string where = gap.where.empty() ? "" : " of " + gap.where;
  if (!gap.seen) return fmt::format("{}{} are not numbers", what, where);
  return fmt::format("{}{} differ by {:.2g}, at most {:.2g} is rounding", what, where, *gap.seen,
                     gap.bound);
}

}  // namespace

std::string WhyNotEqual(const VerifyRow& row) {
  if (!row.failure.empty()) return row.failure;
  const Equivalence& equivalence = row.equivalence;
  if (!equivalence.broken.empty()) return equivalence.broken;
  std::vector<std::string> reasons = {Exceeds("logits", equivalence.logits),
                                      Exceeds("gradients", equivalence.gradients),
                                      Exceeds("losses", equivalence.losses)};
  if (equivalence.parameters != equivalence.expected_parameters) {
    reasons.push_back(fmt::format("it has {} parameters, not {}", equivalence.parameters,
                                  equivalence.expected_parameters));
  }
  if (!equivalence.same_images)
    reasons.emplace_back("it trained on other images than the order says");
  std::erase(reasons, "");
  return Join(reasons, "; ");
}

Json ToJson(const VerifyRow& row) {
  Json json = {{"framework", row.framework}, {"training", row.training}, {"failure", row.failure}};
  json.update(ToJson(row.equivalence));
  json["equal"] = row.equal();
  return json;
}

Result<VerifyRow> VerifyRowFromJson(const Json& json) {
  TRENA_ASSIGN(Equivalence equivalence, EquivalenceFromJson(json));
  return VerifyRow{Get<std::string>(json, "framework").value_or(""),
                   Get<std::string>(json, "training").value_or(""), equivalence,
                   Get<std::string>(json, "failure").value_or("")};
}

Json ToJson(const Verification& verification) {
  Json rows = Json::array();
  for (const VerifyRow& row : verification.rows) rows.push_back(ToJson(row));
  return {{"format", 1}, {"unknown", verification.unknown}, {"rows", rows}};
}

Result<Verification> VerificationFromJson(const Json& json) {
  Verification verification;
  if (json.is_null()) return verification;
  if (!json.is_object() || !json.contains("rows") || !json["rows"].is_array()) {
    return InputError("verify.json is broken");
  }
  verification.unknown = static_cast<size_t>(Get<int64_t>(json, "unknown").value_or(0));
  for (const Json& one : json["rows"]) {
    TRENA_ASSIGN(VerifyRow row, VerifyRowFromJson(one));
    verification.rows.push_back(std::move(row));
  }
  return verification;
}

}  // namespace trena
