import type { BlockJson } from '../indexer/json.ts'

/** Does what `minerBalances.ts` does, but works only if every node has the same head. */
export class NaiveBalances {
  /** in wei, by the number of the block */
  readonly recorded = new Map<number, bigint>()
  readonly #url: string
  #hash: string | undefined

  constructor(url: string) {
    this.#url = url
  }

  async poll(): Promise<void> {
    const head = await this.#call<BlockJson>('eth_getBlockByNumber', 'latest', false)
    if (head.hash === this.#hash) return
    const balance = await this.#call<string>('eth_getBalance', head.miner, 'latest')
    this.recorded.set(Number(head.number), BigInt(balance))
    this.#hash = head.hash
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
