# `cmake --install` and `find_package(firstcontact)`: the library with its headers, and the program.
include(CMakePackageConfigHelpers)

set(package_folder ${CMAKE_INSTALL_LIBDIR}/cmake/firstcontact)

install(
  TARGETS firstcontact
  EXPORT firstcontactTargets
  ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR}
  FILE_SET HEADERS)
install(EXPORT firstcontactTargets NAMESPACE firstcontact:: DESTINATION ${package_folder})

configure_package_config_file(cmake/firstcontactConfig.cmake.in ${PROJECT_BINARY_DIR}/firstcontactConfig.cmake
                              INSTALL_DESTINATION ${package_folder})
write_basic_package_version_file(${PROJECT_BINARY_DIR}/firstcontactConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/firstcontactConfig.cmake ${PROJECT_BINARY_DIR}/firstcontactConfigVersion.cmake
        DESTINATION ${package_folder})

if(TARGET firstcontact_program)
  install(TARGETS firstcontact_program RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
endif()
