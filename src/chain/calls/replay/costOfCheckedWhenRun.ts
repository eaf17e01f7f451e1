import { EVMError } from '@ethereumjs/evm'
import type { EvmFailure } from '../failures/evmFailure.ts'
import { expansionGas } from '../failures/gasFailure.ts'
import type { OpenFrame } from './liveTrace.ts'

const { errorMessages } = EVMError

const TSTORE = 0x5d
const RETURNDATACOPY = 0x3e
const LOG0 = 0xa0

/**
 * The cost of a failed operation that geth checks when it runs, after its gas is paid. @ethereumjs checks it while it
 * computes the gas, so its cost has to be computed here.
 *
 * @returns in gas; undefined if geth checks the operation before
 */
export function costOfCheckedWhenRun(
  { lastStep, cost }: OpenFrame,
  error: string,
  { message }: EvmFailure,
): bigint | undefined {
  if (lastStep === undefined) return undefined
  if (error === errorMessages.INVALID_OPCODE) return 0n
  const { runState, memoryWords } = lastStep
  const { opCode, stack } = runState
  if (message === 'write protection') {
    if (opCode === TSTORE) return 100n
    const [start = 0n, length = 0n] = stack.peek(2)
    const topics = BigInt(opCode - LOG0)
    return 375n * (topics + 1n) + 8n * length + memoryGas(memoryWords, start, length)
  }
  if (opCode === RETURNDATACOPY && message === 'return data out of bounds') {
    const [start = 0n, , length = 0n] = stack.peek(3)
    return 3n + 3n * ((length + 31n) / 32n) + memoryGas(memoryWords, start, length)
  }
  return message === 'invalid jump destination' ? cost : undefined
}

function memoryGas(words: bigint, start: bigint, length: bigint): bigint {
  return length === 0n ? 0n : expansionGas(words, start + length)
}
