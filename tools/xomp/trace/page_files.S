// The parts of the page, byte by byte; trace/page.cpp puts them together. The scripts stand one after the other: each uses names of
// those before it, and the last one starts.
    .section .rodata
    .globl xomp_page_html, xomp_page_html_end, xomp_page_css, xomp_page_css_end, xomp_page_script, xomp_page_script_end
xomp_page_html:
    .incbin "page.html"
xomp_page_html_end:
xomp_page_css:
    .incbin "page.css"
xomp_page_css_end:
xomp_page_script:
    .incbin "names.js"
    .incbin "data.js"
    .incbin "colours.js"
    .incbin "rows.js"
    .incbin "lanes.js"
    .incbin "overlays.js"
    .incbin "panels.js"
    .incbin "selection.js"
    .incbin "hands.js"
    .incbin "svg.js"
    .incbin "start.js"
xomp_page_script_end:
    .section .note.GNU-stack,"",%progbits
