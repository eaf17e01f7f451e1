import { createHash } from 'node:crypto'
import type { Hex } from '../../../src/primitives/hex.ts'
import { Random } from '../../../src/primitives/random.ts'
import type { JsonClient } from './jsonClient.ts'
import { SuiteModel } from './suiteModel.ts'
import { noteExample, type SuitesTally } from './tally.ts'

/** What every endpoint is at first. */
export interface Beginning {
  readonly height: number
  readonly hash: Hex
  readonly accounts: readonly {
    readonly address: Hex
    readonly wei: bigint
    readonly nonce: number
  }[]
}

/** How many times a suite does something. */
const STEPS = [12, 48] as const

/** Blocks that a suite mines at a time, at most. */
const MINE_MAX = 16

/** Code that deploys a contract: each transaction to it adds one to a counter, which a call returns. */
const COUNTER = '0x601280600b6000396000f36000546001018060005560005260206000f3'

interface Transaction {
  readonly from: Hex
  readonly to?: Hex
  readonly data?: Hex
  readonly value?: Hex
  readonly gas: Hex
}

/** A transaction that was sent. */
interface Sent {
  readonly hash: Hex
  readonly from: Hex
}

interface Receipt {
  readonly status: Hex
  readonly blockNumber: Hex
  readonly blockHash: Hex
  readonly gasUsed: Hex
  readonly effectiveGasPrice: Hex
  readonly contractAddress: Hex | null
}

/**
 * One suite of tests: what it does follows from its number alone, so its hashes are the same each time, on every key. It
 * compares each answer with a model.
 */
export class Suite {
  readonly #random: Random
  readonly #client: JsonClient
  readonly #beginning: Beginning
  readonly #tally: SuitesTally
  readonly #name: string
  readonly #hashes = createHash('sha256')
  #model: SuiteModel
  /** ids of snapshots, the oldest first, with the model at that time */
  #snapshots: { readonly id: Hex; readonly model: SuiteModel }[] = []
  /** transactions that a revert or a reset has removed */
  #forgotten: Hex[] = []

  constructor(
    program: number,
    key: string,
    client: JsonClient,
    beginning: Beginning,
    tally: SuitesTally,
  ) {
    this.#random = new Random(`suite ${program}`)
    this.#name = `suite ${program} at ${key}`
    this.#client = client
    this.#beginning = beginning
    this.#tally = tally
    this.#model = this.#atFirst()
  }

  /**
   * @param pause waits in the middle, longer than endpoints are kept for sure
   * @returns a digest of all hashes; undefined if the endpoint was dropped during the pause
   */
  async run(pause?: () => Promise<unknown>): Promise<string | undefined> {
    await this.#client.ask('evm_setAutomine', true)
    await this.#reset()
    let isDropped = false
    const steps = this.#random.between(...STEPS)
    for (let step = 0; step < steps; step++) {
      await this.#step()
      if (step === STEPS[0] / 2 && pause !== undefined) isDropped = await this.#returnAfter(pause)
    }
    await this.#checkAll()
    // Some suites leave their blocks behind, as if their process was killed.
    if (this.#random.chance(1, 2)) await this.#reset()
    return isDropped ? undefined : this.#hashes.digest('hex')
  }

  async #step(): Promise<void> {
    const steps = [
      () => this.#pay(),
      () => this.#pay(),
      () => this.#create(),
      () => this.#count(),
      () => this.#mine(),
      () => this.#moveClock(),
      () => this.#mineTogether(),
      () => this.#setBalance(),
      () => this.#snapshot(),
      () => this.#snapshot(),
      () => this.#revert(),
      () => this.#readOldBlock(),
    ]
    await steps[this.#random.below(steps.length)]?.()
    if (this.#random.chance(1, 40)) await this.#reset()
  }

  #atFirst(): SuiteModel {
    const { height, hash, accounts } = this.#beginning
    const model = new SuiteModel(height)
    model.hashes.set(height, hash)
    for (const { address, wei, nonce } of accounts) {
      model.balances.set(address, wei)
      model.nonces.set(address, nonce)
    }
    return model
  }

  async #reset(): Promise<void> {
    this.#expect('hardhat_reset', await this.#client.ask('hardhat_reset'), true)
    this.#becomeNew()
    await this.#checkHead()
  }

  #becomeNew(): void {
    this.#forgotten.push(...this.#model.included.keys())
    this.#model = this.#atFirst()
    this.#snapshots = []
  }

  /** An endpoint that nobody used for a minute may be dropped: then the key has a new one, and else nothing has changed. */
  async #returnAfter(pause: () => Promise<unknown>): Promise<boolean> {
    const id = await this.#client.ask<Hex>('evm_snapshot')
    this.#snapshots.push({ id, model: this.#model.copy() })
    await this.#mine()
    await pause()
    const height = Number(await this.#client.ask<Hex>('eth_blockNumber'))
    const isDropped = height === this.#beginning.height
    this.#tally[isDropped ? 'dropped' : 'kept']++
    if (isDropped) {
      this.#becomeNew()
      this.#expect('revert at a new endpoint', await this.#client.ask('evm_revert', id), false)
    }
    await this.#checkAll()
    return isDropped
  }

  async #pay(): Promise<void> {
    await this.#include([await this.#send(this.#payment(this.#random.below(100)))])
  }

  /** Sends a transaction; its nonce counts from here on. */
  async #send(request: Transaction): Promise<Sent> {
    const hash = await this.#client.ask<Hex>('eth_sendTransaction', request)
    this.#model.nonces.set(request.from, (this.#model.nonces.get(request.from) ?? 0) + 1)
    return { hash, from: request.from }
  }

  #payment(sender: number): Transaction {
    const to = this.#payee()
    const wei = this.#random.between(1, 1000)
    const from = this.#account(sender)
    this.#model.add(to, BigInt(wei))
    this.#model.add(from, BigInt(-wei))
    return { from, to, value: `0x${wei.toString(16)}`, gas: '0x5208' }
  }

  #payee(): Hex {
    return `0x${(1 + this.#random.below(9)).toString(16).padStart(40, 'c')}`
  }

  #account(index: number): Hex {
    const { accounts } = this.#beginning
    return accounts[index % accounts.length]?.address ?? '0x'
  }

  async #create(): Promise<void> {
    const sent = await this.#send({
      from: this.#account(this.#random.below(100)),
      data: COUNTER,
      gas: '0x30d40',
    })
    const contractAddress = (await this.#include([sent]))?.contractAddress
    if (contractAddress) this.#model.counters.set(contractAddress, 0)
  }

  async #count(): Promise<void> {
    const [address, count] = [...this.#model.counters].at(-1) ?? []
    if (address === undefined || count === undefined) return this.#create()
    await this.#include([
      await this.#send({
        from: this.#account(this.#random.below(100)),
        to: address,
        gas: '0x30d40',
      }),
    ])
    this.#model.counters.set(address, count + 1)
    const result = await this.#client.ask<Hex>('eth_call', { to: address }, 'latest')
    this.#expect(`count of ${address}`, Number(result), count + 2)
  }

  /**
   * The newest block, one above the one before, has these transactions.
   *
   * @returns the receipt of the last one
   */
  async #include(sent: readonly Sent[]): Promise<Receipt | null> {
    this.#model.height++
    await this.#checkHead()
    let receipt: Receipt | null = null
    for (const { hash, from } of sent) {
      receipt = await this.#client.ask<Receipt | null>('eth_getTransactionReceipt', hash)
      this.#hashes.update(hash)
      this.#model.included.set(hash, this.#model.height)
      this.#expect(`status of ${hash}`, receipt?.status, '0x1')
      const { height, hashes } = this.#model
      this.#expect(`block of ${hash}`, receipt?.blockHash, hashes.get(height))
      const price = BigInt(receipt?.effectiveGasPrice ?? 0)
      this.#model.add(from, -BigInt(receipt?.gasUsed ?? 0) * price)
    }
    return receipt
  }

  /** Several transactions wait for one block. */
  async #mineTogether(): Promise<void> {
    await this.#client.ask('evm_setAutomine', false)
    const sent: Sent[] = []
    const count = this.#random.between(2, 5)
    // Each from another account: of one that has delegated, only one transaction may wait.
    const first = this.#random.below(this.#beginning.accounts.length)
    for (let index = 0; index < count; index++) {
      sent.push(await this.#send(this.#payment(first + index)))
    }
    for (const { hash } of sent) {
      const receipt = await this.#client.ask('eth_getTransactionReceipt', hash)
      this.#expect(`receipt of ${hash}, which waits`, receipt, null)
    }
    await this.#client.ask('evm_mine')
    await this.#client.ask('evm_setAutomine', true)
    await this.#include(sent)
  }

  async #mine(): Promise<void> {
    const count = this.#random.between(1, MINE_MAX)
    await this.#client.ask('hardhat_mine', `0x${count.toString(16)}`)
    this.#model.height += count
    await this.#checkHead()
  }

  async #moveClock(): Promise<void> {
    const seconds = this.#random.between(1, 100_000)
    const before = await this.#client.ask<{ readonly timestamp: Hex }>(...LATEST)
    await this.#client.ask('evm_increaseTime', seconds)
    await this.#client.ask('evm_mine')
    this.#model.height++
    await this.#checkHead()
    const after = await this.#client.ask<{ readonly timestamp: Hex }>(...LATEST)
    const passed = Number(after.timestamp) - Number(before.timestamp)
    this.#expect('whether the clock has moved', passed >= seconds, true)
  }

  async #setBalance(): Promise<void> {
    const address = this.#payee()
    const wei = BigInt(this.#random.between(1, 1_000_000))
    await this.#client.ask('hardhat_setBalance', address, `0x${wei.toString(16)}`)
    this.#model.balances.set(address, wei)
    await this.#checkBalance(address)
  }

  async #snapshot(): Promise<void> {
    const id = await this.#client.ask<Hex>('evm_snapshot')
    this.#snapshots.push({ id, model: this.#model.copy() })
  }

  async #revert(): Promise<void> {
    if (this.#snapshots.length === 0) return
    const index = this.#random.below(this.#snapshots.length)
    const [chosen] = this.#snapshots.splice(index)
    if (chosen === undefined) return
    this.#expect('evm_revert', await this.#client.ask('evm_revert', chosen.id), true)
    for (const hash of this.#model.included.keys()) {
      if (!chosen.model.included.has(hash)) this.#forgotten.push(hash)
    }
    this.#model = chosen.model
    await this.#checkHead()
    this.#expect('a second evm_revert', await this.#client.ask('evm_revert', chosen.id), false)
  }

  async #readOldBlock(): Promise<void> {
    const known = [...this.#model.hashes]
    const [number, hash] = known[this.#random.below(known.length)] ?? []
    if (number === undefined) return
    const block = await this.#client.ask<{ readonly hash: Hex } | null>(
      'eth_getBlockByNumber',
      `0x${number.toString(16)}`,
      false,
    )
    this.#expect(`hash of block ${number}`, block?.hash, hash)
  }

  /** The newest block has the number of the model, and the hash that it had before, if it is known. */
  async #checkHead(): Promise<void> {
    const { height, hashes } = this.#model
    const number = await this.#client.ask<Hex>('eth_blockNumber')
    this.#expect('number of the newest block', Number(number), height)
    const { hash } = await this.#client.ask<{ readonly hash: Hex }>(...LATEST)
    this.#expect(`hash of block ${height}`, hash, hashes.get(height) ?? hash)
    hashes.set(height, hash)
    this.#hashes.update(hash)
  }

  async #checkAll(): Promise<void> {
    await this.#checkHead()
    for (const address of this.#model.balances.keys()) await this.#checkBalance(address)
    for (const [address, nonce] of this.#model.nonces) {
      const count = await this.#client.ask<Hex>('eth_getTransactionCount', address, 'latest')
      this.#expect(`nonce of ${address}`, Number(count), nonce)
    }
    for (const [address, count] of this.#model.counters) {
      const slot = await this.#client.ask<Hex>('eth_getStorageAt', address, '0x0', 'latest')
      this.#expect(`counter of ${address}`, Number(slot), count)
    }
    for (const [hash, number] of this.#model.included) {
      const receipt = await this.#client.ask<Receipt | null>('eth_getTransactionReceipt', hash)
      this.#expect(`block of ${hash}`, Number(receipt?.blockNumber), number)
    }
    for (const hash of this.#forgotten) {
      // The same transaction may have been sent again.
      if (this.#model.included.has(hash)) continue
      const receipt = await this.#client.ask('eth_getTransactionReceipt', hash)
      this.#expect(`receipt of ${hash}, which was undone`, receipt, null)
    }
  }

  async #checkBalance(address: Hex): Promise<void> {
    const balance = await this.#client.ask<Hex>('eth_getBalance', address, 'latest')
    this.#expect(`balance of ${address}`, BigInt(balance), this.#model.balances.get(address))
  }

  #expect(what: string, found: unknown, wanted: unknown): void {
    this.#tally.checked++
    if (found === wanted) return
    this.#tally.wrong++
    noteExample(this.#tally, `wrong: ${this.#name}: ${what} is ${found}, want ${wanted}`)
  }
}

const LATEST = ['eth_getBlockByNumber', 'latest', false] as const
