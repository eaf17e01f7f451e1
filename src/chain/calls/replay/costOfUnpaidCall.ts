import { Address } from '@ethereumjs/util'
import { stackAddress } from '../../execution/stackAddress.ts'
import { type ForkName, isAtLeast } from '../../protocol/forks.ts'
import { constantGas } from '../failures/constantGas.ts'
import type { EvmFailure } from '../failures/evmFailure.ts'
import { coldGas, expansionGas, memorySize } from '../failures/gasFailure.ts'
import { CALL_OPCODES } from '../opcodeSets.ts'
import type { OpenFrame } from './liveTrace.ts'
import { frameTypes } from './traceHooks.ts'

const { CALL, CALLCODE } = frameTypes
const TRANSFER_GAS = 9000n
const NEW_ACCOUNT_GAS = 25_000n
const UINT64_MAX = 2n ** 64n - 1n

/**
 * The cost of a call that cannot be paid. @ethereumjs fails before it charges anything; geth counts the gas for the called
 * code, too (core/vm/gas_table.go, makeCallVariantGasCost).
 *
 * @returns in gas; undefined for any other failure
 */
export async function costOfUnpaidCall(
  { lastStep, wasWarm }: OpenFrame,
  fork: ForkName,
  { message }: EvmFailure,
): Promise<bigint | undefined> {
  if (lastStep === undefined || message !== 'out of gas') return undefined
  const { runState, gasLeft, stackLength, memoryWords } = lastStep
  const { opCode, stack, stateManager } = runState
  const constant = constantGas(opCode, fork)
  if (!CALL_OPCODES.has(opCode) || gasLeft < constant) return undefined
  const items = stack.peek(Math.min(stackLength, 7))
  const [requested = 0n, to = 0n, value = 0n] = items
  const sends = (opCode === CALL || opCode === CALLCODE) && value > 0n
  let own = expansionGas(memoryWords, memorySize(opCode, items) ?? 0n)
  if (sends) own += TRANSFER_GAS
  if (opCode === CALL) {
    const account = await stateManager.getAccount(new Address(stackAddress(to)))
    const isNew = isAtLeast(fork, 'spuriousDragon')
      ? sends && (account === undefined || account.isEmpty())
      : account === undefined
    if (isNew) own += NEW_ACCOUNT_GAS
  }
  const before = constant + (isAtLeast(fork, 'berlin') && !wasWarm ? coldGas(fork) : 0n)
  // geth computes with 64 bits, in which there is much left if there is too little.
  const left = BigInt.asUintN(64, gasLeft - before - own)
  const forwarded = left - left / 64n
  const isLimited = isAtLeast(fork, 'tangerineWhistle')
  const isTooMuch = requested > UINT64_MAX || requested > forwarded
  return BigInt.asUintN(64, before + own + (isLimited && isTooMuch ? forwarded : requested))
}
