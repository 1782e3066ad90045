// SPDX-License-Identifier: Apache-2.0
// Decodes an image of one's own into the form of every other: 8 bits, red, green, blue, resized to
// a square. OpenCV's codecs; may be called from several threads at once.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/result.h"

namespace trena {

// More is not decoded: 300 MB of pixels.
inline constexpr int64_t kMostPixels = 100'000'000;

struct DecodedImage {
  std::vector<uint8_t> pixels;  // size × size × 3
  bool cmyk = false;            // was of four inks
  bool deep = false;            // had more than 8 bits
};

// An Error says what is wrong, as the end of "x.jpg …": "is cut off". The image is turned as its
// EXIF says, transparency is left out, 16 bits lose the lower 8, and grey is red, green and blue
// alike.
Result<DecodedImage> DecodeImage(std::string_view bytes, int size);

// "OpenCV 4.6.0".
std::string DecoderName();

}  // namespace trena
