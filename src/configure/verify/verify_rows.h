// SPDX-License-Identifier: Apache-2.0
// What a verification found, as it is kept with the results and shown.
#pragma once

#include <string>
#include <vector>

#include "configure/verify/equivalence.h"
#include "core/json.h"
#include "core/result.h"

namespace trena {

// One framework in one training.
struct VerifyRow {
  std::string framework;         // "pytorch@2.2.0"
  std::string training;          // "network1, mnist 32×32"
  Equivalence equivalence = {};  // when it ran
  std::string failure = {};      // why it could not run; empty: it did
  bool equal() const { return failure.empty() && equivalence.equal(); }
};

// "logits differ by 0.21 (at most 1e-4); gradient of fc1.weight …": empty when equal.
std::string WhyNotEqual(const VerifyRow& row);

struct Verification {
  std::vector<VerifyRow> rows;
  size_t unknown = 0;  // comparisons that were not made
};

Json ToJson(const VerifyRow& row);
Result<VerifyRow> VerifyRowFromJson(const Json& json);

// verify.json in the results folder.
Json ToJson(const Verification& verification);
Result<Verification> VerificationFromJson(const Json& json);

}  // namespace trena
