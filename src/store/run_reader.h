// SPDX-License-Identifier: Apache-2.0
// Reads run.json into a record, straight from its text: of a hundred thousand runs no tree is made.
// What a record has like the one before it (its levels, the machine's facts) is kept once.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/result.h"
#include "store/run.h"

namespace trena {

// One thread's, for one run after the other.
class RunReader {
 public:
  // A field of the wrong type is as if it were not there. An InputError where it is no JSON, of a
  // newer format, or lacks what makes a run. Numbers that cannot be are left out (impossible.h).
  Result<RunRecord> Read(std::string_view text);

  // What was read last of a part, and the text it came from.
  template <typename T>
  struct Last {
    std::string text;
    Shared<T> value;
  };
  struct Memory {
    Memory();
    char* Copy(std::string_view text);

    std::vector<Last<Values>> values;  // by the field's number
    std::vector<Last<Json>> parts;
    std::vector<Interned> names;
    Last<Json> facts;               // but the moment
    std::vector<Interned> phases;   // in their order: most likely the next run's
    std::vector<Interned> metrics;  // likewise
    std::string copy;               // of the text, which is read in place
  };

 private:
  Memory memory_;
};

}  // namespace trena
