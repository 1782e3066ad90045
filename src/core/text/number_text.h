// SPDX-License-Identifier: Apache-2.0
// A field of a table as a number, exactly and whatever the locale: or what it is instead.
//
//   NumberText t = ReadNumber("1.234,56", DecimalMark::kComma);   // kNumber, 1234.56
#pragma once

#include <string_view>

namespace trena {

enum class DecimalMark { kPoint, kComma };

enum class NumberKind {
  kNumber,
  kMissing,       // empty, NA, N/A, null, none
  kNotFinite,     // NaN and infinities
  kTooLarge,      // beyond a double
  kDecimalComma,  // with kPoint: would be a number with a decimal comma
  kThousands,     // 1,234.56: the marks are not known
  kText,
};

struct NumberText {
  NumberKind kind = NumberKind::kText;
  double value = 0;  // of kNumber
};

// Blanks around it do not count. With kComma, points may group thousands: 1.234.567,8.
NumberText ReadNumber(std::string_view text, DecimalMark mark = DecimalMark::kPoint);

}  // namespace trena
