import type { TreeBlock } from '../../drawing/treeLayout.ts'

/** A call of a move, such as `ommer_reorg`. */
export interface MoveCall {
  /** without `ommer_` */
  readonly name: 'reorg' | 'rollback' | 'advanceTo'
  readonly params: readonly unknown[]
}

/** One way to bring the head to a block. */
export interface HeadMoveOption {
  readonly kind: 'rollback' | 'replace' | 'switch' | 'forward'
  /** how many blocks leave the canonical branch */
  readonly removed: number
  /** how many blocks join it; for `replace` the default */
  readonly added: number
  /** number of the last block that stays */
  readonly fork: number
}

/** What moving the head to a block can mean. */
export interface HeadMoveOptions {
  readonly options: readonly HeadMoveOption[]
  /** why there are none */
  readonly problem?: string
}

/**
 * Finds how the head can come to a block. A block below the head on its branch can become the head, or the last one
 * before a new branch; a block of another branch makes that branch canonical.
 *
 * @param find the blocks that are loaded
 */
export function headMovesTo(
  target: TreeBlock,
  head: TreeBlock,
  find: (hash: string) => TreeBlock | undefined,
): HeadMoveOptions {
  if (target.hash === head.hash) return { options: [], problem: 'This block is the head already.' }
  if (target.isCanonical) {
    const removed = head.number - target.number
    if (removed < 0) return { options: [], problem: 'The head has moved. Choose again.' }
    const fork = target.number
    return {
      options: [
        { kind: 'replace', removed, added: removed + 1, fork },
        { kind: 'rollback', removed, added: 0, fork },
      ],
    }
  }
  let added = 1
  let at: TreeBlock | undefined = find(target.parentHash)
  while (at !== undefined && !at.isCanonical) {
    added += 1
    at = find(at.parentHash)
  }
  if (at === undefined) {
    return { options: [], problem: 'The fork of this branch is not loaded: scroll to it first.' }
  }
  const removed = head.number - at.number
  const kind = removed === 0 ? 'forward' : 'switch'
  return { options: [{ kind, removed, added, fork: at.number }] }
}

/**
 * The call that makes a move.
 *
 * @param length how many new blocks `replace` adds
 * @param force whether finalized blocks may be removed
 */
export function callOf(
  { kind, removed, added }: HeadMoveOption,
  target: TreeBlock,
  { length = added, force = false }: { readonly length?: number; readonly force?: boolean } = {},
): MoveCall {
  const forced = force ? { force } : {}
  switch (kind) {
    case 'rollback':
      return { name: 'rollback', params: [removed] }
    case 'forward':
      return { name: 'advanceTo', params: [target.hash] }
    case 'replace':
      return { name: 'reorg', params: [{ depth: removed, length, ...forced }] }
    case 'switch':
      return { name: 'reorg', params: [{ to: target.hash, ...forced }] }
  }
}

/** What a move does, in a sentence. */
export function describeMove({ kind, removed, added, fork }: HeadMoveOption): string {
  switch (kind) {
    case 'rollback':
      return `Roll back: the head returns to block ${fork}, and ${blocks(removed)} above it ${removed === 1 ? 'leaves' : 'leave'} the chain.`
    case 'forward':
      return `Advance: the head moves forward by ${blocks(added)}.`
    case 'replace':
      return `Reorganize: new blocks replace the ${blocks(removed)} above block ${fork}.`
    case 'switch':
      return `Reorganize to this branch: ${blocks(removed)} above block ${fork} ${removed === 1 ? 'leaves' : 'leave'} the chain, ${blocks(added)} ${added === 1 ? 'joins' : 'join'} it.`
  }
}

function blocks(count: number): string {
  return count === 1 ? '1 block' : `${count} blocks`
}
