// SPDX-License-Identifier: Apache-2.0
#include "configure/networks/weights.h"

#include <boost/random/mersenne_twister.hpp>
#include <boost/random/normal_distribution.hpp>
#include <boost/random/uniform_real_distribution.hpp>
#include <cmath>

namespace trena {

std::vector<NamedArray> InitialWeights(const std::vector<NamedShape>& weights,
                                       const WeightOptions& options) {
  boost::random::mt19937_64 generator(options.seed);
  boost::random::normal_distribution<double> normal;
  boost::random::uniform_real_distribution<double> uniform(-0.1, 0.1);
  std::vector<NamedArray> arrays;
  for (const auto& [name, shape, asked] : weights) {
    auto elements = static_cast<size_t>(Elements(shape));
    NamedArray array{name, shape, std::vector<float>(elements, name.ends_with(".scale") ? 1 : 0)};
    if (name.ends_with(".weight")) {
      double fan_in = static_cast<double>(Elements(shape)) / static_cast<double>(shape[0]);
      const double deviation = asked.value_or(std::sqrt(2 / fan_in));
      for (float& number : array.numbers)
        number = static_cast<float>(deviation * normal(generator));
    } else if (options.random_biases) {
      for (float& number : array.numbers) number += static_cast<float>(uniform(generator));
    }
    arrays.push_back(std::move(array));
  }
  return arrays;
}

}  // namespace trena
