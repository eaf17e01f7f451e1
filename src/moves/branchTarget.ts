import * as v from 'valibot'
import type { SealedBlock } from '../chain/encoding/block.ts'
import { parentOf, pathBetween } from '../chain/store/treePath.ts'
import type { Endpoint } from '../endpoint/endpoint.ts'
import { EndpointMoveError } from '../endpoint/moveError.ts'
import type { Hex } from '../primitives/hex.ts'
import { checkedBy, hexText, list, openObject, wanted } from '../primitives/input.ts'

/** Names a branch by its last block: the hash of that block, the block, or the blocks of the branch, oldest first. */
export type BranchTarget = Hex | { readonly hash: Hex } | readonly { readonly hash: Hex }[]

const TARGET = 'the hash of a block, a block, or the blocks of a branch'

const hash = hexText(/^0x[0-9a-fA-F]{64}$/, wanted(TARGET))
const block = openObject({ hash }, TARGET)
const blocks = list(block)

export const branchTarget = checkedBy(v.union([hash, block, blocks]), (value) => {
  if (typeof value === 'string') return hash
  return Array.isArray(value) ? blocks : block
})

/** The way to the head of another branch. */
export interface WayToBranch {
  readonly target: SealedBlock
  /** number of the last block that both branches have */
  readonly fork: number
  /** the blocks of the other branch, oldest first */
  readonly added: readonly SealedBlock[]
}

/**
 * Finds the way from the head of an endpoint to the head of another branch.
 *
 * @throws {EndpointMoveError} if the block does not exist, or no block would be removed or none added
 */
export function wayTo(endpoint: Endpoint, to: BranchTarget): WayToBranch {
  const { head, chain } = endpoint
  const { tree } = chain
  const hash = targetHash(to)
  const fail = (code: 'NO_SUCH_BLOCK' | 'NO_REORG', problem: string) =>
    new EndpointMoveError(code, `to: ${problem}`)
  const target = tree.byHash(hash)
  if (target === undefined) throw fail('NO_SUCH_BLOCK', `there is no block ${hash}`)
  const name = `block ${target.number}, ${hash},`
  if (target === head) throw fail('NO_REORG', `${name} is the head already`)
  const { removed, added } = pathBetween(tree, head, target)
  const [first] = added
  const last = removed.at(-1)
  if (first === undefined) {
    const right = `use rollback with ${removed.length}`
    throw fail('NO_REORG', `${name} is below the head on the same branch: ${right}`)
  }
  if (last === undefined) {
    const right = 'use advanceTo with its hash'
    throw fail('NO_REORG', `${name} is above the head on the same branch: ${right}`)
  }
  if (parentOf(tree, first) === undefined) {
    const problem = `${name} is on a branch whose first blocks are missing`
    throw fail('NO_SUCH_BLOCK', problem)
  }
  return { target, fork: last.number - 1, added }
}

function targetHash(to: BranchTarget): Hex {
  if (typeof to === 'string') return to
  return 'hash' in to ? to.hash : (to.at(-1) as { readonly hash: Hex }).hash
}
