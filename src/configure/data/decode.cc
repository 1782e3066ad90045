// SPDX-License-Identifier: Apache-2.0
#include "configure/data/decode.h"

#include <fmt/format.h>

#include <opencv2/imgcodecs.hpp>
#include <opencv2/imgproc.hpp>

#include "configure/data/image_header.h"

namespace trena {
namespace {

constexpr int kChannels = 3;

cv::Mat Decode(std::string_view bytes) {
  // OpenCV has no constant view of bytes; it only reads these.
  const cv::Mat encoded(1, static_cast<int>(bytes.size()), CV_8U, const_cast<char*>(bytes.data()));
  try {
    return cv::imdecode(encoded, cv::IMREAD_COLOR);
  } catch (const cv::Exception&) {
    return {};
  }
}

}  // namespace

Result<DecodedImage> DecodeImage(std::string_view bytes, int size) {
  TRENA_ASSIGN(const PictureHeader header, ReadPictureHeader(bytes));
  if (header.width > kMostPixels / header.height) {
    return Error(fmt::format("is {}×{}: more than {} megapixels are not decoded", header.width,
                             header.height, kMostPixels / 1'000'000));
  }
  if (header.format == PictureFormat::kJpeg && !IsWholeJpeg(bytes)) return Error("is cut off");
  const cv::Mat image = Decode(bytes);
  if (image.empty()) return Error("is damaged or cut off");
  DecodedImage decoded;
  decoded.cmyk = header.cmyk;
  decoded.deep = header.bits > 8;
  decoded.pixels.resize(static_cast<size_t>(size) * static_cast<size_t>(size) * kChannels);
  cv::Mat target(size, size, CV_8UC3, decoded.pixels.data());
  cv::resize(image, target, target.size(), 0, 0, cv::INTER_LINEAR);
  cv::cvtColor(target, target, cv::COLOR_BGR2RGB);
  return decoded;
}

std::string DecoderName() { return std::string("OpenCV ") + CV_VERSION; }

}  // namespace trena
