import { Address } from '@ethereumjs/util'
import { fromHex } from '../../../primitives/hex.ts'
import { type ForkName, isAtLeast } from '../../protocol/forks.ts'
import { constantGas } from '../failures/constantGas.ts'
import type { EvmFailure } from '../failures/evmFailure.ts'
import { expansionGas, memorySize } from '../failures/gasFailure.ts'
import type { OpenFrame } from './liveTrace.ts'
import { frameTypes } from './traceHooks.ts'

const { CALL, CALLCODE, DELEGATECALL } = frameTypes
const CALLS: ReadonlySet<number> = new Set([CALL, CALLCODE, DELEGATECALL])
const TRANSFER_GAS = 9000n
const NEW_ACCOUNT_GAS = 25_000n

/**
 * The cost of a call before EIP-150 that asks for more gas than there is. @ethereumjs fails before it charges anything;
 * geth counts the gas for the called code, too (core/vm/gas_table.go, makeCallVariantGasCost).
 *
 * @returns in gas; undefined for any other failure
 */
export async function costOfUnpaidCall(
  { lastStep }: OpenFrame,
  fork: ForkName,
  { message }: EvmFailure,
): Promise<bigint | undefined> {
  if (lastStep === undefined || isAtLeast(fork, 'tangerineWhistle')) return undefined
  const { runState, gasLeft, stackLength, memoryWords } = lastStep
  const { opCode, stack, stateManager } = runState
  const constant = constantGas(opCode, fork)
  if (!CALLS.has(opCode) || message !== 'out of gas' || gasLeft < constant) return undefined
  const items = stack.peek(Math.min(stackLength, 7))
  const [requested = 0n, to = 0n, value = 0n] = items
  const size = memorySize(opCode, items) ?? 0n
  let gas = constant + expansionGas(memoryWords, size) + requested
  if (opCode !== DELEGATECALL && value > 0n) gas += TRANSFER_GAS
  if (opCode === CALL && (await stateManager.getAccount(addressOf(to))) === undefined) {
    gas += NEW_ACCOUNT_GAS
  }
  return gas
}

function addressOf(item: bigint): Address {
  return new Address(fromHex(`0x${BigInt.asUintN(160, item).toString(16).padStart(40, '0')}`))
}
