// The parts of the page, byte by byte; trace/page.cpp puts them together.
    .section .rodata
    .globl xomp_page_html, xomp_page_html_end, xomp_page_css, xomp_page_css_end
    .globl xomp_page_data_js, xomp_page_data_js_end, xomp_page_lanes_js, xomp_page_lanes_js_end
    .globl xomp_page_panels_js, xomp_page_panels_js_end
xomp_page_html:
    .incbin "page.html"
xomp_page_html_end:
xomp_page_css:
    .incbin "page.css"
xomp_page_css_end:
xomp_page_data_js:
    .incbin "data.js"
xomp_page_data_js_end:
xomp_page_lanes_js:
    .incbin "lanes.js"
xomp_page_lanes_js_end:
xomp_page_panels_js:
    .incbin "panels.js"
xomp_page_panels_js_end:
    .section .note.GNU-stack,"",%progbits
