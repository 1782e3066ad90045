// SPDX-License-Identifier: Apache-2.0
// For tests: GPUs of a stand-in NVML library (tests/nvml/standin.cc), scripted by a text.
#pragma once

#include <cstdlib>
#include <fstream>
#include <string>

#include "configure/testing.h"
#include "measure/sensors/nvml/nvml.h"

namespace trena {

class NvmlStandIn {
 public:
  NvmlStandIn() { setenv("TRENA_NVML_STANDIN", (folder_.path() / "script").c_str(), 1); }
  ~NvmlStandIn() { unsetenv("TRENA_NVML_STANDIN"); }
  NvmlStandIn(const NvmlStandIn&) = delete;
  NvmlStandIn& operator=(const NvmlStandIn&) = delete;

  void Say(const std::string& script) const { std::ofstream(folder_.path() / "script") << script; }
  static std::string Library(const std::string& name = "standin") {
    return std::string(TRENA_BUILD_DIR) + "/tests/nvml/libnvml-" + name + ".so";
  }
  // With the script as it is now.
  static std::shared_ptr<Nvml> Open(const std::string& name = "standin") {
    Result<std::shared_ptr<Nvml>> nvml = Nvml::Open(Library(name));
    EXPECT_TRUE(nvml.ok()) << nvml.error().message();
    return nvml.ok() ? nvml.value() : nullptr;
  }

 private:
  TestFolder folder_;
};

// One device of which all is known.
constexpr const char* kWholeDevice =
    "driver 550.54\n0 name Tesla-T4\n0 uuid GPU-8932f937\n0 pct 80\n0 total 16000\n0 used 4000\n"
    "0 milliwatts 70500\n0 millijoules 5000\n0 celsius 61\n0 sm_mhz 1590\n0 mem_mhz 5000\n"
    "0 bits 36\n0 process 4242 3000 75\n";

}  // namespace trena
