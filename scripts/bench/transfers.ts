import type { Hex } from '../../src/primitives/hex.ts'
import { Anvil } from './anvil.ts'
import { Child } from './child.ts'
import { type Run, rate } from './generation.ts'
import { compare, measurePairs } from './pairs.ts'
import { type Row, row } from './report.ts'
import { TRANSFERS } from './specs.ts'

/** An ether transfer. Funded accounts are given by their index, because their addresses differ between chains. */
export interface Transfer {
  readonly sender: number
  /** the index of a funded account, or an address */
  readonly recipient: number | Hex
  /** QUANTITY, in wei */
  readonly value: Hex
}

export const TRANSFERS_ROW = 'generation, transfers'

/** Runs that warm up the compilers. Anvil is compiled already. */
const WARM_UP_RUNS = 4

const mine = '{"jsonrpc":"2.0","id":1,"method":"evm_mine","params":[]}'

/**
 * Measures transactions per second with transfers only, beside Anvil, which gets the same transfers one block at a time:
 * the way to build such a chain with a node. Each run starts with a chain of genesis alone.
 *
 * @param pairs runs of each
 */
export async function measureTransfers(pairs: number): Promise<Row> {
  const generator = new Child('ommerGenerator.ts')
  const blocks = await generator.do<Transfer[][]>('transfers', TRANSFERS)
  const generate = (): Promise<Run> => generator.do('run', TRANSFERS)
  for (let i = 0; i < WARM_UP_RUNS; i++) await generate()
  const feed = async (): Promise<Run> => {
    const anvil = await Anvil.start()
    const run = await feedAnvil(anvil, blocks)
    await anvil.stop()
    return run
  }
  const runs = await measurePairs(pairs, generate, feed)
  await generator.stop()
  return row(
    TRANSFERS_ROW,
    'transactions/s',
    'Anvil, batches of eth_sendTransaction',
    compare(runs, rate),
    3,
  )
}

/** Sends the transfers of each block in one batch, and mines the block. */
export async function feedAnvil(
  anvil: Anvil,
  blocks: readonly (readonly Transfer[])[],
): Promise<Run> {
  const accounts = await anvil.call<Hex[]>('eth_accounts')
  const batches = blocks.map((transfers) => batchOf(transfers, accounts))
  return mineBatches(anvil, blocks, batches)
}

/**
 * Posts each batch, and mines a block after it.
 *
 * @param blocks the transactions of each batch
 */
export async function mineBatches(
  anvil: Anvil,
  blocks: readonly (readonly unknown[])[],
  batches: readonly string[],
): Promise<Run> {
  const start = performance.now()
  for (const batch of batches) {
    await anvil.post(batch)
    await anvil.post(mine)
  }
  const seconds = (performance.now() - start) / 1000
  await requireBlocks(
    anvil,
    blocks.map(({ length }) => length),
  )
  return { transactions: blocks.flat().length, seconds }
}

/** Sets gas and fees, so that Anvil does not have to estimate them. */
function batchOf(transfers: readonly Transfer[], accounts: readonly Hex[]): string {
  const requests = transfers.map(({ sender, recipient, value }, id) => ({
    jsonrpc: '2.0',
    id,
    method: 'eth_sendTransaction',
    params: [
      {
        from: accounts[sender],
        to: typeof recipient === 'number' ? accounts[recipient] : recipient,
        value,
        gas: '0x5208',
        maxFeePerGas: '0x12a05f2000',
        maxPriorityFeePerGas: '0x3b9aca00',
      },
    ],
  }))
  return JSON.stringify(requests)
}

/** Makes sure that Anvil's blocks have all transactions: fewer would flatter Anvil. */
async function requireBlocks(anvil: Anvil, lengths: readonly number[]): Promise<void> {
  for (const [index, length] of lengths.entries()) {
    const block = `0x${(index + 1).toString(16)}`
    const count = await anvil.call<Hex>('eth_getBlockTransactionCountByNumber', [block])
    if (Number(count) !== length)
      throw new Error(`Anvil's block ${block} has ${count} transactions`)
  }
}
