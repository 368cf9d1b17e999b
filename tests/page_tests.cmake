# The pages of `report` and `atlas` in a real browser (Debian's chromium, chromium-driver and python3-selenium): a test that lacks what
# it needs says so and is skipped. axe-core is fetched by scripts/fetch-axe.sh.
set(only_accessibility ${PROJECT_BINARY_DIR}/axe-core/axe.min.js)
foreach(name controls charts layout safety accessibility atlas)
    add_test(NAME page_${name}
             COMMAND ${VKPERFTEST_PYTHON} ${CMAKE_CURRENT_SOURCE_DIR}/report/page_${name}_test.py $<TARGET_FILE:vkperftest_scripted>
                     ${PROJECT_SOURCE_DIR}/results ${only_${name}})
    set_tests_properties(page_${name} PROPERTIES LABELS page-nightly SKIP_RETURN_CODE 77)
endforeach()
set_tests_properties(page_charts PROPERTIES LABELS page) # one page each time
