// SPDX-License-Identifier: Apache-2.0
#include "configure/data/png_rows.h"

#include <fmt/format.h>
#include <png.h>

#include <algorithm>
#include <cstring>
#include <utility>

namespace trena {
namespace {

// Releases what libpng's simplified reader holds.
struct Reader {
  png_image image{};
  Reader() { image.version = PNG_IMAGE_VERSION; }
  Reader(const Reader&) = delete;
  Reader& operator=(const Reader&) = delete;
  ~Reader() { png_image_free(&image); }
};

// All pixels of a file whose rows are `row_bytes` long.
Result<std::vector<uint8_t>> ReadPng(const fs::path& path, size_t row_bytes) {
  Reader reader;
  if (png_image_begin_read_from_file(&reader.image, path.c_str()) == 0) {
    return Error(fmt::format("{}: {}", path.string(), reader.image.message));
  }
  // Any other format would be converted, and no longer be the bytes of the data set.
  if (reader.image.format != PNG_FORMAT_RGB || reader.image.width * size_t{3} != row_bytes) {
    return Error(
        fmt::format("{} is not 8-bit RGB with rows of {} bytes", path.string(), row_bytes));
  }
  std::vector<uint8_t> pixels(PNG_IMAGE_SIZE(reader.image));
  if (png_image_finish_read(&reader.image, nullptr, pixels.data(), 0, nullptr) == 0) {
    return Error(fmt::format("{}: {}", path.string(), reader.image.message));
  }
  return pixels;
}

// Of a whole number: taken as it is, a larger one would become another that may well be a class.
bool IsInt32(const Json& whole) {
  if (whole.is_number_unsigned()) return std::in_range<int32_t>(whole.get<uint64_t>());
  return std::in_range<int32_t>(whole.get<int64_t>());
}

Result<std::vector<int32_t>> ReadLabels(const fs::path& path, int total, int count) {
  TRENA_ASSIGN(std::string text, ReadFile(path, size_t{16} << 20));
  TRENA_ASSIGN(Json json, ParseJson(text));
  if (!json.is_array() || json.size() != static_cast<size_t>(total)) {
    return Error(fmt::format("{} is not a list of {} labels", path.string(), total));
  }
  std::vector<int32_t> labels;
  for (const Json& label : json) {
    if (!label.is_number_integer()) return Error(path.string() + " holds something but numbers");
    if (!IsInt32(label))
      return Error(fmt::format("{} is no label ({})", label.dump(), path.string()));
    labels.push_back(label.get<int32_t>());
  }
  labels.resize(static_cast<size_t>(count));
  return labels;
}

}  // namespace

Result<Images> ReadPngRows(const Dataset& dataset, const DatasetPart& part, const fs::path& folder,
                           int count) {
  const int size = dataset.native.value();
  const size_t image_bytes = size_t{1} * size * size * dataset.channels;
  const size_t wanted = image_bytes * static_cast<size_t>(count);
  std::vector<uint8_t> pixels;
  for (const std::string& file : part.images) {
    if (pixels.size() >= wanted) break;
    TRENA_ASSIGN(std::vector<uint8_t> more, ReadPng(folder / file, image_bytes));
    pixels.insert(pixels.end(), more.begin(), more.end());
  }
  if (pixels.size() < wanted) return Error(fmt::format("{} has too few images", dataset.package));
  pixels.resize(wanted);
  TRENA_ASSIGN(auto labels, ReadLabels(folder / part.labels, part.count, count));
  TRENA_CHECK(CheckLabels(labels, dataset.classes));
  return InMemory(size, dataset.channels, std::move(pixels), std::move(labels));
}

}  // namespace trena
