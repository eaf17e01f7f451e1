import { fromHex } from '../../../primitives/hex.ts'
import { listRoot } from '../../encoding/listRoot.ts'
import { baseFeeAfter } from '../../protocol/baseFee.ts'
import { blobLimits, excessBlobGasAfter } from '../../protocol/blobGas.ts'
import { type ForkName, type ForkSchedule, isAtLeast } from '../../protocol/forks.ts'
import type { Rules } from '../../protocol/rules.ts'
import { NO_UNCLES_HASH } from '../../protocol/uncles.ts'
import { forkOf } from '../blockContext.ts'
import { CallError } from '../callError.ts'
import type { HeaderValues } from '../headerValues.ts'
import { errorCodes } from './errorCodes.ts'
import type { OrderedBlock } from './orderBlocks.ts'

const NO_UNCLES = fromHex(NO_UNCLES_HASH)
const EMPTY_LIST = listRoot([])
const ZERO_HASH = new Uint8Array(32)

/** The block before a simulated block. */
export interface Parent {
  readonly header: HeaderValues
  /** 32 bytes */
  readonly hash: Uint8Array
}

/** A block whose calls have not run. */
export interface Candidate {
  readonly fork: ForkName
  /** The fields that depend on what the block contains have empty values. */
  readonly header: HeaderValues
}

/**
 * The header of a block before its calls run (geth, internal/ethapi/simulate.go, makeHeaders and processBlock). What is
 * not overridden follows from its parent. Without validation the base fee is 0.
 */
export function candidateOf(
  block: OrderedBlock,
  { header: parent, hash: parentHash }: Parent,
  rules: Rules,
  { validation }: { readonly validation: boolean },
): Candidate {
  const { feeRecipient, gasLimit, prevRandao, beaconRoot } = block.blockOverrides
  const difficulty = difficultyOf(block, parent, rules.forks)
  const fork = forkOf(rules, block.number, block.timestamp, difficulty === 0n)
  const baseFeePerGas =
    block.blockOverrides.baseFeePerGas ?? defaultBaseFee(fork, parent, rules, validation)
  return {
    fork,
    header: {
      parentHash,
      sha3Uncles: NO_UNCLES,
      miner: feeRecipient ?? parent.miner,
      stateRoot: ZERO_HASH,
      transactionsRoot: EMPTY_LIST,
      receiptsRoot: EMPTY_LIST,
      logsBloom: new Uint8Array(256),
      difficulty,
      number: block.number,
      gasLimit: gasLimit ?? parent.gasLimit,
      gasUsed: 0n,
      timestamp: block.timestamp,
      extraData: new Uint8Array(0),
      mixHash: prevRandao ?? ZERO_HASH,
      nonce: new Uint8Array(8),
      ...(baseFeePerGas !== undefined && { baseFeePerGas }),
      ...(isAtLeast(fork, 'shanghai') && { withdrawalsRoot: EMPTY_LIST }),
      ...(isAtLeast(fork, 'cancun') && {
        blobGasUsed: 0n,
        excessBlobGas: excessBlobGasOf(fork, parent),
        parentBeaconBlockRoot: beaconRoot ?? ZERO_HASH,
      }),
      // It is not known where the parent has none.
      ...(parent.slotNumber !== undefined && { slotNumber: parent.slotNumber + 1n }),
    },
  }
}

/**
 * Zero after the merge. Before it, no difficulty is computed: it is that of the parent.
 *
 * @throws {CallError} if it is overridden after the merge
 */
function difficultyOf(block: OrderedBlock, parent: HeaderValues, forks: ForkSchedule): bigint {
  const { difficulty } = block.blockOverrides
  const isMerged = parent.difficulty === 0n || isAfterMerge(block, forks)
  if (!isMerged) return difficulty ?? parent.difficulty
  if (difficulty === undefined) return 0n
  const problem = `block ${block.number}: difficulty override is not allowed after the merge`
  throw new CallError(errorCodes.invalidParams, problem)
}

/** As in geth, a block that is after Shanghai by its time is after the merge (params/config.go, IsPostMerge). */
function isAfterMerge({ number, timestamp }: OrderedBlock, forks: ForkSchedule): boolean {
  return forks.some(({ name, at }) => {
    if (name === 'paris') return 'block' in at && number >= BigInt(at.block)
    return name === 'shanghai' && 'timestamp' in at && timestamp >= BigInt(at.timestamp)
  })
}

function defaultBaseFee(
  fork: ForkName,
  parent: HeaderValues,
  rules: Rules,
  validation: boolean,
): bigint | undefined {
  if (!isAtLeast(fork, 'london')) return undefined
  if (!validation) return 0n
  const { gasLimit, gasUsed, number, timestamp, difficulty } = parent
  const parentFork = forkOf(rules, number, timestamp, difficulty === 0n)
  // A block before London has a base fee if it was overridden, from which none follows.
  return baseFeeAfter(isAtLeast(parentFork, 'london') ? parent : { gasLimit, gasUsed })
}

function excessBlobGasOf(fork: ForkName, parent: HeaderValues): bigint {
  const limits = blobLimits(fork)
  if (parent.excessBlobGas === undefined || limits === undefined) return 0n
  return excessBlobGasAfter(parent, fork, limits)
}
