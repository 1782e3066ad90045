// SPDX-License-Identifier: Apache-2.0
#include "configure/data/image_header.h"

#include <cstdlib>
#include <optional>

namespace trena {
namespace {

using namespace std::string_view_literals;

// Numbers at places of a text, little-endian or big-endian; nothing beyond its end.
class ByteReader {
 public:
  ByteReader(std::string_view bytes, bool little) : bytes_(bytes), little_(little) {}

  std::optional<uint32_t> Number(size_t at, size_t size) const {
    if (at > bytes_.size() || size > bytes_.size() - at) return std::nullopt;
    uint32_t number = 0;
    for (size_t i = 0; i < size; ++i) {
      const size_t place = at + (little_ ? size - 1 - i : i);
      number = number << 8 | static_cast<uint8_t>(bytes_[place]);
    }
    return number;
  }

 private:
  std::string_view bytes_;
  bool little_;
};

Error Cut() { return Error("is cut off in its header"); }

constexpr uint8_t kStartOfScan = 0xDA;
constexpr uint8_t kEndOfImage = 0xD9;

bool IsFrame(uint8_t marker) {  // SOF0 … SOF15, without DHT, JPG and DAC
  return marker >= 0xC0 && marker <= 0xCF && marker != 0xC4 && marker != 0xC8 && marker != 0xCC;
}

bool HasNoLength(uint8_t marker) { return marker == 0x01 || (marker >= 0xD0 && marker <= 0xD8); }

// The segments of a JPEG one after the other; what lies between two of them is passed over.
class JpegSegments {
 public:
  explicit JpegSegments(std::string_view bytes) : bytes_(bytes) {}

  // The next marker, or nothing at the end of the bytes. A scan's data, in which 0xFF stands before
  // 0 or a restart marker, is passed over.
  std::optional<uint8_t> Next() {
    while (at_ + 1 < bytes_.size()) {
      const auto marker = static_cast<uint8_t>(bytes_[at_ + 1]);
      const bool is_marker = bytes_[at_] == '\xFF' && marker != 0 && marker != 0xFF;
      ++at_;
      if (!is_marker || HasNoLength(marker)) continue;
      segment_ = ++at_;
      const auto length = ByteReader(bytes_, false).Number(segment_, 2);
      if (marker != kEndOfImage) at_ += length.value_or(2);
      return marker;
    }
    return std::nullopt;
  }

  size_t segment() const { return segment_; }  // of the marker that Next gave: its length is there

 private:
  std::string_view bytes_;
  size_t at_ = 2;
  size_t segment_ = 0;
};

Result<PictureHeader> ReadJpeg(std::string_view bytes) {
  JpegSegments segments(bytes);
  const ByteReader reader(bytes, false);
  while (const auto marker = segments.Next()) {
    if (*marker == kStartOfScan || *marker == kEndOfImage) break;
    if (!IsFrame(*marker)) continue;
    const size_t at = segments.segment();
    const auto bits = reader.Number(at + 2, 1), height = reader.Number(at + 3, 2),
               width = reader.Number(at + 5, 2), channels = reader.Number(at + 7, 1);
    if (!channels) return Cut();
    return PictureHeader{PictureFormat::kJpeg, *width, *height, static_cast<int>(*bits),
                         *channels == 4};
  }
  return Cut();
}

Result<PictureHeader> ReadPng(std::string_view bytes) {
  const ByteReader reader(bytes, false);
  const auto width = reader.Number(16, 4), height = reader.Number(20, 4),
             bits = reader.Number(24, 1);
  if (!bits) return Cut();
  return PictureHeader{PictureFormat::kPng, *width, *height, static_cast<int>(*bits)};
}

Result<PictureHeader> ReadBmp(std::string_view bytes) {
  const ByteReader reader(bytes, true);
  const auto size = reader.Number(14, 4);
  const bool old = size == 12u;  // of OS/2
  const auto width = reader.Number(18, old ? 2 : 4),
             height = reader.Number(old ? 20 : 22, old ? 2 : 4);
  if (!width || !height) return Cut();
  // A height below 0: the rows go from above to below.
  const int64_t rows = old ? int64_t{*height} : std::llabs(int64_t{static_cast<int32_t>(*height)});
  return PictureHeader{PictureFormat::kBmp, *width, rows};
}

Result<PictureHeader> ReadTiff(std::string_view bytes, bool little) {
  constexpr uint32_t kWidth = 256, kHeight = 257, kBits = 258, kPhotometric = 262, kShort = 3;
  constexpr size_t kEntryBytes = 12;
  const ByteReader reader(bytes, little);
  const auto directory = reader.Number(4, 4);
  const auto count = directory ? reader.Number(*directory, 2) : std::nullopt;
  if (!count) return Cut();
  PictureHeader header{PictureFormat::kTiff};
  for (size_t i = 0; i < *count; ++i) {
    const size_t at = *directory + 2 + i * kEntryBytes;
    const auto tag = reader.Number(at, 2), type = reader.Number(at + 2, 2),
               values = reader.Number(at + 4, 4);
    if (!values || !reader.Number(at + 8, 4)) return Cut();
    // One value lies here; several, of bits for each channel, lie where this points to.
    const size_t width = type == kShort ? 2 : 4;
    const bool elsewhere = *values * width > 4;
    const auto value = reader.Number(elsewhere ? *reader.Number(at + 8, 4) : at + 8, width);
    if (!value) return Cut();
    if (tag == kWidth) header.width = *value;
    if (tag == kHeight) header.height = *value;
    if (tag == kBits) header.bits = static_cast<int>(*value);
    if (tag == kPhotometric) header.cmyk = *value == 5;
  }
  return header;
}

Result<PictureHeader> ReadAny(std::string_view bytes) {
  if (bytes.starts_with("\xFF\xD8\xFF"sv)) return ReadJpeg(bytes);
  if (bytes.starts_with("\x89PNG\r\n\x1A\n"sv)) return ReadPng(bytes);
  if (bytes.starts_with("BM"sv)) return ReadBmp(bytes);
  if (bytes.starts_with("II*\0"sv)) return ReadTiff(bytes, true);
  if (bytes.starts_with("MM\0*"sv)) return ReadTiff(bytes, false);
  return Error(bytes.empty() ? "is empty" : "is no JPEG, PNG, BMP or TIFF");
}

}  // namespace

Result<PictureHeader> ReadPictureHeader(std::string_view bytes) {
  TRENA_ASSIGN(const PictureHeader header, ReadAny(bytes));
  if (header.width < 1 || header.height < 1) return Error("says that it has no pixels");
  return header;
}

bool IsWholeJpeg(std::string_view bytes) {
  JpegSegments segments(bytes);
  bool scanned = false;
  while (const auto marker = segments.Next()) {
    if (*marker == kStartOfScan) scanned = true;
    if (*marker == kEndOfImage) return scanned;
  }
  return false;
}

}  // namespace trena
