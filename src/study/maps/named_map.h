// SPDX-License-Identifier: Apache-2.0
// A level or a fixed value that is a map with a name: `dataset: { name: tench, folder: images }`.
// The study keeps the word of its name as the level, and tables, expressions and -P use that. What
// the map says is kept beside, here; its checksum enters a scenario's key, a path never does.
#pragma once

#include <string>
#include <vector>

#include "core/json.h"

namespace trena {

struct NamedMap {
  std::string value;  // whose level it is: "dataset"
  std::string name;   // the level: "tench"
  Json content = {};  // what it says beside its name; a path as it was written
  // Of its content. Where that is files, they are looked at later (configure/own_data.h), and this
  // is empty until then, or when they are not here.
  std::string sha256 = {};
  bool has_files = false;
  std::string problem = {};  // of its files, why they cannot be used; empty: they can

  // Of StudyFile::places; "maps.dataset.tench.folder" is that of one of its keys.
  std::string place() const { return "maps." + value + "." + name; }
};

// The map behind a level, or nullptr: a plain word or number.
const NamedMap* FindMap(const std::vector<NamedMap>& maps, const std::string& value,
                        const std::string& level);

// SHA-256 of canonical JSON: keys sorted, numbers as they are shortest.
std::string ContentSum(const Json& content);

}  // namespace trena
