// SPDX-License-Identifier: Apache-2.0
#include "configure/data/idx.h"

#include <fmt/format.h>
#include <zlib.h>

#include <memory>

namespace trena {
namespace {

struct CloseGzip {
  void operator()(gzFile_s* file) const { gzclose(file); }
};

// Exactly `count` bytes.
Status ReadBytes(gzFile_s* file, const fs::path& path, uint8_t* out, size_t count) {
  constexpr size_t kPiece = size_t{1} << 24;
  for (size_t done = 0; done < count;) {
    int got = gzread(file, out + done, static_cast<unsigned>(std::min(kPiece, count - done)));
    if (got <= 0) return Error(fmt::format("{} is damaged or ends early", path.string()));
    done += static_cast<size_t>(got);
  }
  return Done{};
}

// The first `count` items of a file whose items have the given sizes.
Result<std::vector<uint8_t>> ReadItems(const fs::path& path, const std::vector<uint32_t>& sizes,
                                       uint32_t total, size_t count) {
  std::unique_ptr<gzFile_s, CloseGzip> file(gzopen(path.c_str(), "rb"));
  if (!file) return Error(fmt::format("cannot open {}", path.string()));
  // The magic: bytes (0x08) in 1 + sizes dimensions.
  std::vector<uint32_t> expected{static_cast<uint32_t>(0x801 + sizes.size()), total};
  expected.insert(expected.end(), sizes.begin(), sizes.end());
  size_t item = 1;
  for (uint32_t size : sizes) item *= size;
  for (uint32_t wanted : expected) {
    uint8_t bytes[4];
    TRENA_CHECK(ReadBytes(file.get(), path, bytes, sizeof bytes));
    uint32_t found = uint32_t{bytes[0]} << 24 | bytes[1] << 16 | bytes[2] << 8 | bytes[3];
    if (found != wanted) {
      return Error(
          fmt::format("{}: {} in its header where {} should be", path.string(), found, wanted));
    }
  }
  std::vector<uint8_t> out(item * count);
  TRENA_CHECK(ReadBytes(file.get(), path, out.data(), out.size()));
  return out;
}

}  // namespace

Result<Images> ReadIdx(const Dataset& dataset, const DatasetPart& part, const fs::path& folder,
                       int count) {
  auto path = [&](const std::string& file) { return folder / fs::path(file).filename(); };
  auto size = static_cast<uint32_t>(dataset.native.value());
  auto total = static_cast<uint32_t>(part.count);
  auto wanted = static_cast<size_t>(count);
  TRENA_ASSIGN(auto pixels, ReadItems(path(part.images.at(0)), {size, size}, total, wanted));
  TRENA_ASSIGN(auto bytes, ReadItems(path(part.labels), {}, total, wanted));
  std::vector<int32_t> labels(bytes.begin(), bytes.end());
  TRENA_CHECK(CheckLabels(labels, dataset.classes));
  return InMemory(*dataset.native, dataset.channels, std::move(pixels), std::move(labels));
}

}  // namespace trena
