import type { BlockJson, HeaderJson, ReceiptJson } from './json.ts'
import type { Store } from './store.ts'

/** Treats a block as final after this many more: on a quiet chain that seems to be enough. */
const CONFIRMATIONS = 4

/** An indexer that works only with a perfect node. `indexer.ts` works with real ones. */
export class NaiveIndexer {
  readonly #urls: readonly string[]
  readonly #store: Store
  #calls = 0

  constructor(urls: readonly string[], store: Store) {
    this.#urls = urls
    this.#store = store
  }

  async poll(): Promise<void> {
    const head = Number(await this.#call('eth_blockNumber'))
    for (let number = (this.#store.head?.number ?? -1) + 1; number <= head; number++) {
      const name = `0x${number.toString(16)}`
      const block = await this.#call<BlockJson>('eth_getBlockByNumber', name, false)
      const uncles: HeaderJson[] = []
      for (const index of block.uncles.keys()) {
        uncles.push(
          await this.#call('eth_getUncleByBlockNumberAndIndex', name, `0x${index.toString(16)}`),
        )
      }
      const receipts = (await this.#call<ReceiptJson[] | null>('eth_getBlockReceipts', name)) ?? []
      this.#store.replaceAbove(number - 1, [{ block, receipts, uncles }])
    }
    this.#store.markFinal(head - CONFIRMATIONS)
  }

  async #call<Result>(method: string, ...params: readonly unknown[]): Promise<Result> {
    const url = this.#urls[this.#calls % this.#urls.length] as string
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: this.#calls++, method, params }),
    })
    return ((await response.json()) as { result: Result }).result
  }
}
