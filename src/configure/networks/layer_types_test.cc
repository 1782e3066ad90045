// SPDX-License-Identifier: Apache-2.0
// Shapes of single layers. The number of places of a window is worked out in the comments by the
// rule of Caffe and PyTorch: floor or ceil of (size + 2p − k) ÷ s, plus 1; rounded up, the last
// window must begin within the input or its left padding.
#include "configure/networks/layer_types.h"

#include <gtest/gtest.h>

#include <limits>

#include "configure/testing.h"

namespace trena {
namespace {

Result<LayerShapes> Infer(const std::string& type, const std::string& settings,
                          const std::vector<Shape>& inputs) {
  const LayerType* found = FindLayerType(type);
  EXPECT_NE(found, nullptr) << type;
  return found->infer(Json::parse(settings), inputs);
}

// Height and width after a pooling over a height × width image of one channel.
Shape Pooled(const std::string& settings, int64_t height, int64_t width) {
  Result<LayerShapes> shapes = Infer("max_pool", settings, {{1, height, width}});
  EXPECT_TRUE(shapes.ok()) << shapes.error().message();
  return shapes.ok() ? Shape{shapes.value().out[1], shapes.value().out[2]} : Shape{};
}

std::string Complaint(const std::string& type, const std::string& settings,
                      const std::vector<Shape>& inputs) {
  Result<LayerShapes> shapes = Infer(type, settings, inputs);
  EXPECT_FALSE(shapes.ok()) << type << settings;
  return shapes.ok() ? "" : shapes.error().message();
}

TEST(LayerTypes, ElementsAreTheProduct) {
  EXPECT_EQ(Elements({}), 1) << "of a number alone";
  EXPECT_EQ(Elements({3, 4, 5}), 60);
  EXPECT_EQ(Elements({3, 0, 5}), 0);
}

TEST(LayerTypes, ElementsDoNotOverflow) {
  constexpr int64_t kMost = std::numeric_limits<int64_t>::max();
  EXPECT_EQ(Elements({kMost}), kMost);
  EXPECT_EQ(Elements({kMost, 2}), kMost);
  EXPECT_EQ(Elements({int64_t{1} << 31, int64_t{1} << 31}), int64_t{1} << 62);
  EXPECT_EQ(Elements({int64_t{1} << 32, int64_t{1} << 31}), kMost) << "2^63 is one too many";
}

TEST(LayerTypes, DimensionsAsPeopleWriteThem) {
  EXPECT_EQ(Dimensions({3, 32, 32}), "3×32×32");
  EXPECT_EQ(Dimensions({10}), "10");
  EXPECT_EQ(Dimensions({}), "");
}

TEST(LayerTypes, AreFoundByTheirWholeName) {
  for (const LayerType& type : LayerTypes()) EXPECT_EQ(FindLayerType(type.name), &type);
  for (const char* name : {"", "Conv", "conv1", "pool", "fc "}) {
    EXPECT_EQ(FindLayerType(name), nullptr) << name;
  }
}

TEST(LayerTypes, OnlyConcatAndAddJoin) {
  for (const LayerType& type : LayerTypes()) {
    EXPECT_EQ(type.joins, type.name == "concat" || type.name == "add") << type.name;
  }
}

TEST(LayerTypes, PoolingRoundsDown) {
  EXPECT_EQ(Pooled(R"({"k":2,"s":2,"p":0,"rounding":"down"})", 8, 9), (Shape{4, 4}));
  // (5 − 3) ÷ 2 + 1 = 2; (6 − 3) ÷ 2 + 1 = 2.5; (7 − 3) ÷ 2 + 1 = 3.
  EXPECT_EQ(Pooled(R"({"k":3,"s":2,"p":0,"rounding":"down"})", 5, 6), (Shape{2, 2}));
  EXPECT_EQ(Pooled(R"({"k":3,"s":2,"p":0,"rounding":"down"})", 7, 3), (Shape{3, 1}));
}

TEST(LayerTypes, PoolingRoundsUp) {
  // 5: 2 either way; 6: 2.5 → 3; 4: (4 − 3) ÷ 2 + 1 = 1.5 → 2.
  EXPECT_EQ(Pooled(R"({"k":3,"s":2,"p":0,"rounding":"up"})", 5, 6), (Shape{2, 3}));
  EXPECT_EQ(Pooled(R"({"k":3,"s":2,"p":0,"rounding":"up"})", 4, 3), (Shape{2, 1}));
}

TEST(LayerTypes, AWindowInTheRightPaddingAloneIsDropped) {
  // k 2, s 2, p 1. Of 4: (4 + 2 − 2) ÷ 2 + 1 = 3 windows from −1, 1, 3: the last begins at 3 < 4.
  // Of 5: ceil(5 ÷ 2) + 1 = 4 windows from −1, 1, 3, 5: the last begins at 5, past the input: 3.
  EXPECT_EQ(Pooled(R"({"k":2,"s":2,"p":1,"rounding":"up"})", 4, 5), (Shape{3, 3}));
  // k 3, s 3, p 1. Of 3: ceil(2 ÷ 3) + 1 = 2 windows from −1 and 2: 2 is the last pixel, it stays.
  // Of 2: ceil(1 ÷ 3) + 1 = 2 windows from −1 and 2: past the input, 1 remains.
  EXPECT_EQ(Pooled(R"({"k":3,"s":3,"p":1,"rounding":"up"})", 3, 2), (Shape{2, 1}));
}

TEST(LayerTypes, PaddingOfAPoolIsAtMostHalfItsKernel) {
  EXPECT_EQ(Pooled(R"({"k":2,"s":1,"p":1,"rounding":"down"})", 3, 3), (Shape{4, 4}));
  EXPECT_EQ(Complaint("max_pool", R"({"k":2,"s":1,"p":2,"rounding":"down"})", {{1, 8, 8}}),
            "padding 2 is more than half of the kernel 2×2");
  EXPECT_EQ(Complaint("avg_pool", R"({"k":3,"s":1,"p":2,"rounding":"down"})", {{1, 8, 8}}),
            "padding 2 is more than half of the kernel 3×3");
}

TEST(LayerTypes, AKernelAsLargeAsItsPaddedInputFits) {
  const std::string five = R"({"k":5,"s":1,"p":1,"o":2,"bias":true})";
  EXPECT_EQ(Infer("conv", five, {{1, 3, 3}}).value().out, (Shape{2, 1, 1}));  // 3 + 2 = 5
  EXPECT_EQ(Complaint("conv", five, {{1, 2, 3}}),
            "the kernel 5×5 is larger than the input 1×2×3 with its padding of 1");
  EXPECT_EQ(Complaint("conv", five, {{1, 3, 2}}),
            "the kernel 5×5 is larger than the input 1×3×2 with its padding of 1");
  EXPECT_EQ(Complaint("conv", R"({"k":4,"s":1,"p":0,"o":2,"bias":true})", {{1, 3, 9}}),
            "the kernel 4×4 is larger than the input 1×3×9");
}

TEST(LayerTypes, ConvolutionHasItsWeights) {
  LayerShapes shapes =
      Infer("conv", R"({"k":3,"s":2,"p":0,"o":7,"bias":true})", {{4, 9, 10}}).value();
  EXPECT_EQ(shapes.out, (Shape{7, 4, 4}));  // (9 − 3) ÷ 2 + 1 = 4; (10 − 3) ÷ 2 + 1 = 4.5
  ASSERT_EQ(shapes.weights.size(), 2u);
  EXPECT_EQ(shapes.weights[0].name, "weight");
  EXPECT_EQ(shapes.weights[0].shape, (Shape{7, 4, 3, 3}));
  EXPECT_EQ(shapes.weights[1].name, "bias");
  EXPECT_EQ(shapes.weights[1].shape, Shape{7});
  EXPECT_EQ(Infer("conv", R"({"k":3,"s":2,"p":0,"o":7,"bias":false})", {{4, 9, 10}})
                .value()
                .weights.size(),
            1u);
}

TEST(LayerTypes, FullyConnectedTakesAllThereIs) {
  LayerShapes shapes = Infer("fc", R"({"o":5,"bias":true})", {{2, 3, 4}}).value();
  EXPECT_EQ(shapes.out, Shape{5});
  EXPECT_EQ(shapes.weights[0].shape, (Shape{5, 24}));
  EXPECT_EQ(Infer("fc", R"({"o":5,"bias":false})", {{7}}).value().weights.size(), 1u);
}

TEST(LayerTypes, LayersOfImagesNeedImages) {
  for (const char* type : {"conv", "max_pool", "avg_pool", "global_pool"}) {
    for (const Shape& flat : {Shape{10}, Shape{2, 3}, Shape{1, 2, 3, 4}}) {
      EXPECT_TRUE(
          Has(Complaint(type, R"({"k":1,"s":1,"p":0,"o":1,"bias":true,"rounding":"up"})", {flat}),
              {"needs an input of channels × height × width, not " + Dimensions(flat)}))
          << type;
    }
  }
}

TEST(LayerTypes, WhatKeepsItsShape) {
  for (const char* type : {"relu", "dropout"}) {
    LayerShapes shapes = Infer(type, "{}", {{3, 4, 5}}).value();
    EXPECT_EQ(shapes.out, (Shape{3, 4, 5})) << type;
    EXPECT_TRUE(shapes.weights.empty()) << type;
  }
  LayerShapes norm = Infer("batch_norm", "{}", {{3, 4, 5}}).value();
  EXPECT_EQ(norm.out, (Shape{3, 4, 5}));
  ASSERT_EQ(norm.weights.size(), 2u);
  for (const NamedShape& weight : norm.weights) EXPECT_EQ(weight.shape, Shape{3});
  norm = Infer("batch_norm", R"({"scale": false})", {{3, 4, 5}}).value();
  ASSERT_EQ(norm.weights.size(), 1u) << "slim's";
  EXPECT_EQ(norm.weights[0].name, "shift");
  EXPECT_EQ(Infer("global_pool", "{}", {{3, 4, 5}}).value().out, Shape{3});
}

TEST(LayerTypes, ConcatAddsChannels) {
  EXPECT_EQ(Infer("concat", "{}", {{3, 4, 5}, {2, 4, 5}, {1, 4, 5}}).value().out, (Shape{6, 4, 5}));
  EXPECT_EQ(Infer("concat", "{}", {{3}, {2}}).value().out, Shape{5});
  for (const Shape& other : {Shape{3, 4, 6}, Shape{3, 3, 5}, Shape{3}, Shape{3, 4}}) {
    EXPECT_TRUE(Has(Complaint("concat", "{}", {{3, 4, 5}, other}),
                    {"same height and width, not 3×4×5, " + Dimensions(other)}));
  }
}

TEST(LayerTypes, AddNeedsTheSameOfAll) {
  EXPECT_EQ(Infer("add", "{}", {{3, 4, 5}, {3, 4, 5}}).value().out, (Shape{3, 4, 5}));
  EXPECT_EQ(Complaint("add", "{}", {{3, 4, 5}, {3, 4, 5}, {1, 4, 5}}),
            "add needs inputs of the same shape, not 3×4×5, 3×4×5, 1×4×5");
}

}  // namespace
}  // namespace trena
