// SPDX-License-Identifier: Apache-2.0
#include "measure/import/import_formats.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>

#include <cstring>

#include "core/files.h"
#include "core/open_file.h"
#include "core/text/text.h"
#include "measure/import/formats/log_formats.h"

namespace trena {
namespace {

constexpr size_t kLogBlock = size_t{1} << 18;

// Lines out of a block after the other; what is cut by a block's end waits for the next.
class LogLines {
 public:
  LogLines(LogReader& reader, LoggedRun& run) : reader_(reader), run_(run) {}

  void Add(std::string_view block) {
    for (size_t end = block.find('\n'); end != std::string_view::npos; end = block.find('\n')) {
      if (rest_.empty() && !too_long_) {
        Take(block.substr(0, end));
      } else {
        Wait(block.substr(0, end));
        End();
      }
      block.remove_prefix(end + 1);
    }
    Wait(block);
  }

  void End() {
    if (!too_long_ && !rest_.empty()) Take(rest_);
    if (too_long_) run_.Odd("long_line", ++number_);
    rest_.clear();
    too_long_ = false;
  }

 private:
  void Wait(std::string_view part) {
    too_long_ = too_long_ || rest_.size() + part.size() > kLongestLogLine;
    if (too_long_) rest_.clear();
    if (!too_long_) rest_ += part;
  }

  void Take(std::string_view line) {
    if (line.ends_with('\r')) line.remove_suffix(1);
    reader_.Take(line, ++number_, run_);
  }

  LogReader& reader_;
  LoggedRun& run_;
  std::string rest_;
  bool too_long_ = false;
  size_t number_ = 0;
};

bool SameFile(const struct stat& a, const struct stat& b) {
  return a.st_size == b.st_size && a.st_mtim.tv_sec == b.st_mtim.tv_sec &&
         a.st_mtim.tv_nsec == b.st_mtim.tv_nsec;
}

}  // namespace

const std::vector<ImportFormat>& ImportFormats() {
  static const std::vector<ImportFormat> formats = {
      {"caffe", "caffe", "Iteration lines of Caffe's solver", MakeCaffeLog},
      {"tensorflow", "tensorflow", "global step lines of TensorFlow 1 and slim", MakeTensorFlowLog},
      {"keras", "tensorflow", "a table of Keras' CSVLogger", MakeKerasLog},
      {"generic", "", "whatever --line says", MakeGenericLog},
  };
  return formats;
}

Result<const ImportFormat*> FindImportFormat(const std::string& name) {
  std::vector<std::string> names;
  for (const ImportFormat& format : ImportFormats()) {
    if (format.name == name) return &format;
    names.emplace_back(format.name);
  }
  return InputError(fmt::format("there is no reader of `{}`{}; there are: {}", ForTerminal(name),
                                DidYouMean(name, names), Join(names, ", ")));
}

Status ReadLog(const std::filesystem::path& path, LogReader& reader, LoggedRun& run) {
  TRENA_ASSIGN(const Descriptor file, OpenToRead(path));
  struct stat before{}, after{};
  if (fstat(file.number(), &before) != 0) return FileError("read", path);
  posix_fadvise(file.number(), 0, 0, POSIX_FADV_SEQUENTIAL);
  LogLines lines(reader, run);
  std::string block(kLogBlock, '\0');
  for (;;) {
    const ssize_t got = read(file.number(), block.data(), block.size());
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return FileError("read", path);
    if (got == 0) break;
    lines.Add(std::string_view(block).substr(0, static_cast<size_t>(got)));
  }
  lines.End();
  reader.End(run);
  if (fstat(file.number(), &after) != 0 || !SameFile(before, after)) {
    return InputError(fmt::format("{} changed while it was read: import it when it is written",
                                  ForTerminal(path.string())));
  }
  return Done{};
}

}  // namespace trena
