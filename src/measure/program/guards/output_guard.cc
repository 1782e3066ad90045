// SPDX-License-Identifier: Apache-2.0
// A program that prints for ever must not fill the disk. Counted is what the files take there, so a
// file with a hole in it is as small as it is.
#include <fmt/format.h>
#include <sys/stat.h>

#include "measure/program/guards/guard.h"
#include "store/cause.h"

namespace trena {
namespace {

constexpr uint64_t kBlock = 512;  // the unit of st_blocks, whatever the file system's

class OutputGuard : public Guard {
 public:
  explicit OutputGuard(const GuardContext& context)
      : limit_(context.options->largest_output), outputs_(OutputsOf(context.folder)) {}

  std::optional<GuardObjection> Look(double /*now*/) override {
    uint64_t total = 0;
    for (const auto& path : outputs_) {
      struct stat facts{};
      if (lstat(path.c_str(), &facts) == 0)
        total += static_cast<uint64_t>(facts.st_blocks) * kBlock;
    }
    if (total <= limit_.value) return std::nullopt;
    return GuardObjection{
        cause::kTooMuchOutput,
        fmt::format("its events and logs took more than {} on disk", ToString(limit_)), true};
  }

 private:
  Bytes limit_;
  std::vector<std::filesystem::path> outputs_;
};

}  // namespace

std::unique_ptr<Guard> MakeOutputGuard(const GuardContext& context) {
  return std::make_unique<OutputGuard>(context);
}

}  // namespace trena
