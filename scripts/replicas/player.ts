import { setTimeout as sleep } from 'node:timers/promises'
import { questions, requestOf } from '../../test/support/happenings.ts'
import type { Call } from '../../test/support/moveCalls.ts'
import { ask, NoAnswerError } from './ask.ts'

/** How long a client waits before it sends a request again. */
const RETRY_MS = 50

/** What players have seen together. */
export class Tally {
  answers = 0
  moves = 0
  /** requests that were answered when they were sent again */
  retried = 0
  /** requests that were sent more than twice */
  retriedTwice = 0
  /** in milliseconds: the longest time from a first request to its answer */
  longest = 0
  readonly problems: string[] = []
  /** why requests were sent again, and how often */
  readonly reasons = new Map<string, number>()

  noteReason({ message }: Error): void {
    this.reasons.set(message, (this.reasons.get(message) ?? 0) + 1)
  }
}

/** A client that does the same at an endpoint of the replicas and at one of a single server, and compares the answers. */
export class Player {
  readonly #key: string
  readonly #ports: () => number
  readonly #single: number
  readonly #tally: Tally
  readonly #accounts: readonly string[]

  /** @param ports chooses where to send the next request */
  constructor(
    key: string,
    ports: () => number,
    single: number,
    tally: Tally,
    accounts: readonly string[],
  ) {
    this.#key = key
    this.#ports = ports
    this.#single = single
    this.#tally = tally
    this.#accounts = accounts
  }

  /** Asks everything that can be seen of the endpoint. */
  async look(): Promise<void> {
    for (const call of questions) await this.#read(bodyOf(call))
  }

  /** Moves the endpoint. One whose answer is lost was made, or it is sent again. */
  async move(call: Call): Promise<void> {
    const what = { key: this.#key, call } as const
    const { address, body } = requestOf(what, this.#accounts)
    const path = address === 'url' ? 'v3' : 'control'
    this.#tally.moves++
    const began = performance.now()
    for (let tries = 0; ; tries++) {
      try {
        const found = await this.#ask(path, body)
        this.#note(tries, began)
        const wanted = await ask(this.#single, `/${path}/${this.#key}`, body)
        return this.#compare(body, found, wanted)
      } catch (error) {
        if (!(error instanceof NoAnswerError)) throw error
        this.#tally.noteReason(error)
        await sleep(RETRY_MS)
        if (await this.#isAsSingle()) continue
        this.#note(tries + 1, began)
        // It was made, so the other one makes it, too.
        await ask(this.#single, `/${path}/${this.#key}`, body)
        await this.look()
        return
      }
    }
  }

  /** Whether the endpoint is where that of the single server is. */
  async #isAsSingle(): Promise<boolean> {
    for (const call of questions) {
      const body = bodyOf(call)
      const found = await this.#persistently(body)
      if (found !== (await ask(this.#single, `/v3/${this.#key}`, body))) return false
    }
    return true
  }

  async #read(body: string): Promise<void> {
    const found = await this.#persistently(body)
    this.#compare(body, found, await ask(this.#single, `/v3/${this.#key}`, body))
  }

  async #persistently(body: string): Promise<string> {
    const began = performance.now()
    for (let tries = 0; ; tries++) {
      try {
        const found = await this.#ask('v3', body)
        this.#note(tries, began)
        return found
      } catch (error) {
        if (!(error instanceof NoAnswerError) || tries > 100) throw error
        this.#tally.noteReason(error)
        await sleep(RETRY_MS)
      }
    }
  }

  #ask(path: string, body: string): Promise<string> {
    return ask(this.#ports(), `/${path}/${this.#key}`, body)
  }

  #note(tries: number, began: number): void {
    const tally = this.#tally
    if (tries > 0) tally.retried++
    if (tries > 1) tally.retriedTwice++
    tally.longest = Math.max(tally.longest, performance.now() - began)
  }

  #compare(body: string, found: string, wanted: string): void {
    this.#tally.answers++
    if (found === wanted) return
    this.#tally.problems.push(`${this.#key} ${body}\n  replicas: ${found}\n  single: ${wanted}`)
    throw new Error(this.#tally.problems.at(-1)?.slice(0, 1000))
  }
}

function bodyOf([method, ...params]: Call): string {
  return JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
}
