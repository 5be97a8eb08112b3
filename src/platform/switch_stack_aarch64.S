// xomp_switch_stack(from, to): saves the registers that a call keeps, leaves the stack's address in *from and goes on at
// `to`. xomp_begin_stack: where a new stack begins; it finds body and argument in two of these registers.
#if defined(__aarch64__)
  .text
  .globl xomp_switch_stack
  .hidden xomp_switch_stack
  .type xomp_switch_stack, %function
xomp_switch_stack:
  .cfi_startproc
  sub sp, sp, #160
  .cfi_def_cfa_offset 160
  stp x19, x20, [sp]
  .cfi_offset 19, -160
  .cfi_offset 20, -152
  stp x21, x22, [sp, #16]
  .cfi_offset 21, -144
  .cfi_offset 22, -136
  stp x23, x24, [sp, #32]
  .cfi_offset 23, -128
  .cfi_offset 24, -120
  stp x25, x26, [sp, #48]
  .cfi_offset 25, -112
  .cfi_offset 26, -104
  stp x27, x28, [sp, #64]
  .cfi_offset 27, -96
  .cfi_offset 28, -88
  stp x29, x30, [sp, #80]
  .cfi_offset 29, -80
  .cfi_offset 30, -72
  stp d8, d9, [sp, #96]
  .cfi_offset 72, -64
  .cfi_offset 73, -56
  stp d10, d11, [sp, #112]
  .cfi_offset 74, -48
  .cfi_offset 75, -40
  stp d12, d13, [sp, #128]
  .cfi_offset 76, -32
  .cfi_offset 77, -24
  stp d14, d15, [sp, #144]
  .cfi_offset 78, -16
  .cfi_offset 79, -8
  mov x9, sp
  str x9, [x0]
  mov sp, x1                 // the other stack has the same frame, so the rules hold on
  ldp x19, x20, [sp]
  .cfi_restore 19
  .cfi_restore 20
  ldp x21, x22, [sp, #16]
  .cfi_restore 21
  .cfi_restore 22
  ldp x23, x24, [sp, #32]
  .cfi_restore 23
  .cfi_restore 24
  ldp x25, x26, [sp, #48]
  .cfi_restore 25
  .cfi_restore 26
  ldp x27, x28, [sp, #64]
  .cfi_restore 27
  .cfi_restore 28
  ldp x29, x30, [sp, #80]
  .cfi_restore 29
  .cfi_restore 30
  ldp d8, d9, [sp, #96]
  .cfi_restore 72
  .cfi_restore 73
  ldp d10, d11, [sp, #112]
  .cfi_restore 74
  .cfi_restore 75
  ldp d12, d13, [sp, #128]
  .cfi_restore 76
  .cfi_restore 77
  ldp d14, d15, [sp, #144]
  .cfi_restore 78
  .cfi_restore 79
  add sp, sp, #160
  .cfi_def_cfa_offset 0
  ret
  .cfi_endproc
  .size xomp_switch_stack, .-xomp_switch_stack

  .globl xomp_begin_stack
  .hidden xomp_begin_stack
  .type xomp_begin_stack, %function
xomp_begin_stack:
  .cfi_startproc
  .cfi_undefined x30
  mov x0, x20
  blr x19
  brk #1
  .cfi_endproc
  .size xomp_begin_stack, .-xomp_begin_stack
#endif
  .section .note.GNU-stack,"",%progbits
