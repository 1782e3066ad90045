// SPDX-License-Identifier: Apache-2.0
#include "measure/program/output_relay.h"

#include <gtest/gtest.h>
#include <sys/resource.h>
#include <unistd.h>

#include <csignal>

#include "core/files.h"
#include "store/event_file.h"

namespace trena {
namespace {

class OutputRelayTest : public testing::Test {
 protected:
  void SetUp() override {
    signal(SIGPIPE, SIG_IGN);
    folder_ = MakeTemporaryFolder(testing::TempDir(), "relay-").value();
    options_ = {folder_ / "out", folder_ / "err", folder_ / "events", {}, nullptr};
  }
  void TearDown() override { fs::remove_all(folder_); }

  void Open() {
    relay_ = OutputRelay::Open(options_).value();
    output_ = relay_->TakeOutput();
    errors_ = relay_->TakeErrors();
    relay_->Begin();
  }

  static bool Print(int to, const std::string& text) {
    return write(to, text.data(), text.size()) == static_cast<ssize_t>(text.size());
  }

  void Finish() {
    close(output_);
    close(errors_);
    EXPECT_FALSE(relay_->Finish(signals_));
  }

  RunEvents Events() { return ReadEvents(options_.events).value(); }

  SignalWatch signals_;
  fs::path folder_;
  RelayOptions options_;
  std::unique_ptr<OutputRelay> relay_;
  int output_ = -1;
  int errors_ = -1;
};

TEST_F(OutputRelayTest, KeepsBothStreamsApart) {
  Open();
  ASSERT_TRUE(Print(output_, std::string("a\0b", 3)));
  ASSERT_TRUE(Print(errors_, "c"));
  Finish();
  EXPECT_EQ(ReadFile(options_.output).value(), std::string("a\0b", 3));
  EXPECT_EQ(ReadFile(options_.errors).value(), "c");
  EXPECT_FALSE(relay_->incomplete());
}

TEST_F(OutputRelayTest, TakesWhatIsLeftThoughSomebodyHoldsThePipeOpen) {
  Open();
  int held = dup(output_);
  ASSERT_TRUE(Print(output_, "last words"));
  Finish();
  close(held);
  EXPECT_EQ(ReadFile(options_.output).value(), "last words");
}

TEST_F(OutputRelayTest, FindsLinesHoweverTheyArrive) {
  ASSERT_FALSE(options_.patterns.Add("epoch", "^end (?P<loss>\\d+)$"));
  Open();
  ASSERT_TRUE(Print(output_, "begin\nen"));
  ASSERT_TRUE(Print(errors_, "end 1\rend 2\n"));  // a carriage return ends a line too
  ASSERT_TRUE(Print(output_, "d 3\nend 4"));      // the last line needs no end
  Finish();
  std::multiset<double> losses;
  for (const EpochEvent& epoch : Events().epochs) {
    losses.insert(epoch.loss.value());
    EXPECT_TRUE(epoch.from_output);
    EXPECT_TRUE(epoch.t);
  }
  EXPECT_EQ(losses, (std::multiset<double>{1, 2, 3, 4}));
}

TEST_F(OutputRelayTest, ALineWithoutEndIsSearchedToABound) {
  ASSERT_FALSE(options_.patterns.Add("epoch", "x$|^y"));
  Open();
  for (int i = 0; i < 40; ++i) ASSERT_TRUE(Print(output_, std::string(32'000, 'x')));
  ASSERT_TRUE(Print(output_, "z\ny\n"));
  Finish();
  EXPECT_EQ(Events().epochs.size(), 2u);  // what is beyond the bound, the z, is not seen
  EXPECT_EQ(fs::file_size(options_.output), 40u * 32'000 + 4);
}

// No file of this process may grow meanwhile: as on a full disk, a write fails.
class NoRoom {
 public:
  NoRoom() : handler_(signal(SIGXFSZ, SIG_IGN)) {
    getrlimit(RLIMIT_FSIZE, &before_);
    const rlimit none{0, before_.rlim_max};
    setrlimit(RLIMIT_FSIZE, &none);
  }
  ~NoRoom() {
    setrlimit(RLIMIT_FSIZE, &before_);
    signal(SIGXFSZ, handler_);
  }
  NoRoom(const NoRoom&) = delete;
  NoRoom& operator=(const NoRoom&) = delete;

 private:
  rlimit before_{};
  void (*handler_)(int);
};

TEST_F(OutputRelayTest, AFullDiskIsSaidAndTheRestGoesOn) {
  std::string passed;
  options_.pass = [&](OutputStream, std::string_view bytes, int) {
    passed += bytes;
    return true;
  };
  Open();
  {
    const NoRoom full;
    ASSERT_TRUE(Print(output_, "lost in the file"));
    Finish();
  }
  EXPECT_TRUE(relay_->incomplete());
  EXPECT_EQ(passed, "lost in the file");
}

TEST_F(OutputRelayTest, WhenTheTakerHasGoneTheProgramLearnsIt) {
  options_.pass = [&](OutputStream, std::string_view, int) { return false; };
  Open();
  bool closed = false;
  for (int i = 0; i < 1'000'000 && !closed; ++i) closed = !Print(output_, "x");
  EXPECT_TRUE(closed);
  EXPECT_EQ(errno, EPIPE);
  Finish();
}

TEST_F(OutputRelayTest, FilesThatCannotBeWrittenAreAnError) {
  options_.output = folder_ / "no/such/folder";
  EXPECT_FALSE(OutputRelay::Open(options_).ok());
}

}  // namespace
}  // namespace trena
