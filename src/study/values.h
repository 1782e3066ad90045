// SPDX-License-Identifier: Apache-2.0
// The values trena and its runners know by name, what each may be, and the defaults of what a study
// does not say. One visible table; other names are the runner's own and pass unchecked.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/result.h"
#include "core/value.h"

namespace trena {

enum class ValueKind { kWord, kCount, kCountOrZero, kPositive, kNotNegative, kFraction, kMemory };

struct KnownValue {
  const char* name;
  ValueKind kind;
  const char* default_value;  // nullptr: none
  bool required;              // for a runner that trains (not `command`, `fake`)
  const char* meaning;
  std::vector<std::string> choices = {};  // of a word; none: any
};

const std::vector<KnownValue>& KnownValues();
const KnownValue* FindKnownValue(const std::string& name);
std::vector<std::string> KnownValueNames();

// Names are written into tables, files' text and the command line: a plain identifier.
bool IsPlainName(const std::string& name);
inline constexpr const char* kPlainNameRule =
    "letters, digits and _ only, not starting with a digit";

// Whether a level is there already. By its canonical spelling, which is what a scenario's key
// holds: 64 and "64" would be two scenarios with one key.
bool HasLevel(const std::vector<Value>& levels, const Value& value);

// Why a plain word cannot be a value: it is written as a number, and there is no such. Taken
// as a word it would be a level that nothing can compute with.
std::optional<std::string> NumberObjection(const std::string& text);

// Why `value` cannot be a value of `known`, or nothing.
std::optional<std::string> Objection(const KnownValue& known, const Value& value);

// As it goes into a scenario's key: 2048 MB and 2.048 GB are one memory_limit. Others stay.
Value Canonical(const std::string& name, const Value& value);

// Levels written as a range: `16..64 by 16` is 16, 32, 48, 64; `1..512 by x2` is 1, 2, 4, … 512;
// `1..4` goes by 1. The end is a level only where a step reaches it.

// Whether a level's text means a range, well written or not: a number, "..", a number.
bool IsRange(const std::string& text);

// Its levels. An InputError for a step that leads nowhere, a range that goes down, too many levels.
Result<std::vector<Value>> ParseRange(const std::string& text);

}  // namespace trena
