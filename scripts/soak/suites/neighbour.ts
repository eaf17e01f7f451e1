import { once } from 'node:events'
import { connect } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import type { Hex } from '../../../src/primitives/hex.ts'
import { httpRequest } from '../../bench/wire/http.ts'
import { below } from '../chance.ts'
import type { WritableUrls } from '../sender.ts'
import { JsonClient, Refusal } from './jsonClient.ts'
import type { NeighbourTally } from './tally.ts'

/** What the neighbour waits between two requests, so that some of the machine is left for the suites. */
const REST_MS = 20

/** In milliseconds: up to 60 it would be seconds. */
const INTERVAL_MS = 61

/** Endpoints that mine by a timer at a time. */
const TIMERS = 200

/** Connections that never read, and how long they stay. */
const UNREAD = 8
const UNREAD_MS = 20_000

const MEBIBYTE = 1024 * 1024

/** One client that uses whatever it can get, under keys that it never uses again. */
export class Neighbour {
  readonly #urls: WritableUrls
  readonly #tally: NeighbourTally = {}
  /** of endpoints that exist */
  readonly #keys: string[] = []
  #made = 0
  #isOver = false
  #running: Promise<unknown> = Promise.resolve()

  constructor(urls: WritableUrls) {
    this.#urls = urls
  }

  get tally(): NeighbourTally {
    return this.#tally
  }

  begin(): void {
    this.#isOver = false
    const acts = [
      () => this.#mineInBulk(),
      () => this.#fillPool(),
      () => this.#setTimers(),
      () => this.#sendLargeBody(),
      () => this.#takeSnapshots(),
      ...Array.from({ length: UNREAD }, () => () => this.#neverRead()),
    ]
    this.#running = Promise.all(acts.map((act) => this.#again(act)))
  }

  /** Stops, and closes its endpoints. */
  async pause(close: (key: string) => Promise<unknown>): Promise<void> {
    this.#isOver = true
    await this.#running
    for (const key of this.#keys.splice(0)) await close(key)
  }

  async #again(act: () => Promise<void>): Promise<void> {
    while (!this.#isOver) {
      try {
        await act()
      } catch (error) {
        this.#count(`broken: ${error instanceof Error ? error.message : error}`)
      }
      await setTimeout(REST_MS)
    }
  }

  async #mineInBulk(): Promise<void> {
    await this.#untilRefused(200, async (client) => {
      if (below(4) === 0) await client.ask('evm_snapshot')
      await client.ask('hardhat_mine', '0x400')
      this.#count('bulks mined')
    })
  }

  async #takeSnapshots(): Promise<void> {
    await this.#untilRefused(5000, async (client) => {
      for (let left = 50; left > 0; left--) await client.ask('evm_snapshot')
      await client.ask('evm_mine')
      this.#count('snapshots', 50)
    })
  }

  async #fillPool(): Promise<void> {
    let nonce = 0
    await this.#untilRefused(2000, async (client) => {
      if (nonce === 0) await client.ask('evm_setAutomine', false)
      const from: Hex = `0x${'9'.repeat(40)}`
      if (nonce === 0) await client.ask('hardhat_setBalance', from, `0x${'f'.repeat(24)}`)
      const data = `0x${'11'.repeat(below(120_000))}`
      const request = {
        from,
        to: from,
        data,
        nonce: `0x${(nonce++).toString(16)}`,
        gas: '0x4c4b40',
      }
      await client.ask('eth_sendUnsignedTransaction', request)
      this.#count('transactions that wait')
    })
  }

  async #setTimers(): Promise<void> {
    for (let left = TIMERS; left > 0 && !this.#isOver; left--) {
      await this.#untilRefused(1, async (client) => {
        await client.ask('evm_setIntervalMining', INTERVAL_MS)
        this.#count('timers set')
      })
      await setTimeout(REST_MS)
    }
    await this.#rest(UNREAD_MS)
  }

  async #sendLargeBody(): Promise<void> {
    await this.#untilRefused(20, async (client) => {
      await client.ask('web3_sha3', `0x${'0'.repeat(2 * below(2 * MEBIBYTE))}`)
      this.#count('large bodies')
      await this.#rest(500)
    })
  }

  /** Pipelines requests with large responses, and reads none of them. */
  async #neverRead(): Promise<void> {
    const url = new URL(`${this.#urls.rpc}/${this.#newKey()}`)
    const socket = connect({ host: url.hostname, port: Number(url.port) })
    socket.on('error', () => {})
    await once(socket, 'connect')
    socket.pause()
    const calls = Array.from({ length: 50 }, (_, id) => ({
      jsonrpc: '2.0',
      id,
      method: 'debug_getRawReceipts',
      params: ['latest'],
    }))
    const message = httpRequest(
      Number(url.port),
      url.pathname,
      JSON.stringify([...calls, DISCOVER]),
    )
    for (let sent = 0; sent < 100 && !socket.destroyed; sent++) socket.write(message)
    this.#count('connections that never read')
    await this.#rest(UNREAD_MS)
    socket.destroy()
  }

  /** At a new endpoint. */
  async #untilRefused(times: number, act: (client: JsonClient) => Promise<void>): Promise<void> {
    const client = await JsonClient.open(this.#urls, this.#newKey(), false)
    try {
      for (let left = times; left > 0 && !this.#isOver; left--) {
        await act(client)
        await setTimeout(REST_MS)
      }
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      this.#count(`refused: ${error.message.replaceAll(/0x[0-9a-f]+|\d{4,}/g, 'N').slice(0, 400)}`)
      await this.#rest(2000)
    } finally {
      client.close()
    }
  }

  /** Shorter if it shall end. */
  async #rest(milliseconds: number): Promise<void> {
    const end = performance.now() + milliseconds
    while (!this.#isOver && performance.now() < end) await setTimeout(100)
  }

  #newKey(): string {
    const key = `neighbour-${this.#made++}`
    this.#keys.push(key)
    return key
  }

  #count(what: string, times = 1): void {
    this.#tally[what] = (this.#tally[what] ?? 0) + times
  }
}

const DISCOVER = { jsonrpc: '2.0', id: 'document', method: 'rpc.discover', params: [] }
