// SPDX-License-Identifier: Apache-2.0
// The door to the person: stdout is data (core/output.h), stderr is talk, and a stderr that takes
// nothing, full or closed, ends nothing. Colour only on a terminal and without
// NO_COLOR, never carrying meaning alone. One progress line, rewritten in place on a terminal;
// plain one-line events in a pipe.
#pragma once

#include <cstdio>
#include <string>
#include <vector>

namespace trena {

enum class Style { kPlain, kBold, kDim, kGreen, kYellow, kRed };

class Terminal {
 public:
  explicit Terminal(std::FILE* stream);

  bool interactive() const { return interactive_; }
  size_t width() const;

  // `text` in a style, or as it is where colour is not wanted.
  std::string Styled(Style style, const std::string& text) const;

  // A line of talk; takes the progress line off the screen first.
  void Say(const std::string& line);
  // Rewrites the progress line; nothing in a pipe.
  void Progress(const std::string& line);
  void ClearProgress();

 private:
  // What cannot be written is not said, and nothing ends for it.
  void Write(const std::string& text);

  std::FILE* stream_;
  bool interactive_;
  bool colour_;
  bool progress_shown_ = false;
};

// A table of text in columns: header, rows, numbers to the right.
class TextTable {
 public:
  enum class Align { kLeft, kRight };
  struct Column {
    std::string title;
    Align align = Align::kLeft;
  };
  explicit TextTable(std::vector<Column> columns) : columns_(std::move(columns)) {}
  void Add(std::vector<std::string> cells) { rows_.push_back(std::move(cells)); }
  size_t rows() const { return rows_.size(); }
  // Every line ends in a newline; `indent` spaces before each. Cells are made safe for a terminal.
  std::string Render(size_t indent = 2) const;

 private:
  std::vector<Column> columns_;
  std::vector<std::vector<std::string>> rows_;
};

}  // namespace trena
