// biome-ignore-all lint/correctness/noUndeclaredDependencies: it runs in a copy of the suite, which has them.
// Lets a suite that was written for the network in Hardhat's own process run at a node. That network mines a transaction
// before it answers, and answers with an error if the transaction fails; Anvil and ommer answer with the hash.
const { setTimeout: wait } = require('node:timers/promises')
const { extendProvider } = require('hardhat/config')
const { ProviderWrapper } = require('hardhat/plugins')

/** In milliseconds, for a node that answers before it mines. */
const POLL = 10

class InProcessProvider extends ProviderWrapper {
  #isMining = true

  async request({ method, params }) {
    const result = await this._wrappedProvider.request({ method, params })
    if (method === 'evm_setAutomine') this.#isMining = params[0]
    if (method === 'eth_sendTransaction' && this.#isMining) await this.#requireSuccess(result)
    return result
  }

  async #requireSuccess(hash) {
    const ask = (method, ...params) => this._wrappedProvider.request({ method, params })
    let receipt = await ask('eth_getTransactionReceipt', hash)
    while (receipt === null) {
      await wait(POLL)
      receipt = await ask('eth_getTransactionReceipt', hash)
    }
    if (receipt.status === '0x1') return
    const {
      error,
      revertReason = error,
      output = '0x',
    } = await ask('debug_traceTransaction', hash, { tracer: 'callTracer' })
    throw Object.assign(new Error(`transaction ${hash} failed: ${revertReason}`), { data: output })
  }
}

/** As much as that network gives transactions by default: the most that EIP-7825 allows. */
exports.gas = 2 ** 24

extendProvider(async (provider) => new InProcessProvider(provider))
