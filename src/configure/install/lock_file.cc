// SPDX-License-Identifier: Apache-2.0
#include "configure/install/lock_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <regex>

#include "core/sha256.h"
#include "core/source.h"
#include "core/text/text.h"

namespace trena {
namespace {

constexpr size_t kLargestLock = size_t{4} << 20;
constexpr size_t kLongestLine = 1000;  // std::regex recurses

// name==version, perhaps `; marker`. No address, no option.
const char* const kRequirement =
    R"(([A-Za-z0-9][A-Za-z0-9._-]*)==([A-Za-z0-9][A-Za-z0-9.+_!-]*)( *;[^#\\]*)?)";
const char* const kHash = R"(--hash=sha256:[0-9a-f]{64})";

std::string Normalized(std::string name) {
  for (char& c : name) {
    c = c == '_' || c == '.' ? '-' : static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  }
  return name;
}

class Reader {
 public:
  explicit Reader(Source& source) : source_(source) {}

  std::vector<LockedPackage> Read() {
    int number = 0;
    for (const std::string& line : Split(source_.text(), '\n')) ReadLine(line, ++number);
    EndPackage(number);
    if (packages_.empty()) source_.Add({}, "the lock file names no package");
    return std::move(packages_);
  }

 private:
  void ReadLine(const std::string& line, int number) {
    std::string text(Trim(line));
    if (text.empty() || text.starts_with('#')) return;
    if (text.ends_with('\\')) text = std::string(Trim(text.substr(0, text.size() - 1)));
    std::smatch parts;
    bool short_enough = text.size() <= kLongestLine;
    if (short_enough && std::regex_match(text, parts, requirement_)) {
      EndPackage(number);
      packages_.push_back({Normalized(parts[1]), parts[2], line + "\n"});
    } else if (short_enough && !packages_.empty() && std::regex_match(text, hash_)) {
      packages_.back().text += line + "\n";
      ++hashes_;
    } else {
      source_.Add({number, 1, 1}, "a lock file has only `name==version` and `--hash=sha256:…`");
    }
  }

  void EndPackage(int number) {
    if (!packages_.empty() && hashes_ == 0) {
      source_.Add({number, 1, 1}, fmt::format("no hash for {}", packages_.back().name));
    }
    hashes_ = 0;
  }

  Source& source_;
  std::regex requirement_{kRequirement};
  std::regex hash_{kHash};
  std::vector<LockedPackage> packages_;
  int hashes_ = 0;  // of the package being read
};

}  // namespace

Result<LockFile> ReadLockFile(const fs::path& path) {
  Result<std::string> text = ReadFile(path, kLargestLock);
  if (!text.ok()) return InputError(text.error().message());
  Source source(path.string(), text.value());
  LockFile lock{Sha256(text.value()), Reader(source).Read()};
  if (!source.diagnostics().empty()) return source.ToError();
  return lock;
}

std::vector<LockedPackage> WithoutCuda(const std::vector<LockedPackage>& packages) {
  std::vector<LockedPackage> kept;
  auto cuda_only = [](const LockedPackage& package) {
    return package.name == "torch" || package.name == "triton" ||
           package.name.starts_with("nvidia-") || package.name.starts_with("cuda-");
  };
  std::remove_copy_if(packages.begin(), packages.end(), std::back_inserter(kept), cuda_only);
  return kept;
}

}  // namespace trena
