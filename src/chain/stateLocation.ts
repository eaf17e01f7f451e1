import { ArgumentError } from '../primitives/argumentError.ts'
import type { Hex } from '../primitives/hex.ts'
import { show } from '../primitives/input.ts'
import { knownFields } from './byHand/knownFields.ts'
import type { ViewedChain } from './chain.ts'
import type { SealedBlock } from './encoding/block.ts'
import type { Finality } from './spec/spec.ts'
import type { BlockTreeReader } from './store/tree.ts'

/** Options for reading state. */
export interface AccountOptions {
  /** The block after which the state is read. Default: `latest`. */
  readonly at?: StateLocation | undefined
}

const TAGS = ['latest', 'earliest', 'safe', 'finalized', 'pending'] as const

/** A block by number on the main branch, by hash on any branch, or by tag. */
export type StateLocation = number | Hex | (typeof TAGS)[number]

/** @throws {ArgumentError} if an option is unknown */
export const requireAccountOptions = knownFields<AccountOptions>({ at: true })

/** @throws {ArgumentError} if `at` does not name a block, or there is no such block */
export async function requireBlockAt(
  chain: Pick<ViewedChain, 'tree' | 'finality' | 'candidate'>,
  at: StateLocation = 'latest',
): Promise<SealedBlock> {
  if (!isStateLocation(at)) {
    throw new ArgumentError(`at: ${show(at)} is not a number, a hash or one of: ${TAGS.join(', ')}`)
  }
  const { tree, finality } = chain
  const block =
    at === 'pending' ? await chain.candidate(() => tree.head) : locateBlock(tree, finality, at)
  if (block === undefined)
    throw new ArgumentError(`at: there is no block ${String(at)}`, 'NO_SUCH_BLOCK')
  return block
}

function isStateLocation(at: unknown): boolean {
  if (typeof at === 'string') return /^0x[0-9a-f]{64}$/i.test(at) || TAGS.some((tag) => tag === at)
  return typeof at === 'number' && Number.isSafeInteger(at) && at >= 0
}

/** @returns undefined if there is no such block, or while the chain is too short for the tag */
function locateBlock(
  tree: BlockTreeReader,
  { safe, finalized }: Finality,
  at: Exclude<StateLocation, 'pending'>,
): SealedBlock | undefined {
  if (typeof at === 'number') return tree.byNumber(at)
  switch (at) {
    case 'latest':
      return tree.head
    case 'earliest':
      return tree.first
    case 'safe':
      return tree.byNumber(tree.head.number - safe)
    case 'finalized':
      return tree.byNumber(tree.head.number - finalized)
    default:
      return tree.byHash(at)
  }
}
