import { expect } from 'vitest'
import type { Chain } from '../../src/chain/chain.ts'
import { createChain } from '../../src/chain/createChain.ts'
import type { SealedBlock } from '../../src/chain/encoding/block.ts'
import { decodeBlock } from '../../src/chain/encoding/decode.ts'
import type { ChainSpec } from '../../src/chain/spec/spec.ts'
import { EndpointMoveError } from '../../src/endpoint/moveError.ts'
import type { Hex } from '../../src/primitives/hex.ts'
import { acceptAll } from './acceptAll.ts'
import { MovableEndpoint } from './movableEndpoint.ts'
import type { StockNode } from './stockNode.ts'

/** The spec of a chain for moves. */
export const movedSpec = {
  seed: 'moved',
  blocks: 16,
  preset: 'latest',
  transactionsPerBlock: [2, 4],
  finality: { safe: 3, finalized: 6 },
} as const satisfies ChainSpec

function viewOf(chain: Chain): MovableEndpoint {
  return new MovableEndpoint('view', chain)
}

/** Endpoints on a chain, by default this one, and its blocks by number. */
export function viewsOver(chain: Chain) {
  return {
    view: (on = chain) => viewOf(on),
    at: (number: number) => chain.tree.byNumber(number) as SealedBlock,
  }
}

/** The hashes of the transactions in blocks. */
export function transactionsOf(blocks: readonly SealedBlock[]): Hex[] {
  return blocks.flatMap((block) => decodeBlock(block).transactions.map(({ hash }) => hash))
}

export function timeOf(block: SealedBlock): number {
  return decodeBlock(block).header.timestamp
}

export function numbersOf(blocks: readonly SealedBlock[]): number[] {
  return blocks.map(({ number }) => number)
}

/** The code of the error that some work throws, whose message must be a single line. */
export async function refusalOf(work: () => unknown): Promise<string> {
  try {
    await work()
  } catch (error) {
    expect(error).toBeInstanceOf(EndpointMoveError)
    expect((error as Error).message).toMatch(/^[^\n]+$/)
    return (error as EndpointMoveError).code
  }
  throw new Error('it was not refused')
}

/** An endpoint on its own chain, all of which a stock node has accepted. */
export async function startStock(
  spec: ChainSpec,
): Promise<{ endpoint: MovableEndpoint; node: StockNode }> {
  const checked = await createChain(spec)
  return { endpoint: viewOf(checked), node: await acceptAll(checked) }
}
