// xomp_switch_stack(from, to): saves the registers that a call keeps, leaves the stack's address in *from and goes on at
// `to`. xomp_begin_stack: where a new stack begins; it finds body and argument in two of these registers.
#if defined(__riscv) && __riscv_xlen == 64
  .text
  .globl xomp_switch_stack
  .hidden xomp_switch_stack
  .type xomp_switch_stack, %function
xomp_switch_stack:
  .cfi_startproc
  addi sp, sp, -208
  .cfi_def_cfa_offset 208
  sd ra, 0(sp)
  .cfi_offset ra, -208
  .irp n, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11
  sd s\n, (8 + 8 * \n)(sp)
  .cfi_offset s\n, -200 + 8 * \n
  .endr
#ifdef __riscv_float_abi_double
  .irp n, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11
  fsd fs\n, (104 + 8 * \n)(sp)
  .cfi_offset fs\n, -104 + 8 * \n
  .endr
#endif
  sd sp, 0(a0)
  mv sp, a1                  // the other stack has the same frame, so the rules hold on
  ld ra, 0(sp)
  .cfi_restore ra
  .irp n, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11
  ld s\n, (8 + 8 * \n)(sp)
  .cfi_restore s\n
  .endr
#ifdef __riscv_float_abi_double
  .irp n, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11
  fld fs\n, (104 + 8 * \n)(sp)
  .cfi_restore fs\n
  .endr
#endif
  addi sp, sp, 208
  .cfi_def_cfa_offset 0
  ret
  .cfi_endproc
  .size xomp_switch_stack, .-xomp_switch_stack

  .globl xomp_begin_stack
  .hidden xomp_begin_stack
  .type xomp_begin_stack, %function
xomp_begin_stack:
  .cfi_startproc
  .cfi_undefined ra
  mv a0, s1
  jalr s0
  ebreak
  .cfi_endproc
  .size xomp_begin_stack, .-xomp_begin_stack
#endif
  .section .note.GNU-stack,"",%progbits
