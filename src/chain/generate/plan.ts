import { Random } from '../../primitives/random.ts'
import type { HeaderChoices } from '../execution/candidateHeader.ts'
import type { WithdrawalFields } from '../execution/withdrawals.ts'
import { UNCLE_DEPTH_MAX } from '../protocol/uncles.ts'
import type { ResolvedSpec } from '../spec/spec.ts'
import type { Participants } from './participants.ts'

/** What is drawn for a block before anything is executed. */
export interface BlockPlan extends Omit<HeaderChoices, 'timestamp' | 'gasLimit'> {
  /** used under proof of work only: slots after the merge have a fixed length */
  readonly secondsAfterParent: number
}

/** The common part of the keys of all draws for a block. */
export interface BlockKey {
  readonly spec: ResolvedSpec
  /** label of the branch, so that blocks with the same number differ */
  readonly branch: string
  readonly number: number
}

/** The label of the main branch. */
export const MAIN_BRANCH = 'main'

/** In wei per gas: gas is cheap below this base fee. */
const CHEAP_BASE_FEE = 1_000_000_000n

/** In wei per blob gas: blobs are nearly free below this fee. */
const CHEAP_BLOB_GAS = 16n

/** Block 1 cannot have uncles because it has no grandparent: the windows start after it. */
const FIRST_WINDOW_START = 2
const UNCLE_WINDOW = 8
const BUSY_WINDOW = 32

export function drawFor({ spec, branch, number }: BlockKey, label: string): Random {
  return new Random(`${spec.seedKey}/${branch}/${number}/${label}`)
}

/** Draws the header fields of a block of any branch. */
export function planBlock(key: BlockKey, { miners }: Participants): BlockPlan {
  const random = drawFor(key, 'block')
  const miner = random.pick(miners)
  return {
    miner: miner.address,
    secondsAfterParent: random.between(...key.spec.blockSeconds),
    extraData: miner.graffiti,
    mixHash: random.bytes(32),
    nonce: random.bytes(8),
    parentBeaconBlockRoot: drawFor(key, 'beacon').bytes(32),
  }
}

/** How many transactions a block tries to include. */
export function drawTransactionCount(key: BlockKey): number {
  const range = key.spec.transactionsPerBlock
  const random = drawFor(key, 'places')
  if (range !== undefined) return random.between(...range)
  if (isChosenOf(key, BUSY_WINDOW, 'busy')) return random.between(52, 64)
  return random.chance(1, 8) ? 0 : random.between(1, 5)
}

/** How many transactions an uncle tries to include: miners who lose the race have seen less of the pool. */
export function drawUncleTransactionCount(key: BlockKey): number {
  return drawFor(key, 'places').below(4)
}

/**
 * Whether a transaction uses most of the block's gas. This happens in seven of eight blocks while gas is cheap, which
 * makes the base fee rise, and rarely otherwise, so that it falls again. So the base fee stays within a range.
 */
export function drawSurge(key: BlockKey, baseFeePerGas: bigint): boolean {
  return drawFor(key, 'surge').chance(baseFeePerGas < CHEAP_BASE_FEE ? 56 : 2, 64)
}

/**
 * Whether every other transaction of a block has blobs. This happens in seven of eight blocks while blobs are nearly
 * free, until their fee rises.
 */
export function drawBlobRush(key: BlockKey, blobGasPrice: bigint): boolean {
  return blobGasPrice < CHEAP_BLOB_GAS && drawFor(key, 'blobRush').chance(7, 8)
}

/**
 * The depths of the uncles that a block includes. Unless the spec sets a rate, one block in every window of eight has
 * uncles, in every third window two. The depth of the first cycles through all that are allowed, so that a chain of 49
 * blocks contains them all.
 */
export function drawUncleDepths(key: BlockKey): number[] {
  const random = drawFor(key, 'uncles')
  const { uncleRate } = key.spec
  const hasUncles =
    uncleRate === undefined
      ? isChosenOf(key, UNCLE_WINDOW, 'uncles')
      : key.number >= FIRST_WINDOW_START && random.chance(...uncleRate)
  if (!hasUncles) return []
  const window = windowOf(key.number, UNCLE_WINDOW)
  const deepest = Math.min(UNCLE_DEPTH_MAX, key.number - 1)
  const first = Math.min(1 + (window % UNCLE_DEPTH_MAX), deepest)
  return window % 3 === 0 ? [first, random.between(1, deepest)] : [first]
}

/** Whether a block is the one that was drawn in its window. */
function isChosenOf({ spec, branch, number }: BlockKey, size: number, label: string): boolean {
  if (number < FIRST_WINDOW_START) return false
  const window = windowOf(number, size)
  const offset = drawFor({ spec, branch, number: window }, `window/${label}`).below(size)
  return number === FIRST_WINDOW_START + window * size + offset
}

function windowOf(number: number, size: number): number {
  return Math.floor((number - FIRST_WINDOW_START) / size)
}

/**
 * The withdrawals of a block: none in one of four blocks, otherwise one to four.
 *
 * @param first index of the first withdrawal
 */
export function drawWithdrawals(
  key: BlockKey,
  { signers }: Participants,
  first: number,
): WithdrawalFields[] {
  const random = drawFor(key, 'withdrawals')
  if (random.chance(1, 4)) return []
  return Array.from({ length: random.between(1, 4) }, (_, offset) => ({
    index: first + offset,
    validatorIndex: random.below(1_000_000),
    address:
      random.chance(1, 4) || signers.length === 0 ? random.bytes(20) : random.pick(signers).address,
    amountGwei: BigInt(random.between(1_000_000, 20_000_000)),
  }))
}
