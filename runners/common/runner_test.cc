// SPDX-License-Identifier: Apache-2.0
#include "runner_common/runner.h"

#include <gtest/gtest.h>

#include <new>
#include <stdexcept>

#include "core/clock.h"

namespace trena {
namespace {

TEST(Runner, MemoryIsRecognised) {
  EXPECT_EQ(Explain(std::bad_alloc()).kind, "out_of_memory");
  // c10/core/impl/alloc_cpu.cpp of libtorch 1.13, and CUDA's.
  EXPECT_EQ(Explain(std::runtime_error("[enforce fail at alloc_cpu.cpp:66] . "
                                       "DefaultCPUAllocator: can't allocate memory: you tried"))
                .kind,
            "out_of_memory");
  EXPECT_EQ(Explain(std::runtime_error("DefaultCPUAllocator: not enough memory")).kind,
            "out_of_memory");
  EXPECT_EQ(Explain(std::runtime_error("CUDA out of memory. Tried to allocate")).kind,
            "out_of_memory");
  EXPECT_EQ(Explain(std::runtime_error("shape mismatch")).kind, "failed");
  EXPECT_EQ(Explain(Error("cannot map x.npy: not enough memory, its 9 GB")).kind, "out_of_memory");
}

TEST(Runner, StackTracesStayOut) {
  EXPECT_EQ(Explain(std::runtime_error("bad shape\nframe #0: …")).message, "bad shape");
}

TEST(Runner, TheUsersErrorsAreBadInput) {
  EXPECT_EQ(Explain(InputError("x")).kind, "bad_input");
  EXPECT_EQ(Explain(Error("x")).kind, "failed");
}

TEST(Runner, TheProcessBeganBeforeNowAndNotLongAgo) {
  double started = ProcessStart();
  EXPECT_LE(started, MonotonicNow());
  EXPECT_GT(started, MonotonicNow() - 60);
}

}  // namespace
}  // namespace trena
