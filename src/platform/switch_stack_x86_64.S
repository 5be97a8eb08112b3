// xomp_switch_stack(from, to): saves the registers that a call keeps, leaves the stack's address in *from and goes on at
// `to`. xomp_begin_stack: where a new stack begins; it finds body and argument in two of these registers.
#if defined(__x86_64__)
  .text
  .globl xomp_switch_stack
  .hidden xomp_switch_stack
  .type xomp_switch_stack, %function
xomp_switch_stack:
  .cfi_startproc
  endbr64
  pushq %rbp
  .cfi_def_cfa_offset 16
  .cfi_offset %rbp, -16
  pushq %rbx
  .cfi_def_cfa_offset 24
  .cfi_offset %rbx, -24
  pushq %r15
  .cfi_def_cfa_offset 32
  .cfi_offset %r15, -32
  pushq %r14
  .cfi_def_cfa_offset 40
  .cfi_offset %r14, -40
  pushq %r13
  .cfi_def_cfa_offset 48
  .cfi_offset %r13, -48
  pushq %r12
  .cfi_def_cfa_offset 56
  .cfi_offset %r12, -56
  subq $8, %rsp
  .cfi_def_cfa_offset 64
  stmxcsr (%rsp)
  fnstcw 4(%rsp)
  movq %rsp, (%rdi)
  movq %rsi, %rsp            // the other stack has the same frame, so the rules hold on
  ldmxcsr (%rsp)
  fldcw 4(%rsp)
  addq $8, %rsp
  .cfi_def_cfa_offset 56
  popq %r12
  .cfi_def_cfa_offset 48
  .cfi_restore %r12
  popq %r13
  .cfi_def_cfa_offset 40
  .cfi_restore %r13
  popq %r14
  .cfi_def_cfa_offset 32
  .cfi_restore %r14
  popq %r15
  .cfi_def_cfa_offset 24
  .cfi_restore %r15
  popq %rbx
  .cfi_def_cfa_offset 16
  .cfi_restore %rbx
  popq %rbp
  .cfi_def_cfa_offset 8
  .cfi_restore %rbp
  ret
  .cfi_endproc
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
#endif
  .section .note.GNU-stack,"",%progbits
