// SPDX-License-Identifier: Apache-2.0
// Whatever is written where a number is expected: what is taken is finite and in its bounds, and
// the rest is refused in words.
#include <gtest/gtest.h>

#include <cmath>

#include "core/test_fuzz.h"
#include "core/text/moment.h"
#include "core/text/number_text.h"
#include "core/text/units.h"
#include "core/value.h"

namespace trena {
namespace {

const std::vector<std::string> kDigits = {"0",          "1",       "9",
                                          "64",         ".",       ",",
                                          "-",          "+",       "e",
                                          "E",          "e400",    "e-400",
                                          "1e308",      "inf",     "nan",
                                          "NaN",        "0x1f",    " ",
                                          "%",          "s",       "h",
                                          "min",        "ms",      "d",
                                          "GB",         "GiB",     "kB",
                                          "USD",        "/h",      "free",
                                          "US$",        "true",    "99999999999999999999",
                                          ":",          "T",       "Z",
                                          "2024-01-15", "\xc2\xa0"};

const std::vector<std::string> kWritten = {
    "1h30m",    "250 ms", "8 GiB", "200 USD", "0.169 USD/h", "0.5%", "2024-01-15 18:00-03:00",
    "1.234,56", "1e3",    "-0.0"};

template <typename T>
void ExpectWithin(const Result<T>& result, double number, double least, double most,
                  const std::string& text) {
  if (result.ok()) {
    EXPECT_TRUE(number >= least && number <= most) << text << " is taken for " << number;
  } else {
    EXPECT_FALSE(result.error().message().empty()) << text;
  }
}

void TryUnits(const std::string& text) {
  constexpr double kLargest = std::numeric_limits<double>::max();
  const auto time = ParseSeconds(text);
  ExpectWithin(time, time.ok() ? time.value().value : 0, 0, 36'500 * 86'400.0, text);
  const auto percent = ParsePercent(text);
  ExpectWithin(percent, percent.ok() ? percent.value() : 0, 0, 1, text);
  const auto money = ParseMoney(text);
  ExpectWithin(money, money.ok() ? money.value().amount : 0, 0, kLargest, text);
  const auto price = ParsePrice(text);
  ExpectWithin(price, price.ok() ? price.value().per_hour : 0, 0, kLargest, text);
  const auto moment = ParseMoment(text);
  ExpectWithin(moment, moment.ok() ? moment.value().value : 0, -1e12, 1e12, text);
  const auto bytes = ParseBytes(text);
  EXPECT_TRUE(bytes.ok() || !bytes.error().message().empty()) << text;
}

TEST(NumberFuzz, WhatIsTakenIsFiniteAndWithinItsBounds) {
  FuzzedTexts(2, kWritten, kDigits).For(10, [](const std::string& text) {
    TryUnits(text);
    EXPECT_TRUE(std::isfinite(Value::Parse(text).number().value_or(0))) << text;
    for (DecimalMark mark : {DecimalMark::kPoint, DecimalMark::kComma}) {
      const NumberText number = ReadNumber(text, mark);
      EXPECT_TRUE(std::isfinite(number.value)) << text;
    }
  });
}

}  // namespace
}  // namespace trena
