import type { Hex } from '../../src/primitives/hex.ts'
import { callMethod } from '../../test/support/callMethod.ts'
import { below, pick } from './chance.ts'

/** What clients that send have done and seen. */
export interface SendingTally {
  visits: number
  sent: number
  reorgs: number
  reverts: number
  /** responses that contradict what the client has sent */
  wrong: number
  readonly examples: string[]
}

export function emptySendingTally(): SendingTally {
  return { visits: 0, sent: 0, reorgs: 0, reverts: 0, wrong: 0, examples: [] }
}

/** The addresses of a server with `dev`, without a key. */
export interface WritableUrls {
  readonly rpc: string
  readonly webSocket: string
  readonly control: string
}

/** How many times a client does something before it leaves. */
const STEPS_MAX = 24

/** How many blocks a transaction that a reorg has removed may take to return. */
const BLOCKS_MAX = 4

/** A client with an endpoint of its own, which it closes when it leaves. It keeps count of what it has paid to whom. */
export class SendingClient {
  readonly #urls: WritableUrls
  readonly #key: string
  readonly #tally: SendingTally
  /** in wei, by recipient */
  readonly #paid = new Map<Hex, bigint>()
  #from: Hex | undefined

  constructor(urls: WritableUrls, key: string, tally: SendingTally) {
    this.#urls = urls
    this.#key = key
    this.#tally = tally
  }

  async visit(): Promise<void> {
    this.#tally.visits++
    try {
      const accounts = await this.#ask<Hex[]>('eth_accounts')
      this.#from = pick(accounts)
      for (let left = 1 + below(STEPS_MAX); left > 0; left--) {
        await pick([
          () => this.#pay(),
          () => this.#pay(),
          () => this.#reorg(),
          () => this.#revert(),
        ])()
      }
      await this.#checkBalances()
    } finally {
      await callMethod(`${this.#urls.control}/${this.#key}`, 'ommer_closeEndpoint', this.#key)
    }
  }

  async #pay(): Promise<Hex> {
    const to: Hex = `0x${(1 + below(9)).toString(16).padStart(40, 'a')}`
    const value = BigInt(1 + below(1000))
    const request = { from: this.#from, to, value: `0x${value.toString(16)}` }
    const hash = await this.#ask<Hex>('eth_sendTransaction', request)
    this.#tally.sent++
    this.#paid.set(to, (this.#paid.get(to) ?? 0n) + value)
    await this.#requireReceipt(hash)
    return hash
  }

  /** Replaces the newest block: what it had must be in a block again soon. */
  async #reorg(): Promise<void> {
    const hash = await this.#pay()
    await this.#ask('anvil_reorg', 1)
    this.#tally.reorgs++
    for (let blocks = 0; blocks < BLOCKS_MAX; blocks++) {
      if ((await this.#ask('eth_getTransactionReceipt', hash)) !== null) break
      await this.#ask('evm_mine')
    }
    await this.#requireReceipt(hash)
  }

  async #revert(): Promise<void> {
    const id = await this.#ask('evm_snapshot')
    const before = new Map(this.#paid)
    await this.#pay()
    await this.#ask('evm_revert', id)
    this.#tally.reverts++
    this.#paid.clear()
    for (const [to, value] of before) this.#paid.set(to, value)
    await this.#ask('anvil_dropAllTransactions')
    await this.#checkBalances()
  }

  async #requireReceipt(hash: Hex): Promise<void> {
    const receipt = await this.#ask<{ status: Hex } | null>('eth_getTransactionReceipt', hash)
    this.#expect(`status of ${hash}`, receipt?.status, '0x1')
  }

  async #checkBalances(): Promise<void> {
    for (const [to, value] of this.#paid) {
      const balance = await this.#ask<Hex>('eth_getBalance', to, 'latest')
      this.#expect(`balance of ${to}`, BigInt(balance), value)
    }
  }

  #expect(what: string, found: unknown, wanted: unknown): void {
    if (found === wanted) return
    this.#tally.wrong++
    const example = `endpoint ${this.#key}: ${what} is ${found}, want ${wanted}`
    if (this.#tally.examples.length < 20) this.#tally.examples.push(example)
  }

  #ask<Result>(method: string, ...params: readonly unknown[]): Promise<Result> {
    return callMethod<Result>(`${this.#urls.rpc}/${this.#key}`, method, ...params)
  }
}
