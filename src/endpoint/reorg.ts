import type { SealedBlock } from '../chain/encoding/block.ts'
import type { SideBranch } from '../chain/generate/growth.ts'
import { EndpointMoveError, requireOptions, requireWhole } from './moveError.ts'
import { BLOCKS_MAX, type ReorgOptions, reorgOptionNames } from './moves.ts'

/** Where a reorg leads. */
export interface ReorgPlan {
  /** the last block that stays */
  readonly fork: SealedBlock
  readonly branch: SideBranch
  /** how many blocks come */
  readonly length: number
  /** the finalized block, which is among those that are left */
  readonly isViolation: boolean
}

/** The view that is to be reorganized. */
interface Reorganized {
  readonly head: SealedBlock
  readonly firstNumber: number
  /** number of the finalized block, if there is one */
  readonly finalizedNumber: number | undefined
  blockByNumber(number: number): SealedBlock | undefined
}

/** @throws {EndpointMoveError} REORG_TOO_DEEP, REORG_PAST_FINALITY unless forced, INVALID_ARGUMENT */
export function planReorg(
  options: ReorgOptions,
  { head, firstNumber, finalizedNumber, blockByNumber }: Reorganized,
): ReorgPlan {
  requireOptions('reorg', options, reorgOptionNames, '{ depth: 3 }')
  const { depth, length = depth + 1, force = false } = options
  requireWhole('depth', depth, 1)
  requireWhole('length', length, 1, BLOCKS_MAX)
  if (typeof force !== 'boolean') {
    throw new EndpointMoveError('INVALID_ARGUMENT', `force: ${String(force)} is not true or false`)
  }
  const fork = blockByNumber(head.number - depth)
  if (fork === undefined) {
    const problem = `depth: ${depth} is more than the ${head.number - firstNumber} blocks that can be left`
    throw new EndpointMoveError('REORG_TOO_DEEP', problem)
  }
  const isViolation = finalizedNumber !== undefined && finalizedNumber > fork.number
  if (isViolation && !force) {
    const problem = `depth: ${depth} would leave block ${finalizedNumber}, which is finalized; force: true does it all the same`
    throw new EndpointMoveError('REORG_PAST_FINALITY', problem)
  }
  // The label tells all that the branch depends on: the same reorg of the same head is the same branch.
  const branch = { label: `reorg-${depth}-${head.hash}`, replaces: head }
  return { fork, branch, length, isViolation }
}
