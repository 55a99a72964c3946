# Install rules and the CMake package: find_package(Cordon) gives
# Cordon::static and Cordon::shared.
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

# The host functions need it where it is not in the C library itself.
set(THREADS_PREFER_PTHREAD_FLAG ON)
find_package(Threads REQUIRED)
target_link_libraries(cordon_static INTERFACE Threads::Threads)
target_link_libraries(cordon_shared PRIVATE Threads::Threads)

install(DIRECTORY ${CORDON_ROOT}/fipsmodule/include/cordon
        DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}
        FILES_MATCHING PATTERN "*.h" PATTERN "test.h" EXCLUDE)
set_target_properties(cordon_static PROPERTIES EXPORT_NAME static)
set_target_properties(cordon_shared PROPERTIES EXPORT_NAME shared)
install(TARGETS cordon_static cordon_shared EXPORT CordonTargets
        ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR}
        LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR})
install(EXPORT CordonTargets NAMESPACE Cordon::
        DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/Cordon)
configure_package_config_file(
  ${CORDON_ROOT}/cmake/CordonConfig.cmake.in
  ${CMAKE_BINARY_DIR}/CordonConfig.cmake
  INSTALL_DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/Cordon)
write_basic_package_version_file(
  ${CMAKE_BINARY_DIR}/CordonConfigVersion.cmake
  COMPATIBILITY SameMinorVersion)
install(FILES ${CMAKE_BINARY_DIR}/CordonConfig.cmake
              ${CMAKE_BINARY_DIR}/CordonConfigVersion.cmake
        DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/Cordon)
install(PROGRAMS ${CORDON_SEAL} DESTINATION ${CMAKE_INSTALL_BINDIR}
        RENAME cordon-seal)
install(FILES ${CORDON_ROOT}/LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR})
include(${CMAKE_CURRENT_LIST_DIR}/command.cmake)
