// SPDX-License-Identifier: Apache-2.0
#include "configure/data/listed_images.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <fstream>
#include <thread>

#include "configure/data/decode.h"
#include "core/npy/npy.h"
#include "core/sha256.h"
#include "core/text/text.h"

namespace trena {
namespace {

constexpr size_t kImagesPerCpu = 8;
constexpr size_t kLargestFile = size_t{1} << 28;
constexpr size_t kMostBrokenNamed = 5;
constexpr int kListedChannels = 3;

// One image of a batch, before and after a thread had it.
struct ListedTask {
  ListedImage image;
  std::optional<Error> error;  // ends everything
  Result<DecodedImage> decoded = DecodedImage();
};

void DecodeOne(const ListedPart& part, ListedTask& task) {
  const fs::path path = part.root / task.image.path;
  const Result<std::string> bytes = ReadFile(path, kLargestFile);
  if (!bytes.ok()) {
    task.error = bytes.error();
  } else if (Sha256(bytes.value()) != task.image.sha256) {
    task.error = Error(ForTerminal(path.string()) +
                       " changed since its checksum was taken: give the command again");
  } else {
    task.decoded = DecodeImage(bytes.value(), part.size);
  }
}

void DecodeAll(const ListedPart& part, std::vector<ListedTask>& tasks) {
  std::atomic<size_t> next = 0;
  const auto work = [&] {
    for (size_t i = next++; i < tasks.size(); i = next++) DecodeOne(part, tasks[i]);
  };
  const size_t cpus = std::max(1U, std::thread::hardware_concurrency());
  std::vector<std::thread> others;
  for (size_t i = 1; i < std::min(cpus, tasks.size()); ++i) others.emplace_back(work);
  work();
  for (std::thread& thread : others) thread.join();
}

std::string ImagesHeader(const ListedPart& part, int count) {
  return NpyHeaderBytes(DType::kUint8, {count, part.size, part.size, kListedChannels});
}

// The same header in as many bytes as a longer one had: spaces before its last newline.
std::string Stretched(std::string header, size_t size) {
  header.insert(header.size() - 1, size - header.size(), ' ');
  constexpr size_t kBeforeText = 10;  // magic, version and the text's length in two bytes
  const size_t text = size - kBeforeText;
  header[8] = static_cast<char>(text & 0xFF);
  header[9] = static_cast<char>(text >> 8);
  return header;
}

class ListedWriter {
 public:
  explicit ListedWriter(const ListedPart& part)
      : part_(part), header_(ImagesHeader(part, part.wanted)) {
    file_.open(part.images, std::ios::binary);
    file_ << header_;
  }

  const ListedCounts& counts() const { return counts_; }
  bool full() const { return counts_.written == part_.wanted; }

  Status Take(const ListedTask& task) {
    if (task.error) return *task.error;
    if (full()) return Done{};
    ++counts_.looked_at;
    if (!task.decoded.ok()) {
      ++counts_.broken;
      if (counts_.broken_ones.size() == kMostBrokenNamed) return Done{};
      counts_.broken_ones.push_back(ForTerminal(task.image.path) + " " +
                                    task.decoded.error().message());
      return Done{};
    }
    const DecodedImage& decoded = task.decoded.value();
    counts_.cmyk += decoded.cmyk ? 1 : 0;
    counts_.deep += decoded.deep ? 1 : 0;
    ++counts_.written;
    labels_.push_back(task.image.label);
    file_.write(reinterpret_cast<const char*>(decoded.pixels.data()),
                static_cast<std::streamsize>(decoded.pixels.size()));
    return file_ ? Status(Done{}) : FileError("write", part_.images);
  }

  Status Finish() {
    if (counts_.written < part_.wanted) {
      file_.seekp(0);
      file_ << Stretched(ImagesHeader(part_, counts_.written), header_.size());
    }
    file_.close();
    if (!file_) return FileError("write", part_.images);
    return WriteFile(part_.labels, ToNpy(Array::Of<int32_t>({counts_.written}, labels_)));
  }

 private:
  const ListedPart& part_;
  std::string header_;
  std::ofstream file_;
  std::vector<int32_t> labels_;
  ListedCounts counts_;
};

}  // namespace

void ListedCounts::Add(const ListedCounts& more) {
  written += more.written;
  looked_at += more.looked_at;
  broken += more.broken;
  cmyk += more.cmyk;
  deep += more.deep;
  broken_ones.insert(broken_ones.end(), more.broken_ones.begin(), more.broken_ones.end());
  if (broken_ones.size() > kMostBrokenNamed) broken_ones.resize(kMostBrokenNamed);
}

Result<ListedCounts> WriteListed(ListingReader& listing, const ListedPart& part, int64_t done,
                                 int64_t total, const Report& report) {
  ListedWriter writer(part);
  const size_t most = kImagesPerCpu * std::max(1U, std::thread::hardware_concurrency());
  for (int read = 0; read < part.listed;) {
    std::vector<ListedTask> tasks;
    for (; read < part.listed && tasks.size() < most; ++read) {
      TRENA_ASSIGN(ListedImage image, listing.Next());
      if (!writer.full()) tasks.push_back({std::move(image), {}});
    }
    DecodeAll(part, tasks);
    for (const ListedTask& task : tasks) TRENA_CHECK(writer.Take(task));
    report.Progress(done + writer.counts().written, total);
  }
  TRENA_CHECK(writer.Finish());
  return writer.counts();
}

std::string BrokenText(const ListedCounts& counts) {
  const int others = counts.broken - static_cast<int>(counts.broken_ones.size());
  return fmt::format("{} of {} images cannot be read: {}{}", counts.broken, counts.looked_at,
                     Join(counts.broken_ones, "; "),
                     others > 0 ? fmt::format("; and {} more", others) : "");
}

}  // namespace trena
