// SPDX-License-Identifier: Apache-2.0
// The maps that a level may be: one visible table. A row says whose levels they are, the key that
// tells the kind, and what each key may be. What a map means is said where it is used.
#pragma once

#include <string>
#include <vector>

namespace trena {

enum class MapFieldKind {
  kText,
  kPath,         // relative ones are the study's
  kCount,        // a whole number from 1
  kPositive,     // a number above 0
  kNotNegative,  // a number from 0
  kTruth,
  kShareOrPath,  // a number above 0 and below 1, or a path
  kMap,          // of `fields`
};

struct MapField {
  const char* name;
  MapFieldKind kind;
  const char* meaning;
  bool required = false;
  std::vector<std::string> choices = {};  // of a text; none: any
  std::vector<MapField> fields = {};
};

struct MapKind {
  const char* value;  // "dataset"
  const char* sign;   // the key that no other kind of this value has
  bool has_files;     // so its content is more than the map says
  std::vector<MapField> fields;
  std::string says = {};  // what stands under that key where others have it, too
};

const std::vector<MapKind>& MapKinds();

// Whether a level of this value may be a map.
bool MayBeMap(const std::string& value);

}  // namespace trena
