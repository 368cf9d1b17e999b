# The packages that cpack makes: .deb and .tar.gz for Linux, .zip for Windows, each with its SHA-256 beside it.
# scripts/release.sh makes and checks all of them.
string(TOLOWER "${CMAKE_SYSTEM_NAME}-${CMAKE_SYSTEM_PROCESSOR}" system)
set(CPACK_PACKAGE_NAME vkperftest)
set(CPACK_PACKAGE_VENDOR "the vkperftest authors")
set(CPACK_PACKAGE_CONTACT "${VKPERFTEST_PACKAGER}")
set(CPACK_PACKAGE_VERSION ${PROJECT_VERSION})
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "benchmark of loads in compute shaders on Vulkan GPUs")
set(CPACK_PACKAGE_DESCRIPTION "vkperftest measures which resource type, format, access pattern and binding
strategy makes a compute shader's loads fast, on the GPU and driver at hand.
It verifies every value before it times a load, compares drivers and runs,
shows what drivers' compilers made of the loads, and finds slow loads in
shaders without a GPU.")
set(CPACK_RESOURCE_FILE_LICENSE ${PROJECT_SOURCE_DIR}/LICENSE.md)
set(CPACK_PACKAGE_FILE_NAME vkperftest-${PROJECT_VERSION}-${system})
set(CPACK_PACKAGE_CHECKSUM SHA256)
set(CPACK_VERBATIM_VARIABLES ON)
set(CPACK_THREADS 0)
set(CPACK_POST_BUILD_SCRIPTS ${PROJECT_SOURCE_DIR}/cmake/SortPackage.cmake)
set(CPACK_INSTALL_DEFAULT_DIRECTORY_PERMISSIONS ${CMAKE_INSTALL_DEFAULT_DIRECTORY_PERMISSIONS})
set(CMAKE_SKIP_INSTALL_ALL_DEPENDENCY ON) # the build comes first; cpack would also build the tests
if(WIN32)
    set(CPACK_GENERATOR ZIP)
else()
    set(CPACK_GENERATOR DEB TGZ)
endif()

set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION utils)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_RECOMMENDS "libvulkan1, mesa-vulkan-drivers | vulkan-icd")
set(CPACK_DEBIAN_COMPRESSION_TYPE xz)
set(CPACK_DEB_COMPONENT_INSTALL ON) # only there: the other packages hold all that a full installation has
set(CPACK_COMPONENTS_ALL program debian)
set(CPACK_COMPONENTS_GROUPING ALL_COMPONENTS_IN_ONE)

include(CPack)
