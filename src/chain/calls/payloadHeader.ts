import { fromHex } from '../../primitives/hex.ts'
import type { SealedBlock } from '../encoding/block.ts'
import type { WithdrawalFields } from '../execution/withdrawals.ts'
import { isAtLeast } from '../protocol/forks.ts'
import type { Rules } from '../protocol/rules.ts'
import { callServerError } from './callError.ts'
import { type HeaderValues, headerValuesOf } from './headerValues.ts'
import { candidateOf } from './simulate/candidateHeader.ts'

/** What the beacon chain decides of a block (PayloadAttributes of the engine API). */
export interface PayloadAttributes {
  /** in seconds since 1970 */
  readonly timestamp: bigint
  /** 32 bytes */
  readonly prevRandao: Uint8Array
  /** 20 bytes */
  readonly suggestedFeeRecipient: Uint8Array
  readonly withdrawals: readonly WithdrawalFields[] | undefined
  /** 32 bytes; from Cancun on */
  readonly parentBeaconBlockRoot: Uint8Array | undefined
  /** required from Amsterdam on */
  readonly slotNumber: bigint | undefined
  /** in gas; from Amsterdam on */
  readonly targetGasLimit: bigint | undefined
}

/** In gas: the limit that blocks approach, geth's default. */
const GAS_LIMIT_TARGET = 60_000_000n

/** How geth encodes a root that is missing. Its contract is not called then. */
const NO_ROOT = new Uint8Array(0)

/** In gas: the lowest limit of a block, and the part of its parent's by which it may differ, exclusively. */
const GAS_LIMIT_MIN = 5000n
const GAS_LIMIT_DIVISOR = 1024n

/**
 * The header of a block before its transactions run (geth, miner/worker.go, prepareWork).
 *
 * @throws {CallError} in the words of geth
 */
export function payloadHeader(
  parentBlock: Pick<SealedBlock, 'hash' | 'rlp'>,
  attributes: PayloadAttributes,
  extraData: Uint8Array,
  rules: Rules,
): HeaderValues {
  const parent = headerValuesOf(parentBlock)
  const { timestamp, slotNumber, parentBeaconBlockRoot } = attributes
  if (timestamp <= parent.timestamp) {
    const times = `parent ${parent.timestamp} given ${timestamp}`
    throw callServerError(`invalid timestamp, ${times}`)
  }
  const { fork, header } = candidateOf(
    {
      number: parent.number + 1n,
      timestamp,
      blockOverrides: {
        feeRecipient: attributes.suggestedFeeRecipient,
        prevRandao: attributes.prevRandao,
      },
      stateOverrides: [],
      calls: [],
    },
    { header: parent, hash: fromHex(parentBlock.hash) },
    rules,
    { validation: true },
  )
  if (header.difficulty !== 0n) throw callServerError('the block would be before the merge')
  const isAmsterdam = isAtLeast(fork, 'amsterdam')
  if (isAmsterdam && slotNumber === undefined) {
    throw callServerError('no slot number set post-amsterdam')
  }
  if (attributes.withdrawals !== undefined && !isAtLeast(fork, 'shanghai')) {
    throw callServerError('unexpected withdrawals before shanghai')
  }
  const target = (isAmsterdam ? attributes.targetGasLimit : undefined) ?? GAS_LIMIT_TARGET
  return {
    ...header,
    gasLimit: approach(parent.gasLimit, target),
    extraData,
    ...(isAmsterdam && slotNumber !== undefined && { slotNumber }),
    ...(isAtLeast(fork, 'cancun') && { parentBeaconBlockRoot: parentBeaconBlockRoot ?? NO_ROOT }),
  }
}

/** The limit that is nearest to the target (CalcGasLimit of geth). */
function approach(limit: bigint, target: bigint): bigint {
  const wanted = target < GAS_LIMIT_MIN ? GAS_LIMIT_MIN : target
  const step = limit / GAS_LIMIT_DIVISOR - 1n
  if (limit < wanted) return limit + step < wanted ? limit + step : wanted
  return limit - step > wanted ? limit - step : wanted
}
