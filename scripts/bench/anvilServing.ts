import { Anvil } from './anvil.ts'
import { Child } from './child.ts'
import { type Dialogue, rehearseHttp } from './dialogue.ts'
import { drive } from './load.ts'
import { compare, measurePairs } from './pairs.ts'
import { type Row, row } from './report.ts'
import { TRANSFERS } from './specs.ts'
import { feedAnvil, type Transfer } from './transfers.ts'
import type { ServerAddress } from './transports.ts'

/** The requests, all for a block of 20 transfers. */
const requests = [
  { name: 'HTTP 20 transfers, hashes', method: 'eth_getBlockByNumber', details: [false] },
  { name: 'HTTP 20 transfers, receipts', method: 'eth_getBlockReceipts', details: [] },
  { name: 'HTTP 20 transfers, full', method: 'eth_getBlockByNumber', details: [true] },
] as const

export const SERVING_ROWS: readonly string[] = requests.map(({ name }) => name)

/** How many blocks each chain has. The requests are for the last one. */
const BLOCKS = 8

/** Measures requests per second over HTTP, beside Anvil with the same load and the same transfers in its blocks. */
export async function measureAnvilServing({
  pairs,
  sliceSeconds,
}: {
  readonly pairs: number
  readonly sliceSeconds: number
}): Promise<Row[]> {
  const spec = { ...TRANSFERS, blocks: BLOCKS }
  const generator = new Child('ommerGenerator')
  const ommer = new Child('ommerServer')
  const anvil = await Anvil.start()
  await feedAnvil(anvil, await generator.do<Transfer[][]>('transfers', spec))
  await generator.stop()
  const { url } = await ommer.do<ServerAddress>('listen', spec)
  const rows: Row[] = []
  for (const { name, method, details } of requests) {
    const params = [`0x${BLOCKS.toString(16)}`, ...details]
    const message = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
    const ommerRate = sliceOf(await rehearseHttp(url, message), sliceSeconds)
    const anvilUrl = `http://127.0.0.1:${anvil.port}/`
    const anvilRate = sliceOf(await rehearseHttp(anvilUrl, message), sliceSeconds)
    await measurePairs(1, ommerRate, anvilRate) // warms up the compilers
    const slices = await measurePairs(pairs, ommerRate, anvilRate)
    rows.push(
      row(
        name,
        'requests/s',
        'Anvil',
        compare(slices, (rate) => rate),
      ),
    )
  }
  await Promise.all([ommer.stop(), anvil.stop()])
  return rows
}

/** @returns a function that measures requests per second */
function sliceOf(dialogue: Dialogue, sliceSeconds: number): () => Promise<number> {
  return async () => {
    const { requests, seconds } = await drive(dialogue, sliceSeconds)
    return requests / seconds
  }
}
