// xomp_invoke_microtask(f, first, second, count, arguments) and xomp_call_on_stack(body, argument, top), RISC-V's calling convention.
#if defined(__riscv) && __riscv_xlen == 64
// s0 leads to the caller's stack, so what is called may have a stack of any length, or another one.
  .macro begin_frame
  addi sp, sp, -16
  .cfi_def_cfa_offset 16
  sd ra, 8(sp)
  .cfi_offset ra, -8
  sd s0, 0(sp)
  .cfi_offset s0, -16
  addi s0, sp, 16
  .cfi_def_cfa s0, 0
  .endm
  .macro end_frame
  addi sp, s0, -16
  .cfi_def_cfa sp, 16
  ld s0, 0(sp)
  .cfi_restore s0
  ld ra, 8(sp)
  .cfi_restore ra
  addi sp, sp, 16
  .cfi_def_cfa_offset 0
  ret
  .endm

  .text
  .globl xomp_invoke_microtask
  .hidden xomp_invoke_microtask
  .type xomp_invoke_microtask, %function
xomp_invoke_microtask:
  .cfi_startproc
  begin_frame
  mv t1, a0                  // f
  mv t2, a4                  // arguments
  mv t3, a3                  // count
  mv a0, a1
  mv a1, a2
  // Arguments past the sixth go to the stack.
  addi t4, t3, -6
  blez t4, 2f
  addi t5, t4, 1
  andi t5, t5, -2
  slli t5, t5, 3
  sub sp, sp, t5
  addi t6, t2, 48
  mv t5, sp
1:
  ld t0, 0(t6)
  sd t0, 0(t5)
  addi t6, t6, 8
  addi t5, t5, 8
  addi t4, t4, -1
  bnez t4, 1b
2:
  // Registers a2..a7 always exist; load only what the list holds.
  .irp n, 2, 3, 4, 5, 6, 7
  addi t3, t3, -1
  bltz t3, 3f
  ld a\n, (8 * (\n - 2))(t2)
  .endr
3:
  jalr t1
  end_frame
  .cfi_endproc
  .size xomp_invoke_microtask, .-xomp_invoke_microtask

// As xomp_invoke_microtask. *exit, the sixth argument, also gets the frame from which the function is called.
  .globl xomp_invoke_microtask_seen
  .hidden xomp_invoke_microtask_seen
  .type xomp_invoke_microtask_seen, %function
xomp_invoke_microtask_seen:
  .cfi_startproc
  sd sp, 0(a5)               // the frame pointer of the other one, reached by a jump: a frame is known by its upper end
  tail xomp_invoke_microtask
  .cfi_endproc
  .size xomp_invoke_microtask_seen, .-xomp_invoke_microtask_seen

  .globl xomp_call_on_stack
  .hidden xomp_call_on_stack
  .type xomp_call_on_stack, %function
xomp_call_on_stack:
  .cfi_startproc
  begin_frame
  mv t1, a0
  mv a0, a1
  andi sp, a2, -16
  jalr t1
  end_frame
  .cfi_endproc
  .size xomp_call_on_stack, .-xomp_call_on_stack
#endif
  .section .note.GNU-stack,"",%progbits
