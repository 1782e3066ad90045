// SPDX-License-Identifier: Apache-2.0
#include "configure/data/synthetic.h"

#include <algorithm>
#include <boost/random/mersenne_twister.hpp>
#include <boost/random/uniform_int_distribution.hpp>

namespace trena {
namespace {

// Classes stand on a grid of five columns, or of more where two rows do not hold them all; the
// colour goes through the channels with them.
struct Blob {
  double x, y;  // centre, as a share of the image
  double strength[3];
};

Blob BlobOf(int label, int classes) {
  int columns = 5, rows = 2;
  while (columns * rows < classes) rows = ++columns;
  Blob blob{(0.5 + label % columns) / columns, (0.5 + label / columns % rows) / rows, {}};
  for (int channel = 0; channel < 3; ++channel) {
    blob.strength[channel] = (label + channel) % 3 == 0 ? 180 : 90;
  }
  return blob;
}

void Draw(const Blob& blob, int size, int channels, boost::random::mt19937_64 generator,
          std::span<uint8_t> pixels) {
  boost::random::uniform_int_distribution<int> noise(0, 75);
  size_t at = 0;
  for (int y = 0; y < size; ++y) {
    for (int x = 0; x < size; ++x) {
      double dx = (x + 0.5) / size - blob.x, dy = (y + 0.5) / size - blob.y;
      double nearness = 1 / (1 + (dx * dx + dy * dy) / 0.01);
      for (int channel = 0; channel < channels; ++channel) {
        double light = nearness * blob.strength[channel % 3] + noise(generator);
        pixels[at++] = static_cast<uint8_t>(light);
      }
    }
  }
}

}  // namespace

Images Synthesize(const Dataset& dataset, int size, int count, uint64_t seed) {
  boost::random::mt19937_64 generator(seed);
  boost::random::uniform_int_distribution<int32_t> pick(0, dataset.classes - 1);
  std::vector<int32_t> labels(static_cast<size_t>(count));
  for (int32_t& label : labels) label = pick(generator);
  auto read = [=, channels = dataset.channels, classes = dataset.classes](
                  size_t index, std::span<uint8_t> pixels) {
    // Each image has its own generator, so that it can be drawn without those before it.
    boost::random::mt19937_64 own((seed << 32) + index + 1);
    Draw(BlobOf(labels[index], classes), size, channels, own, pixels);
  };
  return {size, dataset.channels, labels, read};
}

}  // namespace trena
