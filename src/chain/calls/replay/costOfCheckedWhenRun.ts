import { EVMError } from '@ethereumjs/evm'
import type { LastStep } from '../callEvm.ts'
import type { EvmFailure } from '../failures/evmFailure.ts'
import { gasOfCheckedWhenRun } from '../failures/gasFailure.ts'
import type { OpenFrame } from './liveTrace.ts'

const { errorMessages } = EVMError

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
  const isCheckedWhenRun = message === 'write protection' || message === 'return data out of bounds'
  if (isCheckedWhenRun) return uncomputedGas(lastStep)
  return message === 'invalid jump destination' ? cost : undefined
}

/**
 * The gas of an operation that @ethereumjs has not computed.
 *
 * @returns undefined if @ethereumjs computes it
 */
export function uncomputedGas({
  runState,
  memoryWords,
  stackLength,
}: LastStep): bigint | undefined {
  const { opCode, stack } = runState
  return gasOfCheckedWhenRun(opCode, stack.peek(Math.min(stackLength, 3)), memoryWords)
}
