// xomp_invoke_microtask(f, first, second, count, arguments) and xomp_call_on_stack(body, argument, top), System V x86-64.
#if defined(__x86_64__)
  .text
  .globl xomp_invoke_microtask
  .hidden xomp_invoke_microtask
  .type xomp_invoke_microtask, @function
xomp_invoke_microtask:
  .cfi_startproc
  endbr64
  pushq %rbp
  .cfi_def_cfa_offset 16
  .cfi_offset %rbp, -16
  movq %rsp, %rbp
  .cfi_def_cfa_register %rbp
  movq %rdi, %rax            // f
  movq %rsi, %rdi            // first
  movq %rdx, %rsi            // second
  movq %r8, %r10             // arguments
  // Arguments past the fourth go to the stack: space for them, 16-aligned.
  leaq -4(%rcx), %r11
  testq %r11, %r11
  jle 2f
  leaq 1(%r11), %rdx
  andq $-2, %rdx
  shlq $3, %rdx
  subq %rdx, %rsp
1:
  movq 24(%r10,%r11,8), %rdx // arguments[4 + r11 - 1]
  movq %rdx, -8(%rsp,%r11,8)
  decq %r11
  jnz 1b
2:
  cmpq $1, %rcx
  jl 3f
  movq 0(%r10), %rdx
  je 3f
  cmpq $3, %rcx
  movq %rcx, %r11
  movq 8(%r10), %rcx
  jl 3f
  movq 16(%r10), %r8
  je 3f
  movq 24(%r10), %r9
3:
  call *%rax
  leave
  .cfi_def_cfa %rsp, 8
  .cfi_restore %rbp
  ret
  .cfi_endproc
  .size xomp_invoke_microtask, .-xomp_invoke_microtask

// As xomp_invoke_microtask. *exit, the sixth argument, also gets the frame from which the function is called.
  .globl xomp_invoke_microtask_seen
  .hidden xomp_invoke_microtask_seen
  .type xomp_invoke_microtask_seen, @function
xomp_invoke_microtask_seen:
  .cfi_startproc
  endbr64
  leaq -8(%rsp), %rax        // where the other one, reached by a jump, has its frame
  movq %rax, (%r9)
  jmp xomp_invoke_microtask
  .cfi_endproc
  .size xomp_invoke_microtask_seen, .-xomp_invoke_microtask_seen

  .globl xomp_call_on_stack
  .hidden xomp_call_on_stack
  .type xomp_call_on_stack, @function
xomp_call_on_stack:
  .cfi_startproc
  endbr64
  pushq %rbp
  .cfi_def_cfa_offset 16
  .cfi_offset %rbp, -16
  movq %rsp, %rbp
  .cfi_def_cfa_register %rbp
  movq %rdi, %rax
  movq %rsi, %rdi
  movq %rdx, %rsp
  andq $-16, %rsp
  call *%rax
  leave
  .cfi_def_cfa %rsp, 8
  .cfi_restore %rbp
  ret
  .cfi_endproc
  .size xomp_call_on_stack, .-xomp_call_on_stack
#endif
  .section .note.GNU-stack,"",%progbits
