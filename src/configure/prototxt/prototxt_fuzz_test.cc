// SPDX-License-Identifier: Apache-2.0
// Whatever a prototxt holds, it is refused in words, or it is a network.
#include <gtest/gtest.h>

#include "configure/networks/resolved_network.h"
#include "configure/testing.h"
#include "core/test_fuzz.h"

namespace trena {
namespace {

const std::vector<std::string> kPrototxtPieces = {"layer { ",
                                                  "}",
                                                  "layers { ",
                                                  "name: \"a\" ",
                                                  "type: \"",
                                                  "Convolution\" ",
                                                  "InnerProduct\" ",
                                                  "Pooling\" ",
                                                  "ReLU\" ",
                                                  "Data\" ",
                                                  "Input\" ",
                                                  "BatchNorm\" ",
                                                  "Scale\" ",
                                                  "Concat\" ",
                                                  "Slice\" ",
                                                  "LRN\" ",
                                                  "SoftmaxWithLoss\" ",
                                                  "bottom: \"data\" ",
                                                  "top: \"x\" ",
                                                  "top: \"data\" ",
                                                  "bottom: \"label\" ",
                                                  "convolution_param { ",
                                                  "pooling_param { ",
                                                  "num_output: 10 ",
                                                  "kernel_size: 3 ",
                                                  "pad: [1, 2] ",
                                                  "pad_w: 1 ",
                                                  "stride_h: 2 ",
                                                  "include { phase: TEST } ",
                                                  "param { lr_mult: 2 } ",
                                                  "loss_weight: 0.3 ",
                                                  "slice_param { axis: 2 slice_point: 3 } ",
                                                  "scale_param { bias_term: true } ",
                                                  "input: \"data\" ",
                                                  "input_dim: 8 ",
                                                  ": ",
                                                  "[",
                                                  "]",
                                                  "<",
                                                  ">",
                                                  "\"",
                                                  "'",
                                                  "# ",
                                                  "\n",
                                                  "-",
                                                  "1e9 ",
                                                  "999999999999 ",
                                                  "nan ",
                                                  "\\"};

constexpr const char* kSample = R"(
layer { name: "data" type: "Data" top: "data" top: "label" transform_param { crop_size: 8 } }
layer { name: "conv" type: "Convolution" bottom: "data" top: "c" param { lr_mult: 2 }
  convolution_param { num_output: 4 kernel_h: 3 kernel_w: 1 stride: [2, 1] pad_w: 1 group: 1 } }
layer { name: "bn" type: "BatchNorm" bottom: "c" top: "c"
  batch_norm_param { moving_average_fraction: 0.9 } }
layer { name: "s" type: "Scale" bottom: "c" top: "c" scale_param { bias_term: true } }
layer { name: "p" type: "Pooling" bottom: "c" top: "p" pooling_param { kernel_size: 2 stride: 2 } }
layer { name: "e" type: "Eltwise" bottom: "p" bottom: "p" top: "p" }
layer { name: "fc" type: "InnerProduct" bottom: "p" top: "fc" inner_product_param { num_output: 10 } }
layer { name: "loss" type: "SoftmaxWithLoss" bottom: "fc" bottom: "label" top: "loss" }
)";

TEST(PrototxtFuzz, IsRefusedInWordsOrIsANetwork) {
  TestFolder folder;
  size_t resolved = 0;
  FuzzedTexts(7, {kSample}, kPrototxtPieces).For(6, [&](const std::string& text) {
    const Result<Network> network = ReadNetwork(folder.Write("n.prototxt", text));
    if (!network.ok()) {
      EXPECT_FALSE(network.error().message().empty()) << text;
      return;
    }
    const auto sized = Resolve(network.value(), {3, 8, 8}, 10);
    if (!sized.ok()) return;
    ++resolved;
    EXPECT_LE(sized.value().parameters, int64_t{1} << 28) << text;
    EXPECT_TRUE(WeightsOf(ToJson(sized.value())).ok()) << text;
  });
  EXPECT_GT(resolved, 10u);
}

}  // namespace
}  // namespace trena
