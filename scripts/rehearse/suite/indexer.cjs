// An indexer as a user would write it: it knows nothing of ommer, only an address.

class RpcError extends Error {}

/** Calls a method over HTTP. */
async function call(url, method, ...params) {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  })
  if (!response.ok) throw new RpcError(`HTTP ${response.status}`)
  // Jest's `response.json()` makes arrays that `assert.deepEqual` does not take for arrays of the test.
  const { result, error } = JSON.parse(await response.text())
  if (error !== undefined) throw new RpcError(error.message)
  return result
}

const hex = (number) => `0x${number.toString(16)}`

/** Keeps the blocks of a chain, with their receipts, from block 0 to the head. */
class Indexer {
  blocks = []
  /** how often it had to try again */
  retries = 0
  #url

  constructor(url) {
    this.#url = url
  }

  /** Fetches until the last block here is the head there. */
  async sync() {
    const head = await this.#retry(() => this.#block('latest'))
    while (this.blocks.length > head.number + 1) this.blocks.pop()
    await this.#dropReplaced()
    while (this.blocks.length <= head.number) {
      const next = await this.#retry(() => this.#block(hex(this.blocks.length)))
      const last = this.blocks.at(-1)
      if (last !== undefined && next.parentHash !== last.hash) this.blocks.pop()
      else this.blocks.push(next)
    }
  }

  get hashes() {
    return this.blocks.map(({ hash }) => hash)
  }

  get logs() {
    return this.blocks.flatMap(({ receipts }) => receipts.flatMap(({ logs }) => logs))
  }

  async #dropReplaced() {
    for (let last = this.blocks.at(-1); last !== undefined; last = this.blocks.at(-1)) {
      const { hash } = await this.#retry(() => this.#block(hex(last.number)))
      if (hash === last.hash) return
      this.blocks.pop()
    }
  }

  async #block(tag) {
    const block = await call(this.#url, 'eth_getBlockByNumber', tag, true)
    if (block === null) throw new RpcError(`there is no block ${tag}`)
    const receipts = await call(this.#url, 'eth_getBlockReceipts', block.hash)
    if (receipts?.length !== block.transactions.length) throw new RpcError('receipts are missing')
    return { ...block, number: Number(block.number), receipts }
  }

  async #retry(attempt, left = 3) {
    try {
      return await attempt()
    } catch (error) {
      if (left === 0) throw error
      this.retries++
      return this.#retry(attempt, left - 1)
    }
  }
}

module.exports = { call, hex, Indexer, RpcError }
