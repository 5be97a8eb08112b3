// xomp_invoke_microtask(f, first, second, count, arguments) and xomp_call_on_stack(body, argument, top), AAPCS64.
#if defined(__aarch64__)
  .text
  .globl xomp_invoke_microtask
  .hidden xomp_invoke_microtask
  .type xomp_invoke_microtask, %function
xomp_invoke_microtask:
  .cfi_startproc
  stp x29, x30, [sp, #-16]!
  .cfi_def_cfa_offset 16
  .cfi_offset 29, -16
  .cfi_offset 30, -8
  mov x29, sp
  .cfi_def_cfa_register 29
  mov x9, x0                 // f
  mov x10, x4                // arguments
  mov x11, x3                // count
  mov x0, x1
  mov x1, x2
  // Arguments past the sixth go to the stack.
  subs x12, x11, #6
  b.le 2f
  add x13, x12, #1
  and x13, x13, #-2
  sub sp, sp, x13, lsl #3
  add x14, x10, #48
1:
  sub x12, x12, #1
  ldr x13, [x14, x12, lsl #3]
  str x13, [sp, x12, lsl #3]
  cbnz x12, 1b
2:
  // Registers x2..x7 always exist; load only what the list holds.
  cbz x11, 3f
  ldr x2, [x10]
  cmp x11, #2
  b.lt 3f
  ldr x3, [x10, #8]
  cmp x11, #3
  b.lt 3f
  ldr x4, [x10, #16]
  cmp x11, #4
  b.lt 3f
  ldr x5, [x10, #24]
  cmp x11, #5
  b.lt 3f
  ldr x6, [x10, #32]
  cmp x11, #6
  b.lt 3f
  ldr x7, [x10, #40]
3:
  blr x9
  mov sp, x29
  ldp x29, x30, [sp], #16
  .cfi_def_cfa sp, 0
  .cfi_restore 29
  .cfi_restore 30
  ret
  .cfi_endproc
  .size xomp_invoke_microtask, .-xomp_invoke_microtask

// As xomp_invoke_microtask. *exit, the sixth argument, also gets the frame from which the function is called.
  .globl xomp_invoke_microtask_seen
  .hidden xomp_invoke_microtask_seen
  .type xomp_invoke_microtask_seen, %function
xomp_invoke_microtask_seen:
  .cfi_startproc
  sub x9, sp, #16            // where the other one, reached by a jump, has its frame
  str x9, [x5]
  b xomp_invoke_microtask
  .cfi_endproc
  .size xomp_invoke_microtask_seen, .-xomp_invoke_microtask_seen

  .globl xomp_call_on_stack
  .hidden xomp_call_on_stack
  .type xomp_call_on_stack, %function
xomp_call_on_stack:
  .cfi_startproc
  stp x29, x30, [sp, #-16]!
  .cfi_def_cfa_offset 16
  .cfi_offset 29, -16
  .cfi_offset 30, -8
  mov x29, sp
  .cfi_def_cfa_register 29
  mov x9, x0
  mov x0, x1
  and x2, x2, #-16
  mov sp, x2
  blr x9
  mov sp, x29
  ldp x29, x30, [sp], #16
  .cfi_def_cfa sp, 0
  .cfi_restore 29
  .cfi_restore 30
  ret
  .cfi_endproc
  .size xomp_call_on_stack, .-xomp_call_on_stack
#endif
  .section .note.GNU-stack,"",%progbits
