# SPDX-License-Identifier: Apache-2.0
# Libraries that are linked into the program, not loaded by it: loading a dozen of them took longer
# than analysing a table. A system that has no static ones gives its shared ones.
find_library(TRENA_YAML NAMES libyaml-cpp.a yaml-cpp REQUIRED)
find_library(TRENA_RE2 NAMES libre2.a re2 REQUIRED)
find_library(TRENA_NETTLE NAMES libnettle.a nettle REQUIRED)
find_library(TRENA_UTF8PROC NAMES libutf8proc.a utf8proc REQUIRED)
find_path(TRENA_RAPIDJSON rapidjson/reader.h REQUIRED)
# It reads sixteen letters at a time, up to 15 beyond the end but in no other page, which sanitizers
# do not know.
if(CMAKE_SYSTEM_PROCESSOR MATCHES "x86_64|AMD64" AND NOT TRENA_SANITIZE)
  add_compile_definitions(RAPIDJSON_SSE2)
endif()
# Loaded when it is needed (src/core/archive/archive_library.h).
find_path(TRENA_ARCHIVE archive.h REQUIRED)

# fmt, of which Debian has no static library; flags as for the shared one.
find_package(fmt REQUIRED)
if(fmt_VERSION VERSION_LESS 10)
  add_library(trena_fmt STATIC cmake/fmt.cc)
  target_compile_definitions(trena_fmt PUBLIC
    $<TARGET_PROPERTY:fmt::fmt,INTERFACE_COMPILE_DEFINITIONS>)
else()
  add_library(trena_fmt INTERFACE)
  target_link_libraries(trena_fmt INTERFACE fmt::fmt)
endif()

# trena_link_small(TARGET): with libstdc++ in it too, where no library needs the shared one.
function(trena_link_small target)
  if(TRENA_SANITIZE OR fmt_VERSION VERSION_GREATER_EQUAL 10
     OR NOT "${TRENA_YAML}${TRENA_RE2}" MATCHES "\\.a.*\\.a$")
    return()
  endif()
  target_link_options(${target} PRIVATE -static-libstdc++ -static-libgcc -Wl,--gc-sections)
endfunction()
