// xomp_invoke_microtask(f, first, second, count, arguments) and xomp_call_on_stack(body, argument, top), PowerPC's ELFv2 ABI. Each
// calls through a pointer into what may be another object: the function gets its own address in r12, and r2 is kept.
#if defined(__powerpc64__) && _CALL_ELF == 2
// r31 leads to the caller's frame, so what is called may have a frame of any length, or another stack. `kept`: where r31 is kept, from there.
  .macro begin_frame kept
  mflr 0
  std 0, 16(1)
  .cfi_offset lr, 16
  std 31, \kept(1)
  .cfi_offset 31, \kept
  mr 31, 1
  .cfi_def_cfa_register 31
  .endm
  .macro call_and_end_frame kept
  bctrl
  ld 2, 24(1)
  mr 1, 31
  .cfi_def_cfa_register 1
  ld 31, \kept(1)
  .cfi_restore 31
  ld 0, 16(1)
  mtlr 0
  .cfi_restore lr
  blr
  .endm

  .text
  .globl xomp_invoke_microtask
  .hidden xomp_invoke_microtask
  .type xomp_invoke_microtask, @function
xomp_invoke_microtask:
  .cfi_startproc
  li 8, 0
  b xomp_invoke_microtask_seen
  .cfi_endproc
  .size xomp_invoke_microtask, .-xomp_invoke_microtask

// As xomp_invoke_microtask. *exit, the sixth argument, also gets the frame from which the function is called; 0: it gets nothing.
  .globl xomp_invoke_microtask_seen
  .hidden xomp_invoke_microtask_seen
  .type xomp_invoke_microtask_seen, @function
xomp_invoke_microtask_seen:
  .cfi_startproc
  begin_frame -8
  // The frame: 4 words, a word for each argument, also those in registers, r31, and what keeps it aligned.
  addi 9, 6, 2 + 4 + 1 + 1
  clrrdi 9, 9, 1
  sldi 9, 9, 3
  neg 9, 9
  stdux 1, 1, 9
  std 2, 24(1)
  cmpdi 8, 0
  beq 1f
  std 1, 0(8)
1:
  mr 12, 3                   // f
  mr 11, 7                   // arguments
  mr 3, 4
  mr 4, 5
  // Arguments past the sixth go to the stack, above the words of those in registers.
  addic. 9, 6, -6
  ble 3f
  mtctr 9
  addi 7, 11, 40
  addi 8, 1, 88
2:
  ldu 0, 8(7)
  stdu 0, 8(8)
  bdnz 2b
3:
  // Registers r5..r10 always exist; load only what the list holds.
  mr 0, 6
  .irp n, 5, 6, 7, 8, 9, 10
  cmpdi 0, \n - 4
  blt 4f
  ld \n, (8 * (\n - 5))(11)
  .endr
4:
  mtctr 12
  call_and_end_frame -8
  .cfi_endproc
  .size xomp_invoke_microtask_seen, .-xomp_invoke_microtask_seen

  .globl xomp_call_on_stack
  .hidden xomp_call_on_stack
  .type xomp_call_on_stack, @function
xomp_call_on_stack:
  .cfi_startproc
  begin_frame -16
  mr 12, 3
  mr 3, 4
  clrrdi 5, 5, 4
  std 1, -48(5)              // the chain of frames goes on below, as the ABI wants
  addi 1, 5, -48
  std 2, 24(1)
  mtctr 12
  call_and_end_frame -16
  .cfi_endproc
  .size xomp_call_on_stack, .-xomp_call_on_stack
#endif
  .section .note.GNU-stack,"",%progbits
