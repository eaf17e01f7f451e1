import type { Rules } from '../protocol/rules.ts'
import { type BlockContext, contextOf, forkOf } from './blockContext.ts'
import type { CallEnvironment } from './callEnvironment.ts'
import { type CallError, callServerError } from './callError.ts'
import { type HeaderValues, headerValuesOf } from './headerValues.ts'
import type { BlockOverrides } from './overrides.ts'

const NO_HASH = new Uint8Array(32)

/**
 * The block in which a call runs: the block whose state it reads, with overrides.
 *
 * @throws {CallError} for an override that only `eth_simulateV1` has
 */
export function overriddenContext(
  environment: CallEnvironment,
  overrides?: BlockOverrides,
): BlockContext {
  const context = contextOf(environment, headerValuesOf(environment.block))
  return overrides === undefined ? context : withOverrides(context, environment.rules, overrides)
}

/**
 * A block with overrides (geth, internal/ethapi/override, BlockOverrides.Apply).
 *
 * @throws {CallError} for an override that only `eth_simulateV1` has
 */
export function withOverrides(
  context: BlockContext,
  rules: Rules,
  overrides: BlockOverrides,
): BlockContext {
  requireSupported(overrides)
  const number = overrides.number ?? context.number
  const time = overrides.time ?? context.time
  const prevRandao = overrides.prevRandao ?? context.prevRandao
  return {
    fork: forkOf(rules, number, time, prevRandao !== undefined),
    number,
    time,
    coinbase: overrides.feeRecipient ?? context.coinbase,
    gasLimit: overrides.gasLimit ?? context.gasLimit,
    difficulty: overrides.difficulty ?? context.difficulty,
    prevRandao,
    baseFee: overrides.baseFeePerGas ?? context.baseFee,
    shownBaseFee: undefined,
    blobBaseFee: overrides.blobBaseFee ?? context.blobBaseFee,
    slotNumber: context.slotNumber,
    blockHash: context.blockHash,
  }
}

/**
 * The block in which gas is estimated. geth changes the header here, and derives the rest of the block from it
 * (BlockOverrides.MakeHeader): the price of blob gas from the overridden time, and hashes of blocks from the overridden
 * number, so that only the parent has one.
 *
 * @throws {CallError} for an override that only `eth_simulateV1` has
 */
export function estimationContext(
  environment: CallEnvironment,
  overrides: BlockOverrides = {},
): BlockContext {
  requireSupported(overrides)
  const base = headerValuesOf(environment.block)
  const baseFeePerGas = overrides.baseFeePerGas ?? base.baseFeePerGas
  const header: HeaderValues = {
    ...base,
    number: overrides.number ?? base.number,
    difficulty: base.difficulty === 0n ? 0n : (overrides.difficulty ?? base.difficulty),
    timestamp: overrides.time ?? base.timestamp,
    gasLimit: overrides.gasLimit ?? base.gasLimit,
    miner: overrides.feeRecipient ?? base.miner,
    mixHash: overrides.prevRandao ?? base.mixHash,
    ...(baseFeePerGas !== undefined && { baseFeePerGas }),
  }
  const context = contextOf(environment, header)
  const blobBaseFee = overrides.blobBaseFee ?? context.blobBaseFee
  if (header.number === base.number) return { ...context, blobBaseFee }
  const blockHash = (number: bigint) => (number === header.number - 1n ? base.parentHash : NO_HASH)
  return { ...context, blobBaseFee, blockHash }
}

function requireSupported({ beaconRoot, withdrawals }: BlockOverrides): void {
  if (beaconRoot !== undefined) throw unsupported('beaconRoot')
  if (withdrawals !== undefined) throw unsupported('withdrawals')
}

function unsupported(name: string): CallError {
  return callServerError(`block override "${name}" is not supported for this RPC method`)
}
