// SPDX-License-Identifier: Apache-2.0
#include "configure/verify/equivalence.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <vector>

namespace trena {
namespace {

using Numbers = std::vector<double>;

constexpr double kRoundingAllowance = 10;  // times the reference's own float32–float64 gap
// A gradient this much smaller than all of them together is noise: its difference counts against
// this part of the whole.
constexpr double kGradientFloor = 1e-3;
constexpr double kLossFloor = 1e-6;
constexpr const char* kGradient = "grad/";

template <typename T>
Numbers Widen(const Array& array) {
  const T* first = array.As<T>();
  return Numbers(first, first + Count(array.shape));
}

Numbers ToNumbers(const Array& array) {
  switch (array.dtype) {
    case DType::kFloat64:
      return Widen<double>(array);
    case DType::kFloat32:
      return Widen<float>(array);
    case DType::kInt64:
      return Widen<int64_t>(array);
    case DType::kInt32:
      return Widen<int32_t>(array);
    case DType::kUint8:
      break;
  }
  return Widen<uint8_t>(array);
}

std::optional<double> IfFinite(double number) {
  return std::isfinite(number) ? std::optional(number) : std::nullopt;
}

double Norm(const Numbers& a) {
  double sum = 0;
  for (double x : a) sum += x * x;
  return std::sqrt(sum);
}

double Distance(const Numbers& a, const Numbers& b) {
  double sum = 0;
  for (size_t i = 0; i < a.size(); ++i) sum += (a[i] - b[i]) * (a[i] - b[i]);
  return std::sqrt(sum);
}

double StandardDeviation(const Numbers& a) {
  double mean = 0;
  for (double x : a) mean += x / static_cast<double>(a.size());
  Numbers centred = a;
  for (double& x : centred) x -= mean;
  return Norm(centred) / std::sqrt(static_cast<double>(a.size()));
}

double LogitsGap(const Numbers& a, const Numbers& b) {
  double largest = 0;
  for (size_t i = 0; i < a.size(); ++i) {
    double difference = std::abs(a[i] - b[i]);
    if (!std::isfinite(difference)) return difference;
    largest = std::max(largest, difference);
  }
  return largest / StandardDeviation(b);
}

double Allowed(double bound, double own_gap) {
  return std::max(bound, kRoundingAllowance * own_gap);
}

// What keeps the arrays from being compared; empty: nothing.
std::string Obstacle(const Arrays& reference, const Arrays& other) {
  for (const auto& [name, array] : reference) {
    auto found = other.find(name);
    if (found == other.end()) return fmt::format("`{}` is missing", name);
    if (found->second.shape != array.shape) {
      return fmt::format("`{}` is {}, the reference's is {}", name, ToString(found->second.shape),
                         ToString(array.shape));
    }
  }
  for (const auto& [name, array] : other) {
    if (!reference.contains(name)) return fmt::format("`{}` is not the reference's", name);
  }
  return "";
}

bool IsComplete(const Arrays& reference) {
  return reference.contains("logits") && reference.contains("losses") &&
         reference.contains("indices");
}

double WholeGradient(const Arrays& reference) {
  double squares = 0;
  for (const auto& [name, array] : reference) {
    if (name.starts_with(kGradient)) squares += std::pow(Norm(ToNumbers(array)), 2);
  }
  return std::sqrt(squares);
}

// Whether `a` is further beyond its bound than `b`.
bool Worse(const Gap& a, const Gap& b) {
  if (!a.seen || !b.seen) return !a.seen && b.seen;
  return *a.seen / a.bound > *b.seen / b.bound;
}

Gap WorstGradient(const Arrays& reference, const Rounding& rounding, const Arrays& candidate) {
  const double floor = kGradientFloor * WholeGradient(reference);
  Gap worst{0.0, kGradientsBound};
  for (const auto& [name, array] : reference) {
    if (!name.starts_with(kGradient)) continue;
    const Numbers exact = ToNumbers(array);
    const double size = std::max(Norm(exact), floor);
    const auto own = rounding.gradients.find(name);
    const double allowed =
        Allowed(kGradientsBound, own == rounding.gradients.end() ? 0 : own->second / size);
    const double seen = Distance(ToNumbers(candidate.at(name)), exact) / size;
    Gap gap{IfFinite(seen), allowed, name.substr(std::string(kGradient).size())};
    if (Worse(gap, worst)) worst = gap;
  }
  return worst;
}

double Relative(double loss, double exact) {
  return std::abs(loss - exact) / std::max(std::abs(exact), kLossFloor);
}

// The step that is furthest beyond its bound. Rounding grows as training goes on, so each step is
// allowed what the reference's own rounding came to by then: a wrong optimizer shows in the first
// steps, where that is next to nothing.
Gap WorstLoss(const Numbers& exact, const Numbers& rounding, const Numbers& candidate) {
  Gap worst{0.0, kLossesBound};
  double own = 0;
  for (size_t i = 0; i < exact.size(); ++i) {
    if (i < rounding.size()) own = std::max(own, rounding[i]);
    Gap gap{IfFinite(Relative(candidate[i], exact[i])), Allowed(kLossesBound, own),
            fmt::format("step {}", i + 1)};
    if (Worse(gap, worst)) worst = gap;
  }
  return worst;
}

Numbers NumbersOf(const Arrays& arrays, const char* name) { return ToNumbers(arrays.at(name)); }

Json ToJson(const Gap& gap) {
  Json json = {{"seen", OrNull(gap.seen)}, {"bound", gap.bound}};
  if (!gap.where.empty()) json["where"] = gap.where;
  return json;
}

Gap GapFromJson(const Json& json, const char* name) {
  if (!json.contains(name) || !json[name].is_object()) return {};
  const Json& gap = json[name];
  return {Get<double>(gap, "seen"), Get<double>(gap, "bound").value_or(0),
          Get<std::string>(gap, "where").value_or("")};
}

}  // namespace

void AddRun(const Arrays& reference, const Arrays& rounded, Rounding& rounding) {
  rounding.complete =
      rounding.complete && IsComplete(reference) && Obstacle(reference, rounded).empty();
  if (!rounding.complete) return;
  rounding.logits = std::max(
      rounding.logits, LogitsGap(NumbersOf(rounded, "logits"), NumbersOf(reference, "logits")));
  const Numbers exact = NumbersOf(reference, "losses"), losses = NumbersOf(rounded, "losses");
  rounding.losses.resize(exact.size());
  for (size_t i = 0; i < exact.size(); ++i) {
    rounding.losses[i] = std::max(rounding.losses[i], Relative(losses[i], exact[i]));
  }
  for (const auto& [name, array] : reference) {
    if (!name.starts_with(kGradient)) continue;
    double& furthest = rounding.gradients[name];
    furthest = std::max(furthest, Distance(ToNumbers(rounded.at(name)), ToNumbers(array)));
  }
}

Equivalence Compare(const Arrays& reference, const Rounding& rounding, const Arrays& candidate) {
  Equivalence equivalence;
  equivalence.broken = Obstacle(reference, candidate);
  if (!rounding.complete || !IsComplete(reference))
    equivalence.broken = "the reference is not complete";
  if (!equivalence.broken.empty()) return equivalence;
  equivalence.logits = {
      IfFinite(LogitsGap(NumbersOf(candidate, "logits"), NumbersOf(reference, "logits"))),
      Allowed(kLogitsBound, rounding.logits)};
  equivalence.losses =
      WorstLoss(NumbersOf(reference, "losses"), rounding.losses, NumbersOf(candidate, "losses"));
  equivalence.gradients = WorstGradient(reference, rounding, candidate);
  equivalence.same_images = NumbersOf(reference, "indices") == NumbersOf(candidate, "indices");
  return equivalence;
}

Json ToJson(const Equivalence& equivalence) {
  return {{"equal", equivalence.equal()},
          {"parameters", equivalence.parameters},
          {"expected_parameters", equivalence.expected_parameters},
          {"logits", ToJson(equivalence.logits)},
          {"gradients", ToJson(equivalence.gradients)},
          {"losses", ToJson(equivalence.losses)},
          {"same_images", equivalence.same_images},
          {"broken", equivalence.broken}};
}

Result<Equivalence> EquivalenceFromJson(const Json& json) {
  auto parameters = Get<int64_t>(json, "parameters");
  auto expected = Get<int64_t>(json, "expected_parameters");
  if (!parameters || !expected) return InputError("the record of a verification is broken");
  return Equivalence{*parameters,
                     *expected,
                     GapFromJson(json, "logits"),
                     GapFromJson(json, "gradients"),
                     GapFromJson(json, "losses"),
                     Get<bool>(json, "same_images").value_or(false),
                     Get<std::string>(json, "broken").value_or("")};
}

}  // namespace trena
