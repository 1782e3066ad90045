// SPDX-License-Identifier: Apache-2.0
#include "measure/sensors/kernel/kernel_file.h"

#include <gtest/gtest.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>

#include "configure/testing.h"

namespace trena {
namespace {

TEST(KernelFile, IsReadAnewEachTime) {
  TestFolder folder;
  KernelFile file(folder.Write("stat", "one 1\n").string());
  EXPECT_EQ(file.Read(), "one 1\n");
  folder.Write("stat", "two 22\n");
  EXPECT_EQ(file.Read(), "two 22\n");
  folder.Write("stat", "");
  EXPECT_EQ(file.Read(), "");
}

TEST(KernelFile, OneThatComesLaterIsFound) {
  TestFolder folder;
  KernelFile file((folder.path() / "late").string());
  EXPECT_EQ(file.Read(), "");
  folder.Write("late", "here");
  EXPECT_EQ(file.Read(), "here");
}

TEST(KernelFile, LargeOnesAreWholeUpToTheirBound) {
  TestFolder folder;
  for (size_t size : {4095, 4096, 4097, 100'000}) {
    KernelFile file(folder.Write("large", std::string(size, 'x')).string());
    EXPECT_EQ(file.Read().size(), size);
    EXPECT_EQ(file.Read().size(), size) << "the second time too";
  }
  KernelFile file(folder.Write("huge", std::string(3 << 20, 'x')).string());
  EXPECT_EQ(file.Read().size(), size_t{1} << 20);
}

TEST(KernelFile, ATableTheKernelGivesByPagesIsWhole) {
  // One line per mapping: more than a page, of which one read gives no more than a page.
  std::vector<void*> pages;
  for (int i = 0; i < 200; ++i) {
    int rights = i % 2 == 0 ? PROT_READ : PROT_READ | PROT_WRITE;  // alike ones would be one line
    pages.push_back(mmap(nullptr, 4096, rights, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0));
  }
  KernelFile file("/proc/self/maps");
  EXPECT_TRUE(Has(std::string(file.Read()), {"[stack]"}));
  for (void* page : pages) munmap(page, 4096);
}

TEST(KernelFile, OneThatVanishesBetweenTwoReadingsIsEmpty) {
  pid_t child = fork();
  if (child == 0) {
    pause();
    _exit(0);
  }
  KernelFile file("/proc/" + std::to_string(child) + "/stat");
  EXPECT_TRUE(file.Read().starts_with(std::to_string(child) + " ("));
  kill(child, SIGKILL);
  waitpid(child, nullptr, 0);
  EXPECT_EQ(file.Read(), "");
  EXPECT_EQ(file.Read(), "");
}

TEST(KernelFile, AFolderHasNoText) {
  TestFolder folder;
  KernelFile file(folder.path().string());
  EXPECT_EQ(file.Read(), "");
}

TEST(Scanner, WordsAndNumbersOfALine) {
  Scanner text("cpu  12 3.5\tx9\nnext: 7 kB");
  EXPECT_EQ(text.Word(), "cpu");
  EXPECT_EQ(text.Number(), 12);
  EXPECT_EQ(text.Number(), 3.5);
  EXPECT_EQ(text.Number(), std::nullopt) << "x9 is no number";
  EXPECT_EQ(text.Word(), "") << "a line is not left by itself";
  EXPECT_TRUE(text.NextLine());
  EXPECT_EQ(text.Word(), "next:");
  EXPECT_EQ(text.Number(), 7);
  EXPECT_FALSE(text.NextLine());
  EXPECT_EQ(text.Word(), "");
}

TEST(Scanner, WhatIsNoNumberIsMissing) {
  for (const char* word : {"", "nan", "inf", "1e999", "12kB", "-", "\xff\xfe", "max"}) {
    EXPECT_EQ(Scanner(word).Number(), std::nullopt) << word;
  }
  EXPECT_EQ(Scanner("18446744073709551615").Number(), 18446744073709551615.0);
  EXPECT_EQ(Scanner("-5").Number(), -5);
}

}  // namespace
}  // namespace trena
