// SPDX-License-Identifier: Apache-2.0
#include "study/init/init_dialogue.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/text/text.h"
#include "study/values.h"

namespace trena {
namespace {

constexpr const char* kHere = "here";
constexpr const char* kOwnLevels = "batch=64,128";

// Machines whose price on demand is known, in USD an hour, and of when (SkyPilot's catalogue: Azure
// eastus, AWS us-east-1, GCP us-central1, Lambda us-east-1).
struct KnownMachine {
  const char* name;
  const char* provider;
  const char* month;
  int vcpus;
  int memory_gb;
  const char* gpu;  // empty: none
  const char* price;
};
constexpr KnownMachine kMachines[] = {
    {"f4s_v2", "Azure", "2024-08", 4, 8, "", "0.169"},
    {"nc4as_t4_v3", "Azure", "2024-08", 4, 28, "T4", "0.526"},
    {"nc24ads_a100_v4", "Azure", "2024-08", 24, 220, "A100-80GB", "3.673"},
    {"nc40ads_h100_v5", "Azure", "2024-08", 40, 320, "H100", "6.98"},
    {"c7i_xlarge", "AWS", "2026-08", 4, 8, "", "0.1785"},
    {"g4dn_xlarge", "AWS", "2026-08", 4, 16, "T4", "0.526"},
    {"g5_xlarge", "AWS", "2026-08", 4, 16, "A10G", "1.006"},
    {"g6_xlarge", "AWS", "2026-08", 4, 16, "L4", "0.8048"},
    {"n2_standard_4", "GCP", "2026-08", 4, 16, "", "0.19424"},
    {"gpu_1x_a100", "Lambda", "2026-08", 30, 200, "A100", "1.99"},
    {"gpu_1x_h100_pcie", "Lambda", "2026-08", 26, 200, "H100", "3.29"},
};

std::string EnvironmentOf(const KnownMachine& machine) {
  const bool gpu = *machine.gpu != '\0';
  return fmt::format("{{ device: {}, vcpus: {}, memory: {} GB,{} price: {} USD/h }}   # {}, {}",
                     gpu ? "cuda" : "cpu", machine.vcpus, machine.memory_gb,
                     gpu ? fmt::format(" gpu: {},", machine.gpu) : "", machine.price,
                     machine.provider, machine.month);
}

// "here (this one), f4s_v2 (Azure, 0.169 USD/h), …".
std::string MachineChoices() {
  std::string choices = "here (this one), ";
  for (const KnownMachine& machine : kMachines) {
    const bool gpu = *machine.gpu != '\0';
    choices += fmt::format("{} ({}{}, {} USD/h), ", machine.name, machine.provider,
                           gpu ? fmt::format(", {}", machine.gpu) : "", machine.price);
  }
  return choices + "or a name of your own; several with commas";
}

const std::vector<InitQuestion>& FirstQuestions() {
  static const std::vector<InitQuestion> questions = {
      {"question", "What do you want to know?", "in your words",
       "What does training cost, and what drives it?"},
      {"response", "Which metrics answer it?",
       "train_s (time), cost, accuracy, images_per_s, wall_s, …; several with commas: the first is "
       "explained, the others stand beside it",
       "train_s"},
      {"machines", "On which machines?", MachineChoices(), kHere},
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

constexpr const char* kOwnScript = "command";

bool IsOwnScript(const InitDialogue::Answers& given) {
  auto frameworks = given.find("frameworks");
  return frameworks != given.end() && Trim(frameworks->second) == kOwnScript;
}

struct NamedLevels {
  std::string name, levels;
};

// "learning_rate=0.01,0.1; threads=2".
Result<std::vector<NamedLevels>> ParseMore(const std::string& text) {
  std::vector<NamedLevels> more;
  for (const std::string& part : Split(text, ';')) {
    if (Trim(part).empty()) continue;
    size_t equals = std::min(part.find('='), part.size());
    NamedLevels one{std::string(Trim(part.substr(0, equals))), ""};
    if (equals < part.size()) one.levels = Trim(part.substr(equals + 1));
    if (!IsPlainName(one.name) || one.levels.empty()) {
      return InputError(
          fmt::format("`{}` is not name=levels; write it like learning_rate=0.01,0.1; threads=1,2",
                      ForTerminal(Trim(part))));
    }
    more.push_back(std::move(one));
  }
  return more;
}

// One that takes every value as an argument.
std::string StandardCommand(const InitDialogue::Answers& given) {
  auto more = given.find("more");
  std::string command = "python3 train.py";
  Result<std::vector<NamedLevels>> named =
      ParseMore(more != given.end() ? more->second : kOwnLevels);
  if (named.ok()) {
    for (const NamedLevels& one : named.value()) command += fmt::format(" --{0}={{{0}}}", one.name);
  }
  return command + " --epochs={epochs}";
}

// Of a program of the person's own.
std::vector<InitQuestion> OwnScriptQuestions(const InitDialogue::Answers& given) {
  return {
      {"more", "What may vary?",
       "name=levels, with ; between: the name is the program's argument, or what it asks trena.py "
       "for",
       kOwnLevels},
      {"epochs", "How many epochs does a run train?", "", "2"},
      {"command", "How is it started?",
       "program and arguments; {name} is the level of that name; no shell sees it",
       StandardCommand(given)},
  };
}

std::vector<InitQuestion> RunnerQuestions() {
  return {
      {"datasets", "Which data?", "fashion_mnist, mnist, cifar10, synthetic", "fashion_mnist"},
      {"networks", "Which networks?", "network1, network2, lenet, or a file of yours in networks/",
       "network1, network2"},
      {"batches", "Which batch sizes?", "several with commas, or a range: 32..256 by x2",
       "64, 128"},
      {"images", "Which image sizes, in pixels?", "several with commas", "32"},
      {"more", "What else may vary?",
       "like learning_rate=0.01,0.1; threads=1,2; anything else as name=levels, with ; between; - "
       "for nothing",
       "", true},
      {"epochs", "How many epochs does a run train?", "", "2"},
  };
}

std::vector<InitQuestion> LaterQuestions(const InitDialogue::Answers& given,
                                         const std::vector<std::string>& frameworks) {
  std::vector<InitQuestion> questions = {
      {"frameworks", "Which frameworks?",
       Join(frameworks, ", ") + "; or command: a program of your own", "libtorch"}};
  for (InitQuestion& question :
       IsOwnScript(given) ? OwnScriptQuestions(given) : RunnerQuestions()) {
    questions.push_back(std::move(question));
  }
  questions.push_back({"replications", "How often is each scenario repeated?",
                       "3 to 5 tell chance from effect", "3"});
  questions.push_back(
      {"budget", "What can you spend at most?", "like 20 USD; - for no limit", "", true});
  return questions;
}

const KnownMachine* FindMachine(const std::string& name) {
  for (const KnownMachine& machine : kMachines) {
    if (name == machine.name) return &machine;
  }
  return nullptr;
}

// A YAML word in quotes, whatever is in it.
std::string InYamlQuotes(const std::string& text) {
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

std::string DeviceQuestion(const std::string& machine) { return "device of " + machine; }
std::string PriceQuestion(const std::string& machine) { return "price of " + machine; }

// Those asked with these answers, in order.
std::vector<InitQuestion> QuestionsFor(const InitDialogue::Answers& given,
                                       const InitSurroundings& here) {
  std::vector<InitQuestion> questions = FirstQuestions();
  auto named = given.find("machines");
  for (const std::string& name : ListOf(named != given.end() ? named->second : kHere)) {
    if (FindMachine(name) != nullptr) continue;
    questions.push_back({DeviceQuestion(name), fmt::format("What does {} train on?", name),
                         "cpu, cuda (an NVIDIA GPU), tpu", name == kHere ? here.device : "cpu"});
    questions.push_back({PriceQuestion(name), fmt::format("What does an hour of {} cost?", name),
                         "like 0.10 USD/h; free; - for not known", "", true});
  }
  const std::vector<InitQuestion> later = LaterQuestions(given, here.frameworks);
  questions.insert(questions.end(), later.begin(), later.end());
  return questions;
}

// With defaults for what was not answered yet.
InitDialogue::Answers Complete(const InitDialogue::Answers& given, const InitSurroundings& here) {
  InitDialogue::Answers all;
  for (const InitQuestion& question : QuestionsFor(given, here)) {
    auto found = given.find(question.name);
    all[question.name] = found != given.end() ? found->second : question.standard;
  }
  return all;
}

// What a runner is told of the training.
void AddTraining(const InitDialogue::Answers& answers, StudyValues& values) {
  values.Add("dataset", answers.at("datasets"), "the images");
  values.Add("network", answers.at("networks"), "networks/*.yaml, or beside this file");
  values.Add("image", answers.at("images"), "side of the images, in pixels");
  values.Add("batch", answers.at("batches"), "images per step");
}

StudyValues ValuesOf(const InitDialogue::Answers& answers) {
  StudyValues values;
  values.Add("environment", answers.at("machines"), "where it runs");
  const bool own = IsOwnScript(answers);
  values.Add("framework", answers.at("frameworks"),
             own ? "a program of your own, below" : "NAME or NAME@VERSION");
  if (!own) AddTraining(answers, values);
  values.Add("epochs", answers.at("epochs"), "passes over the data");
  Result<std::vector<NamedLevels>> more = ParseMore(answers.at("more"));
  if (!more.ok()) return values;  // Check has refused it
  for (const NamedLevels& one : more.value()) {
    const KnownValue* known = FindKnownValue(one.name);
    values.Add(
        one.name, one.levels,
        known != nullptr ? known->meaning : (own ? "the program's own" : "the runner's own"));
  }
  return values;
}

std::string EnvironmentsText(const InitDialogue::Answers& answers) {
  std::string out = "environments:\n";
  for (const std::string& name : ListOf(answers.at("machines"))) {
    if (const KnownMachine* known = FindMachine(name)) {
      out += fmt::format("  {}: {}\n", name, EnvironmentOf(*known));
      continue;
    }
    const std::string& device = answers.at(DeviceQuestion(name));
    const std::string& price = answers.at(PriceQuestion(name));
    std::string own =
        price.empty() ? " }   # no price: its cost stays unknown" : ", price: " + price + " }";
    out += fmt::format("  {}: {{ device: {}{}\n", name, device, own);
  }
  return out;
}

// The study file explains one metric; all others are in the analysis anyway.
std::string AnalyzeText(const std::string& metrics) {
  std::vector<std::string> names = ListOf(metrics);
  std::string out = fmt::format("analyze: {{ response: {} }}", names[0]);
  names.erase(names.begin());
  if (!names.empty()) {
    out += fmt::format("   # what the answer explains; beside it stand {}", Join(names, ", "));
  }
  return out + "\n";
}

std::string TextOf(const InitDialogue::Answers& answers) {
  StudyValues values = ValuesOf(answers);
  std::string out =
      "# Written by trena init; docs/study-file.md describes every key.\n"
      "question: " +
      InYamlQuotes(answers.at("question")) + "\n\n";
  if (!values.factors.empty()) {
    out += "factors:   # crossed: every combination is a scenario\n" + values.factors + "\n";
  }
  if (!values.fixed.empty()) {
    out += "fixed:   # the same in every scenario\n" + values.fixed + "\n";
  }
  if (IsOwnScript(answers)) {
    std::vector<std::string> parts;
    for (const std::string& part : Split(answers.at("command"), ' ')) {
      if (!part.empty()) parts.push_back(InYamlQuotes(part));
    }
    out +=
        "# Started without a shell, in this file's folder. How it tells its epochs and losses:\n"
        "# docs/own-script.md; if it does not, the whole run is timed.\n"
        "command: [" +
        Join(parts, ", ") + "]\n\n";
  }
  out += EnvironmentsText(answers) + "\n";
  out += fmt::format("design:  {{ kind: full, replications: {}, order: random, seed: 1 }}\n",
                     answers.at("replications"));
  out += AnalyzeText(answers.at("response"));
  const std::string& budget = answers.at("budget");
  if (!budget.empty()) out += "budget:  " + budget + "   # no run starts that would pass it\n";
  return out;
}

}  // namespace

InitDialogue::InitDialogue(Preview preview, InitSurroundings here)
    : preview_(std::move(preview)), here_(std::move(here)), questions_(QuestionsFor({}, here_)) {}

std::string InitDialogue::standard() const {
  auto given = given_.find(question().name);
  return given != given_.end() ? given->second : question().standard;
}

Status InitDialogue::Answer(const std::string& typed) {
  std::string text(Trim(typed));
  if (text == "<") {
    if (at_ > 0) --at_;
    return Done{};
  }
  if (text.empty()) text = standard();
  if (text == "-" && question().may_be_empty) text.clear();
  Answers changed = given_;
  changed[question().name] = text;
  TRENA_CHECK(Check(changed));
  given_ = std::move(changed);
  questions_ = QuestionsFor(given_, here_);
  ++at_;
  return Done{};
}

Status InitDialogue::Check(const Answers& given) const {
  Answers all = Complete(given, here_);
  TRENA_CHECK(ParseMore(all.at("more")));
  std::vector<std::string> metrics = ListOf(all.at("response"));
  if (metrics.empty()) return InputError("name at least one metric");
  for (const std::string& metric : metrics) {
    all["response"] = metric;  // so that each is one there is
    TRENA_CHECK(preview_(TextOf(all)));
  }
  return Done{};
}

std::string InitDialogue::StudyText() const { return TextOf(Complete(given_, here_)); }

std::string InitDialogue::Summary() const {
  Result<std::string> runs = preview_(StudyText());
  return runs.ok() ? runs.value() : "";
}

}  // namespace trena
