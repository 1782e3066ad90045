// SPDX-License-Identifier: Apache-2.0
// Units live in types: seconds, bytes, money. Parsed from what people write ("10s", "8 GB",
// "0.169 USD/h") and shown as people read it.
#pragma once

#include <compare>
#include <cstdint>
#include <optional>
#include <string>

#include "core/result.h"

namespace trena {

struct Seconds {
  double value = 0;
  auto operator<=>(const Seconds&) const = default;
};

struct Bytes {
  uint64_t value = 0;
  auto operator<=>(const Bytes&) const = default;
};

struct Money {
  double amount = 0;
  std::string currency;  // ISO 4217, upper case
  bool operator==(const Money&) const = default;
};

// Money per hour of a machine. Free is a price of nothing that was stated on purpose.
struct Price {
  double per_hour = 0;
  std::string currency;  // empty when free
  bool free = false;
  // price × time, the papers' formula.
  Money For(Seconds time) const { return {per_hour * time.value / 3600, currency}; }
  bool operator==(const Price&) const = default;
};

// "10s", "3h", "1h30m", "250 ms", "2 min", "1 d"; a bare number is an error that suggests a unit.
Result<Seconds> ParseSeconds(const std::string& text);
// "8 GB" (10^9), "8 GiB" (2^30), "512 MB".
Result<Bytes> ParseBytes(const std::string& text);
// "200 USD", "US$ 200" is refused with the form to use.
Result<Money> ParseMoney(const std::string& text);
// "0.169 USD/h", "0.10USD/min", "free". Zero and a number without a currency are errors.
Result<Price> ParsePrice(const std::string& text);

// "950 ms", "3.41 s", "2 min 05 s", "1 h 02 min".
std::string ToString(Seconds time);
// "1.5 GB".
std::string ToString(Bytes bytes);
// "3.50 USD", "0.00240 USD": two decimals, three significant digits below one, never scientific.
std::string ToString(const Money& money);
std::string ToString(const Price& price);

// "2 %", "0.5%": a part of a whole as people write it.

// As a part of 1, above 0 and below 1. A bare number is an error that suggests the form.
Result<double> ParsePercent(const std::string& text);

}  // namespace trena
