import { setTimeout as sleep } from 'node:timers/promises'
import type { RedisClientType } from '@redis/client'
import { JournalError } from '../../log/journalError.ts'
import type { RedisAddress } from '../../log/redisAddress.ts'
import { messageOf, OmmerError } from '../../primitives/errors.ts'
import { StoreUnreachableError } from '../storeUnreachableError.ts'

/** A Redis that has not answered for so long is asked again, by another connection. */
const ANSWER_MS = 2000

/** How long the first connection may take. */
const CONNECT_MS = 5000

/** How long to wait before a connection is tried again. */
const RETRY_MS = 100

type Library = Awaited<ReturnType<typeof loadLibrary>>

/** Errors of a Redis that starts, or that another one replaces: it is worth waiting for. Redis 6 names a script before. */
const PASSING = /(?:^|-)(?:LOADING|BUSY|MASTERDOWN|READONLY|CLUSTERDOWN|TRYAGAIN|NOREPLICAS) /

/** A connection with Redis, which is replaced if it breaks. */
export class RedisConnection {
  readonly #address: RedisAddress
  readonly #library: Library
  #client: RedisClientType
  /** why there is no connection; undefined if there is one */
  #problem: unknown

  private constructor(address: RedisAddress, library: Library) {
    this.#address = address
    this.#library = library
    this.#client = this.#connect()
  }

  /**
   * Connects.
   *
   * @throws {OmmerError} if the client library is not installed, or Redis does not answer or refuses
   */
  static async open(address: RedisAddress): Promise<RedisConnection> {
    const connection = new RedisConnection(address, await loadLibrary())
    const end = performance.now() + CONNECT_MS
    for (;;) {
      try {
        await connection.run((client) => client.ping())
        return connection
      } catch (error) {
        // Only a Redis that does not exist yet is worth waiting for.
        if (performance.now() < end && error instanceof StoreUnreachableError) {
          await sleep(RETRY_MS)
          continue
        }
        connection.close()
        throw error
      }
    }
  }

  /**
   * @throws {StoreUnreachableError} if Redis does not answer
   * @throws {JournalError} JOURNAL_REFUSED with what Redis says, if it answers with an error
   */
  async run<T>(work: (client: RedisClientType) => Promise<T>): Promise<T> {
    const client = this.#client
    let timer: NodeJS.Timeout | undefined
    const timeout = new Promise<never>((_, reject) => {
      timer = setTimeout(() => {
        reject(this.#abandon(client))
      }, ANSWER_MS)
    })
    try {
      return await Promise.race([work(client), timeout])
    } catch (error) {
      // What fails then is only that there is no connection.
      const cause = this.#problem ?? error
      throw this.#errorOf(cause)
    } finally {
      clearTimeout(timer)
    }
  }

  close(): void {
    this.#client.destroy()
  }

  #errorOf(cause: unknown): OmmerError {
    const { shown } = this.#address
    const problem = messageOf(cause)
    const hasAnswered = cause instanceof this.#library.ErrorReply && !PASSING.test(problem)
    if (!hasAnswered) return new StoreUnreachableError(shown, problem, { cause })
    return new JournalError('JOURNAL_REFUSED', `${shown}: ${problem}`, { cause })
  }

  /** Replaces a connection that does not answer, unless that was done. @returns what was wrong with it */
  #abandon(client: RedisClientType): Error {
    const error = new Error(`no answer in ${ANSWER_MS / 1000} seconds`)
    if (this.#client === client) {
      this.#problem = error
      this.#client = this.#connect()
      client.destroy()
    }
    return error
  }

  #connect(): RedisClientType {
    const client = this.#library.createClient({
      url: this.#address.url,
      // Callers repeat what failed: they know how long they may wait.
      disableOfflineQueue: true,
      socket: { connectTimeout: ANSWER_MS, reconnectStrategy: RETRY_MS },
    }) as RedisClientType
    let handshake: NodeJS.Timeout | undefined
    const note = (error: unknown): void => {
      clearTimeout(handshake)
      // One that was replaced has errors because it is closed.
      if (this.#client === client) this.#problem = error
    }
    // The library waits for ever for the answer to its first command.
    client.on('connect', () => {
      clearTimeout(handshake)
      handshake = setTimeout(() => this.#abandon(client), ANSWER_MS)
    })
    client.on('error', note)
    client.on('ready', () => note(undefined))
    client.on('end', () => clearTimeout(handshake))
    client.connect().catch(note)
    return client
  }
}

async function loadLibrary() {
  try {
    return await import('@redis/client')
  } catch (error) {
    const problem = 'a journal in Redis needs a client: npm install @redis/client'
    throw new OmmerError('NOT_INSTALLED', `--journal: ${problem}`, { cause: error })
  }
}
