// xomp_switch_stack(from, to): saves the registers that a call keeps, leaves the stack's address in *from and goes on at
// `to`. xomp_begin_stack: where a new stack begins; it finds body and argument in two of these registers.
#if defined(__x86_64__)
  .text
  .globl xomp_switch_stack
  .hidden xomp_switch_stack
  .type xomp_switch_stack, %function
xomp_switch_stack:
  endbr64
  pushq %rbp
  pushq %rbx
  pushq %r15
  pushq %r14
  pushq %r13
  pushq %r12
  subq $8, %rsp
  stmxcsr (%rsp)
  fnstcw 4(%rsp)
  movq %rsp, (%rdi)
  movq %rsi, %rsp
  ldmxcsr (%rsp)
  fldcw 4(%rsp)
  addq $8, %rsp
  popq %r12
  popq %r13
  popq %r14
  popq %r15
  popq %rbx
  popq %rbp
  ret
  .size xomp_switch_stack, .-xomp_switch_stack

  .globl xomp_begin_stack
  .hidden xomp_begin_stack
  .type xomp_begin_stack, %function
xomp_begin_stack:
  .cfi_startproc
  .cfi_undefined rip
  movq %r13, %rdi
  call *%r12
  ud2
  .cfi_endproc
  .size xomp_begin_stack, .-xomp_begin_stack
#elif defined(__aarch64__)
  .text
  .globl xomp_switch_stack
  .hidden xomp_switch_stack
  .type xomp_switch_stack, %function
xomp_switch_stack:
  sub sp, sp, #160
  stp x19, x20, [sp]
  stp x21, x22, [sp, #16]
  stp x23, x24, [sp, #32]
  stp x25, x26, [sp, #48]
  stp x27, x28, [sp, #64]
  stp x29, x30, [sp, #80]
  stp d8, d9, [sp, #96]
  stp d10, d11, [sp, #112]
  stp d12, d13, [sp, #128]
  stp d14, d15, [sp, #144]
  mov x9, sp
  str x9, [x0]
  mov sp, x1
  ldp x19, x20, [sp]
  ldp x21, x22, [sp, #16]
  ldp x23, x24, [sp, #32]
  ldp x25, x26, [sp, #48]
  ldp x27, x28, [sp, #64]
  ldp x29, x30, [sp, #80]
  ldp d8, d9, [sp, #96]
  ldp d10, d11, [sp, #112]
  ldp d12, d13, [sp, #128]
  ldp d14, d15, [sp, #144]
  add sp, sp, #160
  ret
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
