// SPDX-License-Identifier: Apache-2.0
#include "configure/verify/perturbation.h"

#include <boost/random/mersenne_twister.hpp>
#include <boost/random/uniform_real_distribution.hpp>

namespace trena {
namespace {

template <typename T, typename Draw>
void Perturb(Array& array, Draw& draw) {
  std::vector<T> numbers(array.As<T>(), array.As<T>() + Count(array.shape));
  for (T& number : numbers) number = static_cast<T>(static_cast<double>(number) * (1 + draw()));
  array = Array::Of<T>(array.shape, numbers);
}

}  // namespace

Arrays Perturbed(Arrays weights, uint64_t seed) {
  boost::random::mt19937_64 random(seed);
  boost::random::uniform_real_distribution<double> uniform(-kPerturbation, kPerturbation);
  auto draw = [&] { return uniform(random); };
  for (auto& [name, array] : weights) {
    if (array.dtype == DType::kFloat32) Perturb<float>(array, draw);
    if (array.dtype == DType::kFloat64) Perturb<double>(array, draw);
  }
  return weights;
}

}  // namespace trena
