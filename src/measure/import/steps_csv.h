// SPDX-License-Identifier: Apache-2.0
// The two tables that the library study's script makes of its logs (Trindade 2017, annex C), in its
// own form: lines end with CRLF, losses and seconds as they were written, all rows.
//
//   loss_lsc5_caffe.csv    #network,mode,batch,step,loss,time
//   times_lsc5_caffe.csv   #network,mode,batch,avg_time          seconds of an iteration
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "core/process/descriptor.h"
#include "core/result.h"
#include "measure/import/logged_run.h"

namespace trena {

class StepsCsv {
 public:
  // In `folder`, which is made. `names`: of the columns before the step's.
  static Result<StepsCsv> Open(const std::filesystem::path& folder, const std::string& machine,
                               const std::string& library, const std::vector<std::string>& names);

  // The rows that follow are of a log with these.
  void Begin(const std::vector<std::string>& values);
  void Add(const LoggedStep& step);
  // Its mean, where it has a time.
  void End();

  // Puts both in place; gives their paths.
  Result<std::vector<std::string>> Finish();

 private:
  void Flush();

  std::filesystem::path loss_path_, times_path_;
  Descriptor loss_;
  std::string buffer_;
  std::string times_;
  std::string begin_;  // of every row of the log
  double sum_ = 0;
  int64_t count_ = 0;
  bool failed_ = false;
};

}  // namespace trena
