import { expect } from 'vitest'
import { callMethod } from '../callMethod.ts'
import { sized } from '../sized.ts'
import { until } from '../until.ts'

/** A head as clients read it. */
interface Head {
  readonly number: string
  readonly hash: string
}

/** How many transactions clients send for each block that they mine without one. */
const SENT_PER_BLOCK = 4

/**
 * What the clients of an endpoint of a group with `dev` have seen: transactions that were acknowledged, blocks that they
 * were told are mined, and the newest head that they have read.
 */
export class Seen {
  readonly key: string
  /** transactions that were acknowledged */
  acknowledged = 0
  head: Head | undefined
  /** why it was not served any more */
  failure: unknown
  /** those acknowledged since the last check */
  #sent: string[] = []
  /** the lowest number that its head can have */
  #height: number | undefined
  #isOver = false

  constructor(key: string) {
    this.key = key
  }

  /**
   * Sends, mines and reads until that fails, or until `stop`.
   *
   * @param sending `HOST:PORT` of a server
   * @param reading that of another one, if any
   */
  async watch(sending: string, reading = sending): Promise<void> {
    this.#isOver = false
    this.failure = undefined
    const note = (error: unknown): void => {
      this.failure = error
    }
    const [send, read] = [this.#send(this.#url(sending)), this.#read(this.#url(reading))]
    await Promise.all([send.catch(note), read.catch(note)])
  }

  stop(): void {
    this.#isOver = true
  }

  /** Checks that a server has all of it. */
  async check(address: string): Promise<void> {
    const url = this.#url(address)
    expect(Number(await callMethod(url, 'eth_blockNumber'))).toBeGreaterThanOrEqual(
      this.#height as number,
    )
    const { number, hash } = this.head as Head
    const block = await callMethod<Head | null>(url, 'eth_getBlockByNumber', number, false)
    expect(block?.hash).toBe(hash)
    for (const sent of this.#sent.splice(0)) {
      const receipt = await callMethod(url, 'eth_getTransactionReceipt', sent)
      expect(receipt, sent).toMatchObject({ status: '0x1' })
    }
  }

  #url(address: string): string {
    return `http://${address}/v3/${this.key}`
  }

  async #send(url: string): Promise<void> {
    this.#height ??= Number(await callMethod(url, 'eth_blockNumber'))
    const [from] = await callMethod<string[]>(url, 'eth_accounts')
    const done = (): void => {
      this.#height = (this.#height as number) + 1
    }
    while (!this.#isOver) {
      for (let count = 0; count < SENT_PER_BLOCK; count++) {
        this.#sent.push(await callMethod(url, 'eth_sendTransaction', { from, to: from }))
        this.acknowledged++
        done()
      }
      await callMethod(url, 'evm_mine')
      done()
    }
  }

  async #read(url: string): Promise<void> {
    while (!this.#isOver) {
      const block = await callMethod<Head>(url, 'eth_getBlockByNumber', 'latest', false)
      if (Number(block.number) > Number(this.head?.number ?? 0)) this.head = block
    }
  }
}

/** What kills under load have shown. */
export class Tally {
  kills = 0
  acknowledged = 0

  /**
   * Kills something while clients send and read.
   *
   * @param count how many transactions must be acknowledged before
   * @param watch lets the clients of an endpoint begin
   * @param kill resolves when it is dead
   */
  async killUnderLoad(
    all: readonly Seen[],
    count: number,
    watch: (seen: Seen) => Promise<void>,
    kill: () => Promise<unknown>,
  ): Promise<void> {
    const sum = () => all.reduce((total, { acknowledged }) => total + acknowledged, 0)
    const before = sum()
    const watched = all.map(watch)
    await until(() => {
      for (const { failure } of all) expect(failure).toBeUndefined()
      return sum() >= before + count && all.every(({ head }) => head !== undefined)
    })
    await kill()
    for (const each of all) each.stop()
    await Promise.all(watched)
    this.kills++
    this.acknowledged += sum() - before
  }

  /** Checks that there were so many, and prints them at full size. */
  expectAtLeast(kills: number, acknowledged: number): void {
    expect(this.kills).toBe(kills)
    expect(this.acknowledged).toBeGreaterThanOrEqual(acknowledged)
    const text = `${this.kills} kills, ${this.acknowledged} transactions acknowledged, 0 lost`
    if (sized(false, true)) console.info(text)
  }
}
