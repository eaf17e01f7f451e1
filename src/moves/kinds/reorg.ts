import * as v from 'valibot'
import type { SealedBlock } from '../../chain/encoding/block.ts'
import { BLOCKS_MAX } from '../../endpoint/advance.ts'
import type { Endpoint } from '../../endpoint/endpoint.ts'
import { EndpointMoveError } from '../../endpoint/moveError.ts'
import type { Hex } from '../../primitives/hex.ts'
import {
  boolean,
  described,
  either,
  isObject,
  object,
  wholeNumber,
} from '../../primitives/input.ts'
import type { Pause } from '../../primitives/yieldToEventLoop.ts'
import type { BlockPosition } from '../blockPosition.ts'
import { type BranchTarget, branchTarget, wayTo } from '../branchTarget.ts'
import { type MoveOf, remoteCall } from '../move.ts'
import { hashInFile } from '../parameters.ts'
import { requireMiner } from '../requireMiner.ts'
import { nothing, severalBlocks } from '../results.ts'
import {
  type ResolvedTransaction,
  resolveTransaction,
  type TransactionName,
  transactionName,
} from '../sentTransaction.ts'

interface GeneratedReorg {
  /** How many blocks of the current branch are removed, at least 1. */
  readonly depth: number
  /** How many blocks replace them, at least 1. Default: `depth` plus 1, or the number of lists in `transactions` if larger. */
  readonly length?: number | undefined
  /**
   * What the blocks of the new branch include, in order: a list for each block, from the first. Removed transactions that
   * no list names return to the pool. Default: most of the removed transactions, drawn from the seed. Needs `dev`.
   */
  readonly transactions?: readonly (readonly TransactionName[])[] | undefined
  /** Whether finalized blocks may be removed. Default false. */
  readonly force?: boolean | undefined
  readonly to?: undefined
}

interface ReorgToBranch {
  /**
   * The branch to move to, such as one of `chain.branch`, at any height: the hash of its last block, that block, or its
   * blocks.
   */
  readonly to: BranchTarget
  /** Whether finalized blocks may be removed. Default false. */
  readonly force?: boolean | undefined
  readonly depth?: undefined
  readonly length?: undefined
  readonly transactions?: undefined
}

/** Either how many blocks to remove, or an existing branch to move to. */
export type ReorgOptions = GeneratedReorg | ReorgToBranch

export interface Reorg {
  /**
   * Moves the head to another branch. With `depth`, it forks off that many blocks below the head: some of the removed
   * transactions are mined again at other indexes, and some are dropped; the same reorg of the same head leads to the
   * same blocks. With `to`, it is a branch that exists.
   *
   * @returns the blocks of the new branch, oldest first
   * @throws {EndpointMoveError} if the branch does not have enough blocks or does not exist, or `to` is on the branch
   *   of the head, or a removed block is finalized and `force` is not set; CLOSED as for `mine`
   * @throws {ReadOnlyChainError} if the chain was loaded, and `to` is not set
   */
  reorg(options: ReorgOptions): Promise<readonly BlockPosition[]>
}

export interface ReorgSteps {
  /** Moves the head to another branch. */
  readonly reorg: ReorgOptions
}

/** How many lists of transactions a reorg may have. */
const LISTS_MAX = 10_000

const depth = wholeNumber(1)

const force = described(v.optional(boolean), 'Whether finalized blocks may be removed.')

const LISTS = 'want a list of transactions for each block: [["0x…"], []]'
const lists = described(
  v.pipe(v.array(v.array(transactionName, LISTS), LISTS), v.maxLength(LISTS_MAX)),
  'What the blocks of the new branch include, a list for each block: hashes, signed bytes, or numbers in the order of sending, from 1. Needs dev.',
)

const byDepth = object(
  {
    depth: described(depth, 'How many blocks of the current branch are removed.'),
    length: described(
      v.optional(wholeNumber(1, BLOCKS_MAX)),
      'How many blocks replace them. Default: depth plus 1, or the number of lists in transactions if larger.',
    ),
    transactions: v.optional(lists),
    force,
  },
  { wanted: 'an object of depth, length, transactions, force, or of to, force' },
)

/** @param target how the branch is named */
function toBranch<const T extends v.GenericSchema>(target: T) {
  const problem = 'a branch has the length that it has: give to, or depth and length'
  return object(
    {
      to: described(target, 'The last block of an existing branch.'),
      force,
    },
    { elsewhere: { depth: problem, length: problem, transactions: problem } },
  )
}

const hasTarget = (value: unknown): boolean => isObject(value) && 'to' in value

const options = either(hasTarget, toBranch(branchTarget), byDepth)

const PAIR =
  'want a pair: a transaction, as an object or its signed bytes in hex, and the index of a block'
/** The method (`rpc/control/methods/anvil_reorg.ts`) signs an object before the move, which takes signed bytes. */
const nameOrObject = either(isObject, v.looseObject({}), transactionName)
const pairs = v.pipe(
  v.array(
    v.strictTuple([nameOrObject, wholeNumber(0, LISTS_MAX - 1)], PAIR),
    ({ input }) => `want an array, have ${typeof input}`,
  ),
  v.description(
    'What the blocks of the new branch include: a transaction, and the index of its block, from 0. An object is signed as for eth_sendTransaction. Empty: most of the removed transactions.',
  ),
)

const depthOrOptions = either(
  (value) => typeof value !== 'object',
  wholeNumber(0),
  object({ depth, tx_block_pairs: v.nullish(pairs) }),
)

export const reorg: MoveOf<Reorg, ReorgSteps> = {
  name: 'reorg',
  effect: 'movesHead',
  group: 'Blocks',
  summary: 'Moves the head to another branch, which forks off some blocks below it.',
  isLong: true,
  parameters: [{ name: 'reorg', schema: options }],
  async run(endpoint, [given], { pause }) {
    if (given.to !== undefined) return reorgTo(endpoint, given)
    const { depth, transactions } = given
    const length = reorgLength(given)
    const { head, chain } = endpoint
    const fork = endpoint.blockByNumber(head.number - depth)
    if (fork === undefined) {
      const first = chain.tree.first.number
      const limit = chain.base.forkedFrom && `: a fork reaches back to its pinned block, ${first}`
      const problem = `depth: ${depth} is more than the ${head.number - first} blocks that can be removed${limit ?? ''}`
      throw new EndpointMoveError('REORG_TOO_DEEP', problem)
    }
    const isViolation = violatesFinality(endpoint, fork.number, given, `depth: ${depth}`)
    // The label contains everything that the branch depends on, so the same reorg of the same head gives the same
    // branch.
    const label = `reorg-${depth}-${head.hash}`
    if (transactions === undefined) {
      const branch = { label, replaces: head }
      return endpoint.switchBranch(fork, branch, { length, isViolation, pause })
    }
    const { chosen, keep: beforeMove } = await choose(endpoint, transactions, length, pause)
    const branch = { label: `${label}-chosen` }
    return endpoint.switchBranch(fork, branch, { length, isViolation, chosen, beforeMove, pause })
  },
  result: severalBlocks,
  aliases: [
    {
      names: ['anvil_reorg'],
      summary: 'Moves the head to another branch of the same height, as Anvil does.',
      ...remoteCall(
        [
          {
            name: 'depth',
            description: 'How many blocks are removed; or an object, which alloy sends.',
            schema: depthOrOptions,
          },
          { name: 'tx_block_pairs', schema: v.optional(pairs) },
        ],
        (given, second) => {
          const { depth, pairs } = anvilReorg(given, second)
          return [{ depth, length: depth, transactions: byBlock(pairs ?? []) }]
        },
      ),
      result: nothing,
    },
  ],
  steps: {
    reorg: {
      summary: 'Moves the head to another branch.',
      schema: either(hasTarget, toBranch(hashInFile()), byDepth),
    },
  },
  toStep: ([given], head) => ({
    reorg: given.to === undefined ? given : { ...given, to: head as Hex },
  }),
  journal: {
    findsBlock: ([{ to }]) => to !== undefined,
    bringsTransactions: ([{ transactions }]) => transactions !== undefined,
    byHash([given], hashOf) {
      if (given.to !== undefined || given.transactions === undefined) return [given]
      const transactions = given.transactions.map((list) =>
        list.map((name) => (typeof name === 'number' ? hashOf(name) : name)),
      )
      return isWhole(transactions) ? [{ ...given, transactions }] : undefined
    },
  },
}

/** How many blocks a reorg adds. */
export function reorgLength({
  depth,
  length,
  transactions,
}: Pick<GeneratedReorg, 'depth' | 'length' | 'transactions'>): number {
  return length ?? Math.max(depth + 1, transactions?.length ?? 0)
}

/** What `anvil_reorg` is given: a depth and pairs, or both in one object. */
export function anvilReorg<Pairs>(
  given: number | { readonly depth: number; readonly tx_block_pairs?: Pairs | null | undefined },
  second: Pairs | undefined,
): { readonly depth: number; readonly pairs: Pairs | undefined } {
  if (typeof given === 'number') return { depth: given, pairs: second }
  return { depth: given.depth, pairs: given.tx_block_pairs ?? undefined }
}

function isWhole<T>(lists: readonly (readonly (T | undefined)[])[]): lists is readonly T[][] {
  return lists.every((list) => !list.includes(undefined))
}

/** The transactions that the blocks of a new branch are to include, and what keeps those that were not sent before. */
async function choose(
  endpoint: Endpoint,
  lists: readonly (readonly TransactionName[])[],
  length: number,
  pause: Pause | undefined,
) {
  const miner = requireMiner(endpoint)
  if (lists.length > length) {
    const problem = `transactions: ${lists.length} lists are too many for ${length} blocks`
    throw new EndpointMoveError('INVALID_OPTION', problem)
  }
  const found: ResolvedTransaction[][] = []
  for (const list of lists) {
    const each: ResolvedTransaction[] = []
    for (const name of list) each.push(await resolveTransaction(endpoint, name, pause))
    found.push(each)
  }
  const signed = found.flat().flatMap((one) => one.signed ?? [])
  return {
    chosen: found.map((list) => list.map(({ ready }) => ready)),
    keep: await miner.keeper(signed),
  }
}

/** Lists of transactions, from pairs of one and the index of its block. */
function byBlock(
  pairs: readonly (readonly [TransactionName | object, number])[],
): TransactionName[][] | undefined {
  if (pairs.length === 0) return undefined
  const lists: TransactionName[][] = Array.from(
    { length: 1 + Math.max(...pairs.map(([, index]) => index)) },
    () => [],
  )
  for (const [name, index] of pairs) lists[index]?.push(name as TransactionName)
  return lists
}

function reorgTo(endpoint: Endpoint, given: ReorgToBranch): readonly SealedBlock[] {
  const { target, fork, added } = wayTo(endpoint, given.to)
  const isViolation = violatesFinality(endpoint, fork, given, `to: block ${target.number}`)
  endpoint.switchTo(target, fork, { isViolation })
  return added
}

/**
 * Whether a reorg removes a finalized block.
 *
 * @param fork number of the last block that stays
 * @throws {EndpointMoveError} if it does without `force`
 */
function violatesFinality(
  endpoint: Endpoint,
  fork: number,
  { force = false }: ReorgOptions,
  what: string,
): boolean {
  const finalized = endpoint.blockByTag('finalized')?.number
  const isViolation = finalized !== undefined && finalized > fork
  if (isViolation && !force) {
    const problem = `${what} would remove block ${finalized}, which is finalized; force: true allows it`
    throw new EndpointMoveError('REORG_PAST_FINALITY', problem)
  }
  return isViolation
}
