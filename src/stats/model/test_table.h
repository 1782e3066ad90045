// SPDX-License-Identifier: Apache-2.0
// For tests: reads a table of testdata/ (comma-separated, a '#' line on top, then the columns).
#pragma once

#include <fstream>
#include <map>
#include <sstream>
#include <string>
#include <vector>

namespace trena {

using TestRow = std::map<std::string, std::string>;

inline std::vector<std::string> SplitText(const std::string& text, char separator) {
  std::vector<std::string> parts;
  std::stringstream stream(text);
  for (std::string part; std::getline(stream, part, separator);) parts.push_back(part);
  return parts;
}

inline std::vector<size_t> SplitNumbers(const std::string& text, char separator) {
  std::vector<size_t> numbers;
  for (const std::string& part : SplitText(text, separator)) numbers.push_back(std::stoul(part));
  return numbers;
}

// No rows if the file cannot be read: a test must expect some.
inline std::vector<TestRow> ReadTestTableAt(const std::string& path) {
  std::ifstream file(path);
  std::vector<TestRow> rows;
  std::vector<std::string> columns;
  for (std::string line; std::getline(file, line);) {
    if (line.starts_with('#')) continue;
    std::vector<std::string> parts = SplitText(line, ',');
    if (columns.empty()) {
      columns = parts;
      continue;
    }
    parts.resize(columns.size());  // a missing last field leaves no part
    TestRow row;
    for (size_t i = 0; i < columns.size(); ++i) row[columns[i]] = parts[i];
    rows.push_back(row);
  }
  return rows;
}

inline std::vector<TestRow> ReadTestTable(const std::string& name) {
  return ReadTestTableAt(std::string(TRENA_SOURCE_DIR) + "/src/stats/testdata/" + name);
}

}  // namespace trena
