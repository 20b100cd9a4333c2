# The libraries that others link: made of the objects of one that only this project links, and closed. What is inline, or
# a template, is compiled into every object that uses it, and a linker keeps the first it meets: without this it could be
# that of a host compiled with -Ofast, and the engine would run on it. Shared, the symbols that are not marked
# (export.hpp) are the library's own; static, its objects are linked into one in which they are made local.

string(CONCAT FIRSTCONTACT_ABI "${PROJECT_VERSION_MAJOR}.${PROJECT_VERSION_MINOR}") # docs/abi.md
configure_file(${PROJECT_SOURCE_DIR}/cmake/firstcontact.map.in ${PROJECT_BINARY_DIR}/firstcontact.map @ONLY)

# LLVM's own tools do not know how to close an object: with Clang, GNU's stand beside them.
set(firstcontact_linker ${CMAKE_LINKER})
set(firstcontact_objcopy ${CMAKE_OBJCOPY})
if(NOT CMAKE_CROSSCOMPILING AND "${CMAKE_LINKER} ${CMAKE_OBJCOPY}" MATCHES "lld|llvm")
  find_program(FIRSTCONTACT_GNU_LINKER ld.bfd)
  find_program(FIRSTCONTACT_GNU_OBJCOPY objcopy)
  mark_as_advanced(FIRSTCONTACT_GNU_LINKER FIRSTCONTACT_GNU_OBJCOPY)
  set(firstcontact_linker ${FIRSTCONTACT_GNU_LINKER})
  set(firstcontact_objcopy ${FIRSTCONTACT_GNU_OBJCOPY})
endif()
if(CMAKE_EXECUTABLE_FORMAT STREQUAL "ELF" AND firstcontact_linker AND firstcontact_objcopy AND NOT CMAKE_INTERPROCEDURAL_OPTIMIZATION)
  set(firstcontact_can_seal ON)
endif()

# Without what was precompiled for them.
function(firstcontact_objects_of parts result)
  set(${result} "$<FILTER:$<TARGET_OBJECTS:${parts}>,EXCLUDE,\\.[gp]ch$>" PARENT_SCOPE)
endfunction()

# firstcontact_add_closed_library(TARGET PARTS EXPORT_NAME [ARCHIVE...]): of the objects of PARTS, shared or static as the
# build is asked for; a static one holds the archives, too.
function(firstcontact_add_closed_library target parts export_name)
  if(FIRSTCONTACT_SHARED)
    firstcontact_add_shared_library(${target} ${parts})
  else()
    firstcontact_add_static_library(${target} ${parts} ${ARGN})
  endif()
  add_library(firstcontact::${export_name} ALIAS ${target})
  set_target_properties(${target} PROPERTIES EXPORT_NAME ${export_name})
endfunction()

function(firstcontact_add_shared_library target parts)
  firstcontact_objects_of(${parts} objects)
  add_library(${target} SHARED ${objects})
  set_target_properties(${target} PROPERTIES VERSION ${PROJECT_VERSION} SOVERSION ${FIRSTCONTACT_ABI} LINKER_LANGUAGE CXX)
  target_compile_features(${target} PUBLIC cxx_std_20)
  target_compile_definitions(${target} INTERFACE FIRSTCONTACT_SHARED)
  if(CMAKE_EXECUTABLE_FORMAT STREQUAL "ELF")
    target_link_options(${target} PRIVATE LINKER:--version-script=${PROJECT_BINARY_DIR}/firstcontact.map LINKER:-Bsymbolic)
    set_target_properties(${target} PROPERTIES LINK_DEPENDS ${PROJECT_BINARY_DIR}/firstcontact.map)
  endif()
endfunction()

function(firstcontact_add_static_library target parts)
  if(firstcontact_can_seal)
    firstcontact_seal(${target} ${parts} ${ARGN})
    add_library(${target} STATIC ${CMAKE_CURRENT_BINARY_DIR}/${target}.o)
  else()
    firstcontact_objects_of(${parts} objects)
    add_library(${target} STATIC ${objects})
  endif()
  set_target_properties(${target} PROPERTIES LINKER_LANGUAGE CXX)
  target_compile_features(${target} PUBLIC cxx_std_20)
endfunction()

# One object out of all, in which only what is marked can be seen.
function(firstcontact_seal target parts)
  firstcontact_objects_of(${parts} objects)
  set(list ${CMAKE_CURRENT_BINARY_DIR}/${target}.objects)
  set(open ${CMAKE_CURRENT_BINARY_DIR}/${target}_open.o)
  set(sealed ${CMAKE_CURRENT_BINARY_DIR}/${target}.o)
  file(GENERATE OUTPUT ${list} CONTENT "$<JOIN:${objects},\n>\n")
  add_custom_command(
    OUTPUT ${sealed}
    COMMAND ${firstcontact_linker} -r --force-group-allocation -o ${open} @${list} ${ARGN}
    COMMAND ${firstcontact_objcopy} --wildcard --localize-hidden --keep-global-symbol=_ZN12firstcontact* --keep-global-symbol=_ZNK12firstcontact*
            --keep-global-symbol=_ZT?N12firstcontact* ${open} ${sealed}
    COMMAND ${CMAKE_COMMAND} -E rm ${open}
    DEPENDS ${parts} ${objects} ${ARGN}
    COMMENT "Closing ${target}"
    VERBATIM)
  set_source_files_properties(${sealed} PROPERTIES EXTERNAL_OBJECT ON GENERATED ON)
endfunction()
