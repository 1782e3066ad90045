// SPDX-License-Identifier: Apache-2.0
#include "measure/import/steps_csv.h"

#include <fmt/format.h>

#include <cerrno>

#include "core/csv.h"
#include "core/files.h"
#include "core/open_file.h"
#include "core/text/text.h"
#include "measure/import/log_numbers.h"

namespace trena {
namespace {

constexpr size_t kCsvBlock = size_t{1} << 16;
constexpr const char* kPart = ".part";

std::filesystem::path WithPart(std::filesystem::path path) { return path += kPart; }

// No name of a file that leaves the folder.
std::string FileWord(const std::string& word) {
  std::string name = word;
  for (char& c : name) {
    if (c == '/' || c == '\\' || static_cast<unsigned char>(c) < 0x20) c = '_';
  }
  return name;
}

// As it was written; what is no number may be anything.
std::string NumberCell(std::string_view text) {
  return LogNumber(text) ? std::string(text) : CsvCell(std::string(text));
}

// As Python prints a float: 0.29, and 1.0 for a whole one.
std::string PythonNumber(double number) {
  std::string text = fmt::format("{}", number);
  return text.find_first_of(".en") == std::string::npos ? text + ".0" : text;
}

}  // namespace

Result<StepsCsv> StepsCsv::Open(const std::filesystem::path& folder, const std::string& machine,
                                const std::string& library, const std::vector<std::string>& names) {
  TRENA_CHECK(MakeFolder(folder));
  const std::string name = FileWord(machine) + "_" + FileWord(library) + ".csv";
  StepsCsv csv;
  csv.loss_path_ = folder / ("loss_" + name);
  csv.times_path_ = folder / ("times_" + name);
  TRENA_ASSIGN(csv.loss_, OpenNew(WithPart(csv.loss_path_)));
  const std::string head = "#" + Join(names, ",");
  csv.buffer_ = head + ",step,loss,time\r\n";
  csv.times_ = head + ",avg_time\r\n";
  return csv;
}

void StepsCsv::Begin(const std::vector<std::string>& values) {
  std::vector<std::string> cells;
  for (const std::string& value : values) cells.push_back(CsvCell(value));
  begin_ = Join(cells, ",") + ",";
  sum_ = 0;
  count_ = 0;
}

void StepsCsv::Add(const LoggedStep& step) {
  fmt::format_to(std::back_inserter(buffer_), "{}{},{},{}\r\n", begin_, step.iteration,
                 NumberCell(step.loss), NumberCell(step.seconds));
  if (buffer_.size() >= kCsvBlock) Flush();
  if (const auto seconds = LogSeconds(step.seconds)) {
    sum_ += *seconds;
    ++count_;
  }
}

void StepsCsv::End() {
  if (count_ == 0) return;
  times_ += begin_ + PythonNumber(sum_ / static_cast<double>(count_)) + "\r\n";
}

void StepsCsv::Flush() {
  for (std::string_view rest = buffer_; !rest.empty() && !failed_;) {
    const ssize_t written = write(loss_.number(), rest.data(), rest.size());
    failed_ = written < 0 && errno != EINTR;
    if (written > 0) rest.remove_prefix(static_cast<size_t>(written));
  }
  buffer_.clear();
}

Result<std::vector<std::string>> StepsCsv::Finish() {
  Flush();
  if (failed_) return FileError("write", loss_path_);
  if (rename(WithPart(loss_path_).c_str(), loss_path_.c_str()) != 0) {
    return FileError("replace", loss_path_);
  }
  TRENA_CHECK(WriteFileWhole(times_path_, times_));
  return std::vector<std::string>{loss_path_.string(), times_path_.string()};
}

}  // namespace trena
