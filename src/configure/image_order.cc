// SPDX-License-Identifier: Apache-2.0
#include "configure/image_order.h"

#include <boost/random/mersenne_twister.hpp>
#include <boost/random/uniform_int_distribution.hpp>
#include <numeric>
#include <utility>

namespace trena {

std::vector<int32_t> EpochOrders(int images, int epochs, uint64_t seed) {
  boost::random::mt19937_64 generator(seed);
  auto width = static_cast<size_t>(images);
  std::vector<int32_t> orders(width * static_cast<size_t>(epochs));
  for (size_t begin = 0; begin < orders.size(); begin += width) {
    int32_t* row = orders.data() + begin;
    std::iota(row, row + width, 0);
    for (int i = images - 1; i > 0; --i) {
      boost::random::uniform_int_distribution<int> pick(0, i);
      std::swap(row[i], row[pick(generator)]);
    }
  }
  return orders;
}

}  // namespace trena
