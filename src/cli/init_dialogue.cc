// SPDX-License-Identifier: Apache-2.0
#include "cli/init_dialogue.h"

#include <fmt/format.h>

#include "core/text.h"

namespace trena {
namespace {

constexpr const char* kHere = "here";

// Machines whose price is known, with the day it was.
struct KnownMachine {
  const char* name;
  const char* text;  // of its environment
};
constexpr KnownMachine kMachines[] = {
    {"f4s_v2", "{ device: cpu, vcpus: 4, memory: 8 GB, price: 0.169 USD/h }   # Azure, 2024"},
    {"nc4as_t4_v3",
     "{ device: cuda, vcpus: 4, memory: 28 GB, gpu: T4, price: 0.526 USD/h }   # Azure, 2024"},
};

const std::vector<InitQuestion>& AllQuestions() {
  static const std::vector<InitQuestion> questions = {
      {"question", "What do you want to know?", "in your words",
       "What does training cost, and what drives it?"},
      {"response", "Which metric answers it?",
       "train_s (time), cost, accuracy, images_per_s, wall_s, …", "train_s"},
      {"machines", "On which machines?",
       "here (this one), f4s_v2 (Azure, 0.169 USD/h), nc4as_t4_v3 (Azure with a T4, 0.526 USD/h), "
       "or a name of your own; several with commas",
       kHere},
      {"price", "What does an hour of it cost?", "like 0.10 USD/h; free; empty: not known", ""},
      {"frameworks", "Which frameworks?", "libtorch, pytorch, tensorflow, mxnet, jax, …",
       "libtorch"},
      {"datasets", "Which data?", "fashion_mnist, mnist, cifar10, synthetic", "fashion_mnist"},
      {"networks", "Which networks?", "network1, network2, lenet, alexnet, …",
       "network1, network2"},
      {"batches", "Which batch sizes?", "several with commas, or a range: 32..256 by x2",
       "64, 128"},
      {"images", "Which image sizes, in pixels?", "several with commas", "32"},
      {"epochs", "How many epochs does a run train?", "", "2"},
      {"replications", "How often is each scenario repeated?", "3 to 5 tell chance from effect",
       "3"},
      {"budget", "What can you spend at most?", "like 20 USD; empty: no limit", ""},
  };
  return questions;
}

std::vector<std::string> ListOf(const std::string& text) {
  std::vector<std::string> items;
  for (const std::string& item : Split(text, ',')) {
    if (!Trim(item).empty()) items.emplace_back(Trim(item));
  }
  return items;
}

const KnownMachine* FindMachine(const std::string& name) {
  for (const KnownMachine& machine : kMachines) {
    if (name == machine.name) return &machine;
  }
  return nullptr;
}

// A YAML word in quotes, whatever is in it.
std::string Quoted(const std::string& text) {
  std::string out = "\"";
  for (char c : text) {
    if (c == '"' || c == '\\') out += '\\';
    out += c;
  }
  return out + "\"";
}

// Several levels are a factor, one is fixed.
struct StudyValues {
  std::string factors, fixed;

  void Add(const std::string& name, const std::string& levels, const std::string& comment) {
    std::vector<std::string> items = ListOf(levels);
    bool several = items.size() != 1 || items[0].find("..") != std::string::npos;
    std::string text = several ? "[" + Join(items, ", ") + "]" : items[0];
    (several ? factors : fixed) += fmt::format("  {}: {}   # {}\n", name, text, comment);
  }
};

std::string EnvironmentsText(const InitDialogue::Answers& answers) {
  std::string out = "environments:\n";
  for (const std::string& name : ListOf(answers.at("machines"))) {
    const KnownMachine* known = FindMachine(name);
    const std::string& price = answers.at("price");
    std::string own = price.empty() ? "{ device: cpu }   # no price: its cost stays unknown"
                                    : "{ device: cpu, price: " + price + " }";
    out += fmt::format("  {}: {}\n", name, known != nullptr ? known->text : own);
  }
  return out;
}

}  // namespace

InitDialogue::InitDialogue(Preview preview)
    : questions_(AllQuestions()), preview_(std::move(preview)) {
  for (const InitQuestion& question : questions_) answers_[question.name] = question.standard;
}

bool InitDialogue::IsAsked(const InitQuestion& question, const Answers& answers) {
  if (std::string(question.name) != "price") return true;
  for (const std::string& name : ListOf(answers.at("machines"))) {
    if (FindMachine(name) == nullptr) return true;
  }
  return false;
}

std::string InitDialogue::standard() const {
  auto given = given_.find(question().name);
  return given != given_.end() ? given->second : question().standard;
}

Status InitDialogue::Answer(const std::string& typed) {
  std::string text(Trim(typed));
  if (text == "<") {
    size_t back = at_;
    while (back > 0 && !IsAsked(questions_[--back], answers_)) {
    }
    at_ = back;
    return Done{};
  }
  if (text.empty()) text = standard();
  Answers changed = answers_;
  changed[question().name] = text;
  Result<std::string> runs = preview_(TextOf(changed));
  if (!runs.ok()) return runs.error();
  answers_ = std::move(changed);
  given_[question().name] = text;
  do ++at_;
  while (!done() && !IsAsked(question(), answers_));
  return Done{};
}

std::string InitDialogue::Summary() const {
  Result<std::string> runs = preview_(StudyText());
  return runs.ok() ? runs.value() : "";
}

std::string InitDialogue::TextOf(const Answers& answers) const {
  StudyValues values;
  values.Add("environment", answers.at("machines"), "where it runs");
  values.Add("framework", answers.at("frameworks"), "NAME or NAME@VERSION");
  values.Add("dataset", answers.at("datasets"), "the images");
  values.Add("network", answers.at("networks"), "networks/*.yaml, or beside this file");
  values.Add("image", answers.at("images"), "side of the images, in pixels");
  values.Add("batch", answers.at("batches"), "images per step");
  values.Add("epochs", answers.at("epochs"), "passes over the data");
  std::string out =
      "# Written by trena init; docs/study-file.md describes every key.\n"
      "question: " +
      Quoted(answers.at("question")) + "\n\n";
  if (!values.factors.empty()) {
    out += "factors:   # crossed: every combination is a scenario\n" + values.factors + "\n";
  }
  out += "fixed:   # the same in every scenario\n" + values.fixed + "\n";
  out += EnvironmentsText(answers) + "\n";
  out += fmt::format("design:  {{ kind: full, replications: {}, order: random, seed: 1 }}\n",
                     answers.at("replications"));
  out += fmt::format("analyze: {{ response: {} }}\n", answers.at("response"));
  const std::string& budget = answers.at("budget");
  if (!budget.empty()) out += "budget:  " + budget + "   # no run starts that would pass it\n";
  return out;
}

}  // namespace trena
