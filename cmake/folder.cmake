# SPDX-License-Identifier: Apache-2.0
# trena_folder(NAME FOLDERS … LIBRARIES … EXCEPT … MADE … GIVES …): one static library per folder of src/ of
# all its *.cc, sub-folders included, with all its *_test.cc in one test program. A new file needs no
# line here, and a sub-folder that is removed leaves none. FOLDERS are the folders of src/ it may
# include: each folder is seen through a directory of its own, so an include against the arrows does
# not build. main.cc and what EXCEPT matches belong to other targets, MADE are generated sources, GIVES is
# what later folders take from this one, for the drawing in docs/architecture.md.
include(GoogleTest)

# Headers that nearly every file includes, compiled once (TRENA_PCH): halves the time of a build. A
# file still includes what it uses; `make lint` builds without.
#
# In a build without optimisation fmt 9 optimises itself by a pragma, after which the compiler's own
# prefetch, which Eigen uses, does not compile: that one is read before.
if(CMAKE_SYSTEM_PROCESSOR MATCHES "x86_64|AMD64")
  set(TRENA_FIRST_HEADERS <xmmintrin.h>)
endif()
set(TRENA_COMMON_HEADERS ${TRENA_FIRST_HEADERS} <fmt/format.h> <nlohmann/json.hpp> <algorithm> <filesystem> <functional>
    <map> <optional> <set> <string> <vector>)

# The first target (of core) compiles the headers, the others reuse them.
function(trena_precompile target first)
  if(NOT TRENA_PCH OR NOT CMAKE_CURRENT_SOURCE_DIR MATCHES "/(src/[a-z]+|tests)$")
    return()
  endif()
  if(target STREQUAL first)
    target_precompile_headers(${target} PRIVATE ${TRENA_COMMON_HEADERS} ${ARGN})
  else()
    target_precompile_headers(${target} REUSE_FROM ${first})
  endif()
endfunction()

# Compiles many files in one go (TRENA_UNITY): the headers and templates they share are read once.
# A library's in one (ON) or those of each sub-folder in one (ROOMS), tests always so; two of them may
# then not have two things of one name, anonymous namespaces included.
function(trena_unite target kind)
  if(NOT TRENA_UNITY)
    return()
  endif()
  foreach(source ${ARGN})
    cmake_path(GET source PARENT_PATH room)
    if(kind STREQUAL LIBRARY AND NOT TRENA_UNITY STREQUAL ROOMS)
      set(room all)
    endif()
    set_source_files_properties(${source} PROPERTIES UNITY_GROUP "room_${room}")
  endforeach()
  set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_MODE GROUP)
endfunction()

function(trena_folder name)
  cmake_parse_arguments(ARG "" "GIVES" "FOLDERS;LIBRARIES;EXCEPT;MADE" ${ARGN})
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS RELATIVE ${CMAKE_CURRENT_SOURCE_DIR} *.cc)
  foreach(pattern "^main\\.cc$" ${ARG_EXCEPT})
    list(FILTER sources EXCLUDE REGEX ${pattern})
  endforeach()
  set(tests ${sources})
  list(FILTER tests INCLUDE REGEX "_test\\.cc$")
  list(FILTER sources EXCLUDE REGEX "_test\\.cc$")
  set(door ${PROJECT_BINARY_DIR}/include/${name})
  file(MAKE_DIRECTORY ${door})
  file(CREATE_LINK ${CMAKE_CURRENT_SOURCE_DIR} ${door}/${name} SYMBOLIC)
  add_library(trena_${name} STATIC ${sources} ${ARG_MADE})
  target_include_directories(trena_${name} PUBLIC ${door})
  list(TRANSFORM ARG_FOLDERS PREPEND trena_)
  target_link_libraries(trena_${name} PUBLIC ${ARG_FOLDERS} ${ARG_LIBRARIES})
  trena_precompile(trena_${name} trena_core)
  trena_unite(trena_${name} LIBRARY ${sources})
  if(ARG_GIVES)
    trena_draw(${name} "${ARG_GIVES}" "${ARG_FOLDERS}")
  endif()
  if(tests)
    add_executable(${name}_test ${tests})
    target_link_libraries(${name}_test PRIVATE trena_${name} GTest::gtest_main)
    target_compile_definitions(${name}_test PRIVATE
      TRENA_SOURCE_DIR="${PROJECT_SOURCE_DIR}" TRENA_BUILD_DIR="${PROJECT_BINARY_DIR}")
    # Tests are compiled once and run once: quick to compile matters more than quick to run.
    target_compile_options(${name}_test PRIVATE -O0)
    trena_precompile(${name}_test core_test <gtest/gtest.h>)
    trena_unite(${name}_test TESTS ${tests})
    gtest_discover_tests(${name}_test TEST_PREFIX ${name}. DISCOVERY_MODE PRE_TEST
                         DISCOVERY_TIMEOUT 60 PROPERTIES TIMEOUT 300)
  endif()
endfunction()

# Adds a folder to the drawing of the house: its rooms, and the nearest folder whose data it takes
# (it may use those before that one too).
function(trena_draw name gives folders)
  file(GLOB rooms LIST_DIRECTORIES true RELATIVE ${CMAKE_CURRENT_SOURCE_DIR} *)
  set(names "")
  foreach(room ${rooms})
    if(IS_DIRECTORY ${CMAKE_CURRENT_SOURCE_DIR}/${room} AND NOT room STREQUAL testdata)
      list(APPEND names ${room})
    endif()
  endforeach()
  list(JOIN names " · " names)
  set(text "  ${name}[\"<b>${name}</b><br/>${names}\"]\n")
  if(folders)
    list(GET folders -1 before)
    string(REPLACE trena_ "" before ${before})
    get_property(given GLOBAL PROPERTY TRENA_GIVES_${before})
    string(APPEND text "  ${before} -- \"${given}\" --> ${name}\n")
  endif()
  set_property(GLOBAL PROPERTY TRENA_GIVES_${name} "${gives}")
  set_property(GLOBAL APPEND_STRING PROPERTY TRENA_DRAWING "${text}")
endfunction()

# The drawing as Mermaid has it; tests/architecture_test.cc compares it with docs/architecture.md.
function(trena_write_drawing path)
  get_property(drawing GLOBAL PROPERTY TRENA_DRAWING)
  file(WRITE ${path} "flowchart TB\n${drawing}")
endfunction()
