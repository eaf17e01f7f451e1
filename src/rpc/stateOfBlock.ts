import type { SealedBlock } from '../chain/encoding/block.ts'
import type { View } from '../endpoint/view.ts'
import { canonicalBlock } from './canonicalBlock.ts'
import { errorsOf } from './dialectErrors.ts'
import { RequestError } from './errors.ts'
import type { MethodContext } from './method.ts'
import type { BlockParameter } from './params/blockParameter.ts'
import type { BlockByHash, StateBlock } from './params/stateBlock.ts'

/**
 * The block after which a state is read. Errors are those of geth, but for Anvil's: a balance cannot be null.
 *
 * @param parameter default: the head
 * @returns a candidate for the next block if the parameter is `pending`
 * @throws {RequestError} if the block does not exist
 */
export function blockOfState(
  context: Pick<MethodContext, 'view' | 'dialect'>,
  parameter: StateBlock = 'latest',
): SealedBlock | Promise<SealedBlock> {
  const { view } = context
  if (typeof parameter === 'object') return blockByHash(context, parameter)
  if (parameter === 'pending') return pendingBlock(context)
  const block = canonicalBlock(view, parameter)
  if (block !== undefined) return block
  if (typeof parameter === 'number') {
    throw stateAboveHead(view, parameter)
  }
  throw new RequestError('UNKNOWN_BLOCK', `${parameter} block not found`)
}

/** The error for the state after a block above the head. */
export function stateAboveHead(view: View, block: number): RequestError {
  return new RequestError('UNKNOWN_BLOCK', 'header not found').with({
    block,
    head: view.head.number,
  })
}

/** @throws {RequestError} for a number above the head, in dialects where it is an error also without a state */
export function requireUpToHead(
  { view, dialect }: Pick<MethodContext, 'view' | 'dialect'>,
  block: BlockParameter,
): void {
  const isAbove = typeof block === 'number' && block > view.head.number
  if (isAbove && errorsOf(dialect.name).refusesAboveHead) throw stateAboveHead(view, block)
}

function blockByHash(
  { view }: Pick<MethodContext, 'view'>,
  { blockHash, requireCanonical }: BlockByHash,
): SealedBlock {
  const block = view.blockByHash(blockHash)
  const values = { hash: blockHash, canonical: requireCanonical ? 'canonical ' : '' }
  if (block === undefined) {
    throw new RequestError('UNKNOWN_BLOCK', 'header for hash not found').with(values)
  }
  if (requireCanonical && !view.isCanonical(block)) {
    throw new RequestError('SERVER_ERROR', 'hash is not currently canonical').with(values)
  }
  return block
}

async function pendingBlock({ view }: Pick<MethodContext, 'view'>): Promise<SealedBlock> {
  const block = await view.pendingBlock()
  if (block !== undefined) return block
  throw new RequestError('UNKNOWN_BLOCK', 'pending state is not available')
}
