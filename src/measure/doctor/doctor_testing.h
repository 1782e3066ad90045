// SPDX-License-Identifier: Apache-2.0
// For tests of the checks: a machine of two CPUs made of files in a folder, seen twice ten seconds
// apart.
#pragma once

#include <string>

#include "configure/testing.h"
#include "measure/doctor/doctor_checks.h"

namespace trena {

class CheckTest : public testing::Test {
 protected:
  CheckTest() {
    view_.root = folder_.path().string();
    view_.cpus = {0, 1};
    view_.before.t = 100;
    view_.after.t = 110;
  }

  void Put(const std::string& path, const std::string& text) {
    fs::create_directories((folder_.path() / path).parent_path());
    folder_.Write(path, text);
  }

  // "level: seen"; empty when the check is silent.
  static std::string Said(const Found& found) {
    return found ? std::string(ToString(found->level)) + ": " + found->seen.english : "";
  }

  // CPU seconds of the whole machine between the two instants.
  void Use(double busy, double idle, double steal) {
    view_.before.total = view_.before.idle = view_.before.steal = 64;
    view_.after.total = 64 + busy + idle + steal;
    view_.after.idle = 64 + idle;
    view_.after.steal = 64 + steal;
  }

  TestFolder folder_;
  DoctorView view_;
};

}  // namespace trena
