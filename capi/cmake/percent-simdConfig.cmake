# find_package(percent-simd) defines the targets percent-simd::percent-simd (the shared library) and percent-simd::static.
get_filename_component(_percent_simd_prefix "${CMAKE_CURRENT_LIST_DIR}/../../.." ABSOLUTE)
find_path(PERCENT_SIMD_INCLUDE_DIR percent_simd.h HINTS "${_percent_simd_prefix}/include" NO_DEFAULT_PATH)
foreach(_percent_simd_kind SHARED STATIC)
    find_library(PERCENT_SIMD_${_percent_simd_kind}_LIBRARY
        NAMES "${CMAKE_${_percent_simd_kind}_LIBRARY_PREFIX}percent_simd${CMAKE_${_percent_simd_kind}_LIBRARY_SUFFIX}"
        HINTS "${_percent_simd_prefix}"
        PATH_SUFFIXES "lib" "lib64" "lib/${CMAKE_LIBRARY_ARCHITECTURE}"
        NO_DEFAULT_PATH)
endforeach()
if(NOT PERCENT_SIMD_INCLUDE_DIR OR NOT (PERCENT_SIMD_SHARED_LIBRARY OR PERCENT_SIMD_STATIC_LIBRARY))
    set(percent-simd_FOUND FALSE)
    set(percent-simd_NOT_FOUND_MESSAGE "percent_simd.h or libpercent_simd is not in ${_percent_simd_prefix}")
    return()
endif()

if(PERCENT_SIMD_SHARED_LIBRARY AND NOT TARGET percent-simd::percent-simd)
    add_library(percent-simd::percent-simd SHARED IMPORTED)
    set_target_properties(percent-simd::percent-simd PROPERTIES
        IMPORTED_LOCATION "${PERCENT_SIMD_SHARED_LIBRARY}"
        INTERFACE_INCLUDE_DIRECTORIES "${PERCENT_SIMD_INCLUDE_DIR}")
endif()
if(PERCENT_SIMD_STATIC_LIBRARY AND NOT TARGET percent-simd::static)
    add_library(percent-simd::static STATIC IMPORTED)
    set_target_properties(percent-simd::static PROPERTIES
        IMPORTED_LOCATION "${PERCENT_SIMD_STATIC_LIBRARY}"
        INTERFACE_INCLUDE_DIRECTORIES "${PERCENT_SIMD_INCLUDE_DIR}")
endif()
mark_as_advanced(PERCENT_SIMD_INCLUDE_DIR PERCENT_SIMD_SHARED_LIBRARY PERCENT_SIMD_STATIC_LIBRARY)
