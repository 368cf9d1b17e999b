# The pages of `report` in a real browser (Debian's chromium, chromium-driver and python3-selenium): without these, the test says
# what it lacks and is skipped. axe-core is fetched by scripts/fetch-axe.sh.
add_test(NAME page
         COMMAND ${VKPERFTEST_PYTHON} ${CMAKE_CURRENT_SOURCE_DIR}/report/page_test.py $<TARGET_FILE:vkperftest>
                 ${PROJECT_SOURCE_DIR}/results ${PROJECT_BINARY_DIR}/axe-core/axe.min.js)
set_tests_properties(page PROPERTIES LABELS page SKIP_RETURN_CODE 77)
