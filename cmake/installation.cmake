# `cmake --install`, `find_package(firstcontact)`, pkg-config and packages: a component each for what runs with the
# libraries, what compiles against them, and the program.
include(CMakePackageConfigHelpers)

set(firstcontact_package_folder ${CMAKE_INSTALL_LIBDIR}/cmake/firstcontact)

# A library's targets have a file of their own each, so that one is found without the other.
function(firstcontact_install_library target name)
  install(
    TARGETS ${target}
    EXPORT ${name}Targets
    LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT runtime NAMELINK_COMPONENT development
    ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT development
    FILE_SET HEADERS COMPONENT development)
  install(EXPORT ${name}Targets NAMESPACE firstcontact:: DESTINATION ${firstcontact_package_folder} COMPONENT development)
endfunction()

file(RELATIVE_PATH firstcontact_prefix_from_pc "/${CMAKE_INSTALL_LIBDIR}/pkgconfig" "/")

# What a static library needs besides, for pkg-config --static; a shared one knows it itself.
function(firstcontact_install_pc name description requires private)
  set(pc_name ${name})
  set(pc_description ${description})
  set(pc_requires ${requires})
  set(pc_private ${private})
  configure_file(${PROJECT_SOURCE_DIR}/cmake/firstcontact.pc.in ${PROJECT_BINARY_DIR}/${name}.pc @ONLY)
  install(FILES ${PROJECT_BINARY_DIR}/${name}.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig COMPONENT development)
endfunction()

firstcontact_install_library(firstcontact firstcontact)
set(firstcontact_private "-pthread")
if(NOT FIRSTCONTACT_SHARED AND NOT firstcontact_sealed_qhull)
  string(APPEND firstcontact_private " -lqhull_r")
endif()
firstcontact_install_pc(firstcontact "Rigid bodies that never interpenetrate, at any instant" "" "${firstcontact_private}")

if(TARGET firstcontact_scene)
  firstcontact_install_library(firstcontact_scene firstcontact_scene)
  set(firstcontact_private "")
  if(NOT FIRSTCONTACT_SHARED AND NOT firstcontact_sealed_zlib)
    set(firstcontact_private "-lz")
  endif()
  firstcontact_install_pc(firstcontact_scene "Scene files of First Contact" "firstcontact = ${PROJECT_VERSION}"
                          "${firstcontact_private}")
endif()

if(NOT FIRSTCONTACT_SHARED AND NOT firstcontact_sealed_qhull)
  set(firstcontact_find_private "find_dependency(Qhull)")
endif()
if(NOT FIRSTCONTACT_SHARED AND NOT firstcontact_sealed_zlib)
  set(firstcontact_scene_find_private "find_dependency(ZLIB)")
endif()
configure_package_config_file(
  ${PROJECT_SOURCE_DIR}/cmake/firstcontactConfig.cmake.in ${PROJECT_BINARY_DIR}/firstcontactConfig.cmake
  INSTALL_DESTINATION ${firstcontact_package_folder})
write_basic_package_version_file(${PROJECT_BINARY_DIR}/firstcontactConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(
  FILES ${PROJECT_BINARY_DIR}/firstcontactConfig.cmake ${PROJECT_BINARY_DIR}/firstcontactConfigVersion.cmake
  DESTINATION ${firstcontact_package_folder}
  COMPONENT development)

if(TARGET firstcontact_program)
  install(TARGETS firstcontact_program RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR} COMPONENT program)
endif()

# The licence lies beside whatever is installed, the manual beside the headers: each where Debian looks for it.
set(firstcontact_runtime_docs libfirstcontact${FIRSTCONTACT_ABI})
set(firstcontact_development_docs libfirstcontact-dev)
set(firstcontact_program_docs firstcontact)
foreach(component runtime development program)
  set(docs ${CMAKE_INSTALL_DATAROOTDIR}/doc/${firstcontact_${component}_docs})
  install(FILES ${PROJECT_SOURCE_DIR}/LICENSE DESTINATION ${docs} COMPONENT ${component})
endforeach()
set(docs ${CMAKE_INSTALL_DATAROOTDIR}/doc/${firstcontact_development_docs})
install(FILES ${PROJECT_SOURCE_DIR}/README.md ${PROJECT_SOURCE_DIR}/CHANGELOG.md DESTINATION ${docs} COMPONENT development)
install(DIRECTORY ${PROJECT_SOURCE_DIR}/docs DESTINATION ${docs} COMPONENT development FILES_MATCHING PATTERN "*.md"
        PATTERN images EXCLUDE)

if(PROJECT_IS_TOP_LEVEL)
  include(${PROJECT_SOURCE_DIR}/cmake/packages.cmake)
endif()
