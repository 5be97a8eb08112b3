// xomp_switch_stack(from, to): saves the registers that a call keeps, leaves the stack's address in *from and goes on at
// `to`. xomp_begin_stack: where a new stack begins; it finds body and argument in two of these registers.
#if defined(__powerpc64__) && _CALL_ELF == 2
  .text
  .globl xomp_switch_stack
  .hidden xomp_switch_stack
  .type xomp_switch_stack, @function
// The frame: 32 bytes that the ABI describes, LR, CR, r14 to r31, f14 to f31, v20 to v31. r2 is this library's on both sides.
xomp_switch_stack:
  .cfi_startproc
  stdu 1, -528(1)
  .cfi_def_cfa_offset 528
  mflr 0
  std 0, 32(1)
  .cfi_offset lr, -496
  mfcr 0
  std 0, 40(1)
  .irp n, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31
  std \n, (48 + 8 * (\n - 14))(1)
  .cfi_offset \n, -480 + 8 * (\n - 14)
  stfd \n, (192 + 8 * (\n - 14))(1)
  .cfi_offset 32 + \n, -336 + 8 * (\n - 14)
  .endr
#ifdef __ALTIVEC__
  .irp n, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31
  li 0, 336 + 16 * (\n - 20)
  stvx \n, 1, 0
  .endr
#endif
  std 1, 0(3)
  mr 1, 4                    // the other stack has the same frame, so the rules hold on
#ifdef __ALTIVEC__
  .irp n, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31
  li 0, 336 + 16 * (\n - 20)
  lvx \n, 1, 0
  .endr
#endif
  .irp n, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31
  ld \n, (48 + 8 * (\n - 14))(1)
  .cfi_restore \n
  lfd \n, (192 + 8 * (\n - 14))(1)
  .cfi_restore 32 + \n
  .endr
  ld 0, 40(1)
  mtcrf 0x38, 0              // CR2 to CR4
  ld 0, 32(1)
  mtlr 0
  .cfi_restore lr
  addi 1, 1, 528
  .cfi_def_cfa_offset 0
  blr
  .cfi_endproc
  .size xomp_switch_stack, .-xomp_switch_stack

  .globl xomp_begin_stack
  .hidden xomp_begin_stack
  .type xomp_begin_stack, @function
xomp_begin_stack:
  .cfi_startproc
  .cfi_undefined lr
  mr 3, 15
  mr 12, 14                  // where a function begins, it wants its own address
  mtctr 12
  bctrl
  trap
  .cfi_endproc
  .size xomp_begin_stack, .-xomp_begin_stack
#endif
  .section .note.GNU-stack,"",%progbits
