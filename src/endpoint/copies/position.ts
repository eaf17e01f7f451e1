import type { SealedBlock } from '../../chain/encoding/block.ts'
import { type StoredFields, storedBytes, storedFields } from '../../chain/encoding/storedBlock.ts'
import type { Hex } from '../../primitives/hex.ts'
import type { Endpoint } from '../endpoint.ts'

/** All that answers about the blocks of an endpoint follow from, as data that can be sent to another process. */
export interface Position {
  /** the last block of its canonical chain that is also on the main branch */
  readonly base: { readonly number: number; readonly hash: Hex }
  /** how many of the blocks above that the other process has from the position before */
  readonly kept: number
  /** the blocks above those */
  readonly blocks: readonly StoredFields[]
  /** numbers of the blocks that the tags name; undefined where they name none */
  readonly safe: number | undefined
  readonly finalized: number | undefined
  /** whether it follows the head of the chain */
  readonly isWithChain: boolean
}

/** The most bytes of the blocks of an endpoint that are sent to another process. */
const BYTES_MAX = 32 * 1024 * 1024

/**
 * Whether other processes can answer for an endpoint at the moment: not where faults change its answers, where it moves
 * with another endpoint, or while it is changed.
 */
export function canBeCopied(endpoint: Endpoint): boolean {
  const { faults, fromMain, isClosed, changes } = endpoint
  if (faults !== undefined || fromMain === undefined || isClosed || changes?.areInProgress) {
    return false
  }
  let bytes = 0
  for (const block of fromMain.own) bytes += storedBytes(block)
  return bytes <= BYTES_MAX
}

/**
 * The position of an endpoint that can be copied.
 *
 * @param sent the blocks above the main branch that the other process has from the position before, oldest first
 */
export function positionOf(endpoint: Endpoint, sent: readonly SealedBlock[]): Position {
  const { fromMain, isWithChain } = endpoint
  const { base, own } = fromMain as NonNullable<typeof fromMain>
  let kept = 0
  while (kept < own.length && own[kept] === sent[kept]) kept++
  return {
    base: { number: base.number, hash: base.hash },
    kept,
    blocks: own.slice(kept).map(storedFields),
    safe: endpoint.blockByTag('safe')?.number,
    finalized: endpoint.blockByTag('finalized')?.number,
    isWithChain,
  }
}
