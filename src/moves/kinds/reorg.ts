import * as v from 'valibot'
import { EndpointMoveError } from '../../endpoint/moveError.ts'
import { BLOCKS_MAX } from '../../endpoint/walk.ts'
import { boolean, described, either, object, wholeNumber } from '../../primitives/input.ts'
import type { BlockPosition } from '../blockPosition.ts'
import { type MoveOf, remoteCall } from '../move.ts'
import { nothing, severalBlocks } from '../results.ts'

export interface ReorgOptions {
  /** How many blocks of the current branch are removed, at least 1. */
  readonly depth: number
  /** How many blocks replace them, at least 1. Default: `depth` plus 1. */
  readonly length?: number | undefined
  /** Whether finalized blocks may be removed. Default false. */
  readonly force?: boolean | undefined
}

export interface Reorg {
  /**
   * Moves the head to another branch, which forks off `depth` blocks below it. Some of the removed transactions are
   * mined again at other indexes, and some are dropped. The same reorg of the same head leads to the same blocks.
   *
   * @returns the blocks of the new branch, oldest first
   * @throws {EndpointMoveError} if the branch does not have enough blocks, or one of them is finalized and `force` is
   *   not set; CLOSED as for `mine`
   * @throws {ReadOnlyChainError} if the chain was loaded
   */
  reorg(options: ReorgOptions): Promise<readonly BlockPosition[]>
}

export interface ReorgSteps {
  /** Moves the head to another branch. */
  readonly reorg: ReorgOptions
}

const depth = wholeNumber(1)

const options = object({
  depth: described(depth, 'How many blocks of the current branch are removed.'),
  length: described(
    v.optional(wholeNumber(1, BLOCKS_MAX)),
    'How many blocks replace them. Default: depth plus 1.',
  ),
  force: described(v.optional(boolean), 'Whether finalized blocks may be removed.'),
})

const NO_TRANSACTIONS = 'no transactions can be sent to this chain'
const transactions = v.pipe(
  v.array(v.unknown(), ({ input }) => `want an array, have ${typeof input}`),
  v.maxLength(0, NO_TRANSACTIONS),
  v.description('Empty: transactions cannot be sent to this chain.'),
)

const depthOrOptions = either(
  (value) => typeof value !== 'object',
  wholeNumber(0),
  object({ depth, tx_block_pairs: v.nullish(transactions) }),
)

export const reorg: MoveOf<Reorg, ReorgSteps> = {
  name: 'reorg',
  summary: 'Moves the head to another branch, which forks off some blocks below it.',
  isLong: true,
  parameters: [{ name: 'reorg', schema: options }],
  run(endpoint, [{ depth, length = depth + 1, force = false }], { pause }) {
    const { head, chain } = endpoint
    const fork = endpoint.blockByNumber(head.number - depth)
    if (fork === undefined) {
      const problem = `depth: ${depth} is more than the ${head.number - chain.tree.first.number} blocks that can be removed`
      throw new EndpointMoveError('REORG_TOO_DEEP', problem)
    }
    const finalizedNumber = endpoint.blockByTag('finalized')?.number
    const isViolation = finalizedNumber !== undefined && finalizedNumber > fork.number
    if (isViolation && !force) {
      const problem = `depth: ${depth} would remove block ${finalizedNumber}, which is finalized; force: true allows it`
      throw new EndpointMoveError('REORG_PAST_FINALITY', problem)
    }
    // The label contains everything that the branch depends on, so the same reorg of the same head gives the same
    // branch.
    const branch = { label: `reorg-${depth}-${head.hash}`, replaces: head }
    return endpoint.switchBranch(fork, branch, { length, isViolation, pause })
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
          { name: 'tx_block_pairs', schema: v.optional(transactions) },
        ],
        (given) => {
          const depth = typeof given === 'number' ? given : given.depth
          return [{ depth, length: depth }]
        },
      ),
      result: nothing,
    },
  ],
  steps: {
    reorg: {
      summary: 'Moves the head to another branch.',
      schema: options,
      play: (perform, what) => perform(what),
    },
  },
}
