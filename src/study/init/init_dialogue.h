// SPDX-License-Identifier: Apache-2.0
// The questions of `trena init` on a terminal, one after the other: each with a default, a way
// back, and a look at what the answers so far mean in runs. What is asked of machines depends on
// which were named. They end in a commented study file.
// Knows nothing of the terminal: who asks shows `question()` and gives `Answer` what was typed.
#pragma once

#include <functional>
#include <map>
#include <string>
#include <vector>

#include "core/result.h"

namespace trena {

struct InitQuestion {
  std::string name;
  std::string text;     // the question
  std::string choices;  // what may be answered, for people; may be empty
  std::string standard;
  bool may_be_empty = false;  // "-" takes an answer back
};

// What the questions offer of this machine.
struct InitSurroundings {
  std::string device;                   // it would train on
  std::vector<std::string> frameworks;  // that have a runner here
};

class InitDialogue {
 public:
  using Answers = std::map<std::string, std::string>;
  // Reads and plans a study's text: in how many runs, or what is wrong with it.
  using Preview = std::function<Result<std::string>(const std::string& text)>;

  InitDialogue(Preview preview, InitSurroundings here);

  bool done() const { return at_ >= questions_.size(); }
  // Only while not done().
  const InitQuestion& question() const { return questions_[at_]; }
  size_t number() const { return at_ + 1; }
  size_t count() const { return questions_.size(); }
  // What is taken for an empty answer: what was answered before, or the default.
  std::string standard() const;

  // An empty answer is the standard one, "-" none at all where that may be; "<" goes a question
  // back. An error where the study would not read: the same question stays.
  Status Answer(const std::string& typed);
  // What the answers so far, and defaults for the rest, mean in runs.
  std::string Summary() const;
  std::string StudyText() const;

 private:
  // Whether the study reads with these answers.
  Status Check(const Answers& given) const;

  Preview preview_;
  InitSurroundings here_;
  Answers given_;                        // by name; kept when going back
  std::vector<InitQuestion> questions_;  // that are asked with these answers
  size_t at_ = 0;
};

}  // namespace trena
