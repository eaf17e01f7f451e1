import type { TreeBlock } from '../../drawing/treeLayout.ts'
import type { RpcCall, RpcConnection } from '../connection/rpcConnection.ts'
import type { BlockPosition, TreeAnswer, TreeSource } from './treeSource.ts'

/** A block as `eth_getBlockByNumber` returns it. */
interface RpcBlock {
  readonly hash: string
  readonly number: string
  readonly parentHash: string
  readonly timestamp: string
  readonly miner: string
  readonly transactions: readonly unknown[]
  readonly gasUsed: string
  readonly gasLimit: string
  readonly uncles: readonly string[]
}

/** How many blocks that are not canonical any more are kept. */
const REMOVED_MAX = 256

/** How many blocks one batch asks for. */
const BATCH = 64

/**
 * The tree of an endpoint that serves only the five methods. It has the canonical branch, its uncles, and the blocks that
 * this page has seen on the canonical branch before they were removed.
 */
export function coreTreeOf(connection: RpcConnection): TreeSource {
  /** the canonical blocks that were loaded last, by number */
  const canonical = new Map<number, TreeBlock>()
  const removed = new Map<string, TreeBlock>()

  function remember(blocks: readonly TreeBlock[], head: number): void {
    for (const [number, block] of canonical) if (number > head) remove(block)
    for (const block of blocks) {
      const before = canonical.get(block.number)
      if (before !== undefined && before.hash !== block.hash) remove(before)
      removed.delete(block.hash)
      canonical.set(block.number, block)
    }
    for (const [number] of canonical) {
      if (canonical.size <= 4 * REMOVED_MAX) break
      canonical.delete(number)
    }
  }

  function remove(block: TreeBlock): void {
    canonical.delete(block.number)
    removed.set(block.hash, { ...block, isCanonical: false })
    const [oldest] = removed.keys()
    if (removed.size > REMOVED_MAX && oldest !== undefined) removed.delete(oldest)
  }

  return {
    async load(from, to) {
      const [head, safe, finalized] = await blocksAt(connection, ['latest', 'safe', 'finalized'])
      if (head === undefined || head === null) throw new Error('the endpoint has no head')
      const last = Math.min(to, Number(head.number))
      const numbers = Array.from({ length: Math.max(0, last - from + 1) }, (_, i) => from + i)
      const found = await blocksAt(connection, numbers.map(quantity))
      const blocks = found.flatMap((block) => (block === null ? [] : [treeBlock(block)]))
      remember(blocks, Number(head.number))
      const uncles = await unclesOf(connection, blocks)
      const known = new Set([...blocks, ...uncles].map(({ hash }) => hash))
      const others = [...removed.values()].filter(
        ({ hash, number }) => number >= from && number <= to && !known.has(hash),
      )
      return {
        head: positionOf(head),
        safe: safe ? positionOf(safe) : null,
        finalized: finalized ? positionOf(finalized) : null,
        pending: null,
        blocks: [...blocks, ...uncles, ...others],
      } satisfies TreeAnswer
    },
  }
}

async function blocksAt(
  connection: RpcConnection,
  names: readonly string[],
): Promise<readonly (RpcBlock | null)[]> {
  return await inBatches<RpcBlock>(
    connection,
    names.map((name) => ({ method: 'eth_getBlockByNumber', params: [name, false] })),
  )
}

async function unclesOf(
  connection: RpcConnection,
  blocks: readonly TreeBlock[],
): Promise<readonly TreeBlock[]> {
  const wanted = blocks.flatMap(({ hash, number, uncles }) =>
    uncles.map((uncle, index) => ({ uncle, number, index, includedBy: hash })),
  )
  const found = await inBatches<RpcBlock>(
    connection,
    wanted.map(({ number, index }) => ({
      method: 'eth_getUncleByBlockNumberAndIndex',
      params: [quantity(number), quantity(index)],
    })),
  )
  return found.flatMap((block, index) => {
    const { uncle, includedBy } = wanted[index] ?? {}
    // The canonical branch may have changed since its blocks were loaded.
    if (block === null || includedBy === undefined || block.hash !== uncle) return []
    return [{ ...treeBlock(block), isCanonical: false, isUncle: true, includedBy }]
  })
}

/** Results that are errors are null: such a block is not drawn. */
async function inBatches<T>(
  connection: RpcConnection,
  calls: readonly RpcCall[],
): Promise<readonly (T | null)[]> {
  const results: (T | null)[] = []
  for (let index = 0; index < calls.length; index += BATCH) {
    for (const { result } of await connection.batch(calls.slice(index, index + BATCH))) {
      results.push((result ?? null) as T | null)
    }
  }
  return results
}

function treeBlock(block: RpcBlock): TreeBlock {
  return {
    hash: block.hash,
    number: Number(block.number),
    parentHash: block.parentHash,
    timestamp: Number(block.timestamp),
    miner: block.miner,
    transactions: block.transactions?.length ?? 0,
    gasUsed: Number(block.gasUsed),
    gasLimit: Number(block.gasLimit),
    uncles: block.uncles,
    isCanonical: true,
    isUncle: false,
    includedBy: null,
    branch: null,
  }
}

function quantity(number: number): string {
  return `0x${number.toString(16)}`
}

function positionOf({ number, hash }: RpcBlock): BlockPosition {
  return { number: Number(number), hash }
}
