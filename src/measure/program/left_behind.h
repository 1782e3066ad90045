// SPDX-License-Identifier: Apache-2.0
// What a run left running when trena and its supervisor were killed at once: nobody is there to end
// it then, and it would disturb the runs of the next `measure`, which therefore ends it first.
//
// A process is known by what it was started with, its TRENA_EVENTS in a folder under way of these
// results, in our own place of the file system; and so are its descendants. Its number alone could
// be another's by now: the process is held while it is looked at, and the held one is ended.
#pragma once

#include <filesystem>

#include "core/result.h"

namespace trena {

// How many were ended; all of them are gone when it returns. Only with the lock of the results
// held, so that no other trena's run is under way there. An Error where one does not end.
Result<int> EndLeftBehind(const std::filesystem::path& under_way);

}  // namespace trena
