// SPDX-License-Identifier: Apache-2.0
#include "configure/data/synthetic.h"

#include <gtest/gtest.h>

#include <array>
#include <limits>

namespace trena {
namespace {

using Image = std::vector<uint8_t>;

Dataset Ten() {
  Dataset dataset;
  dataset.channels = 3;
  dataset.classes = 10;
  return dataset;
}

Image Read(const Images& images, size_t index) {
  Image pixels(16 * 16 * 3);
  images.read(index, pixels);
  return pixels;
}

double Distance(const Image& image, const std::vector<double>& centre) {
  double sum = 0;
  for (size_t i = 0; i < image.size(); ++i) sum += (image[i] - centre[i]) * (image[i] - centre[i]);
  return sum;
}

TEST(Synthetic, FirstImagesDoNotDependOnTheCount) {
  Images few = Synthesize(Ten(), 16, 5, 1), many = Synthesize(Ten(), 16, 50, 1);
  EXPECT_EQ(Read(few, 4), Read(many, 4));
  EXPECT_EQ(few.labels[4], many.labels[4]);
}

TEST(Synthetic, PartsAndImagesDiffer) {
  Images train = Synthesize(Ten(), 16, 50, 1), test = Synthesize(Ten(), 16, 50, 2);
  EXPECT_NE(Read(train, 0), Read(test, 0));
  EXPECT_NE(Read(train, 0), Read(train, 1));
}

// The mean image of each class, learnt on one part, tells the classes of the other apart: there is
// something to learn.
TEST(Synthetic, NearestMeanTellsTheClasses) {
  Images train = Synthesize(Ten(), 16, 500, 1), test = Synthesize(Ten(), 16, 100, 2);
  std::vector<std::vector<double>> means(10, std::vector<double>(16 * 16 * 3));
  std::array<int, 10> counts{};
  for (int32_t label : train.labels) ++counts[static_cast<size_t>(label)];
  for (size_t i = 0; i < 500; ++i) {
    Image image = Read(train, i);
    auto label = static_cast<size_t>(train.labels[i]);
    for (size_t p = 0; p < image.size(); ++p) means[label][p] += 1.0 * image[p] / counts[label];
  }
  int right = 0;
  for (size_t i = 0; i < 100; ++i) {
    size_t best = 0;
    for (size_t c = 1; c < 10; ++c) {
      Image image = Read(test, i);
      if (Distance(image, means[c]) < Distance(image, means[best])) best = c;
    }
    right += best == static_cast<size_t>(test.labels[i]) ? 1 : 0;
  }
  EXPECT_GE(right, 90);
}

}  // namespace
}  // namespace trena
