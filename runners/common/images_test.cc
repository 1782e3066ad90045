// SPDX-License-Identifier: Apache-2.0
// What a batch is taken from is checked once, so that taking it cannot fail.
#include "runner_common/images.h"

#include <gtest/gtest.h>

#include "core/files.h"
#include "core/scratch_folder.h"

namespace trena {
namespace {

class ImagesTest : public testing::Test {
 protected:
  ImagesTest() {
    network_.input = {1, 2, 3};  // C, H, W
    network_.classes = 4;
    Put("train_images.npy",
        Array::Of<uint8_t>({2, 2, 3, 1}, {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12}));
    Put("train_labels.npy", Array::Of<int32_t>({2}, {0, 3}));
  }

  void Put(const std::string& name, const Array& array) {
    EXPECT_TRUE(WriteNpy(folder_.path() / name, array).ok());
  }

  std::string Complaint() {
    auto images = MappedImages::Open(folder_.path(), "train", network_);
    return images.ok() ? "" : images.error().message();
  }

  std::string OrderComplaint(int64_t epochs, int64_t images) {
    auto order = Order::Open(folder_.path() / "order.npy", epochs, images);
    return order.ok() ? "" : order.error().message();
  }

  static bool Tells(const std::string& text, const std::string& part) {
    return text.find(part) != std::string::npos;
  }

  ScratchFolder folder_{MakeTemporaryFolder(testing::TempDir(), "images-").value()};
  Network network_;
};

TEST_F(ImagesTest, ImagesAndLabelsByTheirNumber) {
  auto opened = MappedImages::Open(folder_.path(), "train", network_);
  ASSERT_TRUE(opened.ok()) << opened.error().message();
  MappedImages images = std::move(opened).value();
  EXPECT_EQ(images.count(), 2);
  EXPECT_EQ(images.bytes_each(), 6);
  EXPECT_EQ(images.image(0)[0], 1);
  EXPECT_EQ(images.image(1)[0], 7);
  EXPECT_EQ(images.image(1)[5], 12);
  EXPECT_EQ(images.label(0), 0);
  EXPECT_EQ(images.label(1), 3);
}

TEST_F(ImagesTest, LabelsAreClasses) {
  Put("train_labels.npy", Array::Of<int32_t>({2}, {0, 4}));
  EXPECT_EQ(Complaint(), "train labels are not all within 0 to 3");
  Put("train_labels.npy", Array::Of<int32_t>({2}, {-1, 3}));
  EXPECT_EQ(Complaint(), "train labels are not all within 0 to 3");
  Put("train_labels.npy", Array::Of<int32_t>({2}, {3, 3}));
  EXPECT_EQ(Complaint(), "");
}

TEST_F(ImagesTest, ALabelForEachImage) {
  Put("train_labels.npy", Array::Of<int32_t>({3}, {0, 1, 2}));
  EXPECT_EQ(Complaint(), "there are 2 train images but 3 labels");
  Put("train_labels.npy", Array::Of<int32_t>({1}, {0}));
  EXPECT_EQ(Complaint(), "there are 2 train images but 1 labels");
}

TEST_F(ImagesTest, ImagesOfTheNetworksShape) {
  for (const Shape& input : {Shape{1, 3, 2}, Shape{3, 2, 1}, Shape{1, 2, 4}, Shape{2, 3, 1}}) {
    network_.input = input;
    EXPECT_EQ(Complaint(), "the train images are [2, 2, 3, 1] (N, H, W, C) but the network takes " +
                               ToString(input) + " (C, H, W)");
  }
}

TEST_F(ImagesTest, OtherTypesAndRanksAreRefused) {
  Put("train_labels.npy", Array::Of<int64_t>({2}, {0, 1}));
  EXPECT_TRUE(Tells(Complaint(), "holds int64, expected int32"));
  Put("train_labels.npy", Array::Of<int32_t>({2, 1}, {0, 1}));
  EXPECT_NE(Complaint(), "");
  Put("train_labels.npy", Array::Of<int32_t>({2}, {0, 1}));
  Put("train_images.npy", Array::Of<uint8_t>({2, 6}, std::vector<uint8_t>(12)));
  EXPECT_NE(Complaint(), "");
  Put("train_images.npy", Array::Of<float>({2, 2, 3, 1}, std::vector<float>(12)));
  EXPECT_TRUE(Tells(Complaint(), "holds float32, expected uint8"));
  EXPECT_FALSE(MappedImages::Open(folder_.path(), "test", network_).ok())
      << "that part is not there";
}

TEST_F(ImagesTest, SequencesOfTextHaveALabelForEachToken) {
  network_.input = {3};
  Put("train_images.npy", Array::Of<uint8_t>({2, 3}, {1, 2, 3, 2, 1, 0}));
  Put("train_labels.npy", Array::Of<int32_t>({2, 3}, {2, 3, 1, 1, 0, 3}));
  {
    auto opened = MappedImages::Open(folder_.path(), "train", network_);
    ASSERT_TRUE(opened.ok()) << opened.error().message();
    const MappedImages images = std::move(opened).value();
    EXPECT_EQ(images.bytes_each(), 3);
    EXPECT_EQ(images.labels_each(), 3);
    EXPECT_EQ(images.image(1)[0], 2);
    EXPECT_EQ(images.labels(1)[2], 3);
  }
  Put("train_labels.npy", Array::Of<int32_t>({2, 2}, {2, 3, 1, 1}));
  EXPECT_EQ(Complaint(), "the train labels are [2, 2], not one per token of [2, 3]");
  Put("train_labels.npy", Array::Of<int32_t>({2, 3}, {2, 3, 1, 1, 0, 3}));
  Put("train_images.npy", Array::Of<uint8_t>({2, 3}, {1, 2, 4, 2, 1, 0}));
  EXPECT_EQ(Complaint(), "train tokens are not all within 0 to 3");
  network_.input = {4};
  EXPECT_EQ(Complaint(), "the train sequences are [2, 3] (N, T) but the network takes [4] (T)");
}

TEST_F(ImagesTest, AnOrderOfEveryEpoch) {
  Put("order.npy", Array::Of<int32_t>({2, 5}, {4, 3, 2, 1, 0, 0, 1, 2, 3, 4}));
  Order order = Order::Open(folder_.path() / "order.npy", 2, 5).value();
  EXPECT_EQ(order.Steps(1), 5);
  EXPECT_EQ(order.Steps(2), 2) << "a partial batch is dropped";
  EXPECT_EQ(order.Steps(5), 1);
  EXPECT_EQ(order.Steps(6), 0);
  EXPECT_EQ(order.Step(0, 0, 2)[0], 4);
  EXPECT_EQ(order.Step(0, 1, 2)[1], 1);
  EXPECT_EQ(order.Step(1, 1, 2)[0], 2);
  EXPECT_TRUE(CheckBatch(order, 5, 5).ok());
  Status none = CheckBatch(order, 6, 5);
  ASSERT_FALSE(none.ok());
  EXPECT_EQ(none.error().kind(), ErrorKind::kInput);
  EXPECT_EQ(none.error().message(), "a batch of 6 is more than the 5 training images");
}

TEST_F(ImagesTest, AnOrderMayHaveMoreEpochsButNotFewer) {
  Put("order.npy", Array::Of<int32_t>({2, 2}, {0, 1, 1, 0}));
  EXPECT_EQ(OrderComplaint(1, 2), "");
  EXPECT_EQ(OrderComplaint(2, 2), "");
  EXPECT_TRUE(Tells(OrderComplaint(3, 2), "has shape [2, 2], expected [3, 2]"));
  EXPECT_TRUE(Tells(OrderComplaint(1, 3), "has shape [2, 2], expected [1, 3]"));
  EXPECT_TRUE(Tells(OrderComplaint(1, 1), "has shape [2, 2], expected [1, 1]"));
}

TEST_F(ImagesTest, AnOrderNamesImagesThatAreThere) {
  Put("order.npy", Array::Of<int32_t>({1, 2}, {0, 2}));
  EXPECT_EQ(OrderComplaint(1, 2), "indices in the order are not all within 0 to 1");
  Put("order.npy", Array::Of<int32_t>({1, 2}, {-1, 1}));
  EXPECT_EQ(OrderComplaint(1, 2), "indices in the order are not all within 0 to 1");
  Put("order.npy", Array::Of<int32_t>({2, 2}, {0, 1, 7, 7}));
  EXPECT_EQ(OrderComplaint(1, 2), "") << "only the epochs that are trained are looked at";
  EXPECT_NE(OrderComplaint(2, 2), "");
}

}  // namespace
}  // namespace trena
