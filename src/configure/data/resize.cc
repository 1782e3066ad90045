// SPDX-License-Identifier: Apache-2.0
#include "configure/data/resize.h"

#include <opencv2/imgproc.hpp>

namespace trena {

void Resize(std::span<const uint8_t> from, int from_size, std::span<uint8_t> to, int to_size,
            int channels) {
  const int type = CV_8UC(channels);
  // OpenCV has no constant view of pixels; it only reads these.
  const cv::Mat source(from_size, from_size, type, const_cast<uint8_t*>(from.data()));
  cv::Mat target(to_size, to_size, type, to.data());
  cv::resize(source, target, target.size(), 0, 0, cv::INTER_LINEAR);
}

std::string ResizerName() { return std::string("bilinear, OpenCV ") + CV_VERSION; }

}  // namespace trena
