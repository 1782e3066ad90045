// SPDX-License-Identifier: Apache-2.0
// Bilinear resizing, by OpenCV's imgproc (INTER_LINEAR: the centres of the pixels' squares are
// aligned, edges repeat). Nothing but trena-data links OpenCV.
#pragma once

#include <cstdint>
#include <span>
#include <string>

namespace trena {

// `from` and `to` are square images of interleaved channels, 1 to 4 of them.
void Resize(std::span<const uint8_t> from, int from_size, std::span<uint8_t> to, int to_size,
            int channels);

// "bilinear, OpenCV 4.6.0": goes into data.json.
std::string ResizerName();

}  // namespace trena
