// How one fiber stops and another goes on (fiber.cpp): the registers that a called function must keep go to the stack.
#if defined(__x86_64__)
  .text
  .globl xomp_models_switch_stack
  .type xomp_models_switch_stack, %function
xomp_models_switch_stack:
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
  .size xomp_models_switch_stack, .-xomp_models_switch_stack

  .globl xomp_models_fiber_start
  .type xomp_models_fiber_start, %function
xomp_models_fiber_start:
  .cfi_startproc
  .cfi_undefined rip
  movq %r13, %rdi
  call *%r12
  ud2
  .cfi_endproc
  .size xomp_models_fiber_start, .-xomp_models_fiber_start
#elif defined(__aarch64__)
  .text
  .globl xomp_models_switch_stack
  .type xomp_models_switch_stack, %function
xomp_models_switch_stack:
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
  .size xomp_models_switch_stack, .-xomp_models_switch_stack

  .globl xomp_models_fiber_start
  .type xomp_models_fiber_start, %function
xomp_models_fiber_start:
  .cfi_startproc
  .cfi_undefined x30
  mov x0, x20
  blr x19
  brk #1
  .cfi_endproc
  .size xomp_models_fiber_start, .-xomp_models_fiber_start
#endif
  .section .note.GNU-stack,"",%progbits
