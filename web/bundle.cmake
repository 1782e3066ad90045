# SPDX-License-Identifier: Apache-2.0
# Bundles the page's script and style with esbuild into TRENA_PAGE_FOLDER (page.js, page.css), anew
# only when a file of web/ changes. Packages go into the build folder, at the versions of the lock
# file, and none of their scripts is run.
find_program(TRENA_NPM npm REQUIRED)

set(TRENA_WEB_SOURCE ${CMAKE_CURRENT_LIST_DIR})
set(TRENA_WEB_BUILD ${PROJECT_BINARY_DIR}/web)
set(TRENA_PAGE_FOLDER ${TRENA_WEB_BUILD}/dist)
set(locked package.json package-lock.json .npmrc)
set(sources build.mjs tsconfig.json page.ts charts.ts filtering.ts
    series.ts sorting.ts switches.ts page.css)
list(TRANSFORM locked PREPEND ${TRENA_WEB_SOURCE}/ OUTPUT_VARIABLE locked_paths)
list(TRANSFORM sources PREPEND ${TRENA_WEB_SOURCE}/ OUTPUT_VARIABLE source_paths)

add_custom_command(
  OUTPUT ${TRENA_WEB_BUILD}/packages.stamp
  COMMAND ${CMAKE_COMMAND} -E make_directory ${TRENA_WEB_BUILD}
  COMMAND ${CMAKE_COMMAND} -E copy ${locked_paths} ${TRENA_WEB_BUILD}
  COMMAND ${TRENA_NPM} --prefix ${TRENA_WEB_BUILD} ci --ignore-scripts --no-audit --no-fund --loglevel=error
  COMMAND ${CMAKE_COMMAND} -E touch ${TRENA_WEB_BUILD}/packages.stamp
  DEPENDS ${locked_paths}
  WORKING_DIRECTORY ${PROJECT_BINARY_DIR}
  COMMENT "Installing the page's packages" VERBATIM)

add_custom_command(
  OUTPUT ${TRENA_PAGE_FOLDER}/page.js ${TRENA_PAGE_FOLDER}/page.css
  COMMAND ${CMAKE_COMMAND} -E copy ${source_paths} ${TRENA_WEB_BUILD}
  COMMAND ${TRENA_NPM} --prefix ${TRENA_WEB_BUILD} run --silent check
  COMMAND ${TRENA_NPM} --prefix ${TRENA_WEB_BUILD} run --silent build
  DEPENDS ${source_paths} ${TRENA_WEB_BUILD}/packages.stamp
  COMMENT "Bundling the page's script" VERBATIM)
add_custom_target(trena_page DEPENDS ${TRENA_PAGE_FOLDER}/page.js ${TRENA_PAGE_FOLDER}/page.css)
