// SPDX-License-Identifier: Apache-2.0
// An error in a person's file, shown where it is: file, line, the line itself, a caret and the
// likely intention. Collected, so that all of them are shown at once.
//
//   first.yaml:7:3: unknown key `replicatons`
//      7 |   replicatons: 3
//        |   ^~~~~~~~~~~
//        = did you mean `replications`?
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/result.h"

namespace trena {

// A place in a text file, in lines and bytes counted from 1. Line 0: the file as a whole.
struct Place {
  int line = 0;
  int column = 0;
  int length = 1;  // how much the caret underlines
};

struct Diagnostic {
  Place place;
  std::string message;
  std::string suggestion;  // may be empty
};

// The text of one file and what is wrong with it.
class Source {
 public:
  Source(std::string name, std::string text) : name_(std::move(name)), text_(std::move(text)) {}

  const std::string& name() const { return name_; }
  const std::string& text() const { return text_; }
  const std::vector<Diagnostic>& diagnostics() const { return diagnostics_; }

  void Add(Place place, std::string message, std::string suggestion = "");

  // All diagnostics in the order of the file, safe for a terminal, at most 20 and a count of the
  // rest.
  std::string Render() const;

  // Render() as an InputError; only when there are diagnostics.
  Error ToError() const { return InputError(Render()); }

 private:
  std::string Line(int line) const;
  std::string RenderOne(const Diagnostic& diagnostic) const;

  std::string name_;
  std::string text_;
  std::vector<Diagnostic> diagnostics_;
};

}  // namespace trena
