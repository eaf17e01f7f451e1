/**
 * The contract for accounts to delegate to (EIP-7702). Its only instruction is STOP, which uses no gas, so that a plain
 * transfer to a delegated account still succeeds.
 */
export const delegateContract = {
  /** PUSH1 1, PUSH1 0, RETURN: one zero byte of memory becomes the code. */
  creationCode: '0x60016000f3',
  abi: [],
} as const
