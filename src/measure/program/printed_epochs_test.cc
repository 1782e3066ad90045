// SPDX-License-Identifier: Apache-2.0
// Lines as programs print them: of Keras 2.15 and 3, the examples and tutorials of PyTorch,
// Lightning 1.9 and 2, Hugging Face's Trainer, ultralytics.
#include "measure/program/printed_epochs.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace trena {
namespace {

// A line a second, from 0.
PrintedEpochs Read(const std::vector<std::string>& lines) {
  PrintedEpochs epochs;
  double t = 0;
  for (const std::string& line : lines) epochs.Take(line, t++);
  return epochs;
}

// The second begins four lines after the first: one epoch is done, and took 4 s.
TEST(PrintedEpochs, KerasPrintsTheBeginning) {
  const PrintedEpochs epochs = Read(
      {"Epoch 1/5", "",
       "  1/157 [..............................] - ETA: 1:02 - loss: 2.3120 - accuracy: 0.0938",
       "157/157 [==============================] - 4s 21ms/step - loss: 1.9821 - accuracy: 0.2811",
       "Epoch 2/5",
       "157/157 [==============================] - 3s 20ms/step - loss: 1.6012 - accuracy: "
       "0.4211"});
  ASSERT_EQ(epochs.in_all(), 5);
  EXPECT_EQ(epochs.so_far().done, 1);
  const auto outlook = FindOutlook(epochs.so_far(), 5, 5, 5);
  ASSERT_TRUE(outlook);
  EXPECT_DOUBLE_EQ(outlook->left_s, 4 * 4 - 1);
}

TEST(PrintedEpochs, KerasInColours) {
  const PrintedEpochs epochs = Read(
      {"Epoch 1/3", "\x1b[1m157/157\x1b[0m \x1b[32m━━━━━━━━━━\x1b[0m 4s 21ms/step - loss: 1.98",
       "\x1b[1mEpoch 2/3\x1b[0m"});
  EXPECT_EQ(epochs.in_all(), 3);
  EXPECT_EQ(epochs.so_far().done, 1);
}

TEST(PrintedEpochs, LossesStandAtTheEnd) {
  for (const std::vector<std::string>& lines : std::vector<std::vector<std::string>>{
           {"Epoch 1/90 loss=2.31 acc=0.10", "Epoch 2/90 loss=1.90 acc=0.28"},
           {"Epoch [1/90], Loss: 2.3121", "Epoch [2/90], Loss: 1.9011"},
           {"epoch 1 of 90: loss 2.3", "epoch 2 of 90: loss 1.9"},
           {"2024-01-15 12:00:01,120 - INFO - Epoch: 1/90 | Train Loss: 2.31",
            "2024-01-15 12:00:09,540 - INFO - Epoch: 2/90 | Train Loss: 1.90"},
           {"[Epoch 1/90] train_loss: 2.3", "[Epoch 2/90] train_loss: 1.9"},
           {"Época 1 de 90: perda 2,31", "Época 2 de 90: perda 1,90"}}) {
    const PrintedEpochs epochs = Read(lines);
    EXPECT_EQ(epochs.in_all(), 90) << lines[0];
    EXPECT_EQ(epochs.so_far().done, 2) << lines[0];
    EXPECT_EQ(epochs.so_far().count, 2) << lines[0];
  }
}

// The tutorial's: many lines within an epoch.
TEST(PrintedEpochs, StepsAreWithinAnEpoch) {
  const PrintedEpochs epochs = Read(
      {"Epoch [1/5], Step [100/600], Loss: 0.4142", "Epoch [1/5], Step [600/600], Loss: 0.2142",
       "Epoch [2/5], Step [100/600], Loss: 0.1142", "Epoch [2/5], Step [600/600], Loss: 0.1042"});
  EXPECT_EQ(epochs.in_all(), 5);
  EXPECT_EQ(epochs.so_far().done, 1);
  const PrintedEpochs bars = Read({"Epoch 1/10:  30%|███       | 47/157 [00:02<00:05, 20.1it/s]",
                                   "Epoch 2/10:   0%|          | 0/157 [00:00<?, ?it/s]"});
  EXPECT_EQ(bars.in_all(), 10);
  EXPECT_EQ(bars.so_far().done, 1);
}

TEST(PrintedEpochs, EveryTenthIsEnough) {
  const PrintedEpochs epochs =
      Read({"Epoch [10/100], Loss: 0.41", "", "Epoch [20/100], Loss: 0.21"});
  ASSERT_EQ(epochs.in_all(), 100);
  EXPECT_EQ(epochs.so_far().done, 20);
  EXPECT_DOUBLE_EQ(FindOutlook(epochs.so_far(), 100, 2, 2)->left_s, 80 * 0.2);
}

TEST(PrintedEpochs, NothingIsSaidOfOtherNumbers) {
  for (
      const char* line :
      {"Train Epoch: 1 [640/60000 (1%)]\tLoss: 2.293032",                     // PyTorch, mnist
       "Epoch: [3][ 10/5005]\tTime  0.342 ( 0.612)\tLoss 6.9912e+00 (7.01)",  // PyTorch, imagenet
       "Epoch 3: 100%|██████████| 94/94 [00:02<00:00, 41.15it/s, loss=0.31, v_num=0]",  // Lightning
       "Epoch 0:   2%|▏         | 2/94 [00:00<00:05, 17.5it/s]",
       "{'loss': 0.5119, 'learning_rate': 4.5e-05, 'epoch': 0.5}",  // Hugging Face
       "{'eval_loss': 0.41, 'epoch': 3.0}",
       " 33%|███▎      | 1/3 [00:10<00:20, 10.1s/it]",
       "      1/100      4.21G     0.0512     0.0321     0.0112        212        640",  // YOLO
       "Epoch 00003: val_loss improved from 0.31 to 0.29, saving model to best.h5",
       "Resuming from epoch 30/90",
       "Loaded checkpoint of epoch 12/90",
       "Early stopping at epoch 7/90",
       "epoch 3/90/2024",
       "epoch 1.5/90",
       "epoch 3/90.5",
       "Epoch 91/90",
       "Epoch 1/0",
       "photoepoch 3/90",
       "Epochs: 90",
       "deposit 3/90",
       "epoch 3/99999999"}) {
    PrintedEpochs epochs;
    epochs.Take(line, 1);
    EXPECT_FALSE(epochs.in_all()) << line;
    EXPECT_EQ(epochs.so_far().count, 0) << line;
  }
}

// From 0 the last may be 24 of 25 or 24 of 24: the tutorial on transfer learning, and Lightning's
// rich bar, have the latter.
TEST(PrintedEpochs, CountsFrom0AreDoubtful) {
  EXPECT_FALSE(Read({"Epoch 0/24", "----------", "Epoch 1/24", "----------"}).in_all());
  EXPECT_FALSE(Read({"Epoch 0/89 ━━━━━━━━━━━ 94/94 0:00:02 • 0:00:00 41.15it/s",
                     "Epoch 1/89 ━━━━━━━━━━━ 94/94 0:00:02 • 0:00:00 41.15it/s"})
                   .in_all());
}

TEST(PrintedEpochs, TrainingsThatFollowEachOtherAreNotOne) {
  EXPECT_FALSE(Read({"Epoch 1/2", "Epoch 2/2", "Epoch 1/2"}).in_all()) << "the second fold";
  EXPECT_FALSE(Read({"Epoch 1/5", "Epoch 2/5", "Epoch 3/10"}).in_all()) << "fine tuning";
  // Eight processes print the same.
  EXPECT_EQ(Read({"Epoch 1/5", "Epoch 1/5", "Epoch 2/5", "Epoch 2/5"}).so_far().count, 2);
}

}  // namespace
}  // namespace trena
