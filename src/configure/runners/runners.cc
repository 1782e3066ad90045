// SPDX-License-Identifier: Apache-2.0
#include "configure/runners/runners.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <cstring>

#include "configure/install/framework_environment.h"
#include "configure/networks/layer_limits.h"
#include "configure/networks/layer_reader.h"
#include "core/files.h"
#include "core/sha256.h"
#include "core/source.h"
#include "core/text/text.h"
#include "core/yaml.h"

namespace trena {
namespace {

std::vector<std::string> ReadWords(Source& source, const YAML::Node& node) {
  std::vector<std::string> words;
  if (!node.IsSequence()) source.Add(PlaceOf(node), "expected a list");
  for (const auto& word : node) {
    if (word.IsScalar()) words.push_back(word.Scalar());
  }
  return words;
}

// It becomes a part of a folder's name.
bool IsVersion(const std::string& text) {
  auto fits = [](unsigned char c) { return std::isalnum(c) || c == '.' || c == '_' || c == '+'; };
  return !text.empty() && text.size() <= 50 && std::isalnum(static_cast<unsigned char>(text[0])) &&
         std::all_of(text.begin(), text.end(), fits);
}

// Reads a runner.yaml; diagnostics go to the source.
class RunnerReader {
 public:
  RunnerReader(const fs::path& folder, Source& source) : folder_(folder), source_(source) {}

  std::vector<Runner> Read(const YAML::Node& root) {
    ReadMap(source_, root, "the runner",
            {{"framework", [&](auto& n) { runner_.framework = n.Scalar(); }},
             {"version", [&](auto& n) { runner_.version = n.Scalar(); }},
             {"versions", [&](auto& n) { ReadVersions(n); }},
             {"cpu_index", [&](auto& n) { cpu_index_ = n.Scalar(); }},
             {"command", [&](auto& n) { runner_.command = ReadWords(source_, n); }},
             {"devices", [&](auto& n) { runner_.devices = ReadWords(source_, n); }},
             {"precisions", [&](auto& n) { runner_.precisions = ReadWords(source_, n); }},
             {"cannot", [&](auto& n) { runner_.cannot = ReadLimits(n); }},
             {"values", [&](auto& n) { runner_.values = ReadWords(source_, n); }},
             {"blas", [&](auto& n) { ReadBlas(n); }},
             {"simulated", [&](auto& n) { runner_.simulated = n.Scalar() == "true"; }}});
    if (runner_.framework.empty() || runner_.command.empty()) {
      source_.Add({}, "a runner needs `framework` and `command`");
    }
    if (!versions_.empty()) CheckInstalled();
    if (!source_.diagnostics().empty()) return {};
    if (!runner_.blas.empty()) runner_.values.emplace_back(kBlas);
    runner_.folder = folder_;
    FindFiles();
    return versions_.empty() ? std::vector<Runner>{runner_} : OnePerVersion();
  }

 private:
  void ReadBlas(const YAML::Node& node) {
    ForEachEntry(source_, node, "`blas`", [&](const YAML::Node& key, const YAML::Node& value) {
      auto choice = ParseBlasChoice(key.Scalar(), value.IsScalar() ? value.Scalar() : "");
      if (choice) runner_.blas.push_back(std::move(*choice));
      if (!choice) source_.Add(PlaceOf(value), "a BLAS is chosen by `VARIABLE=VALUE`");
    });
  }

  // What of a runner differs from version to version.
  struct Version {
    std::string name;
    Recipe recipe;
    std::optional<std::vector<std::string>> precisions = std::nullopt, values = std::nullopt,
                                            devices = std::nullopt;
  };

  void ReadVersions(const YAML::Node& node) {
    ForEachEntry(source_, node, "`versions`", [&](const YAML::Node& key, const YAML::Node& value) {
      if (!IsVersion(key.Scalar())) {
        source_.Add(PlaceOf(key), "a version is letters, digits, . and _, like 2.2.0");
        return;
      }
      versions_.push_back(ReadVersion(key, value));
    });
  }

  Version ReadVersion(const YAML::Node& key, const YAML::Node& node) {
    Version version{key.Scalar(), {}};
    Recipe& recipe = version.recipe;
    bool sized = false;
    ReadMap(source_, node, "the version",
            {{"lock", [&](auto& n) { recipe.lock = ReadOwnFile(n, "a lock file"); }},
             {"install", [&](auto& n) { recipe.install = ReadOwnFile(n, "an installer"); }},
             {"python", [&](auto& n) { recipe.python = ReadRange(n); }},
             {"precisions", [&](auto& n) { version.precisions = ReadWords(source_, n); }},
             {"values", [&](auto& n) { version.values = ReadWords(source_, n); }},
             {"devices", [&](auto& n) { version.devices = ReadWords(source_, n); }},
             {"download", [&](auto& n) { recipe.size.download = ReadSize(n); }},
             {"disk",
              [&](auto& n) {
                recipe.size.disk = ReadSize(n);
                sized = true;
              }},
             {"cpu", [&](auto& n) { recipe.cpu_size = ReadSizes(n); }}});
    if (recipe.lock.empty() || recipe.python.newest == 0 || !sized) {
      source_.Add(PlaceOf(key), "a version needs `lock`, `python`, `download` and `disk`");
    }
    return version;
  }

  std::vector<std::string> ReadLimits(const YAML::Node& node) {
    const std::vector<std::string> words = ReadWords(source_, node);
    std::vector<std::string> known = {kFloat64Rates};
    for (const LayerLimit& limit : LayerLimits()) known.push_back(limit.name);
    for (const std::string& word : words) {
      if (std::find(known.begin(), known.end(), word) != known.end()) continue;
      source_.Add(PlaceOf(node), fmt::format("`{}` is nothing that a framework cannot do", word),
                  DidYouMeanOneOf(word, known));
    }
    return words;
  }

  InstallSize ReadSizes(const YAML::Node& node) {
    InstallSize size;
    ReadMap(source_, node, "`cpu`",
            {{"download", [&](auto& n) { size.download = ReadSize(n); }},
             {"disk", [&](auto& n) { size.disk = ReadSize(n); }}});
    return size;
  }

  fs::path ReadOwnFile(const YAML::Node& node, const char* what) {
    auto name = ScalarText(source_, node, "the name of a file in this folder");
    bool plain = name && !name->empty() && fs::path(*name).filename() == *name && *name != "..";
    if (name && !plain) {
      source_.Add(PlaceOf(node), fmt::format("{} lies in the runner's own folder", what));
    }
    return plain ? fs::absolute(folder_) / *name : fs::path("?");
  }

  PythonRange ReadRange(const YAML::Node& node) {
    auto range = ParsePythonRange(node.IsScalar() ? node.Scalar() : "");
    if (!range) source_.Add(PlaceOf(node), "expected a range of Pythons, like 3.8-3.12");
    return range.value_or(PythonRange{0, 1});
  }

  Bytes ReadSize(const YAML::Node& node) {
    Result<Bytes> size = ParseBytes(node.IsScalar() ? node.Scalar() : "");
    if (size.ok()) return size.value();
    source_.Add(PlaceOf(node), size.error().message());
    return {};
  }

  void CheckInstalled() {
    if (!IsName(runner_.framework)) {
      source_.Add({}, "the name of a framework is letters, digits, _ and -, a letter first");
    }
    if (!runner_.version.empty()) source_.Add({}, "a runner has `version` or `versions`, not both");
    if (!runner_.command.empty() && runner_.command[0] != "python" && !HasInstallers()) {
      source_.Add({}, "the command of a framework that is installed begins with `python`");
    }
  }

  // Whether what is installed is no Python: then the command is a program of this folder.
  bool HasInstallers() const {
    return std::all_of(versions_.begin(), versions_.end(),
                       [](const Version& version) { return !version.recipe.install.empty(); });
  }

  // Makes the program's path absolute, and with an environment's Python those of its files.
  void FindFiles() {
    auto absolute = [&](const std::string& word) {
      return (fs::absolute(folder_) / word).lexically_normal();
    };
    if (HasInstallers()) {  // or nothing to install at all
      runner_.command[0] = absolute(runner_.command[0]).string();
      return;
    }
    for (size_t i = 1; i < runner_.command.size(); ++i) {
      std::error_code ignored;
      fs::path path = absolute(runner_.command[i]);
      if (fs::is_regular_file(path, ignored)) runner_.command[i] = path.string();
    }
  }

  std::vector<Runner> OnePerVersion() {
    std::vector<Runner> runners;
    for (Version& version : versions_) {
      Runner runner = runner_;
      runner.version = version.name;
      runner.recipe = std::move(version.recipe);
      runner.recipe->cpu_index = cpu_index_;
      if (version.precisions) runner.precisions = std::move(*version.precisions);
      if (version.values) runner.values = std::move(*version.values);
      if (version.devices) runner.devices = std::move(*version.devices);
      runners.push_back(std::move(runner));
    }
    return runners;
  }

  const fs::path& folder_;
  Source& source_;
  Runner runner_;
  std::string cpu_index_;
  std::vector<Version> versions_;
};

Result<std::vector<Runner>> ReadRunners(const fs::path& folder) {
  fs::path path = folder / "runner.yaml";
  Result<std::string> text = ReadFile(path, kLargestYaml);
  if (!text.ok()) return InputError(text.error().message());
  Source source(path.string(), text.value());
  auto root = LoadYaml(source);
  if (!root) return source.ToError();
  std::vector<Runner> runners = RunnerReader(folder, source).Read(*root);
  if (!source.diagnostics().empty()) return source.ToError();
  return runners;
}

// How far apart, part by part: 2.3.0 and 2.15.0 are {0, 12, 0} apart.
std::vector<long> Distance(const std::string& a, const std::string& b) {
  std::vector<std::string> left = Split(a, '.'), right = Split(b, '.');
  std::vector<long> distance;
  for (size_t i = 0; i < std::max(left.size(), right.size()); ++i) {
    auto part = [&](const std::vector<std::string>& parts) {
      int number = 0;
      if (i < parts.size()) {
        std::from_chars(parts[i].data(), parts[i].data() + parts[i].size(), number);
      }
      return static_cast<long>(number);
    };
    distance.push_back(std::abs(part(left) - part(right)));
  }
  return distance;
}

std::string OrNothing(const Result<std::string>& text) { return text.ok() ? text.value() : ""; }

}  // namespace

Result<std::vector<Runner>> FindRunners(const std::vector<fs::path>& folders) {
  std::vector<Runner> runners;
  for (const fs::path& folder : folders) {
    TRENA_ASSIGN(std::vector<std::string> names, ListFolder(folder));
    for (const std::string& name : names) {
      std::error_code ignored;
      if (!fs::exists(folder / name / "runner.yaml", ignored)) continue;
      TRENA_ASSIGN(std::vector<Runner> found, ReadRunners(folder / name));
      std::move(found.begin(), found.end(), std::back_inserter(runners));
    }
  }
  return runners;
}

FrameworkVersions VersionsOf(const std::vector<Runner>& runners) {
  FrameworkVersions versions;
  for (const Runner& runner : runners) versions[runner.framework].push_back(runner.version);
  // 2.10 is newer than 2.9. A build for something, 1.0+gpu, comes after all that is for anything.
  auto newer = [](const std::string& a, const std::string& b) {
    const auto is_plain = [](const std::string& version) {
      return version.find('+') == version.npos;
    };
    const bool a_plain = is_plain(a), b_plain = is_plain(b);
    return a_plain != b_plain ? a_plain : strverscmp(a.c_str(), b.c_str()) > 0;
  };
  for (auto& [framework, list] : versions) {
    std::sort(list.begin(), list.end(), newer);
    // The same in two folders: the first is used.
    list.erase(std::unique(list.begin(), list.end()), list.end());
  }
  return versions;
}

const Runner* FindRunner(const std::vector<Runner>& runners, const Scenario& scenario) {
  auto fits = [&](const Runner& runner) {
    return runner.framework == scenario.framework && runner.version == scenario.framework_version;
  };
  auto found = std::find_if(runners.begin(), runners.end(), fits);
  return found != runners.end() ? &*found : nullptr;
}

std::string NearestVersion(const std::string& version, const std::vector<std::string>& versions) {
  return *std::min_element(versions.begin(), versions.end(),
                           [&](const std::string& a, const std::string& b) {
                             return Distance(version, a) < Distance(version, b);
                           });
}

std::string Sha256OfRunner(const Runner& runner) {
  return Sha256(OrNothing(ReadFile(runner.folder / "runner.yaml", kLargestYaml)) +
                IdentityOf(runner));
}

std::string FullName(const Runner& runner) { return runner.framework + "@" + runner.version; }

std::string IdentityOf(const Runner& runner) {
  std::string text = FullName(runner);
  if (runner.recipe) text += OrNothing(RecipeSha256(*runner.recipe));
  std::vector<fs::path> files;
  for (const std::string& word : runner.command) {
    fs::path folder = fs::path(word).parent_path();
    std::error_code ignored;
    bool first = &word == &runner.command[0];
    bool installed = runner.recipe && first == runner.runs_python();  // the environment's
    if (installed || !fs::is_regular_file(word, ignored)) continue;
    files.emplace_back(word);
    for (const fs::path& beside : {folder, folder.parent_path() / "common"}) {
      auto names = ListFolder(beside);
      if (!names.ok()) continue;
      for (const std::string& name : names.value()) {
        if (name.ends_with(".py")) files.push_back(beside / name);
      }
    }
  }
  for (const fs::path& file : files) text += OrNothing(Sha256OfFile(file));
  return Sha256(text);
}

}  // namespace trena
