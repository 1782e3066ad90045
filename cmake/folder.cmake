# SPDX-License-Identifier: Apache-2.0
# trena_folder(NAME SOURCES … TESTS … FOLDERS … LIBRARIES …): one static library per folder of
# src/, with its tests right under it. FOLDERS are the folders of src/ it may include: each folder
# is seen through a directory of its own, so an include against the arrows does not build.
include(GoogleTest)

# Headers that nearly every file includes, compiled once (TRENA_PCH): halves the time of a build. A
# file still includes what it uses; `make lint` builds without.
set(TRENA_COMMON_HEADERS <fmt/format.h> <nlohmann/json.hpp> <algorithm> <filesystem> <functional>
    <map> <optional> <set> <string> <vector>)

# The first target (of core) compiles the headers, the others reuse them.
function(trena_precompile target first)
  if(NOT TRENA_PCH OR NOT CMAKE_CURRENT_SOURCE_DIR MATCHES "/src/[a-z]+$")
    return()
  endif()
  if(target STREQUAL first)
    target_precompile_headers(${target} PRIVATE ${TRENA_COMMON_HEADERS} ${ARGN})
  else()
    target_precompile_headers(${target} REUSE_FROM ${first})
  endif()
endfunction()

function(trena_folder name)
  cmake_parse_arguments(ARG "" "" "SOURCES;TESTS;FOLDERS;LIBRARIES" ${ARGN})
  set(door ${PROJECT_BINARY_DIR}/include/${name})
  file(MAKE_DIRECTORY ${door})
  file(CREATE_LINK ${CMAKE_CURRENT_SOURCE_DIR} ${door}/${name} SYMBOLIC)
  add_library(trena_${name} STATIC ${ARG_SOURCES})
  target_include_directories(trena_${name} PUBLIC ${door})
  list(TRANSFORM ARG_FOLDERS PREPEND trena_)
  target_link_libraries(trena_${name} PUBLIC ${ARG_FOLDERS} ${ARG_LIBRARIES})
  trena_precompile(trena_${name} trena_core)
  if(ARG_TESTS)
    add_executable(${name}_test ${ARG_TESTS})
    target_link_libraries(${name}_test PRIVATE trena_${name} GTest::gtest_main)
    target_compile_definitions(${name}_test PRIVATE
      TRENA_SOURCE_DIR="${PROJECT_SOURCE_DIR}" TRENA_BUILD_DIR="${PROJECT_BINARY_DIR}")
    # Tests are compiled once and run once: quick to compile matters more than quick to run.
    target_compile_options(${name}_test PRIVATE -O0)
    trena_precompile(${name}_test core_test <gtest/gtest.h>)
    gtest_discover_tests(${name}_test TEST_PREFIX ${name}. DISCOVERY_MODE PRE_TEST
                         DISCOVERY_TIMEOUT 60 PROPERTIES TIMEOUT 300)
  endif()
endfunction()
