// SPDX-License-Identifier: Apache-2.0
#include "measure/sensors/kernel/traffic.h"

#include <filesystem>

namespace trena {
namespace {

namespace fs = std::filesystem;

constexpr size_t kMostCounted = 256;

void AddTo(Reading& sum, Reading value) {
  if (sum) sum = value ? Reading(*sum + *value) : std::nullopt;
}

}  // namespace

void Traffic::Begin() {
  devices_ = 0;
  in_.sum = 0;
  out_.sum = 0;
}

void Traffic::Add(Reading in, Reading out) {
  ++devices_;
  AddTo(in_.sum, in);
  AddTo(out_.sum, out);
}

void Traffic::End(double now, double unit, std::vector<Reading>& out) {
  bool others = devices_ != devices_before_;
  devices_before_ = devices_;
  for (Way* way : {&in_, &out_}) {
    if (others) way->counter = Counter();
    Reading rate = devices_ > 0 ? way->counter.Rate(now, way->sum) : std::nullopt;
    out.push_back(rate ? Reading(*rate * unit) : std::nullopt);
  }
}

std::vector<std::string> RealDevices(const std::string& folder) {
  std::vector<std::string> names;
  std::error_code error;
  for (fs::directory_iterator it(folder, error), end; !error && it != end; it.increment(error)) {
    std::error_code ignored;
    bool real = fs::exists(it->path() / "device", ignored);
    if (real && names.size() < kMostCounted) names.push_back(it->path().filename().string());
  }
  return names;
}

}  // namespace trena
