# What `cmake --install` puts where: the program, its manual page, documents and licences. A package for Windows is one
# flat folder; elsewhere GNUInstallDirs names the folders.
#
# Components: every package holds `program`. What only the .deb holds, and a full installation leaves out, is `debian`; what
# all but the .deb hold is `other`.
include(GNUInstallDirs)
set(VKPERFTEST_PACKAGER "the vkperftest authors" CACHE STRING "Who answers for the .deb: NAME <MAIL>")
set(CMAKE_INSTALL_DEFAULT_DIRECTORY_PERMISSIONS OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE WORLD_READ
    WORLD_EXECUTE) # whatever the umask is

set(program_folder ${CMAKE_INSTALL_BINDIR})
set(document_folder ${CMAKE_INSTALL_DOCDIR})
set(licence copyright) # as Debian calls it
if(WIN32)
    set(program_folder .)
    set(document_folder .)
    set(licence LICENSE.md)
    install(FILES source/windows/USAGE.txt DESTINATION . COMPONENT program)
endif()
install(TARGETS vkperftest RUNTIME DESTINATION ${program_folder} COMPONENT program)
install(FILES LICENSE.md DESTINATION ${document_folder} RENAME ${licence} COMPONENT program)
install(DIRECTORY docs/pictures DESTINATION ${document_folder}/docs COMPONENT program)
install(DIRECTORY results DESTINATION ${document_folder} COMPONENT program FILES_MATCHING PATTERN *.json)
get_property(notices GLOBAL PROPERTY VKPERFTEST_NOTICES)
set(documents ${PROJECT_BINARY_DIR}/documents)
install(CODE "
    set(SOURCE [==[${PROJECT_SOURCE_DIR}]==])
    set(OUTPUT [==[${documents}]==])
    set(NOTICES \"${notices}\")
    set(VERSION ${PROJECT_VERSION})
    set(PACKAGER [==[${VKPERFTEST_PACKAGER}]==])
    include([==[${PROJECT_SOURCE_DIR}/cmake/MakeDocuments.cmake]==])" ALL_COMPONENTS)
install(DIRECTORY ${documents}/common/ DESTINATION ${document_folder} COMPONENT program)

# The manual page is what the program says of itself, where help2man is there to write it.
if(NOT WIN32)
    find_program(VKPERFTEST_HELP2MAN help2man)
    set(generated ${PROJECT_BINARY_DIR}/generated)
    if(VKPERFTEST_HELP2MAN)
        file(MAKE_DIRECTORY ${generated})
        add_custom_command(OUTPUT ${generated}/vkperftest.1.gz
                           COMMAND ${VKPERFTEST_HELP2MAN} --no-info --section 1 "--help-option=--help --all"
                                   --name "which of a GPU's loads are fast" -o vkperftest.1 $<TARGET_FILE:vkperftest>
                           COMMAND gzip -9nc vkperftest.1 > vkperftest.1.gz
                           DEPENDS vkperftest WORKING_DIRECTORY ${generated} COMMENT "Writing the manual page" VERBATIM)
        add_custom_target(manual_page ALL DEPENDS ${generated}/vkperftest.1.gz)
        if(BUILD_TESTING)
            add_dependencies(change_tests manual_page) # a test installs it
        endif()
        install(FILES ${generated}/vkperftest.1.gz DESTINATION ${CMAKE_INSTALL_MANDIR}/man1 COMPONENT program)
    endif()

    install(FILES ${documents}/changelog.gz DESTINATION ${document_folder} COMPONENT debian EXCLUDE_FROM_ALL)
endif()
