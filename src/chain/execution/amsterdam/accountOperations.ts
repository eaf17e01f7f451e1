import type { Common } from '@ethereumjs/common'
import { EVMError } from '@ethereumjs/evm'
import { toBigInt } from '../../../primitives/hex.ts'
import { isEmpty } from '../../state/emptyAccount.ts'
import { memoryGas, type RunState, wordsIn } from '../quickOperations.ts'
import { stackAddress } from '../stackAddress.ts'
import { evmOf } from './evmOf.ts'

/** In gas: access to an account (EIP-8038). */
export const COLD_ACCOUNT = 3000n
export const WARM_ACCOUNT = 100n

/** In gas: the first write to an account (EIP-8038). */
export const ACCOUNT_WRITE = 9000n

/** In gas (EIP-8038). */
const SECOND_READ = 100n
const COPIED_WORD = 3n

type Journal = RunState['interpreter']['journal']

/** Marks an address as warm. @returns what the access costs, in gas */
export function accessGas(journal: Journal, address: Uint8Array): bigint {
  if (journal.isWarmedAddress(address)) return WARM_ACCOUNT
  journal.addWarmedAddress(address)
  return COLD_ACCOUNT
}

/** Ends code that has less gas left. */
export function requireGas(runState: RunState, gas: bigint): void {
  if (runState.gasLeft < gas) throw new EVMError(EVMError.errorMessages.OUT_OF_GAS)
}

/** The gas of BALANCE and EXTCODEHASH. */
export function accountGas(runState: RunState): bigint {
  return accessGas(runState.interpreter.journal, stackAddress(runState.stack.peek()[0] as bigint))
}

export function codeSizeGas(runState: RunState): bigint {
  return accountGas(runState) + SECOND_READ
}

export function codeCopyGas(runState: RunState, _gas: bigint, common: Common): bigint {
  const [account, offset, , length] = runState.stack.peek(4) as [bigint, bigint, bigint, bigint]
  const memory = memoryGas(runState, offset, length, common) + COPIED_WORD * wordsIn(length)
  return memory + accessGas(runState.interpreter.journal, stackAddress(account)) + SECOND_READ
}

export function balance(runState: RunState): void {
  const { stack } = runState
  const { world } = evmOf(runState)
  stack.push(world.account(stackAddress(stack.pop()))?.balance ?? 0n)
}

export function codeHash(runState: RunState): void {
  const { stack } = runState
  const account = evmOf(runState).world.account(stackAddress(stack.pop()))
  stack.push(account === undefined || isEmpty(account) ? 0n : toBigInt(account.codeHash))
}

export function codeSize(runState: RunState): void {
  const { stack } = runState
  stack.push(BigInt(evmOf(runState).world.code(stackAddress(stack.pop())).length))
}

export function codeCopy(runState: RunState): void {
  const { stack, memory } = runState
  const [account, offset, from, length] = stack.popN(4) as [bigint, bigint, bigint, bigint]
  const code = evmOf(runState).world.code(stackAddress(account))
  if (length === 0n) return
  const copied = new Uint8Array(Number(length))
  if (from < code.length) {
    copied.set(code.subarray(Number(from), Number(from) + copied.length))
  }
  memory.write(Number(offset), copied.length, copied)
}
