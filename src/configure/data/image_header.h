// SPDX-License-Identifier: Apache-2.0
// What the bytes of an image say of it before they are decoded: format, size and numbers, so that
// an image that would take all memory is refused first. JPEG, PNG, BMP and TIFF, told by their
// bytes and not by their name.
#pragma once

#include <cstdint>
#include <string_view>

#include "core/result.h"

namespace trena {

enum class PictureFormat { kJpeg, kPng, kBmp, kTiff };

struct PictureHeader {
  PictureFormat format = PictureFormat::kJpeg;
  int64_t width = 0;
  int64_t height = 0;
  int bits = 8;       // of a channel
  bool cmyk = false;  // four inks
};

// An Error says what is wrong, as the end of "x.jpg …": "is no JPEG, PNG, BMP or TIFF".
Result<PictureHeader> ReadPictureHeader(std::string_view bytes);

// Whether a JPEG goes on to its end: decoders fill what is missing with grey and say nothing.
bool IsWholeJpeg(std::string_view bytes);

}  // namespace trena
