import type { Store } from '../../examples/indexer/store.ts'
import type { Block } from '../../src/chain/encoding/block.ts'

/** The expected rows of an index, from the chain itself and not from JSON-RPC. */
export function rowsOf(blocks: readonly Block[]): Rows {
  return {
    blocks: blocks.map(({ hash, header }) => ({
      number: header.number,
      hash,
      parent_hash: header.parentHash,
      timestamp: header.timestamp,
      logs_bloom: header.logsBloom,
    })),
    receipts: blocks.flatMap(({ header, receipts, transactions }) =>
      receipts.map(({ status, gasUsed, logs }, position) => ({
        block: header.number,
        position,
        transaction_hash: transactions[position]?.hash,
        status: `0x${status}`,
        gas_used: Number(gasUsed),
        logs: JSON.stringify(logs.map(({ address, topics, data }) => ({ address, topics, data }))),
      })),
    ),
    uncles: blocks.flatMap(({ header, uncles }) =>
      uncles.map((uncle, position) => ({
        block: header.number,
        position,
        hash: uncle.hash,
        number: uncle.header.number,
      })),
    ),
  }
}

/** The rows of an index. */
export function storedRows(store: Store): Rows {
  return {
    blocks: store.rows(
      'SELECT number, hash, parent_hash, timestamp, logs_bloom FROM blocks ORDER BY number',
    ),
    receipts: store.rows('SELECT * FROM receipts ORDER BY block, position'),
    uncles: store.rows('SELECT * FROM uncles ORDER BY block, position'),
  }
}

/** Numbers of blocks that an index considers final, but that are not on the chain. */
export function wronglyFinal(store: Store, blocks: readonly Block[]): number[] {
  return store
    .rows('SELECT number, hash FROM blocks WHERE is_final = 1 ORDER BY number')
    .filter(({ number, hash }) => blocks[Number(number)]?.hash !== hash)
    .map(({ number }) => Number(number))
}

export type Rows = Readonly<Record<'blocks' | 'receipts' | 'uncles', Record<string, unknown>[]>>

/** Numbers of blocks whose rows differ from the chain. */
export function wrongBlocks(stored: Rows, truth: Rows): number[] {
  const wrong = new Set<number>()
  for (const table of ['blocks', 'receipts', 'uncles'] as const) {
    const texts = (rows: Rows) => new Map(rows[table].map((row) => [JSON.stringify(row), row]))
    const [have, want] = [texts(stored), texts(truth)]
    for (const [text, row] of [...have, ...want]) {
      if (!(have.has(text) && want.has(text))) wrong.add(Number(row.block ?? row.number))
    }
  }
  return [...wrong].sort((a, b) => a - b)
}
