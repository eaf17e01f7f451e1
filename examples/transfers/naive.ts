import type { LogJson } from '../indexer/json.ts'

/** The hash of `Transfer(address,address,uint256)`. */
const TRANSFER = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'

/** Does what `tokenTransfers.ts` does, but works only before Amsterdam: it knows tokens by the topics of their logs. */
export class NaiveTransfers {
  /** the number of transfers, by the address of the token */
  readonly counts = new Map<string, number>()
  readonly #url: string
  #next = 0

  constructor(url: string) {
    this.#url = url
  }

  async poll(): Promise<void> {
    const head = await this.#call<string>('eth_blockNumber')
    if (Number(head) < this.#next) return
    const fromBlock = `0x${this.#next.toString(16)}`
    const filter = { fromBlock, toBlock: head, topics: [TRANSFER] }
    for (const { address, topics } of await this.#call<readonly LogJson[]>('eth_getLogs', filter)) {
      if (topics.length === 3) this.counts.set(address, (this.counts.get(address) ?? 0) + 1)
    }
    this.#next = Number(head) + 1
  }

  async #call<Result>(method: string, ...params: readonly unknown[]): Promise<Result> {
    const response = await fetch(this.#url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
    })
    return ((await response.json()) as { result: Result }).result
  }
}
